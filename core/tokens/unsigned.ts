import { encodeFunctionData, parseAbi } from 'viem'
import { chainIdOf } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { WalletRow } from '../wallets/find.ts'

const MINT = parseAbi(['function mint(address to, uint256 amount)'])

/** Why there is no transaction to sign. */
export const UNSIGNED_REASONS = ['denied', 'token_address_unknown', 'chain_not_supported', 'wallet_of_another_chain'] as const
export type Unsigned =
  | { unsigned_transaction: Record<string, unknown>; unsigned_reason: null }
  | { unsigned_transaction: null; unsigned_reason: (typeof UNSIGNED_REASONS)[number] }

const none = (unsigned_reason: (typeof UNSIGNED_REASONS)[number]): Unsigned => ({ unsigned_transaction: null, unsigned_reason })

/** Whole tokens in the smallest unit of an offering's token. */
export const smallest = (offering: Pick<OfferingRow, 'token_decimals'>, quantity: string): bigint =>
  BigInt(quantity) * 10n ** BigInt(offering.token_decimals ?? 0)

/** The mint for the issuer to sign, in the smallest unit of the offering's token; on Solana there is none, it needs a recent block. */
export function mintTransaction(p: {
  ctx: Pick<Ctx, 'services' | 'environment'>
  offering: Pick<OfferingRow, 'token_address' | 'token_decimals'>
  wallet: Pick<WalletRow, 'address' | 'family'>
  quantity: string
  chain: string
  allowed: boolean
}): Unsigned {
  const to = p.offering.token_address
  const chain_id = chainIdOf(p.ctx, p.chain)
  if (!p.allowed) return none('denied')
  if (!chain_id) return none('chain_not_supported')
  if (p.wallet.family !== 'evm') return none('wallet_of_another_chain')
  if (!to?.startsWith('0x')) return none('token_address_unknown')
  const data = encodeFunctionData({
    abi: MINT,
    functionName: 'mint',
    args: [p.wallet.address as `0x${string}`, smallest(p.offering, p.quantity)],
  })
  return { unsigned_transaction: { to, data, chain_id, value: '0x0' }, unsigned_reason: null }
}
