import type { Market } from './types.ts'

export const nfts: Market = {
  id: 'nfts',
  name: 'NFTs',
  shortName: 'NFTs',
  path: '/solutions/nfts',
  referencePath: '/developer/api-reference#nfts',
  guidePath: '/developer/guides/nfts',
  tagline: 'Known creators, checked sales',
  summary: 'Verify creators in published tiers and apply the $10,000 and $100,000 sale checks to the total a buyer really pays.',
  lead: 'Buyers want to know who made the work; marketplaces want to know who pays. Sealwright scores creators in the open, proves their links, and asks for more only when a sale is large.',
  audience: ['NFT marketplaces', 'Studios and brands that mint', 'Auction houses that settle on chain'],
  features: [
    'Creator tiers: basic, standard, premium',
    'A risk score from 0 to 100 with every part shown',
    '$10,000+: creator and buyer verification',
    '$100,000+: extra AML checks',
    'Look-alike creators and wash trading',
  ],
  capabilities: [
    {
      title: 'Tiers with published conditions',
      text: 'Basic is a live credential and a name. Standard adds a link. Premium needs three links, at least one proven, and enhanced screening.',
    },
    {
      title: 'A score you can add up',
      text: 'Every creator starts at 5 points. Each part is listed with its points, so the sum is yours to check and to dispute.',
    },
    {
      title: 'Links are proven, not typed',
      text: 'A page or bio that carries the wallet address or a token, fetched within 30 days, turns an asserted link into a proven one.',
    },
    {
      title: 'Thresholds on the real total',
      text: 'Price, royalty and marketplace fee are added, gas is not. Linked sales within 24 hours are summed, so four sales of $2,500 count as $10,000.',
    },
    { title: 'Look-alikes held', text: 'A name that is 0.92 or more similar to a verified creator goes to a person before it goes live.' },
    {
      title: 'Howey checklist',
      text: 'Fractions, revenue shares and buy-backs route the asset to review. The checklist flags; counsel decides.',
    },
  ],
  steps: [
    { title: 'Verify the creator', text: 'Name, wallet and links give a tier and a score.' },
    { title: 'Check the listing', text: 'Answer the four questions of the Howey checklist once; they expire when your terms change.' },
    { title: 'Check the sale', text: 'Add the sale to the call. The answer lists what buyer and seller still need.' },
    { title: 'Keep the receipt', text: 'Each decision is a leaf of a public log and can be replayed later.' },
  ],
  facts: [
    { label: 'Creator and buyer verified', value: '$10,000', note: 'and more, per sale or linked sales in 24 hours' },
    { label: 'Extra AML checks', value: '$100,000', note: 'and more: both sides enhanced, source of funds, officer approval' },
    { label: 'Score bands', value: '25 / 50 / 75', note: 'medium, high (review), severe (refused)' },
    { label: 'Verified creator name', value: '≥ 0.92 similar', note: 'held for review as a look-alike' },
  ],
  pricing: {
    badge: 'contact',
    badgeLabel: 'Contact for quote',
    model: 'Volume-based pricing, from $0.01 per transaction at high volume',
    note: 'Priced by checks per month. The sandbox is free.',
    features: [
      'Creator verification and re-scoring',
      'Sale checks for both sides',
      'Look-alike and wash-trading signals',
      'Webhooks when a tier changes',
      'Free sandbox',
    ],
    cta: { label: 'Contact us', href: '/contact' },
  },
  endpoints: [
    { id: 'nfts.verify_creator', method: 'POST', path: '/v1/nfts/verify-creator', summary: 'Verify a creator, give tier and risk score' },
    { id: 'wallets.verify', method: 'POST', path: '/v1/wallets/verify', summary: 'Verify a buyer or seller' },
    { id: 'transactions.create', method: 'POST', path: '/v1/transactions', summary: 'Check a sale' },
    { id: 'sanctions.check', method: 'POST', path: '/v1/sanctions/check', summary: 'Screen a wallet or a name' },
  ],
  rules: [
    {
      code: 'NFT_SANCTIONS_BOTH',
      title: 'Both sides are screened at any price',
      summary: 'Creator, seller and buyer wallets are clear, even for one dollar.',
      citation: { label: '31 CFR chapter V', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
    },
    {
      code: 'NFT_CREATOR_VERIFICATION',
      title: 'Creator verified from $10,000',
      summary: 'Tier basic or higher and a score below 75. A product rule, not a statute.',
      citation: null,
    },
    {
      code: 'NFT_BUYER_VERIFICATION',
      title: 'Buyer verified from $10,000',
      summary: 'Level basic or higher, with control of the wallet proven.',
      citation: null,
    },
    {
      code: 'NFT_ENHANCED_AML',
      title: 'Extra checks from $100,000',
      summary: 'Both sides enhanced, source of funds, and an officer’s approval.',
      citation: null,
    },
    {
      code: 'HOWEY_ROUTE',
      title: 'Investment contracts go to securities',
      summary: 'Four yes answers refuse the sale in this market and point to an offering.',
      citation: { label: 'SEC v. W.J. Howey Co., 328 U.S. 293 (1946)', url: 'https://supreme.justia.com/cases/federal/us/328/293/' },
    },
  ],
  limits: [
    'Verification says who a creator is, not that a work is original or a price is fair.',
    'The Howey checklist never answers “not a security”.',
    'Wash-trading signals need chain data; without it the answer says they were not measured.',
  ],
  articles: ['nft-creator-verification-thresholds', 'wallet-bound-identity'],
  seo: {
    title: 'NFT compliance: creator verification and sale checks',
    description:
      'Verify NFT creators in published tiers, hold look-alikes, and apply $10,000 and $100,000 sale checks to the total a buyer pays.',
  },
}
