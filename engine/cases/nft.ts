/** A clean creator and a clean sale on which the worked cases of the NFT rules are laid. */
import type { Json } from '../canonical.ts'

type Case = { readonly [path: string]: Json }

export const CREATOR_PROFILE: Json = {
  links: 3,
  linksProven: 0,
  production: false,
  credential: 'basic',
  walletAgeDays: 'none',
  country: 'other',
  possibleMatch: false,
  nameSimilarity: 'none',
  takedowns365d: 0,
  washAlerts90d: 0,
  exposureBps: 'none',
  rejectedIn365d: false,
  sanctionsHit: false,
  hasName: true,
  enhancedScreening: true,
}

export const WASH_NONE: Json = {
  samePerson: false,
  funderBps: 0,
  funderHops: 1,
  funderDays: 1,
  viaExchange: false,
  returns30d: 0,
  ringWallets: 0,
  ringShareBps: 0,
  keptBps: 'none',
  sales24h: 1,
  priceMultipleBps: 'none',
  outsideBid: false,
  feeBps: 250,
  volumeReward: false,
}

const credential = (party: string, levels: string[]): Case => ({
  [`${party}.credential.levels`]: levels,
  [`${party}.credential.state`]: 'active',
  [`${party}.credential.expires_at`]: '2027-11-21T10:00:00Z',
})

export const SALE_CASE: Case = {
  'sale.total': { amount: '10000.00', currency: 'USD' },
  'sale.linked': [],
  'seller.is_creator': true,
  'creator.tier': 'basic',
  'creator.score': 35,
  'buyer.control': 'proven',
  environment: 'sandbox',
  ...credential('buyer', ['basic']),
  ...credential('seller', ['basic']),
}

export const HOWEY_CASE: Case = {
  'asset.checklist': 'requested',
  'asset.us_class': 'unknown',
  ...Object.fromEntries(
    [
      'price',
      'pooled',
      'fractionalised',
      'fortunes_tied',
      'revenue_share',
      'buyback',
      'profit_marketing',
      'staking',
      'sold_in_bulk',
      'roadmap_promises',
      'managed_treasury',
    ].map((q) => [`asset.howey.${q}`, 'no']),
  ),
}
