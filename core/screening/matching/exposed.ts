import type { Exposure, ListStamp } from '#screening/entity.ts'
import { FRESH_SECONDS } from '../lists/age.ts'

/** What is known of somebody's public office, as the rules read it. */
export interface Exposed {
  class: 'domestic' | 'foreign' | 'family'
  left_on: string | 'none'
}

/** A match with a politically exposed person; without `exposure` the list says no more than that. */
interface ExposedMatch {
  exposure?: Exposure | undefined
}

/** Puerto Rico, Guam, the Virgin Islands, American Samoa and the Northern Marianas are the United States to their own. */
const HOME: Record<string, readonly string[]> = { US: ['US', 'PR', 'GU', 'VI', 'AS', 'MP'], UK: ['GB'] }

/**
 * What matches with politically exposed persons come to, of whom nobody was set aside: the strictest of each. `regime` is whose due
 * diligence the organisation follows, `day` (YYYY-MM-DD) today: an office that ends later is held. Null without a match.
 */
export function exposedAs(matches: readonly ExposedMatch[], { regime, day }: { regime: unknown; day: string }): Exposed | null {
  if (!matches.length) return null
  const classes = matches.map(({ exposure }) => classOf(exposure, regime))
  const ends = matches.map(({ exposure }) => exposure?.left_on ?? null)
  const left = ends.every((end): end is string => end !== null && end <= day)
  return {
    class: classes.includes('foreign') ? 'foreign' : classes.includes('family') ? 'family' : 'domestic',
    left_on: left ? ends.toSorted().at(-1)! : 'none',
  }
}

/** Domestic is only what nobody contradicts: the list's own word, and the countries of the office where the organisation has a home. */
function classOf(exposure: Exposure | undefined, regime: unknown): Exposed['class'] {
  if (!exposure) return 'foreign'
  if (exposure.relation === 'relative') return 'family'
  const home = HOME[String(regime)]
  const athome = home ? exposure.countries.length > 0 && exposure.countries.every((country) => home.includes(country)) : null
  if (exposure.class === 'domestic') return athome === false ? 'foreign' : 'domestic'
  return exposure.class === undefined && athome ? 'domestic' : 'foreign'
}

/** Whether the list of politically exposed persons is too old for anybody to be called none by it. `at` in ms. */
export const isExposedStale = (stamps: readonly Pick<ListStamp, 'source' | 'current_at'>[], at: number): boolean =>
  stamps.some((stamp) => stamp.source === 'pep' && !(at - Date.parse(stamp.current_at) <= FRESH_SECONDS * 1000))
