import { encodeFunctionData, parseAbi } from 'viem'
import { MAINNET_IDS } from '#chains/address.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { WalletRow } from '../wallets/find.ts'

const MINT = parseAbi(['function mint(address to, uint256 amount)'])
const CHAIN_IDS: Record<string, number> = MAINNET_IDS

/** Why there is no transaction to sign. */
export const UNSIGNED_REASONS = ['denied', 'token_address_unknown', 'chain_not_supported', 'wallet_of_another_chain'] as const
export type Unsigned =
  | { unsigned_transaction: Record<string, unknown>; unsigned_reason: null }
  | { unsigned_transaction: null; unsigned_reason: (typeof UNSIGNED_REASONS)[number] }

const none = (unsigned_reason: (typeof UNSIGNED_REASONS)[number]): Unsigned => ({ unsigned_transaction: null, unsigned_reason })

/** The mint for the issuer to sign, in whole units of the offering's token; on Solana there is none, it needs a recent block. */
export function mintTransaction(p: {
  offering: OfferingRow
  wallet: WalletRow
  quantity: string
  chain: string
  allowed: boolean
}): Unsigned {
  const to = p.offering.token_address
  const chain_id = CHAIN_IDS[p.chain]
  if (!p.allowed) return none('denied')
  if (!chain_id) return none('chain_not_supported')
  if (p.wallet.family !== 'evm') return none('wallet_of_another_chain')
  if (!to?.startsWith('0x')) return none('token_address_unknown')
  const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [p.wallet.address as `0x${string}`, BigInt(p.quantity)] })
  return { unsigned_transaction: { to, data, chain_id, value: '0x0' }, unsigned_reason: null }
}
