import { ENTITY_TYPES, type EntityType, type OwnersNeeded } from './facts/words.ts'

/** Which identity rules a check is about, and the facts that say so. */

import { subject } from './facts/groups/subject.ts'
import { fact } from './facts/vocabulary.ts'
import type { Check } from './facts.ts'
import { k } from './facts.ts'
import { DEFAULT_DEFI_POLICY, type DefiAction } from './tables/defi-policy.ts'

/** A basic check takes name, birth date and country; an enhanced one is a full identification file. */
export const fullIdentification = { kind: subject.kind, level: fact('request.level') }
export function fullFile(f: { readonly kind: string; readonly level: string }): boolean {
  return f.level === 'enhanced' && (f.kind === 'natural' || f.kind === 'entity')
}

export const companyFile = { ...fullIdentification, type: fact('subject.entity_type') }
export const ownership = {
  person: fact('subject.person_id'),
  holdings: fact('subject.holdings', k.list(k.record({ owner: k.text, of: k.text, bps: k.bps }))),
}
export function ownersNeeded(type: EntityType): OwnersNeeded {
  return ENTITY_TYPES[type].owners
}

export const countryRisk = {
  kind: subject.kind,
  places: subject.places,
  edd: fact('subject.edd', { at_least: 'established' }),
  action: fact('defi.action'),
}
/** Country risk never keeps anyone from leaving a protocol. */
export function inCountryScope(f: { readonly kind: string; readonly action: DefiAction }, check: Check): boolean {
  return f.kind !== 'absent' && (check !== 'defi.access' || !DEFAULT_DEFI_POLICY[f.action].exit)
}
