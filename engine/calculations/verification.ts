// How an issuer took reasonable steps to verify accreditation (17 CFR 230.506(c)(2)(ii)), and what 506(b) and Tier 2 may believe.
import { addMonths, addYears, civil, type Day, isoDay, parseDay } from '../dates.ts'
import { fact } from '../facts/vocabulary.ts'
import type { Now, ParamsOf, Read } from '../facts.ts'
import { micro } from '../money.ts'
import { ask, broken, type Change, deny, pass, review, type Verdict } from '../rule.ts'

const route = 'investor.accreditation'

export const verificationNeeds = {
  method: fact('investor.accreditation.method', { at_least: 'established' }),
  contrary: fact('investor.accreditation.contrary_knowledge'),
  basis: fact('investor.accreditation.basis'),
  issuer: fact('issuer.id'),
  kind: fact('investor.kind'),
  amount: fact('investment.amount'),
  income: fact('investor.accreditation.income_documents'),
  worth: fact('investor.accreditation.net_worth_documents'),
  letter: fact('investor.accreditation.letter', { at_least: 'established' }),
  grandfathered: fact('investor.accreditation.grandfathered'),
  prior: fact('investor.accreditation.prior'),
  minimum: fact('investor.accreditation.minimum_investment'),
}
export type VerificationFacts = Read<typeof verificationNeeds>

function incomeDocuments(f: VerificationFacts, now: Now, p: { years: number }): Verdict {
  const { year } = civil(now.day)
  for (let back = 1; back <= p.years; back++) {
    if (!f.income.years.includes(year - back)) return broken({ needed: year - back }, { missing: [`${route}.income_documents.years`] })
  }
  if (!f.income.expectation) return broken({ needed: 'expectation' }, { missing: [`${route}.income_documents.expectation`] })
  if (f.income.joint && !f.income.spouse_documents)
    return broken({ needed: 'spouse' }, { missing: [`${route}.income_documents.spouse_documents`] })
  return pass
}

function netWorthDocuments(f: VerificationFacts, now: Now, p: { months: number }): Verdict {
  const dates = f.worth.statement_dates
  const fresh = dates.length > 0 && dates.every((dated) => dated <= now.day && addMonths(dated, p.months) >= now.day)
  if (!fresh) return broken({ needed: 'statements' }, { missing: [`${route}.net_worth_documents.statement_dates`] })
  if (!f.worth.credit_report) return broken({ needed: 'credit report' }, { missing: [`${route}.net_worth_documents.credit_report`] })
  if (!f.worth.liabilities_disclosed)
    return broken({ needed: 'liabilities' }, { missing: [`${route}.net_worth_documents.liabilities_disclosed`] })
  return pass
}

/** Last day on which a letter counts: three months after it was dated (17 CFR 230.506(c)(2)(ii)(C)). Rules of before 2026.11.2 also ended it after `days`. */
export function letterValidThrough(dated: Day, p: { days?: number; months: number }): Day {
  const months = addMonths(dated, p.months)
  return p.days === undefined ? months : Math.min(dated + p.days, months)
}

function thirdPartyLetter(f: VerificationFacts, now: Now, p: { days?: number; months: number; verifiers: readonly string[] }): Verdict {
  if (!p.verifiers.includes(f.letter.verifier) || !f.letter.good_standing) return deny({ needed: 'verifier' })
  const fresh = f.letter.dated <= now.day && letterValidThrough(f.letter.dated, p) >= now.day
  return fresh ? pass : broken({ needed: 'letter' }, { missing: [`${route}.letter.dated`] })
}

function grandfathered(f: VerificationFacts, _now: Now, p: { before: string }): Verdict {
  const g = f.grandfathered
  if (g.bought_on >= parseDay(p.before)! || g.issuer_id !== f.issuer || !g.still_holds) return deny({ needed: 'holding' })
  return g.representation ? pass : broken({ needed: 'representation' }, { missing: [`${route}.grandfathered.representation`] })
}

function priorVerification(f: VerificationFacts, now: Now, p: { years: number }): Verdict {
  const prior = f.prior
  if (prior.issuer_id !== f.issuer) return broken({ needed: 'issuer' }, { missing: [`${route}.prior.issuer_id`] })
  const within = prior.verified_at <= now.day && addYears(prior.verified_at, p.years) >= now.day
  if (!within) return broken({ needed: 'verification' }, { missing: [`${route}.prior.verified_at`] })
  return prior.representation ? pass : broken({ needed: 'representation' }, { missing: [`${route}.prior.representation`] })
}

type MinimumParams = { natural: string; entity: string; per_owner: string; owners_below: number; bases: readonly string[] }

function minimumInvestment(f: VerificationFacts, _now: Now, p: MinimumParams): Verdict {
  const m = f.minimum
  if (!p.bases.includes(f.basis)) return broken({ needed: 'basis' }, { missing: [`${route}.basis`] })
  if (!m.paid_or_committed || !m.representation_accredited || !m.representation_not_financed) {
    return broken({ needed: 'representations' }, { missing: [`${route}.minimum_investment`] })
  }
  let least = micro(f.kind === 'natural' ? p.natural : p.entity)
  if (f.basis === 'all_owners') {
    if (m.owners === null) return broken({ needed: 'owners' }, { missing: [`${route}.minimum_investment.owners`] })
    const few = m.owners.count > 0 && m.owners.count < p.owners_below && m.owners.all_natural
    if (few) least = micro(p.per_owner) * BigInt(m.owners.count)
  }
  return f.amount >= least ? pass : broken({ needed: 'amount' }, { missing: [`${route}.method`] })
}

/** The rule of each route, and the code that runs it. */
export const ROUTE_CODES = {
  income_documents: 'REG_D_506C_M1_INCOME_DOCUMENTS',
  net_worth_documents: 'REG_D_506C_M2_NET_WORTH_DOCUMENTS',
  third_party_letter: 'REG_D_506C_M3_THIRD_PARTY_LETTER',
  grandfathered: 'REG_D_506C_M4_GRANDFATHERED',
  prior_verification: 'REG_D_506C_M5_PRIOR_VERIFICATION_5Y',
  minimum_investment: 'REG_D_506C_M6_MINIMUM_INVESTMENT',
  principles_based: 'REG_D_506C_M7_PRINCIPLES_BASED',
} as const

/** What one route says about this sale. `broken` means: this route is not (or no longer) enough, another or a newer one is asked for. */
export function verification(method: keyof typeof ROUTE_CODES, f: VerificationFacts, now: Now, params: never): Verdict {
  switch (method) {
    case 'income_documents':
      return incomeDocuments(f, now, params)
    case 'net_worth_documents':
      return netWorthDocuments(f, now, params)
    case 'third_party_letter':
      return thirdPartyLetter(f, now, params)
    case 'grandfathered':
      return grandfathered(f, now, params)
    case 'prior_verification':
      return priorVerification(f, now, params)
    case 'minimum_investment':
      return minimumInvestment(f, now, params)
    case 'principles_based':
      return review()
  }
}

/** The route that is open to every accredited person: a fresh letter. */
function newLetter(now: Now): Change {
  const letter = { verifier: 'attorney', good_standing: true, dated: isoDay(now.day) }
  const say = 'with an accreditation letter of an attorney, accountant, broker-dealer or SEC adviser no older than three months'
  return { say, facts: { [`${route}.method`]: 'third_party_letter', [`${route}.letter`]: letter } }
}

/** The whole test of 506(c)(2)(ii): no contrary knowledge, and one route that holds on the day of sale. */
export function reasonableSteps(f: VerificationFacts, now: Now, paramsOf: ParamsOf): Verdict {
  if (f.contrary) return deny({ why: 'there is knowledge to the contrary' })
  const changes = [newLetter(now)]
  if (f.method === 'self_certified') return deny({ why: 'a self-certification is never enough' }, { changes })
  if (f.method === 'none') return ask({}, { missing: [`${route}.method`], changes })
  const verdict = verification(f.method, f, now, paramsOf(ROUTE_CODES[f.method]) as never)
  if (verdict.result !== 'broken') return verdict.result === 'fail' ? deny({ why: 'the evidence does not qualify' }, { changes }) : verdict
  return ask(verdict.params, { missing: verdict.missing, changes })
}

export const beliefNeeds = {
  status: fact('investor.accreditation.status'),
  contrary: fact('investor.accreditation.contrary_knowledge'),
  believedAt: fact('investor.accreditation.self_certified_at'),
}

export type Belief = 'accredited' | 'not_accredited' | 'pending' | 'stale'

/** What the issuer may believe under 501(a): a signed certification up to `months` old and nothing known against it. */
export function belief(f: Read<typeof beliefNeeds>, on: Day, months: number): Belief {
  if (f.contrary || f.status === 'not_accredited') return 'not_accredited'
  if (f.status === 'pending') return 'pending'
  return f.believedAt !== null && f.believedAt <= on && addMonths(f.believedAt, months) >= on ? 'accredited' : 'stale'
}
