export interface Network {
  /** As wallets write it. */
  chainId: string
  name: string
  coin: string
  explorer: string | null
}

export const NETWORKS: readonly Network[] = [
  { chainId: '0x1', name: 'Ethereum', coin: 'ETH', explorer: 'https://etherscan.io' },
  { chainId: '0x89', name: 'Polygon', coin: 'POL', explorer: 'https://polygonscan.com' },
  { chainId: '0xaa36a7', name: 'Sepolia', coin: 'ETH', explorer: 'https://sepolia.etherscan.io' },
  { chainId: '0x13882', name: 'Polygon Amoy', coin: 'POL', explorer: 'https://amoy.polygonscan.com' },
]

const LOCAL: Record<number, string> = { 31337: 'Local development chain', 31338: 'Local development chain 2' }

/** The network of a chain id; one that is not known keeps its number. */
export function networkOf(chainId: string | null): Network | null {
  if (!chainId) return null
  const id = Number(chainId)
  const known = NETWORKS.find((network) => Number(network.chainId) === id)
  return known ?? { chainId, name: LOCAL[id] ?? `Chain ${id}`, coin: 'ETH', explorer: null }
}
