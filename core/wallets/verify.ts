import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { screenings, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { AuditInput } from '../audit/append.ts'
import { liftMatches, type Release } from '../cases/lift-matches.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx } from '../context.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { type CredentialSummary, rank, stateAt, summarise } from '../credentials/live.ts'
import { sealCredential } from '../credentials/seal.ts'
import { revokedCredential, suspendedCredential } from '../credentials/standing.ts'
import { isTimerSet, setTimer } from '../deadlines/set-timer.ts'
import { approvedOutcome } from '../decisions/approved.ts'
import { recordDecision } from '../decisions/decide.ts'
import type { WireDecision } from '../decisions/present.ts'
import { AppError } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { country, dateOfBirth, partyName, walletAddress, walletSignature } from '../fields.ts'
import { may, requirePermission } from '../permissions.ts'
import { ensurePerson, openPerson, type PersonData, type PersonRow } from '../persons/ensure.ts'
import { type IdentityRejection, identityRejection } from '../persons/rejection.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { resolvedScenario } from '../sandbox/resolved-scenario.ts'
import { personScenario, type Scenario, scenarioOf } from '../sandbox/scenarios.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '../screenings/screen-subject.ts'
import { screeningRow } from '../screenings/screening-row.ts'
import { subjectKey } from '../screenings/subject-key.ts'
import { write } from '../transaction.ts'
import { confirmHolder } from './confirm-holder.ts'
import { ensureWallet, refuseSuperseded, type WalletRow } from './find.ts'
import type { MarketUse } from './markets.ts'
import { proveControl } from './prove-control.ts'
import { bindPerson, boundPerson, sandboxHolder, startingCredential } from './starting-credential.ts'
import { bucketOf, presentVerification, verificationFacts } from './verification.ts'

const HOUR_MS = 3_600_000

const kycData = z.strictObject({
  full_name: partyName().optional(),
  date_of_birth: dateOfBirth.optional(),
  country: country.optional(),
  email: z.email().max(255).optional(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{9,14}$/, 'Use international format such as +12025550123')
    .optional(),
  nationality: country.optional(),
  address: z
    .strictObject({
      line1: z.string().max(200),
      line2: z.string().max(200).optional(),
      city: z.string().max(100),
      state: z.string().max(100).optional(),
      postal_code: z.string().max(20).optional(),
      country: country.optional(),
    })
    .optional(),
  document: z
    .strictObject({
      kind: z.enum(['passport', 'id_card', 'drivers_license', 'proof_of_address', 'tax_form', 'other']),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      country: country.optional(),
      expires_on: z.iso.date().optional(),
    })
    .optional(),
})

export const walletVerifyInput = z.strictObject({
  wallet_address: walletAddress,
  kyc_data: kycData.optional(),
  level: z.enum(['basic', 'enhanced']).default('basic'),
  signature: walletSignature.optional(),
  force_new: z.boolean().default(false),
})
export type WalletVerifyInput = z.output<typeof walletVerifyInput>

export interface WalletVerification {
  success: true
  wallet_id: string
  verification_status: 'basic' | 'enhanced' | 'pending' | 'rejected' | 'none'
  verified_at: string | null
  wallet_address: string
  object: 'wallet_verification'
  verified: boolean
  expires_at: string | null
  credential: CredentialSummary | null
  rejection: IdentityRejection | null
  uniqueness: { status: 'unique' | 'also_bound'; count: string; policy: 'allow' }
  sanctions_cleared: boolean
  markets: Record<string, MarketUse>
  public_url: string | null
  warnings: { code: string; detail: string }[]
  decision: WireDecision
}

/**
 * Verifies the person behind a wallet and seals the result to it as a credential; a live credential is reused.
 * A hit, a possible match or missing evidence is an answer with its reasons, not an error.
 * Throws `kyc_data_required`, `under_age` (below 13), `signature_invalid`, `signer_mismatch`, `nonce_expired`, `screening_unavailable`,
 * `conflict` for a wallet that was replaced, `verification_in_progress` while what held the last one still does.
 */
export async function verifyWallet({ ctx, input }: { ctx: Ctx; input: WalletVerifyInput }): Promise<WalletVerification> {
  requirePermission(ctx, 'wallets.verify')
  const address = input.wallet_address
  if (address.checksum === 'mismatch' && ctx.actor.type === 'api_key' && ctx.actor.strictChecksum)
    throw new AppError('validation_failed', '1 field needs attention', {
      fields: [
        {
          pointer: '/wallet_address',
          code: 'address_checksum_invalid',
          detail: 'The letter case is not the EIP-55 checksum.',
          suggestion: address.canonical,
        },
      ],
    })
  await failIfScenarioSays(ctx, address.canonical)
  const scenario = scenarioOf(ctx, address.canonical) ?? personScenario(ctx, input.kyc_data?.full_name)
  refuseChildren(ctx, input.kyc_data?.date_of_birth)
  const holding = await confirmHolder(ctx, input, scenario)
  if (holding) return holding
  return write(ctx, (tx) => runWalletVerification(tx, ctx, input, scenario, { refuseRepeats: true }))
}

/** The same within a transaction. With `release`, two people lifted the possible matches and what they had seen; `refuseRepeats` is for a caller's own question. */
export async function runWalletVerification(
  tx: Tx,
  ctx: Ctx,
  input: WalletVerifyInput,
  played: Scenario | null,
  { release, refuseRepeats = false }: { release?: Release; refuseRepeats?: boolean } = {},
): Promise<{ result: WalletVerification; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const address = input.wallet_address
  let scenario = played
  let wallet = await ensureWallet(tx, ctx, address)
  refuseSuperseded(wallet)
  const events: EventInput[] = []
  const audit: AuditInput[] = []
  if (input.signature) {
    const proof = await proveControl(tx, ctx, wallet, input.signature)
    wallet = proof.wallet
    events.push(proof.event)
  }
  const known = await startingCredential(tx, ctx, wallet, scenario, input.kyc_data !== undefined)
  wallet = known.wallet
  // What the identity provider was to find is found once a credential is live.
  if (scenario?.effects.verification && known.credential && stateAt(known.credential, ctx.now) === 'active' && !input.force_new)
    scenario = resolvedScenario(scenario, { status: 'verified' })
  const { person, data } = await personOf(tx, ctx, wallet, input, scenario, known.credential)
  const subject = { ...data, country: scenario?.effects.country ?? data.country ?? null }
  const asked = {
    wallet_address: address.canonical,
    full_name: scenario?.effects.holder?.full_name ?? subject.full_name,
    date_of_birth: (scenario?.effects.holder ?? subject).date_of_birth ?? undefined,
    country: subject.country ?? undefined,
    entity_type: 'person' as const,
  }
  if (release) events.push(...(await liftMatches(tx, ctx, asked, await screenSubject(tx, ctx, asked), release)))
  const screened = await screenSubject(tx, ctx, asked)
  const waiting = wallet.verification_status === 'pending'
  const decided = await recordDecision(tx, ctx, {
    facts: verificationFacts(ctx, { input, wallet, person, data: subject, screened, scenario }),
    market: 'platform',
    subject: { type: 'wallet', id: wallet.id },
    walletAddress: address.canonical,
    subjectKeyId: person.subject_key_id,
    category: 'user',
  })
  audit.push({ ...decided.audit, details: { ...decided.audit.details, wallet_id: wallet.id } })
  const screening = await screeningRow(tx, ctx, {
    about: { type: 'wallet', id: wallet.id },
    address: wallet.address,
    person,
    screened,
    decisionId: decided.decision.id,
    subject: { ...subject, ...asked },
  })
  await tx.insert(screenings).values(screening)
  const held = await openMatchCase(tx, ctx, {
    wallet,
    asked,
    screened,
    outcome: decided.outcome,
    decisionId: decided.decision.id,
    checkId: screening.id,
  })
  // The same hold, or an identity provider that has not answered: asking again would only start over.
  const repeated = refuseRepeats && waiting && !input.force_new && decided.outcome !== 'deny'
  if (
    repeated &&
    (held?.opened === false ||
      (scenario?.effects.verification?.status === 'pending' && (await isTimerSet(tx, ctx, 'wallet_identity', wallet.id))))
  )
    throw new AppError(
      'verification_in_progress',
      'A verification of this wallet is running. Wait for its event, or send force_new: true to check again, for instance with corrected data.',
      { extra: { wallet_id: wallet.id } },
    )
  events.push(...(held?.events ?? []))

  const verdict = release ? approvedOutcome(ctx, decided, release.codes) : decided.outcome
  const outcome = await concludeVerification(tx, ctx, {
    input,
    wallet,
    person,
    known: known.credential,
    decided: { ...decided, outcome: verdict },
    scenario,
    checkId: screening.id,
  })
  events.push(...outcome.events)
  const summary = outcome.credential ? summarise(outcome.credential, wallet, ctx.now, outcome.reused) : null
  const also = await alsoBound(tx, ctx, wallet, person, scenario)
  if (also > 0 && outcome.issued)
    events.push({
      type: 'credential.duplicate_detected',
      resource: { type: 'wallet', id: wallet.id },
      object: { wallet_id: wallet.id, policy: 'allow', bucket: bucketOf(also + 1) },
    })
  const result = presentVerification(ctx, {
    address,
    wallet,
    outcome,
    summary,
    also,
    screened,
    decision: decided.decision,
    allowed: verdict === 'allow',
    denied: verdict === 'deny',
  })
  return { result, audit: audit as [AuditInput, ...AuditInput[]], events }
}

/** Below 13 nothing about the child may be kept, so the call ends before anything is written. */
function refuseChildren(ctx: Ctx, born: string | undefined): void {
  if (!born) return
  const today = new Date(ctx.now).toISOString().slice(0, 10)
  const age = Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)
  if (age < 13)
    throw new AppError('under_age', 'This person is younger than 13; nothing was kept.', {
      fields: [{ pointer: '/kyc_data/date_of_birth', code: 'under_age', detail: 'The person must be at least 13.' }],
    })
}

/** Who is behind the wallet: the person named in the call, else the one already bound to it. */
async function personOf(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
  input: WalletVerifyInput,
  scenario: Scenario | null,
  credential: CredentialRow | null,
): Promise<{ person: PersonRow; data: PersonData }> {
  const kyc = input.kyc_data
  if (kyc?.full_name && kyc.date_of_birth && kyc.country) {
    const data: PersonData = { ...kyc, full_name: kyc.full_name }
    // Who stands behind a wallet that plays a scenario is its own holder: one person verified on many of them joins none.
    if (scenario?.effects.credential) {
      const person = (await boundPerson(tx, ctx, wallet)) ?? (await sandboxHolder(tx, ctx, wallet, scenario))
      if (wallet.person_id !== person.id) await bindPerson(tx, ctx, wallet, person)
      wallet.person_id = person.id
      return { person, data }
    }
    const { person } = await ensurePerson(tx, ctx, data)
    if (wallet.person_id !== person.id) await bindPerson(tx, ctx, wallet, person)
    wallet.person_id = person.id
    return { person, data }
  }
  if (wallet.person_id && credential && (stateAt(credential, ctx.now) === 'active' || scenario) && !kyc) {
    const person = await boundPerson(tx, ctx, wallet)
    if (person) return { person, data: await openPerson(tx, ctx, person) }
  }
  if (ctx.environment === 'sandbox' && !kyc && !credential && (scenario?.effects.credential !== 'none' || scenario.effects.verification)) {
    const person = await sandboxHolder(tx, ctx, wallet, scenario)
    await bindPerson(tx, ctx, wallet, person)
    wallet.person_id = person.id
    return { person, data: await openPerson(tx, ctx, person) }
  }
  const missing = (['full_name', 'date_of_birth', 'country'] as const).filter((field) => !kyc?.[field])
  throw new AppError('kyc_data_required', 'This wallet has no live credential: name, date of birth and country are needed.', {
    fields: missing.map((field) => ({ pointer: `/kyc_data/${field}`, code: 'required', detail: 'This field is required.' })),
  })
}

/** What holds a person back has to be looked at by somebody: a case, once. */
async function openMatchCase(
  tx: Tx,
  ctx: Ctx,
  p: { wallet: WalletRow; asked: SubjectToScreen; screened: Screened; outcome: string; decisionId: string; checkId: string },
): Promise<Awaited<ReturnType<typeof openCase>> | null> {
  const top = p.screened.matches.find((match) => match.exception === null)
  const match = p.screened.status === 'possible_match' && top !== undefined
  // A missing fact is for the holder to bring, unless a match waits beside it.
  if (p.outcome !== 'review' && !(p.outcome === 'needs_info' && match)) return null
  if (!match)
    return openCase(tx, ctx, {
      kind: 'wallet_verification',
      subject: { type: 'wallet', id: p.wallet.id },
      decisionId: p.decisionId,
      priority: 50,
      summary: 'A wallet’s verification waits for a person to look at it',
      details: { check_id: p.checkId },
    })
  return openCase(tx, ctx, {
    kind: 'sanctions_match',
    subject: { type: 'wallet', id: p.wallet.id },
    decisionId: p.decisionId,
    priority: 90,
    summary: 'A possible match holds the verification of a wallet',
    details: { check_id: p.checkId, entity_id: top.entity_id, list: top.list, score: top.score },
    adopts: subjectKey(ctx, p.asked),
  })
}

export interface Conclusion {
  status: WalletVerification['verification_status']
  verified: boolean
  credential: CredentialRow | null
  reused: boolean
  issued: boolean
  rejection: WalletVerification['rejection']
  events: EventInput[]
}

/** From the decision to the wallet's status: reuse, issue, wait, or refuse. */
async function concludeVerification(
  tx: Tx,
  ctx: Ctx,
  p: {
    input: WalletVerifyInput
    wallet: WalletRow
    person: PersonRow
    known: CredentialRow | null
    decided: Awaited<ReturnType<typeof recordDecision>>
    scenario: Scenario | null
    checkId: string
  },
): Promise<Conclusion> {
  const { wallet, decided, scenario } = p
  const resource = { type: 'wallet', id: wallet.id }
  const base: Conclusion = {
    status: 'none',
    verified: false,
    credential: p.known,
    reused: false,
    issued: false,
    rejection: null,
    events: [],
  }
  const setStatus = (status: string, at: Date | null) =>
    tx
      .update(wallets)
      .set({ verification_status: status, verified_at: at, updated_at: new Date(ctx.now) })
      .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))

  if (decided.outcome === 'deny' || scenario?.effects.verification?.status === 'rejected') {
    const rejection = identityRejection(decided.decision, scenario)
    await setStatus('rejected', null)
    return {
      ...base,
      status: 'rejected',
      rejection,
      events: [
        {
          type: 'wallet.verification.rejected',
          resource,
          object: { wallet_id: wallet.id, rejection: { code: rejection.code, retryable: rejection.retryable } },
        },
      ],
    }
  }
  if (decided.outcome !== 'allow' || scenario?.effects.verification?.status === 'pending') {
    await setStatus('pending', null)
    if (scenario?.effects.verification?.status === 'pending')
      await setTimer(tx, ctx, { kind: 'wallet_identity', subjectId: wallet.id, dueMs: ctx.now + HOUR_MS })
    return {
      ...base,
      status: 'pending',
      events: [
        {
          type: 'wallet.verification.pending',
          resource,
          object: {
            wallet_id: wallet.id,
            wallet_address: wallet.address,
            check_id: p.checkId,
            decision_id: decided.decision.id,
            level_requested: p.input.level,
          },
        },
      ],
    }
  }
  const played = p.scenario?.effects.credential
  if (p.known && p.input.force_new) {
    // A suspension ends by resuming; a revocation only for somebody who may issue credentials.
    const state = stateAt(p.known, ctx.now)
    if (state === 'suspended' || (state === 'revoked' && !may(ctx.actor, 'credentials.write'))) return base
  } else if (p.known) {
    const state = stateAt(p.known, ctx.now)
    if (state === 'active' && rank(p.known.level) >= rank(p.input.level)) {
      await setStatus(p.known.level === 'basic' ? 'basic' : 'enhanced', p.known.issued_at)
      return { ...base, status: p.known.level === 'basic' ? 'basic' : 'enhanced', verified: true, credential: p.known, reused: true }
    }
    // A suspended or revoked credential is a decision somebody took: a new check does not lift it.
    if (state !== 'active' && state !== 'expired' && state !== 'superseded') return base
    if (state === 'expired' && (!p.input.kyc_data || (played && played !== 'none' && played.state === 'expired'))) return base
  }
  const against = played ? null : await standsAgainst(tx, ctx, p.person, p.input)
  if (against) return { ...base, credential: against }
  const plays = played && played !== 'none' && played.state === 'active' && played.level === 'enhanced'
  const level = plays || (p.input.level === 'enhanced' && p.input.kyc_data?.document) ? 'enhanced' : 'basic'
  const { credential, events } = await sealCredential(tx, ctx, {
    person: p.person,
    wallet,
    level,
    source: p.input.kyc_data ? 'verification' : 'sandbox_implicit',
    evidence: p.input.kyc_data?.document ? 'document' : 'self_declared',
    decisionId: decided.decision.id,
    replaces: p.input.force_new,
  })
  await setStatus(level, credential.issued_at)
  return { status: level, verified: true, credential, reused: false, issued: true, rejection: null, events }
}

/** What people decided about the person binds on every wallet: it is not shaken off by a new one. */
async function standsAgainst(tx: Tx, ctx: Ctx, person: PersonRow, input: WalletVerifyInput): Promise<CredentialRow | null> {
  const suspended = await suspendedCredential(tx, ctx, person.id)
  if (suspended || (input.force_new && may(ctx.actor, 'credentials.write'))) return suspended
  return revokedCredential(tx, ctx, person.id)
}

/** How many other wallets of this tenant the same person has. */
async function alsoBound(tx: Tx, ctx: Ctx, wallet: WalletRow, person: PersonRow, scenario: Scenario | null): Promise<number> {
  const [row] = await tx
    .select({ count: sql<string>`count(*)` })
    .from(wallets)
    .where(inScope(wallets, ctx, and(eq(wallets.person_id, person.id), ne(wallets.id, wallet.id), eq(wallets.status, 'active'))))
  return Number(row!.count) + (scenario?.effects.alsoBound ? 1 : 0)
}
