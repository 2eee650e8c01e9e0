import type { Hero, LinkedBlock, Seo, TextBlock } from './types.ts'

export const BLOCKCHAINS_SEO: Seo = {
  title: 'Blockchains: Ethereum, Polygon and Solana',
  description:
    'What Sealwright does on Ethereum, Polygon and Solana: address forms, token standards, proof of control, credentials on chain, finality.',
}

export const BLOCKCHAINS_HERO: Hero = {
  eyebrow: 'Blockchains',
  title: 'Three chains, one answer, no keys of yours',
  lead: 'Every decision works without any chain configured. Where a chain is used, Sealwright prepares calldata and permits; you sign. It never holds a key that moves assets.',
  actions: [
    { label: 'Read the API', href: '/developer/api-reference' },
    { label: 'Contact us', href: '/contact' },
  ],
}

export type Chain = {
  readonly id: 'ethereum' | 'polygon' | 'solana'
  readonly name: string
  readonly chainId: string
  readonly summary: string
  readonly address: string
  readonly control: readonly string[]
  readonly standards: readonly string[]
  readonly credentialForms: readonly string[]
  readonly finality: string
}

export const CHAINS: readonly Chain[] = [
  {
    id: 'ethereum',
    name: 'Ethereum',
    chainId: '1',
    summary: 'The reference chain: every token standard and credential form is supported.',
    address: '0x and 40 hex digits; returned with its EIP-55 checksum. A listed address is a hit on every EVM chain.',
    control: ['Sign-In with Ethereum (EIP-4361)', 'Smart accounts by ERC-1271', 'Accounts not yet deployed by ERC-6492'],
    standards: ['ERC-3643', 'ERC-1404', 'ERC-20', 'ERC-7943'],
    credentialForms: ['Verifiable Credential 2.0 (JWT)', 'EAS off-chain attestation', 'ERC-735 claim'],
    finality: 'A transfer counts as settled after 12 confirmations; a reorganisation moves it back.',
  },
  {
    id: 'polygon',
    name: 'Polygon',
    chainId: '137',
    summary: 'The same contracts, addresses and answers as Ethereum, at lower cost.',
    address: 'As Ethereum: one identity is shared by all EVM chains.',
    control: ['Sign-In with Ethereum (EIP-4361)', 'ERC-1271 and ERC-6492'],
    standards: ['ERC-3643', 'ERC-1404', 'ERC-20', 'ERC-7943'],
    credentialForms: ['Verifiable Credential 2.0 (JWT)', 'EAS off-chain attestation', 'ERC-735 claim'],
    finality: 'A transfer counts as settled after 12 confirmations; a reorganisation moves it back.',
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
    finality: 'A transfer counts as settled at the finalized commitment.',
  },
]

export const ON_CHAIN_PRINCIPLES: readonly TextBlock[] = [
  { title: 'You sign', text: 'Issuing and freezing come back as unsigned transactions or as an authorization for your own minter.' },
  {
    title: 'Nothing personal on chain',
    text: 'On-chain records carry a level, an expiry and a salted commitment. Names, birth dates and documents never leave the encrypted store.',
  },
  {
    title: 'Prediction equals enforcement',
    text: 'The ERC-1404 code the API gives is the code the reference contract gives; both are tested with the same cases.',
  },
  { title: 'Drift is shown', text: 'When the chain and the compliance copy differ, the wallet and the difference are listed.' },
]

/** ERC-1404 style codes the API and the reference contract share. */
export const RESTRICTION_CODES: readonly { readonly code: number; readonly meaning: string }[] = [
  { code: 0, meaning: 'No restriction' },
  { code: 1, meaning: 'Token deactivated' },
  { code: 2, meaning: 'Token paused' },
  { code: 3, meaning: 'Sender frozen' },
  { code: 4, meaning: 'Recipient frozen' },
  { code: 5, meaning: 'Spender frozen' },
  { code: 6, meaning: 'Unlocked balance too small' },
  { code: 20, meaning: 'Sender not verified' },
  { code: 21, meaning: 'Recipient not verified' },
  { code: 22, meaning: 'Credential expired' },
  { code: 23, meaning: 'Sanctions' },
  { code: 24, meaning: 'Jurisdiction' },
  { code: 25, meaning: 'Not accredited' },
  { code: 26, meaning: 'Lock-up' },
  { code: 27, meaning: 'Holder limit' },
  { code: 28, meaning: 'Concentration' },
  { code: 29, meaning: 'Volume limit' },
  { code: 30, meaning: 'Travel Rule data incomplete' },
  { code: 31, meaning: 'Counterparty rejected' },
  { code: 32, meaning: 'Buyer verification needed (NFT from $10,000)' },
  { code: 33, meaning: 'Enhanced AML needed (NFT from $100,000)' },
  { code: 34, meaning: 'Venue not approved' },
  { code: 35, meaning: 'Self-exclusion' },
  { code: 36, meaning: 'Age' },
  { code: 40, meaning: 'Sanctions list stale' },
  { code: 250, meaning: 'Under review' },
]

export const BLOCKCHAINS_NEXT: readonly LinkedBlock[] = [
  { title: 'Securities', text: 'Lots, routes and legends on transfers.', link: { label: 'Securities', href: '/solutions/securities' } },
  { title: 'DeFi', text: 'Permits your contract verifies.', link: { label: 'DeFi', href: '/solutions/defi' } },
  { title: 'Credentials', text: 'One record, several formats.', link: { label: 'Documentation', href: '/documentation/credentials' } },
]
