/** Facts of an NFT sale and of its creator. */
import type { CreatorFacts } from './calculations/creator-risk.ts'
import type { WashFacts } from './calculations/wash-score.ts'
import { HOUR, inWindow } from './calculations/windows.ts'
import { CREDENTIAL_STATES } from './credential-facts.ts'
import { fact, k, type Now } from './facts.ts'

/** The exact input of `creatorRisk`; "none" stands for what was not measured. */
export const creatorProfile = fact.record('creator.profile', {
  links: k.int,
  linksProven: k.int,
  production: k.bool,
  credential: k.oneOf(['none', 'pending', 'basic', 'enhanced']),
  walletAgeDays: k.orNone(k.int),
  country: k.orNone(k.oneOf(['high', 'grey', 'other'])),
  possibleMatch: k.bool,
  nameSimilarity: k.orNone(k.bps),
  takedowns365d: k.int,
  washAlerts90d: k.int,
  exposureBps: k.orNone(k.bps),
  rejectedIn365d: k.bool,
  sanctionsHit: k.bool,
  hasName: k.bool,
  enhancedScreening: k.bool,
}) satisfies { kind: { parse: (raw: unknown, context: never) => CreatorFacts | undefined } }

/** The exact input of `washScore`; "none" where the sale could not be measured for want of chain data. */
export const wash = {
  wash: fact.orNone(
    fact.record('sale.wash', {
      samePerson: k.bool,
      funderBps: k.int,
      funderHops: k.int,
      funderDays: k.int,
      viaExchange: k.bool,
      returns30d: k.int,
      ringWallets: k.int,
      ringShareBps: k.int,
      keptBps: k.orNone(k.int),
      sales24h: k.int,
      priceMultipleBps: k.orNone(k.int),
      outsideBid: k.bool,
      feeBps: k.int,
      volumeReward: k.bool,
    }),
  ) satisfies { kind: { parse: (raw: unknown, context: never) => WashFacts | null | undefined } },
}

/** Total in USD with royalty and marketplace fee, without gas; and sales linked to it (same buyer with the same seller or collection). */
export const sale = {
  total: fact.usd('sale.total'),
  linked: fact.list('sale.linked', { at: k.instant, usd: k.decimal }),
}
export const LINKED_HOURS = 24
/** The amount that the verification thresholds see: this sale and what is linked to it in 24 hours. */
export function linkedTotal(
  f: { readonly total: bigint; readonly linked: readonly { readonly at: number; readonly usd: bigint }[] },
  now: Now,
): bigint {
  let sum = f.total
  for (const l of f.linked) if (inWindow(l.at, now.ms, LINKED_HOURS * HOUR)) sum += l.usd
  return sum
}

export const buyer = {
  buyerLevels: fact.texts('buyer.credential.levels'),
  buyerState: fact.oneOf('buyer.credential.state', CREDENTIAL_STATES),
  buyerExpires: fact.orNone(fact.instant('buyer.credential.expires_at')),
}
export const seller = {
  sellerLevels: fact.texts('seller.credential.levels'),
  sellerState: fact.oneOf('seller.credential.state', CREDENTIAL_STATES),
  sellerExpires: fact.orNone(fact.instant('seller.credential.expires_at')),
}

const yesNo = (name: string) => fact.oneOf(`asset.howey.${name}`, ['yes', 'no', 'unknown'])
/** Answers of the issuer, asked only where the collection's policy asks for the checklist. */
export const howey = {
  checklist: fact.oneOf('asset.checklist', ['requested', 'not_requested']),
  price: yesNo('price'),
  pooled: yesNo('pooled'),
  fractions: yesNo('fractionalised'),
  tied: yesNo('fortunes_tied'),
  revenue: yesNo('revenue_share'),
  buyback: yesNo('buyback'),
  marketing: yesNo('profit_marketing'),
  staking: yesNo('staking'),
  bulk: yesNo('sold_in_bulk'),
  roadmap: yesNo('roadmap_promises'),
  treasury: yesNo('managed_treasury'),
}
export type Answer = 'yes' | 'no' | 'unknown'
/** A prong is met when any sign is, open when any is open, else not met. */
export function prong(...answers: readonly Answer[]): Answer {
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no'
}
