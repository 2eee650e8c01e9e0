// Which resale exemption, if any, is open for each lot of a transfer. Several rules read the answer, so it is worked out once.
import { addYears, type Day } from '../dates.ts'
import { backToIssuer, buyerIsUs, isRegA, issuerFacts, offeringFacts, reportingIssuer, senderFacts } from '../facts/groups/securities.ts'
import { Missing } from '../facts/missing.ts'
import type { Lot } from '../facts/shapes.ts'
import { fact } from '../facts/vocabulary.ts'
import { ROUTES } from '../facts/words.ts'
import { attempt, derive, k, type Now, type ParamsOf, type Read } from '../facts.ts'
import { meets, micro } from '../money.ts'
import { inUnitedStates } from '../tables/us-states.ts'
import { dcpEnd, rule144FreeOn } from './holding.ts'
import { clockStart, lotsFact, lotsMoved, lotsUsed, type Taken } from './lots.ts'

export type Route = (typeof ROUTES)[number]
export type RouteState = {
  readonly state: 'pass' | 'fail' | 'review' | 'needs_info'
  readonly freeOn?: Day
  readonly missing?: string
}
type LotRoute = Taken & { readonly route: Route | null } & RouteState
export type Resale = {
  readonly lots: readonly LotRoute[]
  /** Units of all the seller's lots that could move now. */
  readonly maxNow: () => bigint
}

const closed: RouteState = { state: 'fail' }
const open: RouteState = { state: 'pass' }

export const resaleNeeds = {
  ...issuerFacts,
  ...offeringFacts,
  affiliate: senderFacts.affiliate,
  affiliateLately: senderFacts.affiliateLately,
  lots: lotsFact,
  named: fact('transfer.lot_ids'),
  quantity: fact('transfer.quantity'),
  transferKind: fact('transfer.kind'),
  backToIssuer,
  asked: fact('transfer.route'),
  registeredAt: fact('transfer.registration_effective_at'),
  toUs: buyerIsUs,
  reportingIssuer,
  toKind: fact('to.kind', k.oneOf(['natural', 'entity'])),
  toAccredited: fact('to.accreditation.status', { at_least: 'established' }),
  qib: fact('to.qib'),
  notice144a: fact('transfer.notice_144a'),
  fungible: fact('token.fungible_with_listed'),
  package144a: fact('issuer.information_144a'),
  sec4a7: fact('transfer.sec_4a7'),
  opinion: fact('transfer.opinion_hash'),
  orderFrom: fact('transfer.to_location_at_order'),
  prearranged: fact('transfer.prearranged_us_resale'),
  sellerRole: fact('from.reg_s_role'),
}
export type ResaleFacts = Read<typeof resaleNeeds>

/** Start of a lot's clock, or a Missing: an unknown earlier holder is asked for, never guessed. */
export function holdingOf(lot: Lot): Day {
  const start = clockStart(lot)
  if (start === null) throw new Missing(`from.lots.${lot.id}.tack_from`)
  return start
}

export const isAffiliate = (f: { affiliate: boolean; affiliateLately: boolean }) => f.affiliate || f.affiliateLately

/** Equity of a US issuer stays restricted after Regulation S (17 CFR 230.905). */
function restricted(lot: Lot, f: ResaleFacts): boolean {
  // Whatever it was before: what an affiliate sold privately is restricted (17 CFR 230.144(a)(3)(i)).
  if (lot.acquired_from === 'affiliate' && lot.acquired_under !== 'registered' && lot.acquired_under !== 'rule_144') return true
  switch (lot.acquired_under) {
    case 'reg_a_tier1':
    case 'reg_a_tier2':
    case 'registered':
    case 'rule_144':
      return false
    case 'reg_s':
      return f.domicile === 'US' && f.securityClass !== 'debt'
    default:
      return true
  }
}

/** The first day on which Rule 144(d) lets a lot go: 6 months for an issuer reporting for 90 days, else a year. */
export function freeDay(
  lot: Lot,
  f: { reporting: boolean; reportingSince: Day | null; affiliate: boolean; affiliateLately: boolean },
  on: Day,
  p: { reporting_months: number; other_months: number; reporting_days: number },
): Day {
  // An estate that is no affiliate has no holding period to keep (Rule 144(d)(3)(vii)).
  if (lot.how === 'estate' && !isAffiliate(f)) return lot.acquired_at
  const reporting = f.reporting && f.reportingSince !== null && on - f.reportingSince >= p.reporting_days
  return rule144FreeOn(holdingOf(lot), reporting ? p.reporting_months : p.other_months)
}

/** Rule 144(i): once a shell, closed until a year after Form 10 information by a reporting issuer that is current. */
export function shellOpen(f: Pick<ResaleFacts, 'shell' | 'reporting' | 'reportsCurrent' | 'form10At'>, on: Day, years: number): boolean {
  if (f.shell === 'never') return true
  if (f.shell === 'current') return false
  return f.reporting && f.reportsCurrent && f.form10At !== null && on > addYears(f.form10At, years)
}

/** So long an issuer has to have been reporting before its reports are what Rule 144(c)(1) asks an affiliate for, in days. */
const REPORTING_DAYS = 90

/** Rule 144(c): public information, which a non-affiliate no longer needs after a year. */
export function informationOpen(
  lot: Lot,
  f: Pick<ResaleFacts, 'affiliate' | 'affiliateLately' | 'reporting' | 'reportingSince' | 'reportsCurrent' | 'publicInformation'>,
  on: Day,
  months: number,
): RouteState {
  if (!isAffiliate(f)) {
    const freed = rule144FreeOn(holdingOf(lot), months)
    if (on >= freed) return open
    if (!f.reporting) return open
    return f.reportsCurrent ? open : { state: 'fail', freeOn: freed }
  }
  if (!f.reporting) return f.publicInformation ? open : closed
  if (!f.reportsCurrent || f.reportingSince === null) return closed
  const from = f.reportingSince + REPORTING_DAYS
  return on >= from ? open : { state: 'fail', freeOn: from }
}

function rule144(lot: Lot, f: ResaleFacts, now: Now, paramsOf: ParamsOf): RouteState {
  if (!shellOpen(f, now.day, paramsOf('RULE_144_SHELL').years)) return closed
  // A Regulation S lot that is free by Rule 905 has that route; Rule 144 asks for its own holding period.
  const held = restricted(lot, f) || lot.acquired_under === 'reg_s'
  let freeOn = held ? freeDay(lot, f, now.day, paramsOf('RULE_144_HOLDING_PERIOD')) : lot.acquired_at
  if (lot.acquired_under === 'reg_s' && f.toUs) {
    const end = compliance(f, paramsOf)
    if (end !== null && end + 1 > freeOn) freeOn = end + 1
  }
  if (now.day < freeOn) return { state: 'fail', freeOn }
  if (!held && !isAffiliate(f)) return open
  return informationOpen(lot, f, now.day, paramsOf('RULE_144_NON_AFFILIATE_FREE').months)
}

/** Last day of the distribution compliance period, null when there is none. */
export function compliance(
  f: Pick<ResaleFacts, 'category' | 'securityClass' | 'reportingIssuer' | 'commencedAt' | 'closingAt'>,
  paramsOf: ParamsOf,
): Day | null {
  if (f.category === '1') return null
  if (f.category === 'none') throw new Missing('offering.reg_s_category')
  if (f.commencedAt === null) throw new Missing('offering.commenced_at')
  // Until the offering closes the period has not begun to run.
  if (f.closingAt === null) throw new Missing('offering.closing_at')
  const { category, securityClass, commencedAt, closingAt } = f
  return dcpEnd({ category, securityClass, reporting: f.reportingIssuer, commencedAt, closingAt }, paramsOf('REG_S_DCP_FLOWBACK'))
}

function rule144a(f: ResaleFacts, now: Now, paramsOf: ParamsOf): RouteState {
  if (f.qib === null || f.toKind === 'natural') return closed
  return qibState(f, now.day, paramsOf('RULE_144A_QIB'))
}

type QibParams = { entity: string; dealer: string; bank_net_worth: string; age_months: number; age_months_foreign: number; op: string }

/** Rule 144A: a buyer above the investment figure, told of the rule, of a class that is not listed. */
export function qibState(
  f: Pick<ResaleFacts, 'qib' | 'notice144a' | 'fungible' | 'reporting' | 'package144a'>,
  on: Day,
  p: QibParams,
): RouteState {
  const qib = f.qib
  if (qib === null) return closed
  if (!meets(qib.investments, p.op, micro(qib.type === 'dealer' ? p.dealer : p.entity))) return closed
  if (qib.type === 'bank') {
    if (qib.audited_net_worth === null) return { state: 'needs_info', missing: 'to.qib.audited_net_worth' }
    if (!meets(qib.audited_net_worth, p.op, micro(p.bank_net_worth))) return closed
  }
  if (!withinMonths(qib.figure_dated, on, qib.foreign ? p.age_months_foreign : p.age_months)) {
    return { state: 'needs_info', missing: 'to.qib.figure_dated' }
  }
  if (f.fungible || !f.notice144a) return closed
  if (!f.reporting && !f.package144a) return closed
  return open
}

function withinMonths(dated: Day, on: Day, months: number): boolean {
  return dated <= on && rule144FreeOn(dated, months) > on
}

/** Section 4(a)(7): an accredited buyer and the issuer's information. */
export function private4a7(f: Pick<ResaleFacts, 'toAccredited' | 'sec4a7' | 'reporting'>, on: Day, classDays: number): RouteState {
  const s = f.sec4a7
  if (s.general_solicitation || s.seller_issuer_or_subsidiary || s.seller_bad_actor || s.unsold_allotment || !s.issuer_in_business)
    return closed
  if (!f.reporting && !s.information_package) return closed
  if (f.toAccredited === 'not_accredited') return closed
  if (f.toAccredited === 'pending') return { state: 'needs_info', missing: 'to.accreditation.status' }
  const age = on - s.class_outstanding_since
  return age >= classDays ? open : { state: 'fail', freeOn: s.class_outstanding_since + classDays }
}

/**
 * Rule 904: an offshore resale by someone who is neither issuer, distributor nor affiliate of one. Who is an affiliate only as officer or
 * director may; whoever else holds much is looked at, and is closed out once the issuer says that they control it.
 */
export function offshore904(f: Pick<ResaleFacts, 'toUs' | 'orderFrom' | 'prearranged' | 'sellerRole' | 'affiliate'>): RouteState {
  if (f.toUs || inUnitedStates(f.orderFrom) || f.prearranged) return closed
  if (f.sellerRole === 'issuer' || f.sellerRole === 'distributor') return closed
  if (f.affiliate && f.sellerRole !== 'officer_or_director_only') return closed
  return f.sellerRole === 'affiliate' ? { state: 'review' } : open
}

/** Rule 905: what Regulation S no longer restricts once the compliance period is over. */
function after905(lot: Lot, f: ResaleFacts, now: Now, paramsOf: ParamsOf): RouteState {
  if (lot.acquired_under !== 'reg_s' || restricted(lot, f) || isAffiliate(f)) return closed
  const end = compliance(f, paramsOf)
  if (end !== null && now.day <= end) return { state: 'fail', freeOn: end + 1 }
  return f.prearranged ? closed : open
}

function regA(lot: Lot, f: ResaleFacts): RouteState {
  if (!isRegA(lot.acquired_under as never)) return closed
  if (lot.acquired_from === 'affiliate') {
    return lot.how === 'gift' ? { state: 'needs_info', missing: 'from.affiliate_of_issuer' } : closed
  }
  return isAffiliate(f) ? closed : open
}

function registered(f: ResaleFacts, now: Now): RouteState {
  if (f.backToIssuer) return open
  if (f.transferKind !== 'transfer' && f.transferKind !== 'trade') return { state: 'review' }
  return f.registeredAt !== null && now.ms >= f.registeredAt ? open : closed
}

function routeState(route: Route, lot: Lot, f: ResaleFacts, now: Now, paramsOf: ParamsOf): RouteState {
  switch (route) {
    case 'REGISTERED_OR_ISSUER':
      return registered(f, now)
    case 'REG_A_FREELY_TRADABLE':
      return regA(lot, f)
    case 'REG_S_905_STILL_RESTRICTED':
      return after905(lot, f, now, paramsOf)
    case 'RULE_144':
      return rule144(lot, f, now, paramsOf)
    case 'RULE_144A_QIB':
      return rule144a(f, now, paramsOf)
    case 'SEC_4A7_PRIVATE_RESALE':
      return private4a7(f, now.day, paramsOf('SEC_4A7_PRIVATE_RESALE').class_days)
    case 'REG_S_904_RESALE':
      return offshore904(f)
    case 'SEC_4A1H_OPINION':
      return f.opinion === null ? closed : { state: 'review' }
  }
}

// An affiliate's Rule 144 comes last: volume, manner and notice bind it, the other routes do not.
const AFFILIATE_ORDER: readonly Route[] = [...ROUTES.filter((route) => route !== 'RULE_144'), 'RULE_144']
const RANK = { pass: 3, review: 2, needs_info: 1, fail: 0 } as const

function bestRoute(lot: Lot, f: ResaleFacts, now: Now, paramsOf: ParamsOf): RouteState & { route: Route | null } {
  let best: RouteState & { route: Route | null } = { route: null, state: 'fail' }
  let freeOn: Day | undefined
  for (const route of isAffiliate(f) ? AFFILIATE_ORDER : ROUTES) {
    if (f.asked !== 'any' && f.asked !== route) continue
    const read = attempt(() => routeState(route, lot, f, now, paramsOf))
    const state: RouteState = read instanceof Missing ? { state: 'needs_info', missing: read.path } : read
    if (state.state === 'pass') return { route, state: 'pass' }
    if (state.freeOn !== undefined && (freeOn === undefined || state.freeOn < freeOn)) freeOn = state.freeOn
    if (RANK[state.state] > RANK[best.state]) best = { route, ...state }
  }
  return freeOn === undefined ? best : { ...best, freeOn }
}

/** The lots a transfer takes from and the route that is open for each. */
export const resale = derive('resale routes', resaleNeeds, (f, now, paramsOf): Resale => {
  const lots = lotsMoved(f.lots, f.named)
  const used = lotsUsed(lots, f.quantity)
  const best = (lot: Lot) => bestRoute(lot, f, now, paramsOf)
  return {
    lots: used.map((taken) => ({ ...taken, ...best(taken.lot) })),
    maxNow: () => f.lots.reduce((sum, lot) => (best(lot).state === 'pass' ? sum + lot.quantity : sum), 0n),
  }
})

/** True when some lot of the transfer moves by this route. Throws Missing while a lot's route waits for a fact: it may yet be this one. */
export function openRoute(table: Resale, route: Route): boolean {
  const waiting = table.lots.find((lot) => lot.state === 'needs_info')
  if (waiting) throw new Missing(waiting.missing ?? 'transfer.route')
  return table.lots.some((lot) => lot.route === route && lot.state === 'pass')
}
