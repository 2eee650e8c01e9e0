/** Facts of a wallet that wants to use a protocol. */
import { defiLevel } from './calculations/defi-level.ts'
import { type CredentialState, credentialOf, liveLevels } from './credential-facts.ts'
import { fact, k, type Now } from './facts.ts'
import { subject } from './subject-facts.ts'
import { DEFAULT_DEFI_POLICY, DEFI_ACTIONS, type DefiAction, type DefiLevel } from './tables/defi-policy.ts'

export const action = fact.oneOf('defi.action', DEFI_ACTIONS)
/** Leaving is judged by sanctions alone. */
export const leaving = (a: DefiAction): boolean => DEFAULT_DEFI_POLICY[a].exit

export const level = {
  action,
  ...credentialOf('subject'),
  control: fact.oneOf('subject.control', ['proven', 'asserted']),
  environment: fact.oneOf('environment', ['sandbox', 'production']),
  over18: fact.bool('subject.over_18'),
  us: fact.bool('subject.us_person'),
  risk: fact.int('defi.risk'),
  accreditedUntil: fact.orNone(fact.instant('defi.accredited_until')),
  institution: fact.bool('defi.qualified_institution'),
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
  return defiLevel({
    controlled: f.control === 'proven' || f.environment === 'sandbox',
    levels: liveLevels(f, now),
    over18: f.over18,
    risk: f.risk,
    accredited: (f.accreditedUntil !== null && now.ms < f.accreditedUntil) || f.institution,
  })
}

export const pool = fact.orNone(
  fact.record('defi.pool', {
    pooled: k.bool,
    managed: k.bool,
    stablecoin: k.bool,
    payer: k.oneOf(['issuer', 'borrowers', 'protocol', 'unknown']),
    us_route: k.oneOf(['none', 'registered', 'reg_d_506c', 'exempt_opinion']),
    accredited_only: k.bool,
    exemption: k.oneOf(['none', '3c1', '3c7']),
    holders: k.int,
    already_holder: k.bool,
  }),
)
export const places = subject.places
