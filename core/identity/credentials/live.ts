import { desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { credential } from '#core/kernel/answers.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from './issue.ts'

/** A credential as answers show it. */
export type CredentialSummary = z.output<typeof credential>

/** How much a level says: a higher one includes the lower. */
export const rank = (level: string) => ({ basic: 1, enhanced: 2, accredited: 3 })[level] ?? 0

/** The levels that a credential of a level shows. */
export const levelsOf = (level: string) => (['basic', 'enhanced', 'accredited'] as const).slice(0, rank(level))

/** The state at `now`: an active or suspended credential past its end is expired, whatever the row still says. */
export function stateAt(row: Pick<CredentialRow, 'state' | 'expires_at'>, now: number): CredentialSummary['state'] {
  return ['active', 'suspended'].includes(row.state) && row.expires_at.getTime() <= now
    ? 'expired'
    : (row.state as CredentialSummary['state'])
}

/** The person's best credential (highest live level, else the newest of any state), or null. */
export async function bestCredential(
  db: Queryable,
  ctx: TenantNow,
  wallet: Pick<WalletRow, 'person_id' | 'id' | 'status'>,
): Promise<CredentialRow | null> {
  // A wallet that was replaced answers with what was sealed to it, not with what its person has elsewhere.
  const owner =
    wallet.person_id && wallet.status !== 'superseded' ? eq(credentials.person_id, wallet.person_id) : eq(credentials.wallet_id, wallet.id)
  const rows = await db
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, owner))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(50)
  return bestOf(rows, ctx.now)
}

/** Of credentials with the newest first. */
function bestOf(rows: CredentialRow[], now: number): CredentialRow | null {
  const live = rows.filter((row) => stateAt(row, now) === 'active').sort((a, b) => rank(b.level) - rank(a.level))
  return live[0] ?? rows[0] ?? null
}

/** The same for many persons at once, by person. */
export async function bestCredentials(db: Queryable, ctx: Ctx, personIds: readonly string[]): Promise<Map<string, CredentialRow>> {
  if (!personIds.length) return new Map()
  const rows = await db
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, inArray(credentials.person_id, [...personIds])))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
  return new Map([...Map.groupBy(rows, (row) => row.person_id)].map(([person, own]) => [person, bestOf(own, ctx.now)!]))
}

export function summarise(row: CredentialRow, wallet: Pick<WalletRow, 'control'>, now: number, reused: boolean): CredentialSummary {
  return {
    id: row.id,
    level: row.level as CredentialSummary['level'],
    state: stateAt(row, now),
    control: wallet.control as CredentialSummary['control'],
    reused,
    issued_at: row.issued_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    source: row.source as CredentialSummary['source'],
    hash: row.credential_hash,
  }
}
