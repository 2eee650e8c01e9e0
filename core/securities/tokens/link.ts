import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defaultChain } from '#chains/address.ts'
import { CHAIN_KEYS, type ChainKey } from '#chains/chains.ts'
import { askToSign, readAsked, useChallenge } from '#core/identity/wallets/ask-to-sign.ts'
import { checkSignature } from '#core/identity/wallets/prove-control.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { offeringAnswer, presentOffering } from '../offerings/present.ts'
import { linkedTo } from '../token-state/state.ts'
import { smallest } from '../token-state/unsigned.ts'
import { readControl } from './control.ts'

const tokenChallengeInput = z.strictObject({
  token_address: walletAddress.meta({ description: 'The token’s contract, on Solana its mint' }),
  wallet_address: walletAddress.meta({ description: 'The wallet that owns it, or may mint with it; on Solana its mint authority' }),
  chain: z.enum(CHAIN_KEYS).optional().meta({ description: 'Where the offering names none yet' }),
})

/** A message that names contract and offering, for the wallet that controls the contract to sign within ten minutes. */
export const challengeTokenLink = defineVerb({
  name: 'offerings.token_challenge',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(tokenChallengeInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('token_challenge'),
    message: z.string(),
    nonce: z.string(),
    expires_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!row) throw notFound()
    const { token_address: token, wallet_address: wallet } = input
    const chain = (input.chain ?? row.chain ?? defaultChain(token.family)) as ChainKey
    refuseLink(row, chain, token.canonical)
    for (const [field, { family }] of Object.entries({ token_address: token, wallet_address: wallet }))
      if ((family === 'solana') !== (chain === 'solana'))
        throw invalidField(`/${field}`, 'invalid_address', `This is no address of ${chain}, where the offering’s token is.`)
    await refuseOther(ctx.db, ctx, row, chain, token.canonical)
    // no event: asking for a message to sign changes nothing; linking does.
    return write(ctx, async (tx) => {
      const asked = await askToSign(tx, ctx, {
        address: wallet.canonical,
        chain,
        statement: `I control the token contract ${token.canonical} on ${chain} and link it to the offering ${row.id}.`,
        purpose: ['token', row.id, chain, token.canonical],
      })
      return {
        result: { success: true as const, object: 'token_challenge' as const, ...asked },
        audit: {
          action: 'token_challenge',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { nonce: asked.nonce },
        },
      }
    })
  },
})

const tokenLinkInput = z.strictObject({
  message: z.string().max(4096),
  signature: z.string().max(20_000).meta({ description: 'Of the wallet, over the message; smart wallets sign by EIP-1271 or EIP-6492' }),
})

/**
 * Links a contract, or a mint of Solana, to an offering: the signature proves the wallet, and in production the contract itself says that
 * the wallet controls it, its unit and its supply. Throws `signature_invalid`, `nonce_expired`, `signer_mismatch`, `conflict`, `chain_not_configured`, `not_ready`.
 */
export const linkToken = defineVerb({
  name: 'offerings.token_link',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(tokenLinkInput.shape),
  output: offeringAnswer,
  run: async ({ ctx, input }) => {
    const { nonce, address: wallet, about } = await readAsked(ctx.db, ctx, input.message, ['token', input.id])
    const [chain, token] = about as [ChainKey, string]
    await checkSignature(ctx, { message: input.message, signature: input.signature, nonce, address: wallet })
    const control = await readControl(ctx, { chain, token, wallet })
    return write(ctx, async (tx) => {
      await useChallenge(tx, ctx, nonce)
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      refuseLink(row, chain, token)
      await refuseOther(tx, ctx, row, chain, token)
      const decimals = control.decimals ?? row.token_decimals
      if (control.supply !== null && control.supply > smallest({ token_decimals: decimals }, row.total_supply.split('.')[0]!))
        throw new AppError('conflict', `The contract has issued more than the ${row.total_supply} tokens of this offering.`)
      const at = new Date(ctx.now)
      const link = { wallet, role: control.role, linked_at: at.toISOString(), linked_by: ctx.actor.id }
      const [stored] = await tx
        .update(offerings)
        .set({ token_address: token, token_decimals: decimals, chain, token_link: link, updated_at: at })
        .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
        .returning()
      const view = presentOffering(stored!)
      return {
        result: view,
        audit: {
          action: 'token_linked',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { token_address: token, chain, wallet, role: control.role },
          standing: [`offering:${row.id}`],
        },
        events: [
          {
            type: 'offering.token_linked',
            resource: { type: 'offering', id: row.id },
            object: {
              id: row.id,
              token_address: token,
              chain,
              token_decimals: decimals,
              wallet_address: wallet,
              role: control.role,
            },
          },
        ],
      }
    })
  },
})

function refuseLink(row: OfferingRow, chain: string, token: string): void {
  if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
  if (row.status === 'cancelled') throw new AppError('invalid_transition', 'The offering is cancelled.')
  if (row.token_end) throw new AppError('invalid_transition', 'The token of this offering is deactivated, for good.')
  if (row.chain && row.chain !== chain) throw new AppError('conflict', `The offering is on ${row.chain}.`)
  if (row.token_address && row.token_address !== token && parseMicro(row.tokens_issued))
    throw new AppError('conflict', 'Tokens were issued by another contract already, so it cannot change any more.')
}

/** One contract stands for one offering. */
async function refuseOther(db: Queryable, ctx: Ctx, row: OfferingRow, chain: string, token: string): Promise<void> {
  const other = (await linkedTo(db, ctx, chain, token)).find((id) => id !== row.id)
  if (other) throw new AppError('conflict', 'Another offering is linked to this contract.', { extra: { existing_id: other } })
}
