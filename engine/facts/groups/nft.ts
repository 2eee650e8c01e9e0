/** Facts of an NFT sale and of its creator. */
import type { CreatorFacts } from '../../calculations/creator-risk.ts'
import type { WashFacts } from '../../calculations/wash-score.ts'
import { HOUR, inWindow } from '../../calculations/windows.ts'
import { k, type Now } from '../../facts.ts'
import { fact } from '../vocabulary.ts'

/** The exact input of `creatorRisk`; "none" stands for what was not measured. */
export const creatorProfile = fact('creator.profile') satisfies {
  kind: { parse: (raw: unknown, context: never) => CreatorFacts | undefined }
}

/** The exact input of `washScore`; "none" where the sale could not be measured for want of chain data. */
export const wash = {
  wash: fact('sale.wash') satisfies { kind: { parse: (raw: unknown, context: never) => WashFacts | null | undefined } },
}

/** Total in USD with royalty and marketplace fee, without gas; and sales linked to it (same buyer with the same seller or collection). */
export const sale = {
  total: fact('sale.total', k.usd),
  linked: fact('sale.linked'),
}
const LINKED_HOURS = 24
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
  buyerLevels: fact('buyer.credential.levels'),
  buyerState: fact('buyer.credential.state'),
  buyerExpires: fact('buyer.credential.expires_at'),
}
export const seller = {
  sellerLevels: fact('seller.credential.levels'),
  sellerState: fact('seller.credential.state'),
  sellerExpires: fact('seller.credential.expires_at'),
}

/** Answers of the issuer, asked only where the collection's policy asks for the checklist. */
export const howey = {
  checklist: fact('asset.checklist'),
  price: fact('asset.howey.price'),
  pooled: fact('asset.howey.pooled'),
  fractions: fact('asset.howey.fractionalised'),
  tied: fact('asset.howey.fortunes_tied'),
  revenue: fact('asset.howey.revenue_share'),
  buyback: fact('asset.howey.buyback'),
  marketing: fact('asset.howey.profit_marketing'),
  staking: fact('asset.howey.staking'),
  bulk: fact('asset.howey.sold_in_bulk'),
  roadmap: fact('asset.howey.roadmap_promises'),
  treasury: fact('asset.howey.managed_treasury'),
}
export type Answer = 'yes' | 'no' | 'unknown'
/** A prong is met when any sign is, open when any is open, else not met. */
export function prong(...answers: readonly Answer[]): Answer {
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no'
}
