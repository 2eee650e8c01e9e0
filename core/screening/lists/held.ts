import { desc, eq } from 'drizzle-orm'
import { lookUpNames } from '#core/access/users/look-up-names.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { listHolds } from '#db/schema.ts'
import type { Finding } from '#screening/lists/judge.ts'
import { meanwhile } from './tell-held.ts'

/** A version that was held back, as its page shows it. */
export interface HeldView {
  id: string
  source: string
  version: string
  sha256: string
  entries: number
  names: number
  addresses: number
  published_at: string | null
  first_seen_at: string
  last_seen_at: string
  origin: string
  findings: Finding[]
  /** False when its files could not be read: there is nothing to release. */
  readable: boolean
  /** What holds until somebody decides. */
  meanwhile: string
  /** The word of the first of two people. */
  asked: { outcome: 'release' | 'discard'; reason: string; by: string; at: string; own: boolean } | null
}

/** What is held back, newest first. */
export async function readHeld(ctx: Ctx): Promise<HeldView[]> {
  const rows = await ctx.db
    .select({
      id: listHolds.id,
      source: listHolds.source,
      version: listHolds.version,
      sha256: listHolds.sha256,
      entries: listHolds.entries,
      names: listHolds.names,
      addresses: listHolds.addresses,
      published_at: listHolds.published_at,
      loaded_at: listHolds.loaded_at,
      checked_at: listHolds.checked_at,
      origin: listHolds.origin,
      findings: listHolds.findings,
      before_id: listHolds.before_id,
      first_word: listHolds.first_word,
    })
    .from(listHolds)
    .where(eq(listHolds.state, 'held'))
    .orderBy(desc(listHolds.loaded_at))
  const { mailOf } = await lookUpNames(ctx, { organizations: [], people: rows.flatMap((row) => row.first_word?.by ?? []) })
  return rows.map(({ loaded_at, checked_at, published_at, before_id, first_word, findings, ...row }) => {
    const readable = !findings.some((one) => one.code === 'unreadable')
    return {
      ...row,
      published_at: readable ? (published_at?.toISOString() ?? null) : null,
      first_seen_at: loaded_at.toISOString(),
      last_seen_at: checked_at.toISOString(),
      findings: findings as Finding[],
      readable,
      meanwhile: meanwhile({ source: row.source, inForce: before_id !== null, readable }),
      asked: first_word && { ...first_word, by: mailOf.get(first_word.by) ?? first_word.by, own: first_word.by === ctx.actor.id },
    }
  })
}
