import { sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'

/** An age that was shown for a wallet, and nothing of who showed it. */
export interface AgeShown {
  over: 18 | 21
  at: Date
  /** Whether a government's document says it; else a proof of age alone. */
  document: boolean
  evidence: string
}

/** The highest age that was shown for a wallet and counts now, of several the newest; null where none was. Only what asks for an age reads it. */
export async function ageShownFor(
  db: Queryable,
  { organizationId, environment, now }: TenantNow,
  walletId: string,
): Promise<AgeShown | null> {
  const { rows } = await db.execute<{ id: string; taken_at: string; covers: string[]; type: string | null }>(sql`
    select e.id, e.taken_at, e.covers, e.proof ->> 'type' as type from evidence e join evidence_subjects s on s.evidence_id = e.id
    where s.subject_id = ${walletId} and e.organization_id = ${organizationId} and e.environment = ${environment}
      and e.proves = 'age' and e.state = 'valid' and (e.expires_at is null or e.expires_at > ${new Date(now).toISOString()}::timestamptz)
    order by 'over_21' = any(e.covers) desc, e.taken_at desc, e.id desc limit 1`)
  const [best] = rows
  if (!best) return null
  return {
    over: best.covers.includes('over_21') ? 21 : 18,
    at: new Date(best.taken_at),
    document: best.type !== 'eu.europa.ec.av.1',
    evidence: best.id,
  }
}
