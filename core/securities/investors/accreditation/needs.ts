import { AppError } from '#core/kernel/errors.ts'
import type { FilePaper } from '#db/schema.ts'
import { ROUTE_CODES } from '#engine/calculations/verification.ts'
import { RULES } from '#engine/rulesets.ts'
import type { FileInput } from './input.ts'

const paramsOf = (code: string) => RULES.find((rule) => rule.code === code)!.params
const BASES_OF_MINIMUM = (paramsOf(ROUTE_CODES.minimum_investment) as { bases: readonly string[] }).bases
const INSTITUTION = paramsOf('ACCREDITED_INSTITUTION') as { types: readonly string[]; plans: readonly string[] }
/** Kinds of entities that 17 CFR 230.501(a)(1), (3) and (7) name: (a)(9), by investments, is for those of other kinds. */
const NAMED_KINDS: readonly string[] = [
  ...(paramsOf('ACCREDITED_ENTITY_ASSETS') as { types: readonly string[] }).types,
  ...INSTITUTION.types,
  ...INSTITUTION.plans,
  'trust',
]

/** Which grounds a method can show; every other method can show any. */
const SHOWS: Partial<Record<FileInput['method'], readonly string[]>> = {
  income_documents: ['income'],
  net_worth_documents: ['net_worth'],
  minimum_investment: BASES_OF_MINIMUM,
}

/** Grounds that only a company can have, and those that only a natural person can. A letter changes nothing of it: it names one of these. */
const OF_ENTITIES = ['trust', 'entity_assets', 'entity_investments', 'institution', 'all_owners']
const OF_PEOPLE = ['income', 'net_worth', 'license', 'insider', 'knowledgeable_employee']

/** Refuses a ground that is not one of whom it is about, and a method that does not show it. Throws `conflicting_fields`. */
export function refuseUnfit({ basis, method, figures }: Pick<FileInput, 'basis' | 'method' | 'figures'>, entity: boolean): void {
  const wrong = (pointer: string, detail: string) =>
    new AppError('conflicting_fields', detail, { fields: [{ pointer, code: 'conflicting_fields', detail }] })
  if ((entity ? OF_PEOPLE : OF_ENTITIES).includes(basis))
    throw wrong(
      '/basis',
      entity
        ? `Only a natural person is accredited by ${basis}, and this investor is a company. Choose one of ${OF_ENTITIES.join(', ')}.`
        : `Only a company or a trust is accredited by ${basis}, and this investor is a natural person. Choose one of ${OF_PEOPLE.join(', ')}.`,
    )
  if (!entity && figures.family_role === 'office')
    throw wrong('/figures/family_role', 'A family office is a company, and this investor is a natural person: a family client at most.')
  if (basis === 'entity_investments' && figures.entity_type && NAMED_KINDS.includes(figures.entity_type))
    throw wrong(
      '/basis',
      `By its investments an entity is accredited whose kind has no test of its own (17 CFR 230.501(a)(9)), and ${figures.entity_type} has one: file it by entity_assets, trust or institution.`,
    )
  // The staff letter of 12 March 2025 speaks of family offices (17 CFR 230.501(a)(12)), and not of their clients (a)(13).
  if (method === 'minimum_investment' && figures.family_role === 'family_client')
    throw wrong('/method', 'A high minimum investment shows nothing of a client of a family office. Choose another method.')
  // The staff letter speaks of people by their income or net worth, and of no client of a family office.
  const shown = method === 'minimum_investment' && !entity ? ['income', 'net_worth'] : SHOWS[method]
  if (shown && !shown.includes(basis))
    throw wrong('/method', `${method} does not show accreditation by ${basis}. It shows ${shown.join(', ')}.`)
}

/** Documents that a method asks for; the rules name those that have to bear a year or a day. */
const OF_METHOD: Record<FileInput['method'], readonly FilePaper['shows'][]> = {
  income_documents: ['tax_form', 'income_expectation'],
  net_worth_documents: ['asset_statement', 'credit_report', 'liabilities_representation'],
  third_party_letter: ['letter'],
  grandfathered: ['holding_record', 'representation'],
  prior_verification: ['representation'],
  minimum_investment: ['representation'],
  principles_based: [],
}

/** Where facts alone are looked at, what shows each ground: one of these. */
const OF_BASIS: Readonly<Record<string, readonly FilePaper['shows'][]>> = {
  license: ['licence_record'],
  insider: ['role_record'],
  knowledgeable_employee: ['role_record'],
  institution: ['registration', 'financial_statements'],
  entity_assets: ['financial_statements'],
  entity_investments: ['financial_statements'],
  trust: ['trust_deed', 'financial_statements'],
  family_office: ['financial_statements'],
  all_owners: ['owners_record'],
}

/** Documents that count by the day they bear, each of them. */
const DATED: readonly FilePaper['shows'][] = ['representation', 'asset_statement', 'credit_report']

/** Which documents are missing, as pointers of the call. */
export function papersMissing(
  p: Pick<FileInput, 'basis' | 'method' | 'prior' | 'letter' | 'figures' | 'evidence_id'>,
  papers: readonly FilePaper[],
): string[] {
  // What another issuer vouches for stands for papers; whether that is enough a person decides.
  if (p.evidence_id) return []
  // What is of the spouse shows nothing of the investor.
  const has = (shows: FilePaper['shows'], of: FilePaper['of'] = 'investor') =>
    papers.some((paper) => paper.shows === shows && paper.of === of)
  const lacks = OF_METHOD[p.method].filter((shows) => !has(shows))
  const ground = p.method === 'principles_based' ? (OF_BASIS[p.basis] ?? []) : []
  const isUndated = (shows: FilePaper['shows']) => papers.some((paper) => paper.shows === shows && paper.dated === null)
  // Where no rule names the documents, each of them says of which day it is.
  const dated = p.method === 'principles_based' ? papers.flatMap((paper) => (paper.year === null ? paper.shows : [])) : DATED
  const undated = [...new Set(dated)].filter(
    (shows) => (p.method === 'principles_based' || OF_METHOD[p.method].includes(shows)) && isUndated(shows),
  )
  // A letter bears one day.
  const otherDay = papers.some(({ shows, dated }) => shows === 'letter' && dated !== null && p.letter && dated !== p.letter.dated)
  return [
    ...lacks.map((shows) => `/documents/${shows}`),
    ...(ground.length && !ground.some((shows) => has(shows)) ? [`/documents/${ground[0]}`] : []),
    ...(p.method === 'principles_based' && !papers.length && !ground.length ? ['/documents'] : []),
    ...(p.method === 'prior_verification' && !p.prior?.evidence_id && !has('verification_record')
      ? ['/documents/verification_record']
      : []),
    ...undated.map((shows) => `/documents/${shows}/dated`),
    ...spouseMissing(p, (shows) => has(shows, 'spouse'), papers),
    ...(p.letter && !p.letter.license_number ? ['/letter/license_number'] : []),
    ...(p.method === 'third_party_letter' && otherDay ? ['/documents/letter/dated'] : []),
  ]
}

/**
 * Of a net worth together with a spouse: both bring their papers. Whoever brings papers of a spouse says what that one owes as well (17 CFR
 * 230.501(a)(5), 230.506(c)(2)(ii)(B)).
 */
function spouseMissing(
  { method, figures }: Pick<FileInput, 'method' | 'figures'>,
  has: (shows: FilePaper['shows']) => boolean,
  papers: readonly FilePaper[],
): string[] {
  const spouse = figures.net_worth?.spouse
  if (!spouse)
    return figures.net_worth && papers.some(({ of, shows }) => of === 'spouse' && shows !== 'tax_form') ? ['/figures/net_worth/spouse'] : []
  if (method !== 'net_worth_documents') return []
  const owns = Number(spouse.assets_without_home.amount) > 0
  const asked = [...(owns ? (['asset_statement'] as const) : []), 'credit_report', 'liabilities_representation'] as const
  return asked.filter((shows) => !has(shows)).map((shows) => `/documents/${shows}/spouse`)
}

/** Methods whose word of another stands for the figures: those are judged only where they were given. */
export const STANDS_FOR_FIGURES: ReadonlySet<string> = new Set([
  'third_party_letter',
  'grandfathered',
  'prior_verification',
  'minimum_investment',
])

/** What the rules ask for, as pointers of the call that brings it. */
export const fieldOfFile = (path: string): string => {
  const plain = path.replaceAll('.', '/').replace(/^\/?investor\//, '')
  if (plain.startsWith('accreditation/')) {
    const [, fact, part] = plain.split('/')
    const papers: Record<string, string> = { income_documents: '/documents/tax_form', net_worth_documents: '/documents/asset_statement' }
    const parts: Record<string, string> = {
      expectation: '/documents/income_expectation',
      spouse_documents: '/documents/tax_form/spouse',
      credit_report: '/documents/credit_report',
      liabilities_disclosed: '/documents/liabilities_representation',
      representation: '/documents/representation',
    }
    return (part && parts[part]) ?? papers[fact!] ?? (fact === 'basis' ? '/basis' : `/${fact}${part ? `/${part}` : ''}`)
  }
  if (plain.startsWith('plan_deciders')) return '/figures/plan_deciders'
  return plain.startsWith('owners') ? '/figures/owners' : `/figures/${plain}`
}
