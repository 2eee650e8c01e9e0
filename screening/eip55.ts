import { getAddress } from 'viem/utils'
import type { Chain } from './entity.ts'

/** How an address is shown to people: EIP-55 letter case for EVM, unchanged for every other chain. */
export function displayAddress({ chain, address }: { chain: Chain; address: string }): string {
  return chain === 'evm' && /^0x[0-9a-f]{40}$/i.test(address) ? getAddress(address.toLowerCase()) : address
}
