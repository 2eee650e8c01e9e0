import type { Client } from 'viem'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { askedChains } from '#core/record/chain-receipts.ts'
import { write } from '#core/record/transaction.ts'
import type { CredentialRecord, Level } from '#credentials/record.ts'
import type { Tx } from '#db/connect.ts'
import { credentialCopies, credentials } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { type CopyRow, copiesOf, sumUp } from './chain-state.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'

/** What every format is made from, with how control of the wallet was proven. */
export const recordOf = (row: CredentialRow, wallet: WalletRow): CredentialRecord => ({
  id: row.id,
  environment: row.environment,
  wallet: { family: wallet.family, address: wallet.address },
  level: row.level as Level,
  issuedAt: Math.floor(row.issued_at.getTime() / 1000),
  expiresAt: Math.floor(row.expires_at.getTime() / 1000),
  statusList: row.status_list,
  statusIndex: row.status_index,
  control:
    wallet.control === 'proven' && wallet.control_method && wallet.control_proven_at
      ? {
          method: wallet.control_method,
          provenAt: Math.floor(wallet.control_proven_at.getTime() / 1000),
          ...(wallet.control_chain_id !== null && { chainId: wallet.control_chain_id }),
        }
      : null,
})

/** No form of a credential is given out once it is not in use. Throws `credential_invalid`. */
export function requireInUse(row: CredentialRow, wallet: Pick<WalletRow, 'status'>, now: number): void {
  const state = wallet.status === 'superseded' ? 'superseded' : stateAt(row, now)
  if (state !== 'active') throw new AppError('credential_invalid', `The credential is ${state}, so no form of it is given out.`)
}

/**
 * What stands at a smart wallet's address on another chain may be somebody else's: a form for a chain is only given for the one on which
 * the wallet proved itself. Throws `signer_mismatch`.
 */
export function requireSameChain(wallet: Pick<WalletRow, 'control_chain_id'>, chainId: number): void {
  if (wallet.control_chain_id !== null && wallet.control_chain_id !== chainId)
    throw new AppError(
      'signer_mismatch',
      `This smart wallet was proven on chain ${wallet.control_chain_id}. What stands at its address on chain ${chainId} may be somebody else’s.`,
    )
}

/** A client of one chain, whose endpoint serves it. Throws `chain_not_configured`, or `not_ready` when it does not answer. */
async function chainClient(services: Services, chainId: number): Promise<Client> {
  const chain = askedChains(services).find((one) => one.chainId === String(chainId))
  if (!chain) throw new AppError('chain_not_configured', `No endpoint is configured for chain ${chainId}, so it cannot be asked.`)
  if (!(await chain.serves())) throw unanswered(chainId)
  return chain.client
}

const unanswered = (chainId: number) => new AppError('not_ready', `The endpoint of chain ${chainId} did not answer. Try again in a moment.`)

/** Asks a chain. Throws as `chainClient` does. */
export async function askChain<T>(services: Services, chainId: number, question: (client: Client) => Promise<T>): Promise<T> {
  const client = await chainClient(services, chainId)
  try {
    return await question(client)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unanswered(chainId)
  }
}

/** Remembers that a form was given out for a chain, the first time and when other keys signed it. */
export async function noteCopy(
  ctx: Ctx,
  credential: CredentialRow,
  copy: Pick<CopyRow, 'form' | 'chain_id' | 'contract' | 'identity' | 'kind' | 'signed'>,
): Promise<void> {
  const find = async (db: Tx | Ctx['db']) =>
    (await copiesOf(db, ctx, credential.id)).find(
      (one) => one.form === copy.form && one.chain_id === copy.chain_id && one.contract === copy.contract && one.identity === copy.identity,
    )
  const key = (one: CopyRow['signed'][number]) => one.signature ?? one.uid
  const fresh = (known: CopyRow | undefined) => copy.signed.filter((one) => !known?.signed.some((old) => key(old) === key(one)))
  if (!fresh(await find(ctx.db)).length) return
  // no event: the credential itself did not change.
  await write({ ...ctx, idempotency: null }, async (tx) => {
    const row = await lockScoped(tx, credentials, ctx, credential.id)
    // What ended in the meantime is not signed for any more.
    if (row?.state !== 'active') throw new AppError('credential_invalid', 'The credential is not in use any more.')
    const known = await find(tx)
    const signed = [...(known?.signed ?? []), ...fresh(known)]
    const state = ctx.services.config.evmRpcUrls[String(copy.chain_id)] ? 'issued' : 'unknown'
    await tx
      .insert(credentialCopies)
      .values({
        ...copy,
        signed,
        state,
        organization_id: ctx.organizationId,
        environment: ctx.environment,
        credential_id: credential.id,
        created_at: new Date(ctx.now),
      })
      .onConflictDoUpdate({
        target: [
          credentialCopies.organization_id,
          credentialCopies.environment,
          credentialCopies.credential_id,
          credentialCopies.form,
          credentialCopies.chain_id,
          credentialCopies.contract,
          credentialCopies.identity,
        ],
        set: { signed, state },
      })
    await sumUp(tx, ctx, credential.id)
    const { signed: _, ...details } = copy
    return {
      result: null,
      audit: { action: 'credential_form_issued', category: 'user', subject: { type: 'credential', id: credential.id }, details },
    }
  })
}
