import { and, eq, ne, sql } from 'drizzle-orm'
import { ensureWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx, Sealing, TenantNow } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { may } from '#core/kernel/permissions.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { isTimerSet, setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb, type Given } from '#core/record/verb.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { subjectKey } from '#core/screening/matching/subject-key.ts'
import { resolvedPersona } from '#core/sources/personas/resolved.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { screenings, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { stateAt, summarise } from '../credentials/live.ts'
import { sealCredential } from '../credentials/seal.ts'
import { revokedCredential, suspendedCredential } from '../credentials/standing.ts'
import { dueDiligenceOf } from '../due-diligence/facts.ts'
import { refuseChildren } from '../persons/children.ts'
import { refuseRegionElsewhere, refuseUnknownState } from '../persons/places.ts'
import { identityRejection } from '../persons/rejection.ts'
import { type Course, courseOf } from './conclude.ts'
import { confirmHolder } from './confirm-holder.ts'
import { personOf } from './person-behind.ts'
import { proveControl } from './prove-control.ts'
import { startingCredential } from './starting-credential.ts'
import { keepUnscreened } from './unscreened.ts'
import { bucketOf, type Conclusion, presentVerification, toDecide } from './verification.ts'
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
    const holding = await confirmHolder(ctx, input, persona)
    return holding ?? (await write(ctx, (tx) => runWalletVerification(tx, ctx, input, persona, { refuseRepeats: true })))
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
  ctx: Ctx,
  input: WalletVerifyInput,
  played: Persona | null,
  { release, refuseRepeats = false }: { release?: Release; refuseRepeats?: boolean } = {},
): Promise<{ result: WalletVerification; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const { organizationId, environment, now, db, services, world, actor } = ctx
  // What is asked and written below is a tenant's, at a time; only screening, deciding and lifting look at more of the call.
  const at: TenantNow = { organizationId, environment, now }
  const sealing: Sealing = { ...at, db, services }
  const events: EventInput[] = []

  const address = input.wallet_address
  let wallet = await ensureWallet(tx, at, address)
  refuseSuperseded(wallet)
  if (input.signature) {
    const proof = await proveControl(tx, sealing, wallet, input.signature)
    wallet = proof.wallet
    events.push(proof.event)
  }
  const begun = { ...sealing, world }
  const known = await startingCredential(tx, begun, wallet, played, input.kyc_data !== undefined)
  wallet = known.wallet
  // What the identity provider was to find is found once a credential is live.
  const found = played?.effects.verification && known.credential && stateAt(known.credential, now) === 'active' && !input.force_new
  const persona = found ? resolvedPersona(played, { status: 'verified' }) : played
  const { person, data } = await personOf(tx, begun, wallet, input, persona, known.credential)
  const files = await dueDiligenceOf(tx, at, person.id, 'verification')
  const identity = await world.identity.of(tx, at, { personId: person.id, played: persona })
  const subject = { ...data, country: persona?.effects.country ?? data.country ?? null }
  const asked = {
    wallet_address: address.canonical,
    full_name: persona?.effects.holder?.full_name ?? subject.full_name,
    date_of_birth: (persona?.effects.holder ?? subject).date_of_birth ?? undefined,
    country: subject.country ?? undefined,
    entity_type: 'person' as const,
  }

  if (release) events.push(...(await liftMatches(tx, ctx, asked, await screenSubject(tx, ctx, asked), release)))
  const screened = await screenSubject(tx, ctx, asked)
  const waiting = wallet.verification_status === 'pending'
  const verified = { input, wallet, person, data: subject, screened, identity, persona }
  const decided = await recordDecision(tx, ctx, await toDecide({ ...at, world }, verified, files))
  const screening = await screeningRow(tx, sealing, {
    about: { type: 'wallet', id: wallet.id },
    address: wallet.address,
    person,
    screened,
    decisionId: decided.decision.id,
    subject: { ...subject, ...asked },
  })
  await tx.insert(screenings).values(screening)
  const held = await openMatchCase(tx, sealing, {
    wallet,
    asked,
    screened,
    outcome: decided.outcome,
    decisionId: decided.decision.id,
    checkId: screening.id,
  })
  // The same hold, or an identity provider that has not answered: asking again would only start over.
  const repeated = refuseRepeats && waiting && !input.force_new && decided.outcome !== 'deny'
  if (repeated && (held?.opened === false || (identity.status === 'pending' && (await isTimerSet(tx, at, 'wallet_identity', wallet.id)))))
    throw new AppError(
      'verification_in_progress',
      'A verification of this wallet is running. Wait for its event, or send force_new: true to check again, for instance with corrected data.',
      { extra: { wallet_id: wallet.id } },
    )
  events.push(...(held?.events ?? []))

  const verdict = release ? approvedOutcome(at, decided, release.codes) : decided.outcome
  const mayIssue = may(actor, 'credentials.write')
  let course = courseOf({ input, outcome: verdict, identity, known: known.credential, persona, mayIssue, now })
  // What people decided about the person binds on every wallet: it is not shaken off by a new one.
  const against =
    course.to === 'issue' && !persona?.effects.credential
      ? ((await suspendedCredential(tx, at, person.id)) ??
        (input.force_new && mayIssue ? null : await revokedCredential(tx, at, person.id)))
      : null
  if (against) course = { to: 'unchanged' }
  const done = await follow(tx, sealing, course, {
    input,
    wallet,
    person,
    known: against ?? known.credential,
    decided: { id: decided.decision.id, checkId: screening.id },
    rejection: course.to === 'rejected' ? identityRejection(decided.decision, identity) : null,
    awaited: identity.status === 'pending',
  })
  events.push(...done.events)

  const also = (await alsoBound(tx, at, wallet, person)) + (persona?.effects.alsoBound ? 1 : 0)
  if (also > 0 && course.to === 'issue')
    events.push({
      type: 'credential.duplicate_detected',
      resource: { type: 'wallet', id: wallet.id },
      object: { wallet_id: wallet.id, policy: 'allow', bucket: bucketOf(also + 1) },
    })
  const result = presentVerification(
    { wantsProof: world.chain.wantsProof, publicUrl: services.config.publicUrl },
    {
      address,
      wallet,
      outcome: done.outcome,
      summary: done.outcome.credential ? summarise(done.outcome.credential, wallet, now, course.to === 'reuse') : null,
      also,
      screened,
      decision: decided.decision,
      allowed: verdict === 'allow',
      denied: verdict === 'deny',
    },
  )
  return {
    result,
    audit: [{ ...decided.audit, details: { ...decided.audit.details, wallet_id: wallet.id } }],
    events,
  }
}

/** What no person of a verification can be: told of at a time to come, a child, or at home in a place that is not there. */
function refuseImpossible({ kyc_data: kyc }: WalletVerifyInput, now: number): void {
  if (!kyc) return
  if (kyc.date_of_birth) refuseChildren(kyc.date_of_birth, now, '/kyc_data/date_of_birth')
  for (const field of ['notice_shown_at', 'collected_at'] as const)
    if (kyc[field] && Date.parse(kyc[field]) > now) throw invalidField(`/kyc_data/${field}`, 'future_date', 'This is in the future.')
  refuseUnknownState('/kyc_data/address/state', kyc.address?.state, kyc.address?.country ?? kyc.country)
  refuseRegionElsewhere('/kyc_data/region', kyc, [kyc.country, kyc.address?.country])
}

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
    decided: { id: string; checkId: string }
    rejection: WalletVerification['rejection']
    /** Whether a provider still has to answer. */
    awaited: boolean
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
    const status = credential.level === 'basic' ? 'basic' : 'enhanced'
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
      if (p.awaited) await setTimer(tx, at, { kind: 'wallet_identity', subjectId: wallet.id, dueMs: at.now + HOUR_MS })
      const object = {
        wallet_id: wallet.id,
        wallet_address: wallet.address,
        check_id: p.decided.checkId,
        decision_id: p.decided.id,
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
        decisionId: p.decided.id,
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
