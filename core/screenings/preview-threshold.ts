import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { openJson } from '#credentials/seal.ts'
import { screenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { Erased } from '../keyring.ts'
import { ownWorld } from '../lists/sandbox-list.ts'
import { viewFor } from '../lists/view.ts'
import { requirePermission } from '../permissions.ts'
import { MOST_MATCHES } from './present.ts'
import { nameFacts, type SubjectToScreen } from './screen-subject.ts'
import { isStrong } from './strong.ts'

export const thresholdPreviewInput = z.strictObject({
  threshold: z.coerce.number().min(0.5).max(1).default(0.85).meta({ description: 'The score of review to try' }),
  last: z.coerce.number().int().min(1).max(1000).default(1000).meta({ description: 'How many of the newest checks' }),
})

export interface ThresholdPreview {
  success: true
  object: 'threshold_preview'
  threshold: number
  /** Checks looked at. Those whose subject was erased cannot be screened again. */
  checks: number
  erased: number
  /** How they come out at this threshold, against the lists now in force. */
  clear: number
  possible_match: number
  hit: number
  /** Against how they came out when they were made. */
  become_review: number
  become_clear: number
  /** The same count of reviews at other thresholds. */
  curve: { threshold: number; possible_match: number }[]
}

const CURVE = [0.75, 0.8, 0.85, 0.875, 0.9, 0.925, 0.95, 0.97]
const LOWEST = 0.5

/**
 * What another threshold would make of the newest checks: "at 0.85, of the last 1,000 checks 14 become review". They are screened
 * again against the lists now in force; nothing is changed.
 */
export async function previewThreshold({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof thresholdPreviewInput>
}): Promise<ThresholdPreview> {
  requirePermission(ctx, 'sanctions.check')
  const rows = await ctx.db
    .select()
    .from(screenings)
    .where(inScope(screenings, ctx, and(eq(screenings.kind, 'sanctions'))))
    .orderBy(desc(screenings.created_at), desc(screenings.id))
    .limit(input.last)
  const subjects: { before: string; subject: SubjectToScreen }[] = []
  let erased = 0
  for (const row of rows) {
    try {
      const key = await ctx.services.keyring.read(ctx.db, row.subject_key_id)
      const subject = withoutNulls(openJson<SubjectToScreen>(key, `screenings.subject:${row.id}`, row.subject_sealed))
      subjects.push({ before: row.status, subject })
    } catch (error) {
      if (!(error instanceof Erased)) throw error
      erased++
    }
  }
  const lowest = Math.max(LOWEST, Math.min(input.threshold, CURVE[0]!))
  const own = ctx.environment === 'sandbox' ? await ownWorld(ctx.db, ctx) : null
  const view = await viewFor(ctx.db, ctx)
  const named = subjects.filter(({ subject }) => subject.full_name)
  const found = await ctx.services.screening.names(
    ctx.environment,
    named.map(({ subject }) => nameFacts({ ...subject, full_name: subject.full_name! })),
    { threshold: lowest, limit: MOST_MATCHES, explain: false },
    own,
  )
  const results = subjects.map(({ before, subject }) => {
    const matches = subject.full_name ? found[named.findIndex((n) => n.subject === subject)]! : []
    const hit =
      (subject.wallet_address !== undefined && view.address(subject.wallet_address).length > 0) ||
      matches.some((m) => isStrong({ ...m, pep: m.entity.topic === 'pep' }))
    return { before, hit, top: matches[0]?.score ?? 0 }
  })
  const statusAt = (threshold: number, { hit, top }: { hit: boolean; top: number }) =>
    hit ? 'hit' : top >= threshold ? 'possible_match' : 'clear'
  const count = (status: string) => results.filter((r) => statusAt(input.threshold, r) === status).length
  return {
    success: true,
    object: 'threshold_preview',
    threshold: input.threshold,
    checks: rows.length,
    erased,
    clear: count('clear'),
    possible_match: count('possible_match'),
    hit: count('hit'),
    become_review: results.filter((r) => r.before === 'clear' && statusAt(input.threshold, r) === 'possible_match').length,
    become_clear: results.filter((r) => r.before === 'possible_match' && statusAt(input.threshold, r) === 'clear').length,
    curve: CURVE.map((threshold) => ({
      threshold,
      possible_match: results.filter((r) => statusAt(threshold, r) === 'possible_match').length,
    })),
  }
}

/** A stored subject says null for what was not given. */
function withoutNulls(subject: object): SubjectToScreen {
  return Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== null && value !== undefined))
}
