import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { CredentialShown as Presented } from '#credentials/presented/shown.ts'
import type { Shown } from '../evidence/record.ts'
import type { SessionRow } from '../sessions/present.ts'
import type { CredentialAsked } from './query.ts'

type Age = 18 | 21

/** The age that a session is about; null where it is about something else. */
export const ageAsked = ({ claims }: Pick<SessionRow, 'claims'>): Age | null =>
  claims?.includes('age_over_21') ? 21 : claims?.includes('age_over_18') ? 18 : null

/** A credential that says an age alone, and where it says it. */
type AgeAsked = Omit<CredentialAsked, 'paths'> & { path: (age: Age) => readonly string[] }

const element = (space: string) => (age: Age) => [space, `age_over_${age}`]

/** Any one of them: personal identification data in both forms, a mobile driving licence, and the proof of age of the European Union. */
const ASKED: readonly AgeAsked[] = [
  {
    ...{ id: 'pid_sd_jwt', format: 'dc+sd-jwt', type: 'urn:eudi:pid:1', kind: 'pid' },
    path: (age) => ['age_equal_or_over', String(age)],
  },
  { id: 'pid_mdoc', format: 'mso_mdoc', type: 'eu.europa.ec.eudi.pid.1', kind: 'iaca', path: element('eu.europa.ec.eudi.pid.1') },
  { id: 'mdl', format: 'mso_mdoc', type: 'org.iso.18013.5.1.mDL', kind: 'iaca', path: element('org.iso.18013.5.1') },
  { id: 'age_mdoc', format: 'mso_mdoc', type: 'eu.europa.ec.av.1', kind: 'iaca', path: element('eu.europa.ec.av.1') },
]

/** The query (DCQL, OpenID4VP 1.0, section 6) for an age and nothing else: no name, no birth date, no number. */
export const ageQuery = (age: Age) => ({
  credentials: ASKED.map(({ id, format, type, path }) => ({
    id,
    format,
    meta: format === 'mso_mdoc' ? { doctype_value: type } : { vct_values: [type] },
    claims: [{ id: 'age', path: path(age), ...(format === 'mso_mdoc' && { intent_to_retain: false }) }],
  })),
  credential_sets: [{ options: ASKED.map(({ id }) => [id]), required: true }],
})

/** What was asked for an age under an id of the query. Throws `credential_invalid`. */
export function ageAskedAs(id: string): AgeAsked {
  const asked = ASKED.find((one) => one.id === id)
  if (!asked) throw new PresentationRefused('credential_invalid', 'The wallet answered with something that was not asked for.')
  return asked
}

/** What a presented credential says of an age: whatever else it shows is not read. Throws `credential_invalid`, `claim_missing`. */
export function readAge(asked: AgeAsked, presented: Presented, age: Age): { read: Shown; covers: string[] } {
  if (presented.type !== asked.type)
    throw new PresentationRefused('credential_invalid', 'The wallet presented a credential of another type than was asked for.')
  const said = asked.path(age).reduce<unknown>(within, presented.claims)
  const around = asked.path(age).slice(0, -1).reduce<unknown>(within, presented.claims)
  if (!(said === true || (said === undefined && asked.format === 'mso_mdoc' && impliesAge(around, age))))
    throw new PresentationRefused(
      'claim_missing',
      `The credential does not show that its holder is ${age} or older. Present one that does, and share it.`,
    )
  // Whoever is 21 is 18.
  const covers = age === 21 ? ['over_18', 'over_21'] : ['over_18']
  return { read: Object.fromEntries(covers.map((name) => [name, true])), covers }
}

/**
 * Whether elements of a mobile document say so in another way: a wallet without the age that was asked for answers with the nearest one
 * (ISO/IEC 18013-5, 7.2.5), and some with the years. Ages that contradict each other say nothing.
 */
function impliesAge(elements: unknown, age: Age): boolean {
  if (typeof elements !== 'object' || elements === null) return false
  const over = Object.entries(elements).flatMap(([name, value]) => {
    const years = Number(/^age_over_(\d{2})$/.exec(name)?.[1])
    return Number.isNaN(years) ? [] : [{ years, yes: value === true, no: value === false }]
  })
  const years = within(elements, 'age_in_years')
  if (over.some(({ years: one, no }) => no && one <= age) || (years !== undefined && !(Number.isInteger(years) && Number(years) >= age)))
    return false
  return years !== undefined || over.some(({ years: one, yes }) => yes && one >= age)
}

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
