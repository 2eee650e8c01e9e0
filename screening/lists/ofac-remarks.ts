import { listedWallet } from '../addresses.ts'
import type { ListedEntity } from '../entity.ts'
import { addDate, addIdentifier, addName, addOnce, addWallet, genderOf } from './build.ts'
import { countryCode, countryOfPlace } from './countries.ts'
import { readDate } from './dates.ts'

/** What an identifier clause starts with, longest first within a kind, and the kind it is filed under. */
const IDENTIFIERS: [RegExp, string][] = [
  [/^Vessel Registration Identification (?:IMO )?(?=\d)/, 'imo'],
  [/^(?:Identification Number )?IMO (?=\d{7})/, 'imo'],
  [/^MMSI /, 'mmsi'],
  [/^(?:Diplomatic |Stateless Person |British National Overseas |Service )?Passport /, 'passport'],
  [
    /^(?:SSN|National ID No\.|Cedula No\.|C\.U\.R\.P\.(?: #)?|D\.N\.I\.|Personal ID Card|Kenyan ID No\.|C\.U\.I\.|I\.F\.E\.) /,
    'national_id',
  ],
  [
    /^(?:Identification Number|National Foreign ID Number|Numero de Identidad|Residency Number|Turkish Identification Number|LE Number) /,
    'national_id',
  ],
  [
    /^(?:Electoral Registry No\.|Credencial electoral|Cartilla de Servicio Militar Nacional|Public Security and Immigration No\.) /,
    'national_id',
  ],
  [
    /^(?:Tax ID No\.|NIT #|R\.F\.C\.|RFC|RUC #|RIF #|C\.U\.I\.T\.|Italian Fiscal Code|US FEIN|V\.A\.T\. Number|Fiscal Code|UK Tax No\.) /,
    'tax_id',
  ],
  [
    /^(?:Registration ID|Registration Number|Company Number|UK Company Number|Business Registration (?:Number|Document #)) /,
    'registration',
  ],
  [
    /^(?:Commercial Registry Number|Enterprise Number|Chamber of Commerce Number|Business Number|C\.R\. No\.|Public Registration Number) /,
    'registration',
  ],
  [/^(?:Trade License No\.|Folio Mercantil No\.|Matricula Mercantil No\.?|Economic Register Number \(CBLS\)|License) /, 'registration'],
  [
    /^(?:Unified Social Credit Code \(USCC\)|Government Gazette Number|Certificate of Incorporation Number|Central Registration System Number) /,
    'registration',
  ],
  [/^Legal Entity Number /, 'lei'],
  [/^D-U-N-S Number /, 'duns'],
  [/^SWIFT\/BIC /, 'swift'],
  [/^BIK \(RU\) /, 'bik'],
  [/^ISIN /, 'isin'],
  [/^Driver's License No\. /, 'driving_licence'],
  [/^(?:Travel Document Number|Refugee ID Card|Birth Certificate Number|Interpol: Red Notice\. File No\.) /, 'other'],
  [/^Aircraft (?:Construction Number|Manufacturer's Serial Number)(?: \([^)]*\))? /, 'aircraft_serial'],
  [/^Aircraft Tail Number /, 'aircraft_tail'],
  [/^Aircraft Mode S Transponder Code /, 'aircraft_transponder'],
  [/^(?:Phone|Telephone|Fax)(?: Number| No\.)? /, 'phone'],
  [/^Email Address |^Email:/, 'email'],
  [/^Website /, 'website'],
]

const WALLET = /^Digital Currency Address - (\S+) (\S+?)[.,]?$/

type ClauseReader = (entity: ListedEntity, value: string) => void

/** The clauses that are not identifiers: what each begins with and where its value goes. */
const CLAUSES: [RegExp, ClauseReader][] = [
  [/^DOB:? /, (entity, value) => addDate(entity, readDate(value))],
  [/^POB:? /, addBirthPlace],
  [/^(?:nationality|citizen) /, addNationality],
  [/^Gender /, (entity, value) => setGender(entity, value)],
  [
    /^(?:Former Vessel Flag|Other Vessel Flag|Vessel Flag|Nationality of Registration) /,
    (entity, value) => addOnce(entity.countries, countryCode(value)),
  ],
]

/** Files one clause of an OFAC remark under the entity's fields. A clause of no known kind stays in the remark text alone. */
export function readClause(entity: ListedEntity, raw: string): void {
  const clause = raw.replace(/^alt\. /i, '').trim()
  const wallet = WALLET.exec(clause)
  if (wallet) {
    addWallet(entity, listedWallet({ ticker: wallet[1]!, address: wallet[2]! }))
    return
  }
  const alias = /^([afn]\.k\.a\.),? '(.*?)'?[.,]?$/.exec(clause)
  if (alias) {
    addWeakAlias(entity, alias[1]!, alias[2]!)
    return
  }
  for (const [prefix, read] of CLAUSES) {
    if (prefix.test(clause)) {
      read(entity, valueAfter(prefix, clause))
      return
    }
  }
  const identifier = IDENTIFIERS.find(([prefix]) => prefix.test(clause))
  if (identifier) addIdentifierClause(entity, identifier[1], valueAfter(identifier[0], clause))
}

function valueAfter(prefix: RegExp, clause: string): string {
  return clause.replace(prefix, '').replace(/\.$/, '').trim()
}

function addBirthPlace(entity: ListedEntity, place: string): void {
  addOnce(entity.places_of_birth, place)
  addOnce(entity.countries, countryOfPlace(place))
}

function addNationality(entity: ListedEntity, name: string): void {
  const code = countryCode(name)
  addOnce(entity.nationalities, code)
  addOnce(entity.countries, code)
}

function setGender(entity: ListedEntity, value: string): void {
  entity.gender = genderOf(value) ?? entity.gender
}

function addWeakAlias(entity: ListedEntity, mark: string, full: string): void {
  const kind = mark === 'f.k.a.' ? 'fka' : mark === 'n.k.a.' ? 'nka' : 'aka'
  addName(entity, { ...naturalName(entity.type === 'person', full), strength: 'weak', kind })
}

function addIdentifierClause(entity: ListedEntity, type: string, text: string): void {
  const withoutDates = text.replace(/\s+(?:issued|expires)\b.*$/i, '')
  const m = /^(.*?)\s*\(([^()]*)\)$/.exec(withoutDates)
  const country = m ? countryCode(m[2]!) : null
  addIdentifier(entity, { type, value: m && country ? m[1]! : withoutDates, country })
}

/** `SURNAME, Given Middle` of a person in reading order, with the parts kept. Other names stay as published. */
export function naturalName(person: boolean, published: string): { full: string; parts?: Record<string, string> } {
  const comma = person ? published.indexOf(', ') : -1
  if (comma < 1) return { full: published }
  const family = published.slice(0, comma)
  const given = published.slice(comma + 2)
  return { full: `${given} ${family}`, parts: { family, given } }
}

/**
 * Reads a whole remark. `cut` means the text was cut off at the column's width and its continuation is missing: the last clause is
 * then incomplete (half an address would be somebody else's) and is left unread.
 */
export function readRemarks({ entity, text, cut }: { entity: ListedEntity; text: string; cut: boolean }): void {
  // The last clause may end in a semicolon too.
  const clauses = text.split(/;(?:\s+|$)/)
  if (cut) clauses.pop()
  for (const clause of clauses) readClause(entity, clause)
  const imo = entity.identifiers.find((i) => i.type === 'imo')
  const mmsi = entity.identifiers.find((i) => i.type === 'mmsi')
  if (entity.type === 'vessel' && (imo || mmsi)) {
    entity.vessel = { ...entity.vessel, ...(imo && { imo: imo.value }), ...(mmsi && { mmsi: mmsi.value }) }
  }
}
