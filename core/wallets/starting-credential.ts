import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { type CredentialRow, issueCredential } from '../credentials/issue.ts'
import { bestCredential } from '../credentials/live.ts'
import { ensurePerson, type PersonRow } from '../persons/ensure.ts'
import type { Scenario } from '../sandbox/scenarios.ts'
import { refuseSuperseded, type WalletRow } from './find.ts'

/**
 * The credential a check starts from: the one the wallet has, else what a sandbox scenario says is there, else none.
 * `verifying`: identity data came with the call, so an active credential is left to be issued by it.
 */
export async function startingCredential(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
  scenario: Scenario | null,
  verifying: boolean,
): Promise<{ credential: CredentialRow | null; wallet: WalletRow }> {
  const found = await bestCredential(tx, ctx, wallet)
  const wanted = scenario?.effects.credential
  if (!scenario || !wanted || wanted === 'none' || wallet.status === 'superseded') return { credential: found, wallet }
  if (found || (wanted.state === 'active' && verifying))
    return {
      credential: found,
      wallet: wanted.control === 'proven' && wallet.control !== 'proven' ? await markProven(tx, ctx, wallet) : wallet,
    }
  const person = await sandboxHolder(tx, ctx, wallet, scenario)
  let bound = await bindPerson(tx, ctx, wallet, person)
  if (wanted.control === 'proven') bound = await markProven(tx, ctx, bound)
  const credential = await issueCredential(tx, ctx, {
    person,
    wallet: bound,
    level: wanted.level,
    source: 'sandbox_implicit',
    state: wanted.state === 'expired' ? 'active' : wanted.state,
    ...(wanted.state === 'expired' && { expiresAt: new Date(ctx.now - 3_600_000) }),
    ...(wanted.expiresInHours !== undefined && { expiresAt: new Date(ctx.now + wanted.expiresInHours * 3_600_000) }),
  })
  return { credential, wallet: bound }
}

/** The fictional person behind a sandbox wallet. */
export async function sandboxHolder(tx: Tx, ctx: Ctx, wallet: WalletRow, scenario: Scenario | null): Promise<PersonRow> {
  const holder = scenario?.effects.holder
  const { person } = await ensurePerson(tx, ctx, {
    full_name: holder?.full_name ?? `Sandbox Holder ${scenario?.code ?? wallet.address.slice(-6)}`,
    date_of_birth: holder?.date_of_birth ?? '1990-01-01',
    country: scenario?.effects.country ?? 'US',
  })
  return person
}

/** Ties a wallet to the person behind it. Throws `conflict` for one that was replaced. */
export async function bindPerson(tx: Tx, ctx: Ctx, wallet: WalletRow, person: Pick<PersonRow, 'id'>): Promise<WalletRow> {
  refuseSuperseded(wallet)
  const [row] = await tx
    .update(wallets)
    .set({ person_id: person.id, updated_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
    .returning()
  return row!
}

async function markProven(tx: Tx, ctx: Ctx, wallet: WalletRow): Promise<WalletRow> {
  const [row] = await tx
    .update(wallets)
    .set({ control: 'proven', control_method: 'sandbox', control_proven_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
    .returning()
  return row!
}
