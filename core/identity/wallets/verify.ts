import { and, eq, ne, sql } from 'drizzle-orm'
import { ensureWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Author, Judging, Sealing, TenantNow } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { may } from '#core/kernel/permissions.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { isTimerSet, setTimer } from '#core/record/timers/set-timer.ts'
import { append, write } from '#core/record/transaction.ts'
import { defineVerb, type Given } from '#core/record/verb.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { subjectKey } from '#core/screening/matching/subject-key.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import { resolvedPersona } from '#core/sources/personas/resolved.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { screenings, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { levelsOf, stateAt, summarise } from '../credentials/live.ts'
import { sealCredential } from '../credentials/seal.ts'
import { dueDiligenceOf } from '../due-diligence/facts.ts'
import { refuseChildren } from '../persons/children.ts'
import { refuseRegionElsewhere, refuseUnknownState } from '../persons/places.ts'
import { identityRejection } from '../persons/rejection.ts'
import { type Course, courseFor } from './conclude.ts'
import { confirmHolder } from './confirm-holder.ts'
import { refuseFuture } from './identification.ts'
import { personOf } from './person-behind.ts'
import { proveControl } from './prove-control.ts'
import { startingCredential } from './starting-credential.ts'
import { keepUnscreened } from './unscreened.ts'
import { bucketOf, type Conclusion, presentVerification, subjectToScreen, toDecide } from './verification.ts'
import { type WalletVerification, type WalletVerifyInput, walletVerification, walletVerifyInput } from './verification-fields.ts'

const HOUR_MS = 3_600_000

/**
 * Verifies the person behind a wallet and seals the result to it as a credential; a live credential is reused.
 * A hit, a possible match or missing evidence is an answer with its reasons, not an error.
 * Throws `kyc_data_required`, `under_age` (below 13), `signature_invalid`, `signer_mismatch`, `nonce_expired`, `screening_unavailable`,
 * `conflict` for a wallet that was replaced, `verification_in_progress` while what held the last one still does.
 */
export const verifyWalletVerb = defineVerb({
  name: 'wallets.verify',
  permission: 'wallets.verify',
  input: walletVerifyInput,
  output: walletVerification,
  run: verifyWallet,
})

/** Most calls find what is so already; what is not is worked out and written in one transaction. */
async function verifyWallet({ ctx, input }: Given<typeof walletVerifyInput>): Promise<WalletVerification> {
  const { now, world } = ctx
  const { canonical } = input.wallet_address
  await world.faults.meet(ctx, canonical)
  const persona = world.personas.at(canonical) ?? world.personas.named(input.kyc_data?.full_name)
  refuseImpossible(input, now)
  try {
    const confirmed = await confirmHolder(ctx, input, persona)
    if (confirmed) return await append(ctx, { alone: false }, async () => confirmed)
    return await write(ctx, (tx) => runWalletVerification(tx, ctx, input, persona, { refuseRepeats: true }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'screening_unavailable')
      return write(ctx, (tx) => keepUnscreened(tx, ctx, input, error))
    throw error
  }
}

/**
 * The same within a transaction: who and what the wallet is, what screening says, what the rules decide, and then what follows of it. With
 * `release`, two people lifted the possible matches and what they had seen; `refuseRepeats` is for a caller's own question.
 */
export async function runWalletVerification(
  tx: Tx,
  ctx: Judging & Author,
  input: WalletVerifyInput,
  played: Persona | null,
  { release, refuseRepeats = false }: { release?: Release; refuseRepeats?: boolean } = {},
): Promise<{ result: WalletVerification; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const { organizationId, environment, now, db, services, world, actor } = ctx
  // What is asked and written is a tenant's, at a time, in its world; only deciding and lifting also say who asked for it.
  const at: Judging = { organizationId, environment, now, db, services, world }
  const holder = await holderOf(tx, at, input, played)
  const { wallet, person, persona, identity, asked } = holder
  const lifted = release ? await liftMatches(tx, ctx, asked, await screenSubject(tx, at, asked), release) : []
  const screened = await screenSubject(tx, at, asked)
  const decided = await recordDecision(tx, ctx, await toDecide(at, { ...holder, input, screened }, holder.files))
  const screening = await screeningRow(tx, at, {
    about: { type: 'wallet', id: wallet.id },
    address: wallet.address,
    person,
    screened,
    decisionId: decided.decision.id,
    subject: { ...holder.data, ...asked },
  })
  await tx.insert(screenings).values(screening)
  const record = { decisionId: decided.decision.id, checkId: screening.id }
  const held = await openMatchCase(tx, at, { wallet, asked, screened, outcome: decided.outcome, ...record })
  if (refuseRepeats && !input.force_new && decided.outcome !== 'deny') await refuseRepeat(tx, at, wallet, held, identity)

  const verdict = release ? approvedOutcome(at, decided, release.codes) : decided.outcome
  const { course, known } = await courseFor(tx, at, { ...holder, input, outcome: verdict, mayIssue: may(actor, 'credentials.write') })
  const done = await follow(tx, at, course, {
    input,
    wallet,
    person,
    known,
    ...record,
    rejection: course.to === 'rejected' ? identityRejection(decided.decision, identity) : null,
    identity,
  })
  const also = (await alsoBound(tx, at, wallet, person)) + (persona?.effects.alsoBound ? 1 : 0)
  return {
    result: presentVerification(
      { wantsProof: world.chain.wantsProof, publicUrl: services.config.publicUrl },
      {
        address: input.wallet_address,
        wallet,
        outcome: done.outcome,
        summary: done.outcome.credential ? summarise(done.outcome.credential, wallet, now, course.to === 'reuse') : null,
        also,
        screened,
        decision: decided.decision,
        allowed: verdict === 'allow',
        denied: verdict === 'deny',
      },
    ),
    audit: [{ ...decided.audit, details: { ...decided.audit.details, wallet_id: wallet.id } }],
    events: [
      ...holder.events,
      ...lifted,
      ...(held?.events ?? []),
      ...done.events,
      ...(course.to === 'issue' && also > 0 ? [duplicateDetected(wallet, also)] : []),
    ],
  }
}

/** What no person of a verification can be: told of at a time to come, a child, or at home in a place that is not there. */
function refuseImpossible({ kyc_data: kyc }: WalletVerifyInput, now: number): void {
  if (!kyc) return
  if (kyc.date_of_birth) refuseChildren(kyc.date_of_birth, now, '/kyc_data/date_of_birth')
  refuseFuture(now, kyc, '/kyc_data')
  refuseUnknownState('/kyc_data/address/state', kyc.address?.state, kyc.address?.country ?? kyc.country)
  refuseRegionElsewhere('/kyc_data/region', kyc, [kyc.country, kyc.address?.country])
}

/** Whose wallet it is, and what is known of them but by the lists. Proves control and ties the person to it where the call says so. */
async function holderOf(tx: Tx, at: Judging, input: WalletVerifyInput, played: Persona | null) {
  const ensured = await ensureWallet(tx, at, input.wallet_address)
  refuseSuperseded(ensured)
  const proof = input.signature ? await proveControl(tx, at, ensured, input.signature) : null
  const { wallet, credential: known } = await startingCredential(tx, at, proof?.wallet ?? ensured, played, input.kyc_data !== undefined)
  // What the identity provider was to find is found once a credential is live.
  const found = played?.effects.verification && known && stateAt(known, at.now) === 'active' && !input.force_new
  const persona = found ? resolvedPersona(played, { status: 'verified' }) : played
  const { person, data: given } = await personOf(tx, at, wallet, input, persona, known)
  const files = await dueDiligenceOf(tx, at, person.id, 'verification')
  const identity = await at.world.identity.of(tx, at, { personId: person.id, shownFor: wallet.id, played: persona })
  const data = { ...given, country: persona?.effects.country ?? given.country ?? null }
  const asked = subjectToScreen(input.wallet_address.canonical, data, persona)
  return { wallet, known, persona, person, data, files, identity, asked, events: proof ? [proof.event] : [] }
}

/** The same hold, or an identity provider that has not answered: asking again would only start over. Throws `verification_in_progress`. */
async function refuseRepeat(tx: Tx, at: TenantNow, wallet: WalletRow, held: { opened: boolean } | null, identity: Identity): Promise<void> {
  if (wallet.verification_status !== 'pending') return
  const isHeld = held?.opened === false
  if (!isHeld && !(identity.status === 'pending' && (await isTimerSet(tx, at, 'wallet_identity', wallet.id)))) return
  throw new AppError(
    'verification_in_progress',
    'A verification of this wallet is running. Wait for its event, or send force_new: true to check again, for instance with corrected data.',
    { extra: { wallet_id: wallet.id } },
  )
}

const duplicateDetected = (wallet: WalletRow, also: number): EventInput => ({
  type: 'credential.duplicate_detected',
  resource: { type: 'wallet', id: wallet.id },
  object: { wallet_id: wallet.id, policy: 'allow', bucket: bucketOf(also + 1) },
})

/** What holds a person back has to be looked at by somebody: a case, once. */
async function openMatchCase(
  tx: Tx,
  at: Sealing,
  p: { wallet: WalletRow; asked: SubjectToScreen; screened: Screened; outcome: string; decisionId: string; checkId: string },
): Promise<Awaited<ReturnType<typeof openCase>> | null> {
  const top = p.screened.matches.find((match) => match.exception === null)
  const match = p.screened.status === 'possible_match' && top !== undefined
  // A missing fact is for the holder to bring, unless a match waits beside it.
  if (p.outcome !== 'review' && !(p.outcome === 'needs_info' && match)) return null
  if (!match)
    return openCase(tx, at, {
      kind: 'wallet_verification',
      subject: { type: 'wallet', id: p.wallet.id },
      decisionId: p.decisionId,
      priority: 50,
      summary: 'A wallet’s verification waits for a person to look at it',
      details: { check_id: p.checkId },
    })
  return openCase(tx, at, {
    kind: 'sanctions_match',
    subject: { type: 'wallet', id: p.wallet.id },
    decisionId: p.decisionId,
    priority: 90,
    summary: 'A possible match holds the verification of a wallet',
    details: { check_id: p.checkId, entity_id: top.entity_id, list: top.list, score: top.score },
    adopts: subjectKey(at, p.asked),
  })
}

/** Does what was concluded: the wallet's status, its credential, what is waited for, and the events of all that. */
async function follow(
  tx: Tx,
  at: Sealing,
  course: Course,
  p: {
    input: WalletVerifyInput
    wallet: WalletRow
    person: { id: string }
    known: CredentialRow | null
    decisionId: string
    checkId: string
    rejection: WalletVerification['rejection']
    identity: Identity
  },
): Promise<{ outcome: Conclusion; events: EventInput[] }> {
  const { wallet, input } = p
  const resource = { type: 'wallet', id: wallet.id }
  const set = (status: WalletRow['verification_status'], verified_at: Date | null) =>
    tx
      .update(wallets)
      .set({ verification_status: status, verified_at, updated_at: new Date(at.now) })
      .where(inScope(wallets, at, eq(wallets.id, wallet.id)))
  const unverified = { verified: false, credential: p.known, rejection: p.rejection }
  const verified = async (credential: CredentialRow): Promise<Conclusion> => {
    const status = levelsOf(credential.level, p.identity).includes('enhanced') ? 'enhanced' : 'basic'
    await set(status, credential.issued_at)
    return { status, verified: true, credential, rejection: null }
  }
  switch (course.to) {
    case 'rejected': {
      await set('rejected', null)
      const { code, retryable } = p.rejection!
      const object = { wallet_id: wallet.id, rejection: { code, retryable } }
      return { outcome: { ...unverified, status: 'rejected' }, events: [{ type: 'wallet.verification.rejected', resource, object }] }
    }
    case 'pending': {
      await set('pending', null)
      // The sandbox’s provider answers by itself; evidence sets its own timer.
      if (p.identity.status === 'pending' && p.identity.kind === 'simulated')
        await setTimer(tx, at, { kind: 'wallet_identity', subjectId: wallet.id, dueMs: at.now + HOUR_MS })
      const object = {
        wallet_id: wallet.id,
        wallet_address: wallet.address,
        check_id: p.checkId,
        decision_id: p.decisionId,
        level_requested: input.level,
      }
      return { outcome: { ...unverified, status: 'pending' }, events: [{ type: 'wallet.verification.pending', resource, object }] }
    }
    case 'unchanged':
      return { outcome: { ...unverified, status: 'none' }, events: [] }
    case 'reuse':
      return { outcome: await verified(course.credential), events: [] }
    case 'issue': {
      const { credential, events } = await sealCredential(tx, at, {
        person: p.person,
        wallet,
        level: course.level,
        source: input.kyc_data ? 'verification' : 'sandbox_implicit',
        evidence: input.kyc_data?.document ? 'document' : 'self_declared',
        identity: p.identity,
        decisionId: p.decisionId,
        replaces: input.force_new,
      })
      return { outcome: await verified(credential), events }
    }
  }
}

/** How many other wallets of this tenant the same person has. */
async function alsoBound(tx: Tx, at: TenantNow, wallet: WalletRow, person: { id: string }): Promise<number> {
  const [row] = await tx
    .select({ count: sql<string>`count(*)` })
    .from(wallets)
    .where(inScope(wallets, at, and(eq(wallets.person_id, person.id), ne(wallets.id, wallet.id), eq(wallets.status, 'active'))))
  return Number(row!.count)
}
