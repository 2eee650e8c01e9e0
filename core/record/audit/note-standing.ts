import { sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { Queryable } from '#db/connect.ts'
import { LOCKS } from '#db/locks.ts'
import { appendAudit } from '../log/append.ts'
import { FIRST_KINDS, held, STANDING_KINDS, type StandingKind } from '../log/standing.ts'

const SUBJECT = { type: 'log', id: 'standing' }
const ROWS_AN_ENTRY = 500

/**
 * Notes every such row as it is, once for each kind: installations from before entries had digests of a kind begin to be held to them
 * here, and a row put into the tables later has no such excuse.
 */
export async function noteStanding(services: Services): Promise<void> {
  const { db } = services.connection
  if (!(await kindsToNote(db)).length) return
  // no audit: entries of the log are all it writes.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.standing})`)
    const kinds = await kindsToNote(tx)
    if (!kinds.length) return
    const all = await tx.execute<{ key: string; digest: string }>(held())
    const rows = all.rows.filter((row) => kinds.some((kind) => row.key.startsWith(`${kind}:`)))
    const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AN_ENTRY) || 1 }, (_, i) =>
      rows.slice(i * ROWS_AN_ENTRY, (i + 1) * ROWS_AN_ENTRY),
    )
    const entries = parts.map((part) => ({
      action: 'standing_noted',
      category: 'system' as const,
      subject: SUBJECT,
      details: { kinds, standing: Object.fromEntries(part.map((row) => [row.key, row.digest])) },
    }))
    await appendAudit(tx, systemCtx(services, { id: 'log' }), entries)
  })
}

/** The kinds no entry has noted yet. The first entries did not say which they were. */
async function kindsToNote(db: Queryable): Promise<StandingKind[]> {
  const { rows } = await db.execute<{ kinds: string[] | null }>(
    sql`select distinct details -> 'kinds' as kinds from audit_logs
      where subject_id = ${SUBJECT.id} and subject_type = ${SUBJECT.type} and action = 'standing_noted' and not details ? 'reported_by'`,
  )
  const noted = new Set(rows.flatMap(({ kinds }) => kinds ?? FIRST_KINDS))
  return STANDING_KINDS.filter((kind) => !noted.has(kind))
}
