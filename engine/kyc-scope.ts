/** Which identity rules a check is about, and the facts that say so. */

import type { Check } from './facts.ts'
import { fact, k } from './facts.ts'
import { subject } from './subject-facts.ts'
import { DEFAULT_DEFI_POLICY, DEFI_ACTIONS, type DefiAction } from './tables/defi-policy.ts'

/** A basic check takes name, birth date and country; an enhanced one is a full identification file. */
export const fullIdentification = { kind: subject.kind, level: fact.oneOf('request.level', ['basic', 'enhanced']) }
export function fullFile(f: { readonly kind: string; readonly level: string }): boolean {
  return f.level === 'enhanced' && (f.kind === 'natural' || f.kind === 'entity')
}

type OwnersNeeded = 'all' | 'control_person' | 'none'
/** Legal entity customers and those left out of the ownership rule. 31 CFR 1010.230(e)(2), (3). */
export const ENTITY_TYPES = {
  company: { owners: 'all', registered: false },
  partnership: { owners: 'all', registered: false },
  trust: { owners: 'all', registered: false },
  bank: { owners: 'none', registered: true },
  sec_registrant: { owners: 'none', registered: true },
  cftc_registrant: { owners: 'none', registered: true },
  insurer: { owners: 'none', registered: true },
  listed_us_company: { owners: 'none', registered: true },
  government: { owners: 'none', registered: false },
  exempt_adviser_fund: { owners: 'control_person', registered: false },
} as const satisfies Record<string, { owners: OwnersNeeded; registered: boolean }>
export type EntityType = keyof typeof ENTITY_TYPES

export const companyFile = { ...fullIdentification, type: fact.oneOf('subject.entity_type', Object.keys(ENTITY_TYPES) as EntityType[]) }
export const ownership = {
  person: fact.text('subject.person_id'),
  holdings: fact.list('subject.holdings', { owner: k.text, of: k.text, bps: k.bps }),
}
export function ownersNeeded(type: EntityType): OwnersNeeded {
  return ENTITY_TYPES[type].owners
}

export const countryRisk = {
  kind: subject.kind,
  places: subject.places,
  edd: fact.orNone(fact.record('subject.edd', { filed_on: k.day, approved: k.bool })),
  action: fact.oneOf('defi.action', DEFI_ACTIONS),
}
/** Country risk never keeps anyone from leaving a protocol. */
export function inCountryScope(f: { readonly kind: string; readonly action: DefiAction }, check: Check): boolean {
  return f.kind !== 'absent' && (check !== 'defi.access' || !DEFAULT_DEFI_POLICY[f.action].exit)
}
