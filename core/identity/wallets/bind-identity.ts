import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { finalBlock, managesIdentity } from '#chains/evm/claims.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { byId, walletAddress, walletSignature } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { walletIdentities, wallets } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { notManager } from '../credentials/formats.ts'
import { askChain, requireInUse, requireSameChain } from '../credentials/forms.ts'
import { findCredential } from '../credentials/manage.ts'
import { identityPurpose } from './challenge.ts'
import { proveControl } from './prove-control.ts'

const bindIdentityInput = byId().extend({
  identity: walletAddress.meta({ description: 'The ONCHAINID contract' }),
  chain_id: z.number().int().positive().max(2_147_483_647).default(1),
  signature: walletSignature.omit({ chain: true }).meta({ description: 'Over a challenge that names the identity and its chain' }),
})

/**
 * Binds an on-chain identity to the wallet of a credential. Two things are needed, because neither is enough: the chain says that the wallet's
 * key manages the identity, but whoever owns an identity can add anybody's key to it; the wallet's signature says that its
 * holder wants it. Throws `credential_invalid`, `credential_bound_elsewhere`, `chain_not_configured`, `not_ready`, and as the proof of control.
 */
export const bindIdentity = defineVerb({
  name: 'credentials.identities',
  permission: 'credentials.write',
  input: bindIdentityInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('wallet_identity'),
    credential_id: z.string(),
    wallet_id: z.string(),
    wallet_address: z.string(),
    identity: z.string(),
    chain_id: z.number().int(),
    method: z.string(),
    block: z.string(),
    proven_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    const found = await findCredential(ctx.db, ctx, input.id)
    requireInUse(found.row, found.wallet, ctx.now)
    if (found.wallet.family !== 'evm' || input.identity.family !== 'evm')
      throw invalidField(
        '/identity',
        'invalid_address',
        'On-chain identities are contracts of Ethereum-style chains, for wallets of these.',
      )
    requireSameChain(found.wallet, input.chain_id)
    const identity = input.identity.canonical as `0x${string}`
    const block = await askChain(ctx.services, input.chain_id, async (client) => {
      const final = await finalBlock(client)
      if (!(await managesIdentity(client, final, identity, found.wallet.address as `0x${string}`))) throw notManager(identity)
      return String(final.number)
    })
    return write(ctx, async (tx) => {
      const { row, wallet: before } = await findCredential(tx, ctx, input.id)
      requireInUse(row, before, ctx.now)
      const { wallet, event } = await proveControl(tx, ctx, before, input.signature, identityPurpose(input.chain_id, identity))
      if (wallet.control_method === null) throw new AppError('signature_invalid', 'The wallet has not proven control.')
      await lockName(tx, ctx, `identity:${input.chain_id}:${identity}`)
      await refuseOther(tx, ctx, row.person_id, input.chain_id, identity)
      const proven_at = new Date(ctx.now)
      const proof = { method: wallet.control_method, block, proven_at }
      await tx
        .insert(walletIdentities)
        .values({
          organization_id: ctx.organizationId,
          environment: ctx.environment,
          wallet_id: wallet.id,
          chain_id: input.chain_id,
          identity,
          ...proof,
        })
        .onConflictDoUpdate({
          target: [
            walletIdentities.organization_id,
            walletIdentities.environment,
            walletIdentities.wallet_id,
            walletIdentities.chain_id,
            walletIdentities.identity,
          ],
          set: proof,
        })
      return {
        result: {
          success: true as const,
          object: 'wallet_identity' as const,
          credential_id: row.id,
          wallet_id: wallet.id,
          wallet_address: wallet.address,
          identity,
          chain_id: input.chain_id,
          method: proof.method,
          block,
          proven_at: proven_at.toISOString(),
        },
        audit: {
          action: 'identity_bound',
          category: 'user',
          subject: { type: 'wallet', id: wallet.id },
          details: { credential_id: row.id, identity, chain_id: input.chain_id, block },
        },
        events: [event],
      }
    })
  },
})

/** One identity is one person's: what is said of one must not count for another. */
async function refuseOther(tx: Tx, ctx: Ctx, personId: string, chainId: number, identity: string): Promise<void> {
  const [other] = await tx
    .select({ id: wallets.id })
    .from(walletIdentities)
    .innerJoin(wallets, eq(wallets.id, walletIdentities.wallet_id))
    .where(
      inScope(
        walletIdentities,
        ctx,
        and(eq(walletIdentities.chain_id, chainId), eq(walletIdentities.identity, identity), ne(wallets.person_id, personId)),
      ),
    )
    .limit(1)
  if (other) throw new AppError('credential_bound_elsewhere', 'This identity is bound to the wallet of somebody else.')
}
