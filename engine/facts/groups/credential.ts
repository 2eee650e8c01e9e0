/** Facts of a party's credential, and which of its levels are live. */
import { isLive } from '../../calculations/credential.ts'
import type { Now } from '../../facts.ts'
import { fact } from '../vocabulary.ts'
import type { CredentialState } from '../words.ts'

/** The credential facts of one party. `expires_at` is "none" only where there is no credential. */
export const credentialOf = (party: 'subject' | 'from' | 'to') => ({
  levels: fact(`${party}.credential.levels`),
  state: fact(`${party}.credential.state`),
  expires: fact(`${party}.credential.expires_at`),
})
type CredentialFacts = { readonly levels: readonly string[]; readonly state: CredentialState; readonly expires: number | null }

/** The levels that may be relied on now: of an active credential that has not reached its expiry. */
export function liveLevels(f: CredentialFacts, now: Now): readonly string[] {
  return f.state === 'active' && f.expires !== null && isLive(now.ms, f.expires) ? f.levels : []
}

/** The same for a reader whose needs carry a party's name before each fact. */
export function liveOf(levels: readonly string[], state: CredentialState, expires: number | null, now: Now): readonly string[] {
  return liveLevels({ levels, state, expires }, now)
}
