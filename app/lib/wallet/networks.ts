import { EVM_CHAINS } from '#chains/chains.ts'

export interface Network {
  /** As wallets write it. */
  chainId: string
  name: string
  coin: string
  explorer: string | null
}

const network = (id: number, name: string, coin: string, explorer: string): Network => ({
  chainId: `0x${id.toString(16)}`,
  name,
  coin,
  explorer,
})
const CHAINS = Object.values(EVM_CHAINS)

/** The real chains, then their test networks. */
export const NETWORKS: readonly Network[] = [
  ...CHAINS.map((chain) => network(chain.ids[0], chain.name, chain.coin, chain.explorers[0])),
  ...CHAINS.map((chain) => network(chain.ids[1], chain.testName, chain.coin, chain.explorers[1])),
]

const LOCAL: Record<number, string> = { 31337: 'Local development chain', 31338: 'Local development chain 2' }

/** The network of a chain id; one that is not known keeps its number. */
export function networkOf(chainId: string | null): Network | null {
  if (!chainId) return null
  const id = Number(chainId)
  const known = NETWORKS.find((network) => Number(network.chainId) === id)
  return known ?? { chainId, name: LOCAL[id] ?? `Chain ${id}`, coin: 'ETH', explorer: null }
}
