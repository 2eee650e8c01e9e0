import { EVM_CHAINS } from '#chains/chains.ts'
import { RESTRICTION_CODES as CODES } from '#engine/restriction-codes.ts'
import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const BLOCKCHAINS_SEO: Seo = {
  title: 'Blockchains: EVM chains and Solana',
  description:
    'What Sealwright does on Ethereum, Polygon, Base, Arbitrum, Optimism, Avalanche, BNB Smart Chain and Solana: address forms, token standards, proof of control, credentials on chain, finality.',
}

export const BLOCKCHAINS_HERO: Hero = {
  eyebrow: 'Blockchains',
  title: 'Eight chains, one answer, no keys of yours',
  lead: 'Every decision works without any chain configured. Where a chain is used, Sealwright prepares calldata and permits; you sign. It never holds a key that moves assets.',
  actions: [
    { label: 'Read the API', href: '/developer/api-reference' },
    { label: 'Contact us', href: '/contact' },
  ],
}

export type Chain = {
  readonly id: string
  readonly name: string
  readonly chainId: string | readonly string[]
  readonly summary: string
  readonly address: string
  readonly control: readonly string[]
  readonly standards: readonly string[]
  readonly credentialForms: readonly string[]
  readonly finality: readonly string[]
}

const { ethereum, ...OTHERS } = EVM_CHAINS
const others = Object.values(OTHERS)

export const CHAINS: readonly Chain[] = [
  {
    id: 'ethereum',
    name: 'Ethereum',
    chainId: String(ethereum.ids[0]),
    summary: 'The reference chain: every token standard and credential form is supported.',
    address: '0x and 40 hex digits; returned with its EIP-55 checksum. A listed address is a hit on every EVM chain.',
    control: ['Sign-In with Ethereum (EIP-4361)', 'Smart accounts by ERC-1271', 'Accounts not yet deployed by ERC-6492'],
    standards: ['ERC-3643', 'ERC-1404', 'ERC-20', 'ERC-7943'],
    credentialForms: ['Verifiable Credential 2.0 (JWT)', 'EAS off-chain attestation', 'ERC-735 claim'],
    finality: [`A transfer settles ${ethereum.finality}; until then it waits.`],
  },
  {
    id: 'evm',
    name: 'Other EVM chains',
    chainId: others.map((chain) => `${chain.name} ${chain.ids[0]}`),
    summary: 'The same contracts, addresses and answers as on Ethereum.',
    address: 'As Ethereum: one identity is shared by all EVM chains.',
    control: ['Sign-In with Ethereum (EIP-4361)', 'ERC-1271 and ERC-6492'],
    standards: ['ERC-3643', 'ERC-1404', 'ERC-20', 'ERC-7943'],
    credentialForms: ['Verifiable Credential 2.0 (JWT)', 'EAS off-chain attestation', 'ERC-735 claim'],
    finality: others.map((chain) => `${chain.name}: ${chain.finality}`),
  },
  {
    id: 'solana',
    name: 'Solana',
    chainId: 'mainnet-beta',
    summary: 'Token-2022 with accounts frozen by default; a verified wallet is thawed.',
    address: 'Base58 that decodes to 32 bytes. Case is significant and kept.',
    control: ['Signed message, Ed25519'],
    standards: ['SPL Token-2022'],
    credentialForms: ['Verifiable Credential 2.0 (JWT)'],
    finality: ['A transfer settles at the finalized commitment.'],
  },
]

export const ON_CHAIN_PRINCIPLES: readonly TextBlock[] = [
  {
    title: 'You sign',
    text: 'Issues, pauses, freezes and forced transfers come back as unsigned transactions; an issue also as an authorization for your own minter.',
  },
  {
    title: 'Nothing personal on chain',
    text: 'Claims, attestations and permits carry a wallet or an identity contract, a level, an expiry and hashes. Names, birth dates and documents are in none of them.',
  },
  {
    title: 'Prediction equals enforcement',
    text: 'What both the API and the reference contract can know, they answer by the same ERC-1404 code; both are tested with the same generated transfers.',
  },
  {
    title: 'The token is asked first',
    text: 'Where an endpoint is configured, an EVM token is asked before a mint is authorised. The answer says whether it was.',
  },
  {
    title: 'Only what is final settles',
    text: 'What you report as sent waits for the chain’s own finalized block. What moved something else than was decided fails, and says so.',
  },
]

/** The codes of the API; `contract` marks those the shipped token contract answers by itself. */
export const RESTRICTION_CODES = CODES.map(({ code, meaning, contract }) => ({ code, meaning, onChain: contract !== null }))

export const BLOCKCHAINS_NEXT: readonly LinkedBlock[] = [
  { title: 'Securities', text: 'Lots, routes and legends on transfers.', link: { label: 'Securities', href: '/solutions/securities' } },
  { title: 'DeFi', text: 'Permits your contract verifies.', link: { label: 'DeFi', href: '/solutions/defi' } },
  { title: 'Credentials', text: 'One record, several formats.', link: { label: 'Documentation', href: '/documentation/credentials' } },
]
