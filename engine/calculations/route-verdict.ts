import { type Day, isoDay } from '../dates.ts'
import { ask, broken, type Change, type Details, passWith, review, type Verdict } from '../rule.ts'
import { holdingOf, type Resale } from './resale.ts'

/** The answer over all lots of a transfer: the worst lot decides; the message says what could move and from when. */
export function routeVerdict(resale: Resale, quantity: bigint): Verdict {
  const covered = resale.lots.reduce((sum, lot) => sum + lot.take, 0n)
  if (covered < quantity) return ask({}, { missing: ['from.lots'] })
  const routes = [...new Set(resale.lots.map((lot) => lot.route).filter((route) => route !== null))]
  if (resale.lots.some((lot) => lot.state === 'fail')) return noRoute(resale)
  const waiting = resale.lots.filter((lot) => lot.state === 'needs_info')
  if (waiting.length > 0) return ask({}, { missing: waiting.map((lot) => lot.missing ?? 'transfer.route') })
  return resale.lots.some((lot) => lot.state === 'review') ? review({ routes }) : passWith({ routes })
}

function noRoute(resale: Resale): Verdict {
  const closed = resale.lots.filter((lot) => lot.state === 'fail')
  const known = closed.every((lot) => lot.freeOn !== undefined)
  const free_on = known ? isoDay(Math.max(...closed.map((lot) => lot.freeOn as Day))) : 'no known day'
  const max = resale.maxNow()
  const changes: Change[] = []
  if (known) changes.push({ say: `from ${free_on}`, facts: { as_of: `${free_on}T17:00:00Z` } })
  if (max > 0n) changes.push({ say: `up to ${max} units`, facts: { 'transfer.quantity': String(max) } })
  changes.push({
    say: 'to an accredited buyer with the issuer’s information (section 4(a)(7))',
    facts: { 'to.accreditation.status': 'accredited' },
  })
  return broken({ free_on, max_now: String(max) }, { reason: 'NO_RESALE_ROUTE', changes })
}

/** Routes after which the units are no longer restricted in the recipient's hands. */
const CLEANSING = new Set(['RULE_144', 'REG_A_FREELY_TRADABLE', 'REG_S_905_STILL_RESTRICTED', 'REGISTERED_OR_ISSUER'])

/** The recipient's lots: quantity, clock and legend by the tacking rule. A purchase from an affiliate starts a new clock. */
export function carriedLots(resale: Resale, affiliate: boolean, on: Day): Details[] {
  return resale.lots.map(({ lot, take, route }) => {
    const clean = route !== null && CLEANSING.has(route)
    return {
      from_lot: lot.id,
      quantity: String(take),
      clock: isoDay(affiliate ? on : holdingOf(lot)),
      legend: clean ? null : lot.acquired_under === 'reg_s' ? 'L3' : 'L1',
    }
  })
}
