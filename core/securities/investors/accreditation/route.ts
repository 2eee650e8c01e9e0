import type { FilePaper } from '#db/schema.ts'
import { letterValidThrough, ROUTE_CODES, type VerificationFacts, verification } from '#engine/calculations/verification.ts'
import { addMonths, addYears, civil, type Day, dayOf, parseDay } from '#engine/dates.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import { standing } from './facts.ts'
import type { FileInput, SaidOfFile } from './input.ts'

type Method = FileInput['method']
type RouteFacts = NonNullable<Room<'investor'>['accreditation']>

/** How long a representation counts as one made at the time of a sale. */
const REPRESENTED_DAYS = 30
/** How long a look at what no rule dates counts: as long as a letter. */
const LOOKED_MONTHS = 3

/** What is kept of an accepted file beside the investor, so that each sale is judged by it: no figures, no names. */
export interface VerifiedRoute {
  method: Method
  issuer_id: string
  income_documents?: RouteFacts['income_documents']
  net_worth_documents?: RouteFacts['net_worth_documents']
  letter?: RouteFacts['letter']
  grandfathered?: { bought_on: string; still_holds: boolean }
  prior?: { verified_at: string }
  minimum_investment?: RouteFacts['minimum_investment']
  /** Of what is represented anew at each sale: the day of the newest. */
  represented_on?: string
  /** The days that the credit reports bear: they age as the statements do. */
  reported_on?: string[]
}

/** A method with what was said and shown of it. `lookedUp`: the day on which a reviewer looked up what was left to them. */
export function routeOf(p: {
  method: Method
  said: SaidOfFile
  papers: readonly FilePaper[]
  issuerId: string
  lookedUp: string | null
}): VerifiedRoute {
  const { method, said, papers } = p
  const shown = (what: FilePaper['shows']) => papers.filter((paper) => paper.shows === what)
  const days = (what: FilePaper['shows']) => shown(what).flatMap((paper) => paper.dated ?? [])
  const years = (of: FilePaper['of']) => shown('tax_form').flatMap((paper) => (paper.of === of && paper.year !== null ? [paper.year] : []))
  const { letter, grandfathered, prior, minimum_investment: minimum, figures } = said
  const route: VerifiedRoute = { method, issuer_id: p.issuerId }
  const represented = days('representation').toSorted().at(-1)
  if (represented) route.represented_on = represented
  if (method === 'income_documents') {
    const own = years('investor')
    route.income_documents = {
      years: [...new Set(own)].toSorted(),
      expectation: shown('income_expectation').length > 0,
      // Whoever states both may rest on either, so the forms of both are asked for.
      joint: figures.joint_income !== undefined,
      spouse_documents: own.length > 0 && own.every((year) => years('spouse').includes(year)),
    }
  }
  if (method === 'net_worth_documents') {
    route.net_worth_documents = {
      statement_dates: days('asset_statement'),
      credit_report: shown('credit_report').length > 0,
      liabilities_disclosed: shown('liabilities_representation').length > 0,
    }
    route.reported_on = days('credit_report')
  }
  if (method === 'third_party_letter' && letter)
    route.letter = { verifier: letter.verifier, dated: letter.dated, ...standing(letter.good_standing, p.lookedUp) }
  if (method === 'grandfathered' && grandfathered) route.grandfathered = grandfathered
  if (method === 'prior_verification' && prior?.verified_at) route.prior = { verified_at: prior.verified_at }
  if (method === 'minimum_investment' && minimum) route.minimum_investment = { ...minimum, owners: minimum.owners ?? 'none' }
  return route
}

/** The facts of a sale on a day that a kept method gives. */
export function routeFacts(kept: VerifiedRoute, today: Day): RouteFacts {
  const { represented_on, reported_on, issuer_id, grandfathered, prior, ...route } = kept
  const on = represented_on ? parseDay(represented_on) : null
  const representation = on !== null && on <= today && on >= today - REPRESENTED_DAYS
  const worth = route.net_worth_documents
  return {
    ...route,
    ...(worth &&
      reported_on && { net_worth_documents: { ...worth, credit_report: worth.credit_report === true && isFresh(reported_on, today) } }),
    ...(grandfathered && { grandfathered: { ...grandfathered, issuer_id, representation } }),
    ...(prior && { prior: { ...prior, issuer_id, representation } }),
  }
}

const worthMonths = () => (ruleOf(ROUTE_CODES.net_worth_documents).params as { months: number }).months

/** Whether documents of assets or debts are all of the months before a day (17 CFR 230.506(c)(2)(ii)(B)). */
function isFresh(texts: readonly string[], today: Day): boolean {
  const known = texts.flatMap((text) => parseDay(text) ?? [])
  return known.length > 0 && known.every((dated) => dated <= today && addMonths(dated, worthMonths()) >= today)
}

/** What a method would say of a sale today, and what it still needs. */
export interface RouteWorking {
  code: string
  sentence: string
  result: 'pass' | 'fail' | 'needs_info' | 'review'
  /** In the words of the rule: which part is missing. */
  needed: string | null
  /** Paths of the facts that are missing. */
  missing: readonly string[]
}

const ruleOf = (code: string) => RULES.find((rule) => rule.code === code)!
const paramsOf = (method: Method, today: Day) => currentRuleset.paramsOn(ROUTE_CODES[method], today)

/** More than any rule asks: which amount is bought is judged at the sale. */
const ANY_AMOUNT = 10n ** 24n
/** The fact of each method. */
const FACT_OF: Readonly<Record<Method, keyof VerifiedRoute | null>> = {
  income_documents: 'income_documents',
  net_worth_documents: 'net_worth_documents',
  third_party_letter: 'letter',
  grandfathered: 'grandfathered',
  prior_verification: 'prior',
  minimum_investment: 'minimum_investment',
  principles_based: null,
}

/** Judges a method as a sale of today would be. What only a reviewer looks up is taken as looked up. */
export function routeWorking(p: { route: VerifiedRoute; basis: string; entity: boolean; today: Day }): RouteWorking {
  const { route, today } = p
  const { method } = route
  const code = ROUTE_CODES[method]
  const fact = FACT_OF[method]
  const said = { code, sentence: ruleOf(code).sentence as string }
  if (fact && route[fact] === undefined) return { ...said, result: 'needs_info', needed: null, missing: [`investor.accreditation.${fact}`] }
  const facts = routeFacts(route, today)
  const letter = facts.letter && { good_standing: true, ...facts.letter }
  const read = {
    method,
    contrary: false,
    basis: p.basis,
    issuer: route.issuer_id,
    kind: p.entity ? 'entity' : 'natural',
    amount: ANY_AMOUNT,
    income: facts.income_documents,
    worth: withDays(facts.net_worth_documents),
    letter: withDays(letter),
    grandfathered: withDays(facts.grandfathered),
    prior: withDays(facts.prior),
    minimum: facts.minimum_investment && {
      ...facts.minimum_investment,
      owners: facts.minimum_investment.owners === 'none' ? null : facts.minimum_investment.owners,
    },
  } as unknown as VerificationFacts
  const verdict = verification(method, read, { ms: 0, day: today, check: 'investment.accept' } as never, paramsOf(method, today) as never)
  const result = verdict.result === 'broken' ? 'needs_info' : (verdict.result as RouteWorking['result'])
  return {
    ...said,
    result,
    needed: verdict.params?.needed === undefined ? null : String(verdict.params.needed),
    missing: verdict.missing ?? [],
  }
}

/** The days of a fact as the engine counts them. */
function withDays<T>(fact: T): unknown {
  if (Array.isArray(fact)) return fact.map(withDays)
  if (typeof fact === 'string') return parseDay(fact) ?? fact
  if (fact === null || typeof fact !== 'object') return fact
  return Object.fromEntries(Object.entries(fact).map(([name, value]) => [name, withDays(value)]))
}

/** The last day on which an accreditation counts that was accepted today; null where only a representation at each sale is asked for. */
export function lastDayOf(p: { route: VerifiedRoute; basis: string; checkedAt: string | null; today: Day }): Day | null {
  const ends = [endOfRoute(p.route, p.today), p.basis === 'license' && p.checkedAt ? endOfLookup(p.checkedAt) : null]
  const known = ends.filter((day) => day !== null)
  return known.length ? Math.min(...known) : null
}

const endOfLookup = (checkedAt: string): Day | null => {
  const { lookup_days } = ruleOf('ACCREDITED_LICENSE').params as { lookup_days: number }
  const day = parseDay(checkedAt)
  return day === null ? null : day + lookup_days
}

function endOfRoute(route: VerifiedRoute, today: Day): Day | null {
  const days = (texts: readonly string[]) => texts.flatMap((text) => parseDay(text) ?? [])
  switch (route.method) {
    // The forms of the two most recent years count for sales in the year after them: no form of a later year reaches further.
    case 'income_documents':
      return dayOf(Math.min(Math.max(...route.income_documents!.years!) + 1, civil(today).year), 12, 31)
    case 'net_worth_documents':
      return addMonths(Math.min(...days([...route.net_worth_documents!.statement_dates!, ...(route.reported_on ?? [])])), worthMonths())
    case 'third_party_letter':
      return letterValidThrough(parseDay(route.letter!.dated!)!, paramsOf('third_party_letter', today) as { months: number })
    case 'prior_verification':
      return addYears(parseDay(route.prior!.verified_at)!, (ruleOf(ROUTE_CODES.prior_verification).params as { years: number }).years)
    // For the sale at hand alone.
    case 'minimum_investment':
      return (parseDay(route.represented_on ?? '') ?? today) + REPRESENTED_DAYS
    case 'grandfathered':
      return null
    case 'principles_based':
      return addMonths(today, LOOKED_MONTHS)
  }
}
