/** Facts of a wallet that wants to use a protocol. */
import { defiLevel } from '../../calculations/defi-level.ts'
import type { Now } from '../../facts.ts'
import { DEFAULT_DEFI_POLICY, type DefiAction, type DefiLevel } from '../../tables/defi-policy.ts'
import { fact } from '../vocabulary.ts'
import type { CredentialState } from '../words.ts'
import { credentialOf, liveLevels } from './credential.ts'
import { subject } from './subject.ts'

export const action = fact('defi.action')
/** Leaving is judged by sanctions alone. */
export const leaving = (a: DefiAction): boolean => DEFAULT_DEFI_POLICY[a].exit

export const level = {
  action,
  ...credentialOf('subject'),
  control: fact('subject.control'),
  environment: fact('environment'),
  over18: fact('subject.over_18', { at_least: 'established' }),
  us: fact('subject.us_person'),
  risk: fact('defi.risk'),
  accreditedUntil: fact('defi.accredited_until'),
  institution: fact('defi.qualified_institution'),
}
type LevelFacts = {
  readonly levels: readonly string[]
  readonly state: CredentialState
  readonly expires: number | null
  readonly control: 'proven' | 'asserted'
  readonly environment: 'sandbox' | 'production'
  readonly over18: boolean
  readonly risk: number
  readonly accreditedUntil: number | null
  readonly institution: boolean
}

/** The level of the wallet at this moment. */
export function levelOf(f: LevelFacts, now: Now): DefiLevel {
  const levels = liveLevels(f, now)
  return defiLevel({
    controlled: f.control === 'proven' || f.environment === 'sandbox',
    levels,
    // Of whom nothing is live no age is asked.
    over18: levels.length > 0 && f.over18,
    risk: f.risk,
    accredited: (f.accreditedUntil !== null && now.ms < f.accreditedUntil) || f.institution,
  })
}

export const pool = fact('defi.pool')
export const places = subject.places
