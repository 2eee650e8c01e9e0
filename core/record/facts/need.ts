import { z } from 'zod'
import { factName } from '#engine/fact-names.ts'
import type { Check } from '#engine/facts.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import type { Asked } from './asked.ts'
import { derived, type Fact, type Facts, type Supplier } from './fact.ts'
import { MARKET_FACTS } from './of-markets.ts'
import { ACCREDITED_BY } from './of-sale.ts'
import { factAt } from './table.ts'

/** What something can be ready to: `verify` an identity, `transact` as a call asks; the rest is about an offering and its units. */
export const STEPS = ['open', 'sell', 'accept', 'issue', 'transfer', 'trade', 'verify', 'transact'] as const
export type Step = (typeof STEPS)[number]

/** One fact that is still to be supplied. */
export interface Needed {
  /** As the decision names it, such as issuer.domicile. */
  fact: string
  means: string
  /** JSON Schema of a stated fact; null of one that nobody states. */
  type: Record<string, unknown> | null
  source: 'stated' | 'derived' | 'established'
  from: Supplier
  /** The call, with the field in it, or the page. */
  how: string
  needed_to: Step[]
  rules: string[]
  /** Under which other answer it is asked; null where it is asked in any case. */
  when: string | null
}

/** What stands in the way though nothing is missing. */
export interface Obstacle {
  code: string
  detail: string
  from: Supplier
  how: string
  /** What cannot be done because of it. */
  keeps_from: Step[]
}

const BY: Readonly<Record<string, string>> = {
  issuer: 'PATCH /v1/issuer with compliance_facts',
  offering: 'PATCH /v1/offerings/{id} with compliance_facts',
  investor: 'POST /v1/investments, or its approval, with compliance_facts',
  investment: 'POST /v1/investments, or its approval, with compliance_facts',
}

type Found = Pick<Needed, 'from' | 'how'> & { path: string; fact: Fact }
/** The fact that answers what a rule asked for, with who supplies it how; null for what nobody can be asked for. */
export type Look = (path: string, asked?: Pick<Asked, 'levels' | 'params'>) => Found | null

const ofSecurities: Look = (path) => {
  const at = factAt(path)
  if (!at) return null
  const [object, name] = at.path.split('.') as [string, string]
  const field = ['issuer', 'offering'].includes(object) ? name : at.path
  const { fact } = at
  return {
    ...at,
    from: fact.source === 'derived' ? suppliedBy(object) : fact.who,
    how: fact.source === 'stated' ? `${BY[object]}.${field}` : (fact.how ?? fact.means),
  }
}

/** Whose travel rule binds the tenant is asked of the tenant, once for all its payments. */
const SEATS = 'tx.travel.seats'

/** What raises the credential of a wallet to the highest of the levels that it lacks. */
export function howToReach(levels: readonly string[]): string | null {
  if (levels.includes('accredited')) return ACCREDITED_BY
  if (levels.includes('enhanced'))
    return 'POST /v1/wallets/verify with level enhanced and kyc_data, of it address, id_number, document and notice_shown_at too'
  if (levels.some((level) => level.startsWith('age-'))) return 'POST /v1/wallets/verify with kyc_data.date_of_birth'
  return levels.includes('basic') ? 'POST /v1/wallets/verify with kyc_data' : null
}

/** The same for a call that moves value, in the words of its market. What is in no table follows from our own records. */
export const ofTransaction =
  (check: Check, call = 'POST /v1/transactions'): Look =>
  (path, asked) => {
    const at = check === 'transfer' ? ofSecurities(path) : null
    if (at?.fact.source === 'stated' && path.startsWith('transfer.')) return { ...at, how: `${call} with compliance_facts.${at.path}` }
    if (at) return at
    const [object, name] = path.split('.') as [string, string | undefined]
    const known = (MARKET_FACTS as Readonly<Record<string, Facts>>)[object]?.[name ?? '']
    const fact = known ?? derived(`From our own records: ${factName(path)}.`)
    const whole = known ? `${object}.${name}` : path
    if (fact.source === 'stated') return { path: whole, fact, from: fact.who, how: `${call} with compliance_facts.${whole}` }
    if (path === SEATS) {
      const means = 'Of your organisation: the countries whose travel rule binds it.'
      return { path, fact: { ...fact, means }, from: 'tenant', how: 'PATCH /v1/tenant-facts with facts.travel_seats' }
    }
    if (object === 'tenant' && fact.how)
      return { path: whole, fact: { ...fact, means: `Of your organisation: ${factName(path)}.` }, from: 'tenant', how: fact.how }
    return {
      path: whole,
      fact,
      from: fact.source === 'established' ? fact.who : fact.how ? 'parties' : 'sealwright',
      how: (asked?.levels && howToReach(asked.levels)) ?? fact.how ?? fact.means,
    }
  }

/** The same for the verification of an investor, whose facts come by its fields. */
export const ofVerification: Look = (path) => {
  const at = ofSecurities(path)
  if (at) return at
  const name = path.split('.')[1] ?? ''
  const known = (MARKET_FACTS.subject as Facts)[name]
  const fact = known ?? derived(`From the verification: ${factName(path)}.`)
  return { path, fact, from: 'investor', how: `POST /v1/investors/{id}/verify with ${VERIFIED_BY[name] ?? 'identity'}` }
}

/** The field of a verification that brings a fact. */
const VERIFIED_BY: Readonly<Record<string, string>> = {
  date_of_birth: 'identity.date_of_birth',
  places: 'identity.country',
  ukraine_area: 'identity.ukraine_area',
  holdings: 'identity.owners',
  registration_no: 'identity.registration_number',
  document: 'documents',
  address_record: 'identity.address',
  id_number: 'identity.id_number',
  notice_shown_at: 'identity.notice_shown_at',
  collected_at: 'identity.collected_at',
}

/** Facts for what the rules ask, each once, with every step that needs it. What nobody can be asked for is left out. */
export function neededOf(found: readonly { step: Step; asked: readonly Asked[] }[], look: Look = ofSecurities): Needed[] {
  const all = new Map<string, Needed>()
  for (const { step, asked } of found)
    for (const one of asked) {
      const at = look(one.path, one)
      if (!at) continue
      const { fact, path, from, how } = at
      const before = all.get(path)
      all.set(path, {
        fact: path,
        means: fact.means,
        type: fact.kind ? schemaOf(fact.kind.schema) : null,
        source: fact.source,
        from,
        how,
        needed_to: [...new Set([...(before?.needed_to ?? []), step])],
        rules: [...new Set([...(before?.rules ?? []), ...one.rules])],
        when: before ? before.when && one.when : one.when,
      })
    }
  return [...all.values()]
}

/** Who does what a derived fact follows from. */
const suppliedBy = (object: string): Supplier => (object === 'investor' || object === 'investment' ? 'investor' : 'issuer')

const schemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>
  return rest
}

const APART = {
  from: 'issuer' as const,
  how: 'POST /v1/offerings/{id}/integration with the analysis under Rule 152(a); another person agrees',
}

/** Who settles what the rules hold or refuse though every fact is there, by rule. */
const SETTLED: Readonly<Record<string, Settled>> = {
  OFFERING_ISSUER_NOT_VERIFIED: {
    from: 'administrator',
    how: 'PATCH /v1/issuer with the investor_id of a verified entity; an administrator of Sealwright verifies who acts for you',
  },
  INTEGRATION_SAFE: APART,
  INTEGRATION_152B1_30_DAYS: APART,
  REG_S_CAT3_LEGEND_AND_STOP: {
    from: 'issuer',
    how: 'PATCH /v1/offerings/{id} with L3 among compliance_facts.legend_ids and compliance_facts.refusal_term true',
  },
  OFFERING_NOT_OPEN: { from: 'issuer', how: 'POST /v1/offerings/{id}/open, once its own readiness is ready to open' },
  OFFERING_CONTACT_REQUIRED: {
    from: 'administrator',
    how: 'Agree terms with us; an administrator of Sealwright records them in the case terms_case_id; or lower maximum_raise by PATCH /v1/offerings/{id}',
  },
}
const TERMS = {
  from: 'issuer' as const,
  how: 'PATCH /v1/offerings/{id} with other terms, or PATCH /v1/issuer where a stated fact is wrong',
}

type Settled = { from: Supplier; how: string }

/** What the rules hold or refuse, with who settles it; `otherwise` where the rule itself does not say. */
export const obstaclesOf = (
  left: readonly RuleOutcome[],
  keeps_from: Step[],
  otherwise: (rule: RuleOutcome) => Settled = () => TERMS,
): Obstacle[] =>
  left
    .filter((rule) => rule.visibility !== 'officer')
    .map((rule) => ({
      code: rule.code.toLowerCase(),
      detail: rule.message ?? rule.code,
      ...(SETTLED[rule.code] ?? otherwise(rule)),
      keeps_from,
    }))
