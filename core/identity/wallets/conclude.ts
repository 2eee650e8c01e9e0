import type { TenantNow } from '#core/kernel/context.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { rank, stateAt } from '../credentials/live.ts'
import { revokedCredential, suspendedCredential } from '../credentials/standing.ts'
import type { WalletVerifyInput } from './verification-fields.ts'

/** What becomes of a wallet that was judged. */
export type Course =
  | { to: 'rejected' | 'pending' }
  /** What somebody decided before stands against it: a check does not lift that. */
  | { to: 'unchanged' }
  | { to: 'reuse'; credential: CredentialRow }
  | { to: 'issue'; level: 'basic' | 'enhanced' }

interface Judged {
  input: WalletVerifyInput
  outcome: string
  identity: Identity
  known: CredentialRow | null
  persona: Persona | null
  /** Whether the caller may issue credentials: then a revocation is theirs to end. */
  mayIssue: boolean
}

/**
 * What is done, and the credential it is about. What people decided about the person binds on every wallet: it is not shaken off by a
 * new one.
 */
export async function courseFor(
  tx: Tx,
  at: TenantNow,
  p: Judged & { person: { id: string }; wallet: { id: string } },
): Promise<{ course: Course; known: CredentialRow | null }> {
  const course = courseOf(p, at.now)
  if (course.to !== 'issue' || p.persona?.effects.credential) return { course, known: p.known }
  const against =
    (await suspendedCredential(tx, at, p.person.id, { walletId: p.wallet.id })) ??
    (p.input.force_new && p.mayIssue ? null : await revokedCredential(tx, at, p.person.id))
  return against ? { course: { to: 'unchanged' }, known: against } : { course, known: p.known }
}

/** From the decision to what is done: refuse, wait, reuse what is live, or issue. Reads and writes nothing. */
function courseOf(p: Judged, now: number): Course {
  const { input, known } = p
  if (p.outcome === 'deny' || p.identity.status === 'rejected') return { to: 'rejected' }
  if (p.outcome !== 'allow' || p.identity.status === 'pending') return { to: 'pending' }
  const played = p.persona?.effects.credential
  if (known && input.force_new) {
    // A suspension ends by resuming; a revocation only for somebody who may issue credentials.
    const state = stateAt(known, now)
    if (state === 'suspended' || (state === 'revoked' && !p.mayIssue)) return { to: 'unchanged' }
  } else if (known) {
    const state = stateAt(known, now)
    if (state === 'active' && rank(known.level) >= rank(input.level)) return { to: 'reuse', credential: known }
    // A suspended or revoked credential is a decision somebody took: a new check does not lift it.
    if (state !== 'active' && state !== 'expired' && state !== 'superseded') return { to: 'unchanged' }
    if (state === 'expired' && (!input.kyc_data || (played && played !== 'none' && played.state === 'expired'))) return { to: 'unchanged' }
  }
  const plays = played && played !== 'none' && played.state === 'active' && played.level === 'enhanced'
  const shown = p.identity.evidence ? p.identity.level === 'enhanced' : input.kyc_data?.document !== undefined
  return { to: 'issue', level: plays || (input.level === 'enhanced' && shown) ? 'enhanced' : 'basic' }
}
