import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { credentialCopies, credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'

export type CopyRow = typeof credentialCopies.$inferSelect

/** Over for good: what was given out for chains is to be taken back there. */
export const isOver = (row: Pick<CredentialRow, 'state' | 'expires_at'>, now: number): boolean =>
  ['revoked', 'superseded', 'expired'].includes(stateAt(row, now))

export type ChainState = 'none' | 'live' | 'pending' | 'unknown' | 'confirmed'

/**
 * What chains know of a credential. `none`: no form of it was made for one. `live`: one was, and nothing takes it back. `pending`: it is over here,
 * and a chain has not finally said so. `unknown`: a chain that cannot be asked has it. `confirmed`: over on every chain, by final blocks.
 */
export function chainState(row: Pick<CredentialRow, 'state' | 'expires_at' | 'chain_state'>, now: number): ChainState {
  if (row.chain_state === 'none') return 'none'
  return isOver(row, now) ? overAs(row.chain_state) : 'live'
}

/** The same of one form, of a credential that is over. */
export const overAs = (stored: string): 'pending' | 'unknown' | 'confirmed' =>
  stored === 'confirmed' || stored === 'unknown' ? stored : 'pending'

/** All that was given out of a credential for chains. */
export const copiesOf = (db: Tx | Ctx['db'], ctx: Ctx, credentialId: string): Promise<CopyRow[]> =>
  db
    .select()
    .from(credentialCopies)
    .where(inScope(credentialCopies, ctx, eq(credentialCopies.credential_id, credentialId)))
    .orderBy(credentialCopies.created_at, credentialCopies.contract, credentialCopies.identity)

export const copyKey = (copy: Pick<CopyRow, 'credential_id' | 'form' | 'chain_id' | 'contract' | 'identity'>) =>
  and(
    eq(credentialCopies.credential_id, copy.credential_id),
    eq(credentialCopies.form, copy.form),
    eq(credentialCopies.chain_id, copy.chain_id),
    eq(credentialCopies.contract, copy.contract),
    eq(credentialCopies.identity, copy.identity),
  )

/** Sums its copies up in the credential's own row, and says as what. */
export async function sumUp(tx: Tx, ctx: Ctx, credentialId: string): Promise<string> {
  const states = (await copiesOf(tx, ctx, credentialId)).map(({ state }) => state)
  const chain_state = states.includes('unknown') ? 'unknown' : states.includes('issued') ? 'issued' : states.length ? 'confirmed' : 'none'
  await tx
    .update(credentials)
    .set({ chain_state })
    .where(inScope(credentials, ctx, eq(credentials.id, credentialId)))
  return chain_state
}
