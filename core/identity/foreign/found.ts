import { isCountry } from '#core/kernel/countries.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Shown } from '../evidence/record.ts'
import type { Mapping } from '../trust/claims.ts'
import type { TrustedIssuerRow } from '../trust/trusted.ts'

/** What an issuer says of somebody, as it was presented. */
export interface ForeignWord {
  issuer: TrustedIssuerRow
  read: Shown
  covers: string[]
  /** What was shown, to be known again. */
  shown: string
  /** When it runs out by itself, ms. */
  until: number | null
  proof: Record<string, unknown>
}

/** One thing that was read, and what it counts as. */
export interface Spoken {
  mapping: Mapping
  /** Its fields by name; of a credential by their path. */
  values: Record<string, unknown>
}

const TRUTHS = ['verified', 'over_18', 'over_21'] as const

/**
 * The facts that words of an issuer establish, and no more: a field that says false, or nothing that can be read as its fact, establishes
 * nothing. Throws `credential_says_too_little` where they leave open who it is, and `credential_invalid` where they contradict each other.
 */
export function establishedBy(words: readonly Spoken[]): { read: Shown; covers: string[] } {
  const read: Record<string, string | true> = {}
  const covers = new Set<string>()
  for (const { mapping, values } of words) {
    for (const fact of mapping.says ?? []) covers.add(fact)
    for (const [field, fact] of Object.entries(mapping.fields ?? {})) {
      const value = factValue(fact, values[field])
      if (value === null) continue
      if (read[fact] !== undefined && read[fact] !== value)
        throw new AppError('credential_invalid', `What was presented contradicts itself: it gives two values for ${fact}.`)
      read[fact] = value
      covers.add(fact)
    }
  }
  const { given_name, family_name, ...rest } = read as Shown
  if (given_name && family_name && !rest.full_name) rest.full_name = `${given_name} ${family_name}`
  for (const part of ['given_name', 'family_name']) covers.delete(part)
  if (rest.full_name) covers.add('full_name')
  if (!covers.has('verified') && !(rest.full_name && rest.date_of_birth))
    throw new AppError(
      'credential_says_too_little',
      'What was presented does not say who somebody is, nor that its issuer found out. Present it together with the one that does.',
    )
  return { read: rest, covers: [...covers].sort() }
}

/** A value as its fact has it, or null where it says nothing of it. */
function factValue(fact: string, value: unknown): string | true | null {
  if ((TRUTHS as readonly string[]).includes(fact)) return value === true ? true : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (fact === 'country' || fact === 'nationality')
    return /^[A-Za-z]{2}$/.test(text) && isCountry(text.toUpperCase()) ? text.toUpperCase() : null
  if (fact === 'date_of_birth') return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  return text === '' || text.length > 200 ? null : text
}

/** The level it proves: as much as the issuer is trusted for, and more than basic only where it names a person. */
export const levelProven = ({ issuer, read }: Pick<ForeignWord, 'issuer' | 'read'>): 'basic' | 'enhanced' =>
  read.full_name && read.date_of_birth ? issuer.level : 'basic'
