import { isoTime } from '#core/kernel/iso-time.ts'
import staleRule from '#engine/rules/sanctions/sanctions-list-stale.ts'
import { AUTHORITIES, denies } from '#engine/tables/sanctions-lists.ts'
import type { ListSource } from '#screening/entity.ts'
import { type Freshness, freshnessOf } from '#screening/staleness.ts'

/** Age at which checks become a review, and at which they are refused: the parameters of the rule that judges it. */
export const FRESH_SECONDS = (staleRule.params as { fresh_hours: number }).fresh_hours * 3600
export const USABLE_SECONDS = (staleRule.params as { usable_hours: number }).usable_hours * 3600

/** Whether nothing is cleared without this list: one that blocks, or that of politically exposed persons where the operator wants one. */
export const isNeeded = ({ source }: { source: string }): boolean => source === 'pep' || denies(source, AUTHORITIES)

/** How old each list is beside the age at which it makes every check a review, and which required one is not there. */
export function freshness(
  lists: readonly { source: string; version: string; current_at: string }[],
  now: number,
  required: readonly ListSource[],
): Pick<Freshness, 'lists' | 'missing'> {
  const inForce = lists.map((l) => ({ source: l.source as ListSource, version: l.version, current_at: l.current_at }))
  const budget = { max_age_seconds: FRESH_SECONDS }
  const at = isoTime(now)
  const { missing } = freshnessOf({ lists: inForce, now: at, budget, required })
  return { lists: freshnessOf({ lists: inForce, now: at, budget }).lists, missing }
}
