/**
 * Travel rule regimes: which data must go with a transfer, and from which amount. As of 2026-11-21.
 * A country without a row follows the FATF default. `full` null means every amount.
 */
import type { Comparator } from '../money.ts'

export type TravelField =
  | 'originator.name'
  | 'originator.account'
  | 'originator.address'
  | 'originator.any_identity'
  | 'originator.eu_identity'
  | 'originator.lei_if_legal'
  | 'beneficiary.name'
  | 'beneficiary.account'
  | 'originatingVASP'
  | 'beneficiaryVASP'

export type TravelRegime = {
  id: string
  name: string
  /** Amount from which the full set is due; null means every amount. */
  full: { value: string; currency: string; op: Comparator } | null
  fieldsFull: readonly TravelField[]
  fieldsBelow: readonly TravelField[]
  /** Where the full set is due the originator's name is verified: always to the enhanced level, or so only for a sender without an account. */
  verified: 'always' | 'without_account'
  selfHosted: 'collect' | 'prove_over_1000_eur' | 'prove_always' | 'risk_based' | 'record' | 'whitelist'
  cite: string
  url: string
  asOf: string
  certainty: string
}

const NAMES: readonly TravelField[] = ['originator.name', 'originator.account', 'beneficiary.name', 'beneficiary.account']
const US_FULL: readonly TravelField[] = [
  'originator.name',
  'originator.account',
  'originator.address',
  'originatingVASP',
  'beneficiaryVASP',
]
const EU_FULL: readonly TravelField[] = [
  ...NAMES,
  'originator.eu_identity',
  'originator.lei_if_legal',
  'originatingVASP',
  'beneficiaryVASP',
]
const FATF_FULL: readonly TravelField[] = [...NAMES, 'originator.any_identity', 'originatingVASP', 'beneficiaryVASP']

type Row = Omit<TravelRegime, 'asOf'>
const row = (r: Row): TravelRegime => ({ ...r, asOf: '2026-11-21' })
const fatfRow = (
  id: string,
  name: string,
  full: TravelRegime['full'],
  selfHosted: TravelRegime['selfHosted'],
  cite: string,
  url: string,
  certainty: string,
): TravelRegime => row({ id, name, full, fieldsFull: FATF_FULL, fieldsBelow: NAMES, verified: 'always', selfHosted, cite, url, certainty })

const GAFI = 'https://www.fatf-gafi.org/en/publications/Fatfrecommendations/Fatf-recommendations.html'

// biome-ignore format: one regime a line reads as the table it is
const REGIMES: readonly TravelRegime[] = [
  row({ id: 'US', name: 'United States', full: { value: '3000', currency: 'USD', op: '>=' }, fieldsFull: US_FULL, fieldsBelow: [], verified: 'always', selfHosted: 'collect', cite: '31 CFR 1010.410(e), (f); FIN-2019-G001', url: 'https://www.ecfr.gov/current/title-31/section-1010.410', certainty: 'V' }),
  row({ id: 'EU', name: 'European Union and EEA', full: null, fieldsFull: EU_FULL, fieldsBelow: EU_FULL, verified: 'without_account', selfHosted: 'prove_over_1000_eur', cite: 'Regulation (EU) 2023/1113 art 14, 16; EBA GL/2024/11', url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj', certainty: 'V/K' }),
  fatfRow('GB', 'United Kingdom', { value: '1000', currency: 'EUR', op: '>=' }, 'risk_based', 'MLR 2017 Part 7A', 'https://www.legislation.gov.uk/uksi/2017/692/part/7A', 'K'),
  fatfRow('CH', 'Switzerland', null, 'prove_always', 'AMLO-FINMA art 10; FINMA Guidance 02/2019', 'https://www.fedlex.admin.ch/eli/cc/2015/390/en', 'V/R'),
  fatfRow('SG', 'Singapore', { value: '1500', currency: 'SGD', op: '>' }, 'risk_based', 'MAS Notice PSN02', 'https://www.mas.gov.sg/regulation/notices/psn02-aml-cft-notice---digital-payment-token-service', 'V'),
  fatfRow('JP', 'Japan', null, 'record', 'Act on Prevention of Transfer of Criminal Proceeds art 10-3', 'https://www.japaneselawtranslation.go.jp/en/laws/view/3963', 'R'),
  fatfRow('HK', 'Hong Kong', { value: '8000', currency: 'HKD', op: '>=' }, 'prove_always', 'AMLO Schedule 2 section 13A', 'https://www.elegislation.gov.hk/hk/cap615', 'V'),
  fatfRow('KR', 'South Korea', { value: '1000000', currency: 'KRW', op: '>=' }, 'whitelist', 'Act on Reporting and Using Specified Financial Transaction Information', 'https://elaw.klri.re.kr/eng_service/lawView.do?hseq=57418&lang=ENG', 'V/R'),
  fatfRow('CA', 'Canada', null, 'collect', 'PCMLTF Regulations s.124.1', 'https://laws-lois.justice.gc.ca/eng/regulations/SOR-2002-184/', 'R'),
  fatfRow('AE', 'United Arab Emirates', { value: '3500', currency: 'AED', op: '>=' }, 'risk_based', 'VARA Compliance and Risk Management Rulebook; CBUAE', 'https://rulebooks.vara.ae/', 'V'),
  fatfRow('AU', 'Australia', null, 'prove_always', 'AML/CTF Rules 2025 (from 2026-03-31)', 'https://www.austrac.gov.au/amlctf-reform', 'V'),
  ...['BR', 'ZA', 'TR', 'PH', 'IN'].map((id) => fatfRow(id, `${id} (every amount until counsel fixes the row)`, null, 'collect', 'local law, row open for counsel', GAFI, 'R')),
  fatfRow('FATF', 'FATF default', { value: '1000', currency: 'USD_OR_EUR', op: '>=' }, 'collect', 'FATF Recommendations 15 and 16', GAFI, 'K'),
]

export const TRAVEL_RULE_REGIMES: ReadonlyMap<string, TravelRegime> = new Map(REGIMES.map((r) => [r.id, r]))
