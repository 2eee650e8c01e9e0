import { compareNames } from '#screening/compare.ts'
import { bareNumber } from '../evidence/document-number.ts'
import type { DocumentSaid } from './data.ts'
import type { MrzRead } from './mrz.ts'

/** One fact as it was told, as it was typed from the document, and as the machine-readable zone has it. */
export interface ComparedField {
  field: 'full_name' | 'date_of_birth' | 'number' | 'issuing_country' | 'nationality' | 'expires_on'
  told: string | null
  typed: string | null
  zone: string | null
  /** `near`: names that are alike and not the same. `one`: only one of the three says it, so nothing was compared. */
  result: 'same' | 'near' | 'differs' | 'one'
}

interface Told {
  full_name?: string | null
  date_of_birth?: string | null
  nationality?: string | null
}

/** Below this two names are not of one person: the figure of `CIP_DATA_CONFLICT`. */
const ALIKE = 0.9

/** What was told, typed and read of one person, field by field. Nothing that differs is left out. */
export function differencesOf(told: Told, typed: DocumentSaid | null, zone: MrzRead | null): ComparedField[] {
  const row = (field: ComparedField['field'], values: Pick<ComparedField, 'told' | 'typed' | 'zone'>): ComparedField => ({
    field,
    ...values,
    result: resultOf(field, [values.told, values.typed, values.zone]),
  })
  return [
    row('full_name', { told: told.full_name || null, typed: typed?.full_name ?? null, zone: zone?.full_name ?? null }),
    row('date_of_birth', { told: told.date_of_birth ?? null, typed: typed?.date_of_birth ?? null, zone: zone?.date_of_birth ?? null }),
    row('number', { told: null, typed: typed?.number ?? null, zone: zone?.number ?? null }),
    row('issuing_country', { told: null, typed: typed?.issuing_country ?? null, zone: zone?.issuing_country ?? null }),
    row('nationality', { told: told.nationality ?? null, typed: typed?.nationality ?? null, zone: zone?.nationality ?? null }),
    row('expires_on', { told: null, typed: typed?.expires_on ?? null, zone: zone?.expires_on ?? null }),
  ]
}

/** Whether a person has to say that it is the same one all the same. */
export const anyDiffers = (fields: readonly ComparedField[]): boolean => fields.some(({ result }) => result === 'differs')

function resultOf(field: ComparedField['field'], values: (string | null)[]): ComparedField['result'] {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return 'one'
  const pairs = known.flatMap((a, i) => known.slice(i + 1).map((b) => [a, b] as const))
  if (field !== 'full_name') return pairs.every(([a, b]) => bare(field, a) === bare(field, b)) ? 'same' : 'differs'
  const worst = Math.min(...pairs.map(([a, b]) => compareNames(a, b, 'person')))
  return worst === 1 ? 'same' : worst >= ALIKE ? 'near' : 'differs'
}

/** A number is printed with spaces and hyphens that the zone leaves out. */
const bare = (field: ComparedField['field'], value: string) => (field === 'number' ? bareNumber(value) : value)
