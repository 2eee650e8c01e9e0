import type { FactSource } from '#core/kernel/answers.ts'
import type { Statement } from '#core/record/facts/statements.ts'
import type { Identity } from './source.ts'

/** What evidence says of single facts of a decision, and which evidence it was. */
export interface Evidenced {
  found: Readonly<Record<string, FactSource>>
  shownBy: Readonly<Record<string, Statement>>
}

/** The facts of a party that rest on what evidence covers, by the names the rules have for them. */
const RESTS_ON: Readonly<Record<string, readonly string[]>> = {
  full_name: ['full_name'],
  date_of_birth: ['date_of_birth', 'birth_date', 'over_18'],
  over_18: ['over_18'],
  country: ['residence'],
  address: ['address_record'],
  document: ['document.expires_on'],
  registration_no: ['registration_no'],
  entity_type: ['entity_type'],
}
/** What rests on there being evidence at all. */
const STANDING = ['verification.status', 'verification.level', 'verification.method', 'verification.checked_at', 'identity_status']

/**
 * The sources of what is known of the parties of a decision by evidence, each by the name the party has there. Of whom nothing was found
 * out nothing is established, and the rules that ask for evidence ask.
 */
export function evidencedBy(parties: Readonly<Record<string, Identity | null | undefined>>): Evidenced {
  const found: Readonly<Record<string, FactSource>>[] = []
  const shownBy: Record<string, Statement> = {}
  for (const [party, identity] of Object.entries(parties)) {
    if (!identity || identity.status === 'unknown') continue
    const its = foundOf(party, identity)
    found.push(its)
    if (!identity.evidence || !identity.at) continue
    const word = { by: identity.evidence, at: identity.at.toISOString() }
    for (const path in its) shownBy[path] = word
  }
  return { found: found.length === 1 ? found[0]! : Object.assign({}, ...found), shownBy }
}

const MOST_KINDS = 500
const ofKinds = new Map<string, Readonly<Record<string, FactSource>>>()

/** The same object for everybody of whom the same is shown by evidence of one kind. */
function foundOf(party: string, { kind, covers }: Identity): Readonly<Record<string, FactSource>> {
  const key = `${party} ${kind} ${covers.join(' ')}`
  let found = ofKinds.get(key)
  if (!found) {
    const names = [...STANDING, ...covers.flatMap((one) => RESTS_ON[one] ?? [])]
    found = Object.freeze(Object.fromEntries(names.map((name) => [`${party}.${name}`, kind])))
    if (ofKinds.size < MOST_KINDS) ofKinds.set(key, found)
  }
  return found
}

/** How a status is told to the rules: of whom nobody found anything out, nothing was shown. */
const statusTold = ({ status }: Identity): 'verified' | 'pending' | 'rejected' | 'incomplete' =>
  status === 'unknown' ? 'incomplete' : status

/** What the rules are told of the evidence for somebody: how it stands, how far it goes, and what it was. */
export const verificationRoom = (identity: Identity, method: 'document' | 'non_documentary') => ({
  status: statusTold(identity),
  level: identity.level ?? ('none' as const),
  method: identity.method ?? method,
  checked_at: identity.at?.toISOString() ?? ('none' as const),
})
