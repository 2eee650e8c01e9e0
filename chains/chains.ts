/**
 * The one table of chains: what the API accepts, the pages list and wallets are told. `ids` are the real chain, its test network and one
 * on this machine. Everything settles at the chain's own `finalized` block: Ethereum's by its validators, a rollup's once its batch is in
 * a final block of Ethereum, the others' by their own vote. A node that does not know that tag settles nothing.
 */
interface EvmChain {
  readonly name: string
  readonly testName: string
  readonly ids: readonly [number, number, number]
  readonly coin: string
  readonly explorers: readonly [string, string]
  /** What makes a block final, for people. */
  readonly finality: string
}

const L2 = 'once its batch stands in a finalized block of Ethereum'

export const EVM_CHAINS = {
  ethereum: {
    name: 'Ethereum',
    testName: 'Sepolia',
    ids: [1, 11155111, 31337],
    coin: 'ETH',
    explorers: ['https://etherscan.io', 'https://sepolia.etherscan.io'],
    finality: 'once its validators have finalized the block, some 13 minutes',
  },
  polygon: {
    name: 'Polygon',
    testName: 'Polygon Amoy',
    ids: [137, 80002, 31338],
    coin: 'POL',
    explorers: ['https://polygonscan.com', 'https://amoy.polygonscan.com'],
    finality: 'once a milestone of its validators covers the block',
  },
  base: {
    name: 'Base',
    testName: 'Base Sepolia',
    ids: [8453, 84532, 31339],
    coin: 'ETH',
    explorers: ['https://basescan.org', 'https://sepolia.basescan.org'],
    finality: L2,
  },
  arbitrum: {
    name: 'Arbitrum One',
    testName: 'Arbitrum Sepolia',
    ids: [42161, 421614, 31340],
    coin: 'ETH',
    explorers: ['https://arbiscan.io', 'https://sepolia.arbiscan.io'],
    finality: L2,
  },
  optimism: {
    name: 'OP Mainnet',
    testName: 'OP Sepolia',
    ids: [10, 11155420, 31341],
    coin: 'ETH',
    explorers: ['https://optimistic.etherscan.io', 'https://sepolia-optimism.etherscan.io'],
    finality: L2,
  },
  avalanche: {
    name: 'Avalanche C-Chain',
    testName: 'Avalanche Fuji',
    ids: [43114, 43113, 31342],
    coin: 'AVAX',
    explorers: ['https://snowtrace.io', 'https://testnet.snowtrace.io'],
    finality: 'once the block is accepted, within seconds',
  },
  bsc: {
    name: 'BNB Smart Chain',
    testName: 'BNB Smart Chain Testnet',
    ids: [56, 97, 31343],
    coin: 'BNB',
    explorers: ['https://bscscan.com', 'https://testnet.bscscan.com'],
    finality: 'once its validators have voted for the block, within seconds',
  },
} as const satisfies Record<string, EvmChain>

export type EvmChainKey = keyof typeof EVM_CHAINS
export type ChainKey = EvmChainKey | 'solana'
export const EVM_CHAIN_KEYS = Object.keys(EVM_CHAINS) as EvmChainKey[]
/** Every chain that a call may name. */
export const CHAIN_KEYS = [...EVM_CHAIN_KEYS, 'solana'] as unknown as readonly [ChainKey, ...ChainKey[]]

export const isEvmChain = (chain: string): chain is EvmChainKey => Object.hasOwn(EVM_CHAINS, chain)
export const chainName = (chain: string): string => (isEvmChain(chain) ? EVM_CHAINS[chain].name : chain === 'solana' ? 'Solana' : chain)

/** Ids of chains on one machine, for trying things out. */
export const LOCAL_CHAIN_IDS: readonly number[] = [1337, ...Object.values(EVM_CHAINS).map((chain) => chain.ids[2])]

/** Where people look at a transaction, by chain id. */
export const EXPLORERS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(EVM_CHAINS).flatMap((chain: EvmChain) => [
    [chain.ids[0], chain.explorers[0]],
    [chain.ids[1], chain.explorers[1]],
  ]),
)
