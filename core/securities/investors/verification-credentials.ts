import type { WalletRow } from '#core/chain/wallets/find.ts'
import { type Changed, resumePerson, suspendPerson } from '#core/identity/credentials/change-state.ts'
import { type CredentialRow, VALID_DAYS } from '#core/identity/credentials/issue.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { sealCredential } from '#core/identity/credentials/seal.ts'
import { FOR_WANT_OF_EVIDENCE, suspendedCredential } from '#core/identity/credentials/standing.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Tx } from '#db/connect.ts'
import { isRunOut } from './accreditation-evidence.ts'
import type { Status } from './present.ts'
import type { StatusField } from './steps.ts'
import { documentsEnd } from './validity.ts'
import type { Attempt } from './verification-attempt.ts'

const DAY_MS = 86_400_000

/** Why credentials are suspended while the change of a name, birth date, country or owner is checked. */
export const MATERIAL_CHANGE = 'material_change'
/** Why they are while an identity that was checked again is not verified. */
export const NOT_VERIFIED = 'identity_not_verified'

/** What a verification found, as far as credentials go by it. */
interface Found {
  /** The identity's status as it stood while this was checked. */
  before: Status
  next: Record<StatusField, Status>
  /** What the decision makes of the identity, whatever else its status waits for. */
  reached: Status
  decisionId: string
  /** What evidence says of who they are. */
  identity: Identity
  wallet: WalletRow | null
  /** What was suspended already, because somebody is not who was verified. */
  stopped: Changed | null
}

/** What became of the credentials. */
interface Credentials {
  doubted: Changed | null
  resumed: Changed | null
  /** The wallet's credential after, and whether it was there before. */
  credential: CredentialRow | null
  reused: boolean
  /** One was due and not sealed, since somebody took another out of use. */
  barred: boolean
  events: EventInput[]
}

/**
 * Lets the credentials of a person follow a verification: suspended where the identity is found wanting, resumed where it is verified again,
 * sealed where one is due. Whatever somebody took out of use stays so.
 */
export async function followVerification(tx: Tx, ctx: Ctx, attempt: Attempt, found: Found): Promise<Credentials> {
  const { person, status } = attempt
  const { next, stopped, wallet } = found
  // Checked again and found wanting, an identity takes its credentials along, and brings them back when it is verified again.
  const doubted =
    status === 'verified' && !stopped && next.identity_status !== 'verified' ? await suspendPerson(tx, ctx, person.id, NOT_VERIFIED) : null
  const resumed =
    next.identity_status === 'verified' && found.before !== 'verified'
      ? await resumePerson(tx, ctx, person.id, [MATERIAL_CHANGE, NOT_VERIFIED, ...FOR_WANT_OF_EVIDENCE], { reasonCode: 'checked_again' })
      : null
  if (!wallet) return { doubted, resumed, credential: null, reused: true, barred: false, events: [] }
  const moved = [stopped, doubted, resumed].some((done) => done?.rows.length)
  const live = moved ? await bestCredential(tx, ctx, wallet) : attempt.live
  // A suspension ends by resuming, not by being checked again, on whichever wallet.
  const suspended = await suspendedCredential(tx, ctx, person.id, { walletId: wallet.id, but: attempt.how.lifts })
  const due = isDue(ctx, attempt, found, live)
  if (!due || suspended) return { doubted, resumed, credential: suspended ?? live, reused: !suspended, barred: due, events: [] }
  const made = await seal(tx, ctx, attempt, found, wallet)
  return { doubted, resumed, credential: made.credential, reused: false, barred: false, events: made.events }
}

const levelDue = (ctx: Ctx, { accreditation }: Attempt, { next }: Found): 'accredited' | 'basic' =>
  next.accreditation_status === 'verified' && !isRunOut(ctx, accreditation) ? 'accredited' : 'basic'

function isDue(ctx: Ctx, attempt: Attempt, found: Found, live: CredentialRow | null): boolean {
  // Also where the identity was not asked about, and so keeps its status.
  if (found.next.identity_status !== 'verified' || found.reached !== 'verified') return false
  if (!live || stateAt(live, ctx.now) !== 'active') return true
  const rises = levelDue(ctx, attempt, found) === 'accredited' && live.level !== 'accredited'
  return rises || (attempt.input.force && !attempt.how.release)
}

function seal(tx: Tx, ctx: Ctx, attempt: Attempt, found: Found, wallet: WalletRow) {
  const { documents } = attempt.input
  const level = levelDue(ctx, attempt, found)
  const proof = level === 'accredited' ? (attempt.accreditation.expires_at?.getTime() ?? null) : null
  const known = [documentsEnd(documents), proof].filter((end) => end !== null)
  const ends = known.length ? Math.min(...known) : null
  const endAt = Math.min(ctx.now + VALID_DAYS[level] * DAY_MS, found.identity.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
  return sealCredential(tx, ctx, {
    person: attempt.person,
    wallet,
    level,
    source: 'verification',
    evidence: documents?.length ? 'document' : 'self_declared',
    identity: found.identity,
    decisionId: found.decisionId,
    // Nothing is shown for longer than the document or the evidence it rests on.
    ...(ends !== null && ends > ctx.now && ends < endAt && { expiresAt: new Date(ends) }),
  })
}
