import { encodeFunctionData, parseAbi } from 'viem'
import { MAINNET_IDS } from '#chains/address.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { WalletRow } from '../wallets/find.ts'

const MINT = parseAbi(['function mint(address to, uint256 amount)'])
const CHAIN_IDS: Record<string, number> = MAINNET_IDS

/** The mint for the issuer to sign, once the token's address is known; null until then, and on Solana without an endpoint. */
export function mintTransaction(p: {
  offering: OfferingRow
  wallet: WalletRow
  quantity: string
  chain: string
  standard: string
}): Record<string, unknown> | null {
  if (p.chain === 'solana' || !p.offering.token_address || p.wallet.family !== 'evm') return null
  const data = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [p.wallet.address as `0x${string}`, BigInt(p.quantity)] })
  return { to: p.offering.token_address, data, chain_id: CHAIN_IDS[p.chain] ?? 1, value: '0x0' }
}
