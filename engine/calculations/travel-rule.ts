/** Which travel-rule regimes bind a transfer, which fields they need, and which of those are missing. */
import { meets, micro } from '../money.ts'
import { EU_EEA } from '../tables/country-risk.ts'
import { TRAVEL_RULE_REGIMES, type TravelField, type TravelRegime } from '../tables/travel-rule.ts'
import { isObject, type JsonObject, list, personsOf, present, type Side, text } from './ivms.ts'

/** The regime of a country: its own row, the EU's for EU and EEA members, else the FATF default. */
export function regimeOf(country: string): TravelRegime {
  const id = EU_EEA.has(country) ? 'EU' : TRAVEL_RULE_REGIMES.has(country) ? country : 'FATF'
  return TRAVEL_RULE_REGIMES.get(id) as TravelRegime
}

/** Regimes of the originator's VASP seat, the beneficiary's VASP seat and the tenant's licences, once each, by id. */
export function selectRegimes(seats: readonly string[]): TravelRegime[] {
  const byId = new Map(seats.map(regimeOf).map((r) => [r.id, r]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Amounts of one transfer by currency in micro-units. */
export type Amounts = Readonly<Record<string, bigint>>

/** Whether the full set is due under a regime; null when the amount in its currency is not known. */
export function fullSetDue(regime: TravelRegime, amounts: Amounts): boolean | null {
  if (regime.full === null) return true
  const limit = micro(regime.full.value)
  if (regime.full.currency !== 'USD_OR_EUR') {
    const amount = amounts[regime.full.currency]
    return amount === undefined ? null : meets(amount, regime.full.op, limit)
  }
  // Either currency may carry the limit, so the one that reaches it first decides.
  const known = [amounts.USD, amounts.EUR].filter((a) => a !== undefined)
  return known.length === 0 ? null : known.some((a) => a >= limit)
}

/** The union of the fields due under all regimes, or the currencies still needed to know. */
export function requiredFields(
  regimes: readonly TravelRegime[],
  amounts: Amounts,
): { fields: TravelField[]; full: boolean; needCurrency: string[] } {
  const fields = new Set<TravelField>()
  const needCurrency: string[] = []
  let full = false
  for (const regime of regimes) {
    const due = fullSetDue(regime, amounts)
    if (due === null) needCurrency.push(regime.full?.currency === 'USD_OR_EUR' ? 'USD' : (regime.full?.currency ?? 'USD'))
    else for (const f of due ? regime.fieldsFull : regime.fieldsBelow) fields.add(f)
    full ||= due === true
  }
  return { fields: [...fields].sort(), full, needCurrency: [...new Set(needCurrency)].sort() }
}

function persons(message: JsonObject, side: Side): { one: JsonObject; legal: boolean; pointer: string }[] {
  return personsOf(message, side).map(({ person, pointer }) => {
    const natural = isObject(person.naturalPerson) ? person.naturalPerson : null
    const legal = isObject(person.legalPerson) ? person.legalPerson : null
    return {
      one: natural ?? legal ?? {},
      legal: !natural && !!legal,
      pointer: `${pointer}/${!natural && legal ? 'legalPerson' : 'naturalPerson'}`,
    }
  })
}

function hasName(one: JsonObject, legal: boolean): boolean {
  const name = isObject(one.name) ? one.name : {}
  return list(name.nameIdentifier).some((n) => isObject(n) && text(legal ? n.legalPersonName : n.primaryIdentifier) !== '')
}

function hasAddress(one: JsonObject): boolean {
  return list(one.geographicAddress).some(
    (a) => isObject(a) && text(a.country) !== '' && (text(a.streetName) !== '' || present(a.addressLine) || text(a.townName) !== ''),
  )
}

/** Address with country, document number and customer number together, or date and place of birth. Regulation (EU) 2023/1113 art 14(1). */
function hasEuIdentity(one: JsonObject): boolean {
  const birth = isObject(one.dateAndPlaceOfBirth) ? one.dateAndPlaceOfBirth : {}
  if (text(birth.dateOfBirth) !== '' && text(birth.placeOfBirth) !== '') return true
  const id = isObject(one.nationalIdentification) ? one.nationalIdentification : {}
  return hasAddress(one) && text(id.nationalIdentifier) !== '' && present(one.customerIdentification)
}

function hasAnyIdentity(one: JsonObject): boolean {
  return hasAddress(one) || present(one.nationalIdentification) || present(one.customerIdentification) || present(one.dateAndPlaceOfBirth)
}

function hasLei(one: JsonObject): boolean {
  const id = isObject(one.nationalIdentification) ? one.nationalIdentification : {}
  return text(id.nationalIdentifierType) === 'LEIX' && text(id.nationalIdentifier) !== ''
}

function missingOnSide(message: JsonObject, side: Side, suffix: string, test: (one: JsonObject, legal: boolean) => boolean): string[] {
  const found = persons(message, side)
  const key = side === 'originator' ? 'originatorPersons' : 'beneficiaryPersons'
  if (found.length === 0) return [`/${side}/${key}/0/naturalPerson/${suffix}`]
  return found.filter((p) => !test(p.one, p.legal)).map((p) => `${p.pointer}/${suffix}`)
}

function accountMissing(message: JsonObject, side: Side): string[] {
  const holder = message[side]
  return isObject(holder) && present(holder.accountNumber) ? [] : [`/${side}/accountNumber`]
}

const CHECKS: Record<TravelField, (message: JsonObject, leiKnown: boolean) => string[]> = {
  'originator.name': (m) => missingOnSide(m, 'originator', 'name', hasName),
  'originator.account': (m) => accountMissing(m, 'originator'),
  'originator.address': (m) => missingOnSide(m, 'originator', 'geographicAddress', hasAddress),
  'originator.any_identity': (m) => missingOnSide(m, 'originator', 'geographicAddress', hasAnyIdentity),
  'originator.eu_identity': (m) =>
    missingOnSide(m, 'originator', 'dateAndPlaceOfBirth', (one, legal) => (legal ? hasAddress(one) || hasLei(one) : hasEuIdentity(one))),
  'originator.lei_if_legal': (m, leiKnown) =>
    leiKnown ? missingOnSide(m, 'originator', 'nationalIdentification', (one, legal) => !legal || hasLei(one)) : [],
  'beneficiary.name': (m) => missingOnSide(m, 'beneficiary', 'name', hasName),
  'beneficiary.account': (m) => accountMissing(m, 'beneficiary'),
  originatingVASP: (m) => (present(m.originatingVASP) ? [] : ['/originatingVASP']),
  beneficiaryVASP: (m) => (present(m.beneficiaryVASP) ? [] : ['/beneficiaryVASP']),
}

/**
 * JSON pointers of required fields that are absent or blank in a normalised message.
 * A side without a VASP (`selfHosted`) needs no VASP entry of its own. `leiKnown` says an LEI of a legal originator is available.
 */
export function missingFields(
  message: JsonObject,
  fields: readonly TravelField[],
  options: { selfHostedSide?: Side | null; leiKnown?: boolean } = {},
): string[] {
  const skip =
    options.selfHostedSide === 'originator' ? 'originatingVASP' : options.selfHostedSide === 'beneficiary' ? 'beneficiaryVASP' : null
  const missing = fields.filter((f) => f !== skip).flatMap((f) => CHECKS[f](message, options.leiKnown ?? false))
  return [...new Set(missing)].sort()
}
