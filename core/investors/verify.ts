import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { investors, persons, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { legalDay, parseDay, startOfLegalDay } from '#engine/dates.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { AuditInput } from '../audit/append.ts'
import { liftMatches, type Release } from '../cases/lift-matches.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx } from '../context.ts'
import { resumePerson, suspendPerson } from '../credentials/change-state.ts'
import { VALID_DAYS } from '../credentials/issue.ts'
import { bestCredential, type CredentialSummary, stateAt, summarise } from '../credentials/live.ts'
import { sealCredential } from '../credentials/seal.ts'
import { suspendedCredential } from '../credentials/standing.ts'
import { isTimerSet, setTimer } from '../deadlines/set-timer.ts'
import { approvedOutcome } from '../decisions/approved.ts'
import { recordDecision } from '../decisions/decide.ts'
import { baseFacts, partyFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { country, dateOfBirth, name, partyName, walletSignature } from '../fields.ts'
import { affiliationAfter, stateFacts, usPersonFacts } from '../holdings/holder-facts.ts'
import { judgeWaitingSoon, rejectWaiting } from '../investments/of-investor.ts'
import { requirePermission } from '../permissions.ts'
import { openPerson, type PersonData, updatePerson } from '../persons/ensure.ts'
import { type IdentityRejection, identityRejection } from '../persons/rejection.ts'
import { rulesDay } from '../rules-day.ts'
import { failAtOnce, failIfScenarioSays } from '../sandbox/failures.ts'
import { resolvedScenario } from '../sandbox/resolved-scenario.ts'
import { personScenario, type Scenario, scenarioOf } from '../sandbox/scenarios.ts'
import { type SubjectToScreen, screenSubject } from '../screenings/screen-subject.ts'
import { screeningRow } from '../screenings/screening-row.ts'
import { write } from '../transaction.ts'
import { proveControl } from '../wallets/prove-control.ts'
import { bindPerson, startingCredential } from '../wallets/starting-credential.ts'
import { guardEndpoint, keepCallback } from '../webhooks/callback.ts'
import { accreditationFacts, identityFacts, isExhausted, refuseAttempt } from './attempts.ts'
import { affiliationField, type InvestorRow } from './create.ts'
import { isLookedAt } from './looked-at.ts'
import { liftOwners, ownersField, screenOwners, withOwners } from './owners.ts'
import { readStatus, readStatuses, type Status } from './present.ts'
import { type StatusField, stepEvents, stepHistory, stepsOf } from './steps.ts'
import { updatedEvents } from './updated-events.ts'
import { documentsEnd, setValidity } from './validity.ts'
import { setWalletStatus } from './wallet-status.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export const verifyFields = {
  checks: z
    .array(z.enum(['identity', 'accreditation', 'documents', 'sanctions']))
    .min(1)
    .optional(),
  identity: z
    .strictObject({
      first_name: name(100).optional(),
      last_name: partyName(100).optional(),
      date_of_birth: dateOfBirth.optional(),
      national_id_last4: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
      address: z.string().max(500).optional(),
      city: z.string().max(100).optional(),
      state: z.string().max(100).optional(),
      zip_code: z.string().max(20).optional(),
      country: country.optional(),
      phone_number: z.string().max(40).optional(),
      registration_number: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .optional()
        .meta({ description: 'Entities: number in the register of companies' }),
      registration_country: country.optional(),
      owners: ownersField.optional(),
    })
    .optional(),
  accreditation: z
    .strictObject({
      type: z.enum(['income', 'net_worth', 'professional', 'entity']).optional(),
      method: z.enum([
        'income_docs',
        'net_worth_docs',
        'third_party_letter',
        'professional_license',
        'prior_verification',
        'minimum_investment',
      ]),
      evidence_sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      // Anybody may be named; who is none of the kinds the rules know counts as another.
      verifier: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'broker_dealer, sec_adviser, state_adviser, attorney, cpa or other; any other name counts as other' }),
      good_standing: z
        .boolean()
        .optional()
        .meta({ description: 'Of a letter: whether its author was found in good standing. Asked for in production' }),
      dated: z.iso.date().optional(),
    })
    .optional(),
  documents: z
    .array(
      z.strictObject({
        kind: z.enum(['passport', 'id_card', 'drivers_license', 'proof_of_address', 'tax_form', 'other']),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        country: country.optional(),
        expires_on: z.iso.date().optional(),
      }),
    )
    .max(20)
    .optional(),
  affiliation: affiliationField.optional(),
  accepted_terms: z.boolean().optional(),
  signature: walletSignature.optional(),
  callback_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional()
    .meta({ description: 'Is told of every step of this investor from now on, as a webhook endpoint of its own' }),
  force: z.boolean().default(false),
}
export const verifyInvestorInput = z.strictObject(verifyFields)
export type VerifyInvestorInput = z.output<typeof verifyInvestorInput>

export interface InvestorVerification {
  success: true
  object: 'investor_verification'
  investor_id: string
  verification_id: string
  status: Status
  verification: { identity_status: Status; accreditation_status: Status; documents_status: Status }
  missing: string[]
  rejection: IdentityRejection | null
  credential: CredentialSummary | null
  next_action: { type: 'none' | 'provide' | 'wait' | 'contact'; detail: string }
  expires_at: string | null
  decision: WireDecision
}

/** Runs the asked checks on an investor. Statuses follow from the engine's decision; every step is an event. */
export async function verifyInvestor({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & VerifyInvestorInput
}): Promise<InvestorVerification> {
  requirePermission(ctx, 'investors.write')
  await failIfScenarioSays(ctx, await walletOf(ctx, input.id))
  if (input.callback_url) await guardEndpoint(ctx, input.callback_url, '/callback_url')
  return write(ctx, async (tx) => {
    const row = await lockScoped(tx, investors, ctx, input.id)
    if (!row) throw notFound()
    const done = await runVerification(tx, ctx, row, input)
    return { result: done.result, audit: done.audit, events: done.events }
  })
}

/** The address of an investor's wallet, read before the work begins; only the sandbox's magic ones matter. */
async function walletOf(ctx: Ctx, id: string): Promise<string | null> {
  if (ctx.environment !== 'sandbox') return null
  const [row] = await ctx.db
    .select({ address: wallets.address })
    .from(investors)
    .innerJoin(wallets, eq(wallets.id, investors.wallet_id))
    .where(inScope(investors, ctx, eq(investors.id, id)))
    .limit(1)
  return row?.address ?? null
}

export async function runVerification(
  tx: Tx,
  ctx: Ctx,
  found: InvestorRow,
  input: VerifyInvestorInput,
  how: {
    release?: Release
    resolved?: { status: 'verified' | 'rejected' | 'pending'; code?: string | undefined }
    /** Reason of a suspension that this verification ends. */
    lifts?: string
  } = {},
): Promise<{ result: InvestorVerification; audit: AuditInput; events: EventInput[] }> {
  let row = found
  if (input.accepted_terms === false)
    throw new AppError('terms_not_accepted', 'accepted_terms must be true when it is sent.', {
      fields: [{ pointer: '/accepted_terms', code: 'invalid_enum', detail: 'The terms must be accepted.' }],
    })
  let wallet = row.wallet_id
    ? ((
        await tx
          .select()
          .from(wallets)
          .where(inScope(wallets, ctx, eq(wallets.id, row.wallet_id)))
          .limit(1)
      )[0] ?? null)
    : null
  failAtOnce(ctx, wallet?.address ?? null)
  if (input.callback_url) await keepCallback(tx, ctx, row.id, input.callback_url)
  const person = await findScoped(tx, persons, ctx, row.person_id)
  const known = await openPerson(tx, ctx, person!)
  const status = readStatus(row.identity_status)
  const corrected = (await isLookedAt(tx, ctx, row)) ? [] : materialChange(known, input.identity)
  const changed = status === 'verified' ? corrected : []
  const data = fillGaps(
    Object.fromEntries(Object.entries(known).filter(([field]) => !corrected.includes(field))) as PersonData,
    input.identity,
  )
  const played = scenarioOf(ctx, wallet?.address ?? null) ?? personScenario(ctx, data.full_name)
  const scenario = how.resolved ? resolvedScenario(played, how.resolved) : played
  const { release } = how
  const asWell = [
    // Asked again without new evidence, what was decided stays so.
    ...((row.accreditation && !['verified', 'rejected'].includes(row.accreditation_status)) ||
    input.accreditation ||
    scenario?.effects.accreditation
      ? (['accreditation'] as const)
      : []),
    ...(input.documents ? (['documents'] as const) : []),
  ]
  const wanted = input.checks ?? ['identity', 'sanctions', ...asWell]
  const checks = changed.length ? [...new Set([...wanted, 'identity' as const, 'sanctions' as const])] : wanted
  refuseMethod(input.accreditation, row.accreditation)
  if (!scenario?.effects.accreditation) refuseOutdated(ctx, row, input)
  if (!release && !how.resolved)
    refuseAttempt(
      row,
      { identity: checks.includes('identity') || checks.includes('sanctions'), accreditation: !!input.accreditation },
      scenario,
    )
  let live = wallet ? await bestCredential(tx, ctx, wallet) : null
  if (
    row.status === 'verified' &&
    !changed.length &&
    !input.force &&
    !input.accreditation &&
    !input.documents &&
    !input.affiliation &&
    checks.every((c) => c === 'identity' || c === 'sanctions') &&
    live &&
    stateAt(live, ctx.now) === 'active'
  )
    throw new AppError('already_verified', 'This investor is verified. Send force: true to check again.')
  // The identity provider has not answered yet: asking again would only start over.
  if (row.status === 'pending' && !input.force && !how.resolved && !release && (await isTimerSet(tx, ctx, 'investor_identity', row.id)))
    throw inProgress()
  await updatePerson(tx, ctx, person!, data)
  // Who is not who was verified is checked anew, and until then nothing rests on the old check.
  const stopped = changed.length ? await suspendPerson(tx, ctx, person!.id, MATERIAL_CHANGE) : null
  if (stopped) row = { ...row, identity_status: 'pending', status: 'pending', history: [changeEntry(ctx, changed), ...row.history] }
  if (wallet && input.signature) wallet = (await proveControl(tx, ctx, wallet, input.signature)).wallet
  if (wallet) wallet = (await startingCredential(tx, ctx, wallet, scenario, true)).wallet
  if (wallet && wallet.person_id !== person!.id) wallet = await bindPerson(tx, ctx, wallet, person!)

  const holder = scenario?.effects.holder
  const place = scenario?.effects.country ?? data.country ?? row.country
  const asked: SubjectToScreen = {
    wallet_address: wallet?.address,
    full_name: holder?.full_name ?? data.full_name,
    date_of_birth: (holder ?? data).date_of_birth ?? undefined,
    country: place ?? undefined,
    entity_type: row.type === 'entity' ? 'organization' : 'person',
  }
  const isEntity = row.type === 'entity'
  const lifted = release ? await liftMatches(tx, ctx, asked, await screenSubject(tx, ctx, asked), release) : []
  if (release && isEntity) lifted.push(...(await liftOwners(tx, ctx, person!.id, data, release)))
  const owners = isEntity ? await screenOwners(tx, ctx, person!.id, data) : null
  const own = await screenSubject(tx, ctx, asked)
  const screened = owners ? withOwners(own, owners) : own
  const decided = await recordDecision(tx, ctx, {
    facts: {
      ...baseFacts(ctx, 'investor.verify', screened.lists, { level: 'basic', market: 'securities', moves_value: false }),
      investor: {
        ...partyFacts({
          kind: row.type === 'entity' ? 'entity' : 'natural',
          personId: person!.id,
          address: wallet?.address ?? null,
          fullName: data.full_name,
          dateOfBirth: data.date_of_birth ?? null,
          places: place ? [{ source: 'residence', country: place, proven: false }] : [],
          screened,
        }),
        ...owners?.facts,
        entity_type: 'company',
        registration_no: (data.registration_number as string | undefined) ?? 'none',
        // What accredits is judged at each sale by the documents then current; identity does not wait for it.
        accreditation: { basis: 'none', status: 'not_accredited' },
        verification: {
          status: scenario?.effects.verification?.status ?? 'verified',
          method: input.documents?.length ? 'document' : 'non_documentary',
        },
        opened_on: rulesDay(row.created_at),
        ...usPersonFacts(place),
      },
    },
    market: 'securities',
    subject: { type: 'investor', id: row.id },
    walletAddress: wallet?.address ?? null,
    subjectKeyId: person!.subject_key_id,
    category: 'user',
  })
  const screening = await screeningRow(tx, ctx, {
    about: { type: 'investor', id: row.id },
    address: wallet?.address ?? null,
    person: person!,
    screened,
    decisionId: decided.decision.id,
    subject: asked,
  })
  await tx.insert(screenings).values(screening)
  const judged = release ? approvedOutcome(ctx, decided, release.codes) : decided.outcome
  // Whether a match is this exposed person is for a person to say, not for the investor to bring.
  const exposed = screened.status === 'possible_match' && decided.decision.missing.every((path) => path.includes('/pep/'))
  // Ages and notices of the states are law there: a resident whose state nobody gave is not verified yet.
  const stateMissing =
    ctx.environment === 'production' && place === 'US' && stateFacts(ctx, place, stateOf(row, data)).us_state === undefined
  const outcome = judged === 'needs_info' && exposed ? 'review' : judged === 'allow' && stateMissing ? 'needs_info' : judged
  const next = statusesAfter(ctx, row, input, checks, scenario, outcome)
  const checked: StatusField[] = [
    ...(checks.includes('identity') || checks.includes('sanctions') ? (['identity_status'] as const) : []),
    ...(['accreditation', 'documents'] as const).filter((one) => checks.includes(one)).map((one) => `${one}_status` as const),
  ]
  const refused = next.identity_status === 'rejected' ? identityRejection(decided.decision, scenario) : null
  const facts = factsAfter(row, next, checked, refused)
  // The last attempt says so.
  const rejection = refused && { ...refused, retryable: refused.retryable && !isExhausted(facts, scenario) }

  // Checked again and found wanting, an identity takes its credentials along, and brings them back when it is verified again.
  const doubted =
    status === 'verified' && !stopped && next.identity_status !== 'verified' ? await suspendPerson(tx, ctx, person!.id, NOT_VERIFIED) : null
  const resumed =
    next.identity_status === 'verified' && row.identity_status !== 'verified'
      ? await resumePerson(tx, ctx, person!.id, [MATERIAL_CHANGE, NOT_VERIFIED], { reasonCode: 'checked_again' })
      : null
  if (wallet && [stopped, doubted, resumed].some((done) => done?.rows.length)) live = await bestCredential(tx, ctx, wallet)
  const ends = documentsEnd(input.documents)
  // A suspension ends by resuming, not by being checked again, on whichever wallet.
  const suspended = wallet && (await suspendedCredential(tx, ctx, person!.id, how.lifts))
  let credential = suspended ?? live
  const wantedLevel = next.accreditation_status === 'verified' && scenario?.effects.accreditation !== 'expired' ? 'accredited' : 'basic'
  const due =
    wallet !== null &&
    next.identity_status === 'verified' &&
    // Also where the identity was not asked about, and so keeps its status.
    outcome === 'allow' &&
    (!live ||
      stateAt(live, ctx.now) !== 'active' ||
      (wantedLevel === 'accredited' && live.level !== 'accredited') ||
      (input.force && !release))
  const barred = due && suspended !== null
  let sealed: EventInput[] = []
  if (due && !barred) {
    const made = await sealCredential(tx, ctx, {
      person: person!,
      wallet: wallet!,
      level: wantedLevel,
      source: 'verification',
      evidence: input.documents?.length ? 'document' : 'self_declared',
      decisionId: decided.decision.id,
      // Nothing is shown for longer than the document it rests on.
      ...(ends !== null && ends > ctx.now && ends < ctx.now + VALID_DAYS[wantedLevel] * DAY_MS && { expiresAt: new Date(ends) }),
    })
    credential = made.credential
    sealed = made.events
  }
  await setWalletStatus(tx, ctx, wallet?.id ?? null, next.identity_status)
  const overall: Status = next.identity_status
  const steps = stepsOf(row, next, checked)
  const history = [...stepHistory(ctx, steps), ...row.history].slice(0, 100)
  const [stored] = await tx
    .update(investors)
    .set({
      ...next,
      status: overall,
      country: place ?? null,
      accreditation: accreditationRecord(ctx, row, input, scenario),
      facts,
      us_state: stateOf(row, data),
      ...(input.affiliation && { affiliation: affiliationAfter(row.affiliation, input.affiliation, rulesDay(ctx.now)) }),
      // A newer proof is told of anew.
      ...(checks.includes('accreditation') && { accreditation_warned_days: null }),
      accreditation_expires_at:
        checks.includes('accreditation') && next.accreditation_status === 'verified'
          ? expiryOf(ctx, input, scenario)
          : row.accreditation_expires_at,
      terms_accepted_at: input.accepted_terms ? new Date(ctx.now) : row.terms_accepted_at,
      history,
      updated_at: new Date(ctx.now),
    })
    .where(inScope(investors, ctx, eq(investors.id, row.id)))
    .returning()

  const ended = next.identity_status === 'rejected' ? await rejectWaiting(tx, ctx, row.id, 'identity_rejected') : null
  if (steps.some((step) => step.to === 'verified') || credential !== live) await judgeWaitingSoon(tx, ctx, row.id)
  await setValidity(tx, ctx, row.id, { before: found, after: next, checked: checks, documentsEnd: ends })
  const summary = credential && wallet ? summarise(credential, wallet, ctx.now, credential === live) : null
  const missing = decided.decision.missing.map((p) =>
    p
      .replace(/^\/(investor|subject)/, '/identity')
      .replace(/\/(holdings|blocked_control)$/, '/owners')
      .replace(/\/places$/, '/country'),
  )
  if (stateMissing) missing.push('/identity/state')
  const result: InvestorVerification = {
    success: true,
    object: 'investor_verification',
    investor_id: row.id,
    verification_id: screening.id,
    status: overall,
    verification: readStatuses(stored!, summary, ctx.now).verification,
    missing,
    rejection,
    credential: summary,
    next_action: barred
      ? {
          type: 'contact',
          detail: `The identity is verified, but its credential is ${summary?.state ?? 'out of use'}: whoever took it out of use puts it back.`,
        }
      : nextAction(overall, missing, rejection),
    expires_at: summary?.expires_at ?? null,
    decision: decided.decision,
  }
  const waits = scenario?.effects.verification?.status === 'pending' && next.identity_status === 'pending'
  if (ctx.environment === 'sandbox')
    await setTimer(tx, ctx, { id: screening.id, kind: 'investor_identity', subjectId: row.id, dueMs: ctx.now + HOUR_MS, done: !waits })
  const opened =
    next.identity_status === 'pending' && outcome === 'review'
      ? await openCase(tx, ctx, {
          kind: 'verification_identity',
          subject: { type: 'investor', id: row.id },
          decisionId: decided.decision.id,
          priority: 80,
          summary: 'An investor’s identity needs a person’s look',
          details: { reason_codes: decided.decision.reason_codes },
        })
      : null
  // The case it would open is open already: asking again changes nothing that is waited for.
  if (opened?.opened === false && row.status === 'pending' && !input.force && !how.resolved && !input.accreditation && !input.documents)
    throw inProgress()
  return {
    result,
    audit: {
      ...decided.audit,
      details: {
        ...decided.audit.details,
        investor_id: row.id,
        verification_id: screening.id,
        // The fields, not what stands in them.
        ...(corrected.length > 0 && { [changed.length ? 'material_change' : 'corrected']: corrected }),
        ...((stopped ?? doubted)?.rows.length && { suspended: (stopped ?? doubted)!.rows.map((one) => one.id) }),
        ...(ended?.audit.length && { investments_rejected: ended.audit.map((one) => one.subject!.id) }),
        ...(resumed?.rows.length && { resumed: resumed.rows.map((one) => one.id) }),
      },
    },
    events: [
      ...lifted,
      ...(stopped ? [pendingAgain(row.id), ...stopped.events] : []),
      ...(doubted?.events ?? []),
      ...(resumed?.events ?? []),
      ...sealed,
      ...stepEvents(row.id, steps, rejection?.code ?? null),
      ...updatedEvents(row, stored!, { known, data }),
      ...(opened?.events ?? []),
      ...(ended?.events ?? []),
    ],
  }
}

/** The state of a residence as it was given last. */
const stateOf = (row: InvestorRow, data: PersonData): string | null =>
  typeof data.address?.state === 'string' ? data.address.state : row.us_state

const inProgress = () =>
  new AppError('verification_in_progress', 'A verification of this investor is running. Wait for its event, or send force: true.')

/** Why credentials are suspended while the change of a name, birth date, country or owner is checked. */
export const MATERIAL_CHANGE = 'material_change'
/** Why they are while an identity that was checked again is not verified. */
export const NOT_VERIFIED = 'identity_not_verified'
const plain = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim() : value)

/** Fields of a verified person that are given with another value than is known. */
export function materialChange(known: PersonData, identity: VerifyInvestorInput['identity']): string[] {
  if (!identity) return []
  const given: Record<string, unknown> = {
    full_name: identity.first_name && identity.last_name ? `${identity.first_name} ${identity.last_name}` : undefined,
    date_of_birth: identity.date_of_birth,
    country: identity.country,
    owners: identity.owners,
  }
  return Object.entries(given).flatMap(([field, value]) => {
    const was = known[field]
    return value === undefined || was === undefined || was === null || was === '' || isDeepStrictEqual(plain(was), plain(value))
      ? []
      : [field]
  })
}

const changeEntry = (ctx: Ctx, fields: string[]) => ({
  at: new Date(ctx.now).toISOString(),
  field: 'identity_status',
  from: 'verified',
  to: 'pending',
  actor: ctx.actor.id,
  reason: MATERIAL_CHANGE,
  note: fields.join(', '),
})

const pendingAgain = (investorId: string): EventInput => ({
  type: 'investor.verification.pending',
  resource: { type: 'investor', id: investorId },
  object: { investor_id: investorId, check: 'identity', from: 'verified', to: 'pending', reason_code: MATERIAL_CHANGE },
})

function factsAfter(
  row: InvestorRow,
  next: Record<StatusField, Status>,
  checked: readonly StatusField[],
  rejection: IdentityRejection | null,
): Record<string, unknown> {
  const identity = checked.includes('identity_status') ? identityFacts(row.facts, next.identity_status, rejection) : row.facts
  return checked.includes('accreditation_status') ? accreditationFacts(identity, next.accreditation_status) : identity
}

/** Methods that cannot show a ground of accreditation (17 CFR 230.506(c)(2)(ii)); a letter and what was verified before can show any. */
const UNFIT: Record<string, readonly string[]> = {
  income: ['net_worth_docs', 'professional_license'],
  net_worth: ['income_docs', 'professional_license'],
  professional: ['income_docs', 'net_worth_docs', 'minimum_investment'],
  entity: ['income_docs', 'professional_license'],
}

/** A letter too old to show anything says nothing against the proof that stands: it takes nothing from it. */
function refuseOutdated(ctx: Ctx, row: InvestorRow, input: VerifyInvestorInput): void {
  const stands = row.accreditation_status === 'verified' && (row.accreditation_expires_at?.getTime() ?? 0) > ctx.now
  if (stands && input.accreditation?.evidence_sha256 && input.accreditation.dated && !letterIsCurrent(ctx, input))
    throw invalidField(
      '/accreditation/dated',
      'out_of_date',
      'This letter does not speak for today. The accreditation that was verified stands.',
    )
}

function refuseMethod(given: VerifyInvestorInput['accreditation'], known: InvestorRow['accreditation']): void {
  const type = given?.type ?? known?.type
  if (!given || typeof type !== 'string' || !UNFIT[type]?.includes(given.method)) return
  throw new AppError('conflicting_fields', `${given.method} does not show accreditation by ${type}.`, {
    fields: [{ pointer: '/accreditation/method', code: 'conflicting_fields', detail: `Choose a method that shows ${type}.` }],
  })
}

function fillGaps(data: PersonData, identity: VerifyInvestorInput['identity']): PersonData {
  if (!identity) return data
  const full = identity.first_name && identity.last_name ? `${identity.first_name} ${identity.last_name}` : undefined
  const given = { line1: identity.address, city: identity.city, state: identity.state, postal_code: identity.zip_code }
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  // Another street is another address; a state or city alone completes the one that is known.
  const address = identity.address
    ? { city: null, state: null, postal_code: null, ...said }
    : Object.keys(said).length
      ? { ...data.address, ...said }
      : data.address
  return {
    ...data,
    full_name: data.full_name || full || '',
    date_of_birth: data.date_of_birth ?? identity.date_of_birth ?? null,
    country: data.country ?? identity.country ?? null,
    address: address ?? null,
    phone: data.phone ?? identity.phone_number ?? null,
    ...(identity.registration_number && { registration_number: identity.registration_number }),
    ...(identity.registration_country && { registration_country: identity.registration_country }),
    // Owners change: the last word counts.
    ...(identity.owners && { owners: identity.owners }),
    ...(identity.national_id_last4 && { national_id_last4: identity.national_id_last4 }),
  }
}

function statusesAfter(
  ctx: Ctx,
  row: InvestorRow,
  input: VerifyInvestorInput,
  checks: readonly string[],
  scenario: Scenario | null,
  outcome: string,
) {
  const played = scenario?.effects.verification?.status
  const identity: Status =
    played ?? (outcome === 'allow' ? 'verified' : outcome === 'deny' ? 'rejected' : outcome === 'needs_info' ? 'incomplete' : 'pending')
  const accreditation: Status = !checks.includes('accreditation')
    ? readStatus(row.accreditation_status)
    : scenario?.effects.accreditation
      ? scenario.effects.accreditation === 'expired'
        ? 'verified'
        : scenario.effects.accreditation
      : row.accreditation?.contrary && RESTING.has(input.accreditation?.method ?? 'minimum_investment')
        ? 'pending'
        : input.accreditation?.evidence_sha256 && input.accreditation.dated
          ? letterIsCurrent(ctx, input)
            ? 'verified'
            : 'rejected'
          : 'pending'
  const documents: Status = !checks.includes('documents')
    ? readStatus(row.documents_status)
    : input.documents?.length
      ? input.documents.every((d) => !d.expires_on || d.expires_on >= new Date(ctx.now).toISOString().slice(0, 10))
        ? 'verified'
        : 'rejected'
      : 'incomplete'
  return {
    identity_status: checks.includes('identity') || checks.includes('sanctions') ? identity : readStatus(row.identity_status),
    accreditation_status: accreditation,
    documents_status: documents,
  }
}

/** How long a letter speaks, as the rule says. */
const LETTER = currentRuleset.data.rules.find((rule) => rule.code === 'REG_D_506C_M3_THIRD_PARTY_LETTER')!.params as {
  days: number
  months: number
}
const letterIsCurrent = (ctx: Ctx, input: VerifyInvestorInput) => {
  const [dated, today] = [parseDay(input.accreditation!.dated!)!, legalDay(ctx.now)]
  return dated <= today && today <= letterValidThrough(dated, LETTER)
}

function expiryOf(ctx: Ctx, input: VerifyInvestorInput, scenario: Scenario | null): Date {
  if (scenario?.effects.accreditation === 'expired') return new Date(ctx.now - DAY_MS)
  const dated = input.accreditation?.dated ? parseDay(input.accreditation.dated)! : legalDay(ctx.now)
  // Valid through its last day.
  return new Date(startOfLegalDay(letterValidThrough(dated, LETTER) + 1))
}

function accreditationRecord(
  ctx: Ctx,
  row: InvestorRow,
  input: VerifyInvestorInput,
  scenario: Scenario | null,
): Record<string, unknown> | null {
  const played = scenario?.effects.accreditation
  if (played === 'verified' || played === 'expired')
    return {
      ...(row.accreditation ?? {}),
      type: 'net_worth',
      method: 'third_party_letter',
      verifier: 'attorney',
      dated: new Date(ctx.now - (played === 'expired' ? 91 : 1) * DAY_MS).toISOString().slice(0, 10),
    }
  if (!input.accreditation) return row.accreditation
  const { contrary, ...record } = row.accreditation ?? {}
  return {
    ...record,
    ...input.accreditation,
    // What is known against it stays until evidence was looked at anew.
    ...(contrary !== undefined && RESTING.has(input.accreditation.method) && { contrary }),
    recorded_at: new Date(ctx.now).toISOString(),
  }
}

/** Methods that rest on what was said or seen before, and so fall with knowledge to the contrary. */
const RESTING = new Set(['prior_verification', 'minimum_investment'])

function nextAction(status: Status, missing: string[], rejection: InvestorVerification['rejection']): InvestorVerification['next_action'] {
  if (status === 'verified') return { type: 'none', detail: 'The identity is verified.' }
  if (missing.length) return { type: 'provide', detail: `Still needed: ${missing.join(', ')}.` }
  if (rejection)
    return rejection.retryable
      ? { type: 'provide', detail: 'Provide better evidence and try again.' }
      : { type: 'contact', detail: 'The identity was rejected and is not tried again. It can be appealed within 30 days.' }
  return { type: 'wait', detail: 'The check is not finished; an event will follow.' }
}
