/**
 * Reading IVMS101 travel-rule messages: older spellings are accepted and made one, then the structure is checked.
 * Source: interVASP IVMS101 and IVMS101.2023.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }
export type IvmsProblem = { pointer: string; code: string }

const RENAMED: Readonly<Record<string, string>> = { customerNumber: 'customerIdentification' }
const LIST_KEYS = new Set([
  'nameIdentifier',
  'geographicAddress',
  'accountNumber',
  'originatorPersons',
  'beneficiaryPersons',
  'addressLine',
  'localNameIdentifier',
])
const NATURAL_NAMES = new Set(['ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC'])
const LEGAL_NAMES = new Set(['LEGL', 'SHRT', 'TRAD'])

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function camel(key: string): string {
  // All-capital codes (ALIA) are values, never keys; a leading capital is the older spelling of a key.
  const lowered = key.replace(/^[A-Z]/, (c) => c.toLowerCase())
  return RENAMED[lowered] ?? lowered
}

/** One spelling: camelCase keys, `customerIdentification`, lists where the schema has lists, `name` as one object. */
export function normaliseIvms(value: Json): Json {
  if (Array.isArray(value)) return value.map(normaliseIvms)
  if (!isObject(value)) return value
  const out: JsonObject = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = camel(key)
    let next = normaliseIvms(inner)
    if (name === 'name' && Array.isArray(next)) next = next[0] ?? null
    if (LIST_KEYS.has(name) && next !== null && !Array.isArray(next)) next = [next]
    out[name] = next
  }
  return out
}

const SIDES = [
  ['originator', 'originatorPersons'],
  ['beneficiary', 'beneficiaryPersons'],
] as const
export type Side = (typeof SIDES)[number][0]

/** The persons of a side of a normalised message, with the pointer of each. */
export function personsOf(message: JsonObject, side: Side): { person: JsonObject; pointer: string }[] {
  const holder = message[side]
  const key = side === 'originator' ? 'originatorPersons' : 'beneficiaryPersons'
  const list = isObject(holder) ? holder[key] : undefined
  if (!Array.isArray(list)) return []
  return list.flatMap((person, i) => (isObject(person) ? [{ person, pointer: `/${side}/${key}/${i}` }] : []))
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

function nameProblems(person: JsonObject, legal: boolean, pointer: string): IvmsProblem[] {
  const name = isObject(person.name) ? person.name : {}
  const types = list(name.nameIdentifier).map((n) =>
    isObject(n) ? text(legal ? n.legalPersonNameIdentifierType : n.naturalPersonNameIdentifierType) || text(n.nameIdentifierType) : '',
  )
  const allowed = legal ? LEGAL_NAMES : NATURAL_NAMES
  const problems: IvmsProblem[] = []
  if (types.some((t) => t !== '' && !allowed.has(t)))
    problems.push({ pointer: `${pointer}/name/nameIdentifier`, code: 'name_type_unknown' })
  if (!types.includes('LEGL')) problems.push({ pointer: `${pointer}/name/nameIdentifier`, code: 'legal_name_required' })
  return problems
}

function idProblems(person: JsonObject, pointer: string): IvmsProblem[] {
  const id = person.nationalIdentification
  if (!isObject(id)) return []
  const lei = text(id.nationalIdentifierType) === 'LEIX'
  return lei && text(id.registrationAuthority) !== ''
    ? [{ pointer: `${pointer}/nationalIdentification/registrationAuthority`, code: 'not_with_lei' }]
    : []
}

function birthProblems(person: JsonObject, pointer: string, today: string): IvmsProblem[] {
  const birth = person.dateAndPlaceOfBirth
  const date = isObject(birth) ? text(birth.dateOfBirth) : ''
  return date !== '' && date >= today ? [{ pointer: `${pointer}/dateAndPlaceOfBirth/dateOfBirth`, code: 'not_past' }] : []
}

function present(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(present)
  if (isObject(value)) return Object.values(value).some(present)
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined
}

const IDENTITY_KEYS = ['geographicAddress', 'customerIdentification', 'nationalIdentification', 'dateAndPlaceOfBirth'] as const

function identityProblems(person: JsonObject, legal: boolean, pointer: string): IvmsProblem[] {
  const keys = IDENTITY_KEYS.filter((k) => !(legal && k === 'dateAndPlaceOfBirth'))
  return keys.some((k) => present(person[k])) ? [] : [{ pointer, code: 'identity_required' }]
}

/** Structural faults of a normalised message on a day; empty when well formed. The API answers them with 422 `ivms101_invalid`. */
export function ivmsProblems(message: JsonObject, today: string): IvmsProblem[] {
  const problems: IvmsProblem[] = []
  for (const [side] of SIDES) {
    for (const { person, pointer } of personsOf(message, side)) {
      const natural = isObject(person.naturalPerson) ? person.naturalPerson : null
      const legal = isObject(person.legalPerson) ? person.legalPerson : null
      const one = natural ?? legal
      if (!one || (natural && legal)) {
        problems.push({ pointer, code: 'one_person_kind' })
        continue
      }
      const inner = `${pointer}/${natural ? 'naturalPerson' : 'legalPerson'}`
      problems.push(...nameProblems(one, one === legal, inner), ...idProblems(one, inner), ...birthProblems(one, inner, today))
      if (side === 'originator') problems.push(...identityProblems(one, one === legal, inner))
    }
  }
  return problems
}

export { list, present, text }
