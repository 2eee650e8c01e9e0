import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { credential } from '#core/kernel/answers.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import { reaches } from '#core/sources/identity/reaches.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Queryable } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from './issue.ts'

/** A credential as answers show it. */
export type CredentialSummary = z.output<typeof credential>

/** How much a level says: a higher one includes the lower. */
export const rank = (level: string) => ({ basic: 1, enhanced: 2, accredited: 3 })[level] ?? 0

/** The levels that a credential shows. That somebody is accredited says nothing of how far their identity was proven: its evidence does. The sandbox plays it. */
export const levelsOf = (level: string, { kind, level: proven }: Pick<Identity, 'kind' | 'level'>) =>
  (['basic', 'enhanced', 'accredited'] as const)
    .slice(0, rank(level))
    .filter((one) => one !== 'enhanced' || level === 'enhanced' || kind === 'simulated' || proven === 'enhanced')

/** The state at `now`: an active or suspended credential past its end is expired, whatever the row still says. */
export function stateAt(row: Pick<CredentialRow, 'state' | 'expires_at'>, now: number): CredentialSummary['state'] {
  return ['active', 'suspended'].includes(row.state) && row.expires_at.getTime() <= now
    ? 'expired'
    : (row.state as CredentialSummary['state'])
}

type Of = Pick<WalletRow, 'person_id' | 'id' | 'status'>
type Asking = TenantNow & Pick<Ctx, 'world'>

/**
 * Whether a credential counts for a wallet: its own, and what its person has on another one where the evidence that it rests on was shown
 * for this one too. A name that was only said gives nobody another's credential.
 */
export function countsFor({ world }: Pick<Ctx, 'world'>, wallet: Of): SQL | undefined {
  // A wallet that was replaced answers with what was sealed to it, not with what its person has elsewhere.
  if (!wallet.person_id || wallet.status === 'superseded') return eq(credentials.wallet_id, wallet.id)
  const rests = sql`exists (select from wallets w where w.id = ${wallet.id} and ${sql.raw(reaches('credentials.evidence_id', 'w.id'))})`
  return and(
    eq(credentials.person_id, wallet.person_id),
    world.identity.takesWord ? undefined : or(eq(credentials.wallet_id, wallet.id), rests),
  )
}

/** Of the credentials that count for a wallet the best (highest live level, else the newest of any state), or null. */
export async function bestCredential(db: Queryable, ctx: Asking, wallet: Of): Promise<CredentialRow | null> {
  const rows = await db
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, countsFor(ctx, wallet)))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(50)
  return bestOf(rows, ctx.now)
}

/** Whether this credential is one of those. */
export async function isOfWallet(db: Queryable, ctx: Asking, { id }: Pick<CredentialRow, 'id'>, wallet: Of): Promise<boolean> {
  const [row] = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(inScope(credentials, ctx, and(eq(credentials.id, id), countsFor(ctx, wallet))))
    .limit(1)
  return row !== undefined
}

/** Of credentials with the newest first. */
function bestOf(rows: CredentialRow[], now: number): CredentialRow | null {
  const live = rows.filter((row) => stateAt(row, now) === 'active').sort((a, b) => rank(b.level) - rank(a.level))
  return live[0] ?? rows[0] ?? null
}

/** The best that a person has, on whichever wallet. */
export async function bestOfPerson(db: Queryable, ctx: TenantNow, personId: string): Promise<CredentialRow | null> {
  const rows = await db
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, eq(credentials.person_id, personId)))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(50)
  return bestOf(rows, ctx.now)
}

/** The best of many wallets at once, by wallet. */
export async function bestCredentials(db: Queryable, ctx: Asking, of: readonly Of[]): Promise<Map<string, CredentialRow>> {
  if (!of.length) return new Map()
  const ids = of.map(({ id }) => id)
  const people = of.flatMap(({ person_id }) => person_id ?? [])
  const carried = ctx.world.identity.takesWord ? sql`true` : sql.raw(reaches('credentials.evidence_id', 'w.id'))
  const found = await db
    .select({
      row: credentials,
      counts_for: sql<string[]>`array(select w.id from wallets w where ${inArray(sql`w.id`, ids)} and case
        when w.person_id is null or w.status = 'superseded' then w.id = ${credentials.wallet_id}
        else w.person_id = ${credentials.person_id} and (w.id = ${credentials.wallet_id} or ${carried}) end)`,
    })
    .from(credentials)
    .where(inScope(credentials, ctx, or(inArray(credentials.wallet_id, ids), inArray(credentials.person_id, people))))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
  const best = new Map<string, CredentialRow>()
  for (const id of ids) {
    const one = bestOf(
      found.filter(({ counts_for }) => counts_for.includes(id)).map(({ row }) => row),
      ctx.now,
    )
    if (one) best.set(id, one)
  }
  return best
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
