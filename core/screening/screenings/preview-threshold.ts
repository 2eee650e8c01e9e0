import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { defineVerb } from '#core/record/verb.ts'
import { openJson } from '#credentials/seal.ts'
import { screenings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { appliedThreshold, REVIEW_SCORE } from '#screening/screen.ts'
import { MOST_MATCHES } from '../matching/present.ts'
import { isNamed, nameFacts, type SubjectToScreen } from '../matching/screen-subject.ts'
import { isStrong } from '../matching/strong.ts'

const thresholdPreviewInput = z.strictObject({
  threshold: z.number().min(0.5).max(1).default(0.85).meta({ description: 'The score of review to try; above 0.90 it is 0.90' }),
  last: z.number().int().min(1).max(1000).default(1000).meta({ description: 'How many of the newest checks' }),
})

const CURVE = [0.75, 0.8, 0.825, 0.85, 0.875, 0.9]
const LOWEST = 0.5

/**
 * What another threshold would make of the newest checks: "at 0.85, of the last 1,000 checks 14 become review". They are screened
 * again against the lists now in force; nothing is changed.
 */
export const previewThreshold = defineVerb({
  name: 'sanctions.threshold_preview',
  permission: 'sanctions.check',
  input: thresholdPreviewInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('threshold_preview'),
    threshold: z.number(),
    checks: z.number().int(),
    erased: z.number().int(),
    clear: z.number().int(),
    possible_match: z.number().int(),
    hit: z.number().int(),
    become_review: z.number().int(),
    become_clear: z.number().int(),
    curve: z.array(z.object({ threshold: z.number(), possible_match: z.number().int() })),
  }),
  run: async ({ ctx, input }) => {
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
    const asked = appliedThreshold(input.threshold)
    const lowest = Math.max(LOWEST, Math.min(asked, CURVE[0]!))
    const small = await ctx.world.lists.standIn(ctx.db, ctx)
    const view = ctx.services.screening.view(small)
    const named = subjects.filter(({ subject }) => isNamed(subject))
    const found = await ctx.services.screening.names(
      small,
      named.map(({ subject }) => nameFacts(subject)),
      { threshold: lowest, limit: MOST_MATCHES, explain: false },
    )
    const results = subjects.map(({ before, subject }) => {
      const matches = isNamed(subject) ? found[named.findIndex((n) => n.subject === subject)]! : []
      const hit =
        (subject.wallet_address !== undefined && view.address(subject.wallet_address).length > 0) ||
        matches.some((m) => isStrong({ ...m, pep: m.entity.topic === 'pep' }))
      return { before, hit, top: Math.max(0, ...matches.map((m) => m.score)), name: Math.max(0, ...matches.map((m) => m.name_score ?? 0)) }
    })
    const statusAt = (threshold: number, { hit, top, name }: { hit: boolean; top: number; name: number }) =>
      hit ? 'hit' : top >= threshold || name >= Math.max(threshold, REVIEW_SCORE) ? 'possible_match' : 'clear'
    const count = (status: string) => results.filter((r) => statusAt(asked, r) === status).length
    return {
      success: true as const,
      object: 'threshold_preview' as const,
      threshold: asked,
      checks: rows.length,
      erased,
      clear: count('clear'),
      possible_match: count('possible_match'),
      hit: count('hit'),
      become_review: results.filter((r) => r.before === 'clear' && statusAt(asked, r) === 'possible_match').length,
      become_clear: results.filter((r) => r.before === 'possible_match' && statusAt(asked, r) === 'clear').length,
      curve: CURVE.map((threshold) => ({
        threshold,
        possible_match: results.filter((r) => statusAt(threshold, r) === 'possible_match').length,
      })),
    }
  },
})

/** A stored subject says null for what was not given. */
function withoutNulls(subject: object): SubjectToScreen {
  return Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== null && value !== undefined))
}
