import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { CredentialShown as Presented } from '#credentials/presented/shown.ts'
import type { Shown } from '../evidence/record.ts'

const MDL = 'org.iso.18013.5.1.mDL'
const MDL_SPACE = 'org.iso.18013.5.1'
const PID = 'eu.europa.ec.eudi.pid.1'
const PID_VCT = 'urn:eudi:pid:1'

type Field = 'given_name' | 'family_name' | 'birth_date' | 'nationality' | 'country' | 'issuing_country' | 'document_number' | 'expires'
/** Fields of ours, and where each stands in a credential. */
type Paths = Record<Field, readonly string[]>

/** A credential that is asked for. */
export interface CredentialAsked {
  id: string
  format: Presented['format']
  type: string
  kind: 'iaca' | 'pid'
  paths: Paths
}

const elements = (space: string): Paths => ({
  given_name: [space, 'given_name'],
  family_name: [space, 'family_name'],
  birth_date: [space, 'birth_date'],
  nationality: [space, 'nationality'],
  country: [space, 'resident_country'],
  issuing_country: [space, 'issuing_country'],
  document_number: [space, 'document_number'],
  expires: [space, 'expiry_date'],
})

/** What is asked for, any one of them: personal identification data of the European wallet in both forms, and a mobile driving licence. */
const ASKED: readonly CredentialAsked[] = [
  {
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    type: PID_VCT,
    kind: 'pid',
    paths: {
      given_name: ['given_name'],
      family_name: ['family_name'],
      birth_date: ['birthdate'],
      nationality: ['nationalities'],
      country: ['address', 'country'],
      issuing_country: ['issuing_country'],
      document_number: ['document_number'],
      expires: ['date_of_expiry'],
    },
  },
  { id: 'pid_mdoc', format: 'mso_mdoc', type: PID, kind: 'iaca', paths: elements(PID) },
  { id: 'mdl', format: 'mso_mdoc', type: MDL, kind: 'iaca', paths: elements(MDL_SPACE) },
]

const NEEDED = ['given_name', 'family_name', 'birth_date'] as const

/** The query (DCQL, OpenID4VP 1.0, section 6): everything where the wallet has it, at least the name and the birth date. */
export const dcqlQuery = () => ({
  credentials: ASKED.map(({ id, format, type, paths }) => ({
    id,
    format,
    meta: format === 'mso_mdoc' ? { doctype_value: type } : { vct_values: [type] },
    claims: Object.entries(paths).map(([name, path]) => ({
      id: name,
      path,
      ...(format === 'mso_mdoc' && { intent_to_retain: true }),
    })),
    claim_sets: [Object.keys(paths), [...NEEDED]],
  })),
  credential_sets: [{ options: ASKED.map(({ id }) => [id]), required: true }],
})

/** What was asked for under an id of the query. Throws `credential_invalid`. */
export function askedAs(id: string): CredentialAsked {
  const asked = ASKED.find((one) => one.id === id)
  if (!asked) throw new PresentationRefused('credential_invalid', 'The wallet answered with something that was not asked for.')
  return asked
}

/** What a presented credential says in our words, and which facts it establishes. Throws `credential_invalid`, `claim_missing`. */
export function readClaims(asked: CredentialAsked, presented: Presented): { read: Shown; covers: string[]; expiresOn: string | null } {
  if (presented.type !== asked.type)
    throw new PresentationRefused('credential_invalid', 'The wallet presented a credential of another type than was asked for.')
  const at = (name: Field): unknown => asked.paths[name].reduce<unknown>(within, presented.claims)
  const missing = NEEDED.filter((name) => !textOf(at(name)))
  const born = dayOf(at('birth_date'))
  if (missing.length || !born) {
    const names = missing.length ? missing.map((name) => name.replace('_', ' ')).join(', ') : 'birth date'
    throw new PresentationRefused('claim_missing', `The credential does not show: ${names}. Present it again and share what is asked for.`)
  }
  const expiresOn = dayOf(at('expires'))
  const found: Record<string, string | null> = {
    nationality: countryOf(at('nationality')),
    country: countryOf(at('country')),
    issuing_country: countryOf(at('issuing_country')),
    document_number: textOf(at('document_number')),
    document_expires_on: expiresOn,
  }
  const further = Object.entries(found).filter((one): one is [string, string] => one[1] !== null)
  const read = {
    full_name: `${textOf(at('given_name'))} ${textOf(at('family_name'))}`,
    date_of_birth: born,
    ...Object.fromEntries(further),
  }
  return { read, covers: Object.keys(read), expiresOn }
}

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() && value.length <= 300 ? value.trim() : null)

/** A day, of a day or a time. Null where it is none. */
function dayOf(value: unknown): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(String(value))?.[1]
  return day && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : null
}

/** A country, of a word or of the first of a list. Null where it is no two letters. */
function countryOf(value: unknown): string | null {
  const word: unknown = Array.isArray(value) ? value[0] : value
  return typeof word === 'string' && /^[A-Z]{2}$/.test(word) ? word : null
}
