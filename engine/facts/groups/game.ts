/** Facts of a player and a place. */
import { type AgeTier, tierAge } from '../../calculations/ages.ts'
import { ageOn, type Day } from '../../dates.ts'
import type { Now } from '../../facts.ts'
import { type GamingJurisdiction, gamingRow, UNLISTED_MINIMUM } from '../../tables/gaming-jurisdictions.ts'
import { Missing } from '../missing.ts'
import { fact } from '../vocabulary.ts'
import type { Activity } from '../words.ts'

export const game = {
  activity: fact('game.activity'),
  jurisdiction: fact('game.jurisdiction'),
  /** The calendar date of the place, resolved by the caller with its time-zone data; never the UTC date by default. */
  today: fact('game.today'),
  /** "none" when only an age proof is used. Whoever said a date that speaks against a child; what an age rests on, `game.evidence` says. */
  birth: fact('subject.date_of_birth'),
  proven: fact('game.proven_tier'),
  /** A year between the tiers that the person has reached, told where the law of the place asks for it; unknown, the tier counts. */
  reached: fact('game.reached_age'),
  requested: fact('game.required_tier'),
}
export const consent = fact('game.parent_consent')
export const CONSENT_DAYS = 365

type AgeFacts = {
  readonly birth: Day | null
  readonly proven: 'none' | AgeTier
  readonly today: Day
  readonly reached?: number | null
}
const BIRTH_MISSING = new Missing('subject.date_of_birth')
const TODAY_MISSING = new Missing('game.today')

/** Age on the date of the place, or the least age that is proven. Throws the missing fact when neither is known. */
export function playerAge(f: AgeFacts, now: Now): number {
  if (f.birth === null) {
    if (f.proven === 'none') throw BIRTH_MISSING
    return Math.max(tierAge(f.proven), f.reached ?? 0)
  }
  // Every place on earth is within a day of the decision's own day; anything else is a caller's mistake.
  if (Math.abs(f.today - now.day) > 1) throw TODAY_MISSING
  return ageOn(f.birth, f.today)
}

const ACTIVITY_AGE: Record<Activity, number> = { general: 13, marketplace: 18, skill_gaming: 18, gambling: 21 }

/** Highest of the requested tier, the tier of the activity and, for gambling, the law of the place. A lower request is raised. */
export function requiredAge(requested: 'none' | AgeTier, activity: Activity, row: GamingJurisdiction | null): number {
  const asked = requested === 'none' ? 0 : tierAge(requested)
  const law = activity === 'gambling' ? (row?.minGambling ?? UNLISTED_MINIMUM.gambling) : 0
  return Math.max(asked, ACTIVITY_AGE[activity], law)
}

export { gamingRow }
