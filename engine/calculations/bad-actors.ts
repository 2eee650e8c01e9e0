// Disqualifying events of 17 CFR 230.506(d) and 230.262: who is covered, which event, how far back.
import { addYears, type Day, parseDay } from '../dates.ts'
import { fact } from '../facts/vocabulary.ts'
import type { EVENT_TYPES } from '../facts/words.ts'
import { broken, pass, review, type Verdict } from '../rule.ts'

export const eventsFact = fact('offering.bad_actor_events')

export type BadEvent = {
  readonly person_id: string
  readonly role: string
  readonly voting_bps: number
  readonly type: (typeof EVENT_TYPES)[number]
  readonly date: Day
  readonly in_force: boolean
  readonly relief: 'none' | 'waiver' | 'written_advice' | 'reasonable_care'
  readonly disclosed_at: Day | null
}
export type BadActorParams = {
  readonly owner_bps: number
  readonly conviction_years: number
  readonly issuer_conviction_years: number
  readonly injunction_years: number
  readonly fraud_order_years: number
  readonly cease_years: number
  readonly stop_order_years: number
  readonly usps_years: number
  /** Events before this day are disclosed instead. */
  readonly effective: string
}

function isCovered(event: Pick<BadEvent, 'role' | 'voting_bps'>, p: Pick<BadActorParams, 'owner_bps'>): boolean {
  if (event.role === 'owner') return event.voting_bps >= p.owner_bps
  return event.role !== 'other'
}

/** True while an event disqualifies; a look-back includes the day exactly that many years ago. */
function disqualifies(event: BadEvent, on: Day, p: BadActorParams): boolean {
  const within = (years: number) => addYears(event.date, years) >= on
  switch (event.type) {
    case 'conviction':
      return within(event.role === 'issuer' ? p.issuer_conviction_years : p.conviction_years)
    case 'injunction':
      return event.in_force && within(p.injunction_years)
    case 'final_order_fraud':
      return within(p.fraud_order_years)
    case 'cease_and_desist':
      return event.in_force && within(p.cease_years)
    case 'stop_order':
      return within(p.stop_order_years)
    case 'usps_order':
      return within(p.usps_years)
    case 'final_order_bar':
    case 'sec_disciplinary':
    case 'sro_suspension':
    case 'stop_order_investigation':
    case 'usps_interim':
      return event.in_force
  }
}

/** The verdict over all events: the first disqualifying one breaks the rule, a claim of reasonable care goes to a person. */
export function badActorVerdict(events: readonly BadEvent[], on: Day, p: BadActorParams): Verdict {
  const effective = parseDay(p.effective)!
  let claim: BadEvent | null = null
  for (const event of events) {
    if (event.date < effective || !isCovered(event, p) || !disqualifies(event, on, p)) continue
    if (event.relief === 'waiver' || event.relief === 'written_advice') continue
    if (event.relief === 'none') return broken({ person: event.person_id, event: event.type })
    claim ??= event
  }
  return claim ? review({ person: claim.person_id, event: claim.type }) : pass
}

/** Events from before the rule: not disqualifying, but disclosed in writing before the sale. */
export function undisclosedOldEvent(
  events: readonly BadEvent[],
  on: Day,
  p: Pick<BadActorParams, 'effective' | 'owner_bps'>,
): BadEvent | null {
  const effective = parseDay(p.effective)!
  return events.find((e) => e.date < effective && isCovered(e, p) && (e.disclosed_at === null || e.disclosed_at > on)) ?? null
}
