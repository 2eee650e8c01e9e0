import { meets, micro } from '../money.ts'

/** What is known of somebody as a qualified purchaser; `investments` in millionths of US dollars. */
export type Purchaser = {
  readonly kind: 'natural' | 'family_company' | 'trust' | 'other' | 'qib' | 'dealer' | 'none'
  readonly investments: bigint
  readonly formed_for_purchase: boolean
  readonly all_deciders_qualified: boolean
}
type Least = { readonly natural: string; readonly family: string; readonly other: string; readonly dealer: string; readonly op: string }

/** Whether that is a qualified purchaser: Investment Company Act §2(a)(51), Rule 2a51-1. `least` are US dollars. */
export function isQualifiedPurchaser(q: Purchaser, least: Least): boolean {
  const has = (dollars: string) => meets(q.investments, least.op, micro(dollars))
  // Whatever it is: one formed for this is none, unless each of its owners is one (Rule 2a51-3(a)), and of them nothing is known here.
  if (q.kind !== 'natural' && q.formed_for_purchase) return false
  return (
    (q.kind === 'natural' && has(least.natural)) ||
    (q.kind === 'family_company' && has(least.family)) ||
    (q.kind === 'trust' && q.all_deciders_qualified) ||
    (q.kind === 'other' && has(least.other) && q.all_deciders_qualified) ||
    (q.kind === 'dealer' && has(least.dealer)) ||
    q.kind === 'qib'
  )
}
