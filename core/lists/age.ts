import staleRule from '#engine/rules/sanctions/sanctions-list-stale.ts'
import type { ListSource } from '#screening/entity.ts'
import { freshnessOf, type ListAge } from '#screening/staleness.ts'

/** Age at which checks become a review, and at which they are refused: the parameters of the rule that judges it. */
export const FRESH_SECONDS = (staleRule.params as { fresh_hours: number }).fresh_hours * 3600
export const USABLE_SECONDS = (staleRule.params as { usable_hours: number }).usable_hours * 3600

/** How old each list is beside the age at which it makes every check a review. */
export function listAges(lists: readonly { source: string; version: string; loaded_at: string }[], now: number): ListAge[] {
  return freshnessOf({
    lists: lists.map((l) => ({ source: l.source as ListSource, version: l.version, confirmed_at: l.loaded_at })),
    now: new Date(now).toISOString(),
    budget: { max_age_seconds: FRESH_SECONDS },
  }).lists
}
