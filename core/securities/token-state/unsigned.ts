import { encodeFunctionData, parseAbi } from 'viem'
import { z } from 'zod'
import { isUnavailable, type NotBuilt } from '#chains/adapter.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { chainIdOf, solanaOf } from '#core/record/chain-receipts.ts'
import type { issuances } from '#db/schema.ts'
import type { OfferingRow } from '../offerings/facts.ts'

const MINT = parseAbi(['function mint(address to, uint256 amount)'])

/** Why there is no transaction to sign. */
export const UNSIGNED_REASONS = [
  'denied',
  'token_address_unknown',
  'token_not_linked',
  'token_paused',
  'wallet_of_another_chain',
  // What only Solana has: there a transaction holds a recent block, lives about a minute, and is built anew for every reading of one.
  'read_it_alone',
  'sandbox_has_no_chain',
  'chain_not_configured',
  'chain_not_answering',
  'not_a_mint',
  'authority_cannot_sign',
  'account_frozen',
] as const
export type UnsignedReason = (typeof UNSIGNED_REASONS)[number]
export type UnsignedTransaction = NonNullable<z.output<typeof unsignedTransaction>>
export type Unsigned =
  | { unsigned_transaction: UnsignedTransaction; unsigned_reason: null }
  | { unsigned_transaction: null; unsigned_reason: UnsignedReason }

/** What the issuer's wallet signs; no key here can. */
export const unsignedTransaction = z
  .union([
    z.object({ to: z.string(), data: z.string(), chain_id: z.number().int(), value: z.string() }),
    z.object({
      kind: z.literal('solana'),
      cluster: z.string(),
      fee_payer: z.string().meta({ description: 'The only signer' }),
      transaction_base64: z.string().meta({ description: 'In wire form, with empty signatures' }),
      expires_at_block_height: z.number().int().meta({ description: 'About a minute after it was built' }),
    }),
  ])
  .nullable()

export const none = (unsigned_reason: UnsignedReason): Unsigned => ({ unsigned_transaction: null, unsigned_reason })

/** Whole tokens in the smallest unit of an offering's token. */
export const smallest = (offering: Pick<OfferingRow, 'token_decimals'>, quantity: string): bigint =>
  BigInt(quantity) * 10n ** BigInt(offering.token_decimals ?? 0)

export type MintedOffering = Pick<OfferingRow, 'token_address' | 'token_decimals' | 'token_link' | 'token_pause'>
interface Mint {
  ctx: Pick<Ctx, 'services' | 'world'>
  offering: MintedOffering
  /** Of the holder. */
  to: string
  quantity: string
  chain: string
}

/**
 * The mint for the issuer to sign, in the smallest unit of the offering's token, as far as no chain has to be asked. In production
 * only for a contract that was proven to be the issuer's. On Solana `read_it_alone`: `buildMint` asks its chain.
 */
export function mintAtHand(p: Mint): Unsigned {
  const token = p.offering.token_address
  const evm = p.chain !== 'solana'
  if (p.to.startsWith('0x') !== evm) return none('wallet_of_another_chain')
  if (!token || token.startsWith('0x') !== evm) return none('token_address_unknown')
  if (p.ctx.world.chain.real && !p.offering.token_link) return none('token_not_linked')
  if (p.offering.token_pause) return none('token_paused')
  if (!evm) return none(p.ctx.world.chain.real ? 'read_it_alone' : 'sandbox_has_no_chain')
  const chain_id = chainIdOf(p.ctx, p.chain)
  if (chain_id === null) return none('chain_not_configured')
  const data = encodeFunctionData({
    abi: MINT,
    functionName: 'mint',
    args: [p.to as `0x${string}`, smallest(p.offering, p.quantity)],
  })
  return { unsigned_transaction: { to: token, data, chain_id, value: '0x0' }, unsigned_reason: null }
}

/**
 * The mint for the issuer to sign; on Solana built now, with a recent block: the holder's token account is made where it is missing,
 * thawed where accounts of this mint begin frozen, and paid for by the mint's authority, who signs alone. `thaw`: an account that
 * exists and is frozen is thawed too, because no freeze of the holder is on record.
 */
export async function buildMint(p: Mint & { thaw: boolean }): Promise<Unsigned> {
  const found = mintAtHand(p)
  if (found.unsigned_reason !== 'read_it_alone') return found
  const solana = solanaOf(p.ctx.services)
  const token = p.offering.token_address!
  const mint = await solana.mintAt(token)
  if (mint === 'none' || mint === 'other') return none('not_a_mint')
  if (isUnavailable(mint)) return none(WHY_NOT[mint.unavailable])
  const { decimals, mintAuthority } = mint
  if (!mintAuthority) return none('authority_cannot_sign')
  const built = await solana.buildMint({
    token,
    standard: 'spl_token_2022',
    issuer: mintAuthority,
    decimals,
    to: p.to,
    amount: smallest({ token_decimals: decimals }, p.quantity),
    thaw: p.thaw,
  })
  return isUnavailable(built)
    ? none(WHY_NOT[built.unavailable])
    : { unsigned_transaction: built as UnsignedTransaction, unsigned_reason: null }
}

const WHY_NOT: Record<NotBuilt['unavailable'], UnsignedReason> = {
  chain_not_configured: 'chain_not_configured',
  rpc_error: 'chain_not_answering',
  operation_not_supported: 'not_a_mint',
  token_not_linked: 'token_address_unknown',
  not_a_mint: 'not_a_mint',
  not_the_authority: 'authority_cannot_sign',
  account_frozen: 'account_frozen',
  token_paused: 'token_paused',
}

/** What a stored issuance has to be minted by. */
export const mintOf = (ctx: Ctx, row: typeof issuances.$inferSelect, offering: MintedOffering): Mint => ({
  ctx,
  offering,
  to: row.wallet_address,
  quantity: row.quantity,
  chain: row.chain,
})
