import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { resumePerson, suspendPerson } from '#core/identity/credentials/change-state.ts'
import { VALID_DAYS } from '#core/identity/credentials/issue.ts'
import { bestCredential, stateAt, summarise } from '#core/identity/credentials/live.ts'
import { sealCredential } from '#core/identity/credentials/seal.ts'
import { suspendedCredential } from '#core/identity/credentials/standing.ts'
import { dueDiligenceOf } from '#core/identity/due-diligence/facts.ts'
import { refuseChildren } from '#core/identity/persons/children.ts'
import { openPerson, type PersonData, updatePerson } from '#core/identity/persons/ensure.ts'
import { liftOwners, ownersField, screenOwners, withOwners } from '#core/identity/persons/owners.ts'
import { placesOf, refuseRegionElsewhere, refuseUnknownState, stateOfPerson, ukraineAreaOf } from '#core/identity/persons/places.ts'
import { type IdentityRejection, identityRejection } from '#core/identity/persons/rejection.ts'
import { proveControl } from '#core/identity/wallets/prove-control.ts'
import { bindPerson, startingCredential } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, country, dateOfBirth, name, partyName, regionFields, walletSignature } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { openCase } from '#core/record/cases/open.ts'
import { approvedOutcome } from '#core/record/decisions/approved.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { isTimerSet, setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { guardEndpoint, keepCallback } from '#core/record/webhooks/callback.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { screeningRow } from '#core/screening/matching/screening-row.ts'
import { type Accreditation, accreditationFound } from '#core/sources/accreditation/source.ts'
import { foundOf, statusTaken } from '#core/sources/identity/assumed.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import { resolvedPersona } from '#core/sources/personas/resolved.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { legalDay, parseDay, startOfLegalDay } from '#engine/dates.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { judgeWaitingSoon, rejectWaiting } from '../bookings/of-investor.ts'
import { affiliationAfter, stateFacts, usPersonFacts } from '../holdings/holder-facts.ts'
import { accreditationFacts, identityFacts, isExhausted, refuseAttempt } from './attempts.ts'
import { affiliationField, type InvestorRow } from './create.ts'
import { isLookedAt } from './looked-at.ts'
import { materialChange } from './material-change.ts'
import { investorVerificationAnswer, readStatus, readStatuses, type Status } from './present.ts'
import { refuseOwnRecord } from './refuse-self.ts'
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
      ...regionFields,
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

export type InvestorVerification = z.output<typeof investorVerificationAnswer>

/** Runs the asked checks on an investor. Statuses follow from the engine's decision; every step is an event. */
export const verifyInvestor = defineVerb({
  name: 'investors.verify',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(verifyInvestorInput.shape),
  output: investorVerificationAnswer,
  run: async ({ ctx, input }) => {
    await refuseOwnRecord({ ctx, input })
    await ctx.world.faults.meet(ctx, await walletOf(ctx, input.id))
    if (input.callback_url) await guardEndpoint(ctx, input.callback_url, '/callback_url')
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, investors, ctx, input.id)
      if (!row) throw notFound()
      const born = input.identity?.date_of_birth
      if (born && row.type === 'individual') refuseChildren(born, ctx.now, '/identity/date_of_birth')
      const done = await runVerification(tx, ctx, row, input)
      return { result: done.result, audit: done.audit, events: done.events }
    })
  },
})

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

/**
 * What the rules of a verification read of an investor, under the facts of now, and how the investor is screened. With `release`, what
 * two people saw of its matches is lifted first.
 */
export async function gatherVerification(
  tx: Tx,
  ctx: Ctx,
  p: {
    row: InvestorRow
    person: typeof persons.$inferSelect
    data: PersonData
    wallet: typeof wallets.$inferSelect | null
    persona: Persona | null
    documents?: VerifyInvestorInput['documents']
    release?: Release | undefined
  },
) {
  const { row, person, data, wallet, persona, documents, release } = p
  const holder = persona?.effects.holder
  const place = persona?.effects.country ?? data.country ?? row.country
  const asked: SubjectToScreen = {
    wallet_address: wallet?.address,
    full_name: holder?.full_name ?? data.full_name,
    date_of_birth: (holder ?? data).date_of_birth ?? undefined,
    country: place ?? undefined,
    entity_type: row.type === 'entity' ? 'organization' : 'person',
  }
  const isEntity = row.type === 'entity'
  const lifted = release ? await liftMatches(tx, ctx, asked, await screenSubject(tx, ctx, asked), release) : []
  if (release && isEntity) lifted.push(...(await liftOwners(tx, ctx, person.id, data, release)))
  const owners = isEntity ? await screenOwners(tx, ctx, person.id, data) : null
  const own = await screenSubject(tx, ctx, asked)
  const screened = owners ? withOwners(own, owners) : own
  const places = placesOf(
    data,
    place,
    documents?.map((one) => one.country),
  )
  const identity = await ctx.world.identity.of(tx, ctx, { personId: person.id, played: persona })
  const facts = exactFacts('investor.verify', {
    ...(await baseFacts(ctx, 'investor.verify', screened.lists, { level: 'basic', market: 'securities', moves_value: false })),
    investor: {
      ...partyFacts({
        kind: isEntity ? 'entity' : 'natural',
        personId: person.id,
        address: wallet?.address ?? null,
        fullName: data.full_name,
        dateOfBirth: data.date_of_birth ?? null,
        places,
        screened,
        ukraineArea: ukraineAreaOf(data),
        dueDiligence: await dueDiligenceOf(tx, ctx, person.id, 'verification'),
      }),
      ...owners?.facts,
      registration_no: (data.registration_number as string | undefined) ?? 'none',
      // What accredits is judged at each sale by the documents then current; identity does not wait for it.
      accreditation: { basis: 'none', status: 'not_accredited' },
      verification: {
        status: statusTaken(identity),
        method: documents?.length ? 'document' : 'non_documentary',
      },
      opened_on: rulesDay(row.created_at),
      ...usPersonFacts(place),
    },
  })
  return { facts, place, asked, screened, lifted, identity }
}

/** Who somebody is, by their own word, while no source of identity says more. */
const SAID_OF_WHO = ['full_name', 'date_of_birth', 'places', 'us_person', 'residence', 'us_state']

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
  ctx.world.faults.meetAtOnce(ctx, wallet?.address ?? null)
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
  refuseRegionElsewhere('/identity/region', input.identity, [data.country])
  refuseUnknownState('/identity/state', input.identity?.state, data.country)
  const played = ctx.world.personas.at(wallet?.address ?? null) ?? ctx.world.personas.named(data.full_name)
  const persona = how.resolved ? resolvedPersona(played, how.resolved) : played
  const accreditation = await ctx.world.accreditation.of(tx, ctx, { personId: row.person_id, played: persona })
  const { release } = how
  const asWell = [
    // Asked again without new evidence, what was decided stays so.
    ...((row.accreditation && !['verified', 'rejected'].includes(row.accreditation_status)) ||
    input.accreditation ||
    accreditation.status !== 'unknown'
      ? (['accreditation'] as const)
      : []),
    ...(input.documents ? (['documents'] as const) : []),
  ]
  const wanted = input.checks ?? ['identity', 'sanctions', ...asWell]
  const checks = changed.length ? [...new Set([...wanted, 'identity' as const, 'sanctions' as const])] : wanted
  refuseMethod(input.accreditation, row.accreditation)
  if (accreditation.status === 'unknown') refuseOutdated(ctx, row, input)
  if (!release && !how.resolved)
    refuseAttempt(
      row,
      { identity: checks.includes('identity') || checks.includes('sanctions'), accreditation: !!input.accreditation },
      persona,
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
  if (wallet) wallet = (await startingCredential(tx, ctx, wallet, persona, true)).wallet
  if (wallet && wallet.person_id !== person!.id) wallet = await bindPerson(tx, ctx, wallet, person!)

  const gathered = await gatherVerification(tx, ctx, { row, person: person!, data, wallet, persona, documents: input.documents, release })
  const { place, asked, screened, lifted } = gathered
  const vouched: Vouched = { identity: gathered.identity, accreditation }
  const decided = await recordDecision(tx, ctx, {
    facts: gathered.facts,
    market: 'securities',
    subject: { type: 'investor', id: row.id },
    walletAddress: wallet?.address ?? null,
    subjectKeyId: person!.subject_key_id,
    category: 'user',
    stated: persona ? [] : SAID_OF_WHO.map((name) => `investor.${name}`),
    again: !input.identity ? {} : undefined,
    found: { ...foundOf('investor', vouched.identity), ...accreditationFound(accreditation) },
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
  const next = statusesAfter(ctx, row, input, checks, vouched, outcome)
  const checked: StatusField[] = [
    ...(checks.includes('identity') || checks.includes('sanctions') ? (['identity_status'] as const) : []),
    ...(['accreditation', 'documents'] as const).filter((one) => checks.includes(one)).map((one) => `${one}_status` as const),
  ]
  const refused = next.identity_status === 'rejected' ? identityRejection(decided.decision, vouched.identity) : null
  const facts = factsAfter(row, next, checked, refused)
  // The last attempt says so.
  const rejection = refused && { ...refused, retryable: refused.retryable && !isExhausted(facts, persona) }

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
  const wantedLevel = next.accreditation_status === 'verified' && !isOver(ctx, vouched.accreditation) ? 'accredited' : 'basic'
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
      accreditation: accreditationRecord(ctx, row, input, vouched.accreditation),
      facts,
      us_state: stateOf(row, data),
      ...(input.affiliation && { affiliation: affiliationAfter(row.affiliation, input.affiliation, rulesDay(ctx.now)) }),
      // A newer proof is told of anew.
      ...(checks.includes('accreditation') && { accreditation_warned_days: null }),
      accreditation_expires_at:
        checks.includes('accreditation') && next.accreditation_status === 'verified'
          ? expiryOf(ctx, input, vouched.accreditation)
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
  if (checks.includes('accreditation'))
    missing.push(...(vouched.accreditation.status !== 'unknown' ? [] : accreditationMissing(ctx, row, input, next.accreditation_status)))
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
  const waits = vouched.identity.status === 'pending' && next.identity_status === 'pending'
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
const stateOf = (row: InvestorRow, data: PersonData): string | null => stateOfPerson(data) ?? row.us_state

const inProgress = () =>
  new AppError('verification_in_progress', 'A verification of this investor is running. Wait for its event, or send force: true.')

/** Why credentials are suspended while the change of a name, birth date, country or owner is checked. */
export const MATERIAL_CHANGE = 'material_change'
/** Why they are while an identity that was checked again is not verified. */
export const NOT_VERIFIED = 'identity_not_verified'

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
    region: data.region ?? identity.region ?? null,
    ukraine_area: data.ukraine_area ?? identity.ukraine_area ?? null,
    address: address ?? null,
    phone: data.phone ?? identity.phone_number ?? null,
    ...(identity.registration_number && { registration_number: identity.registration_number }),
    ...(identity.registration_country && { registration_country: identity.registration_country }),
    // Owners change: the last word counts.
    ...(identity.owners && { owners: identity.owners }),
    ...(identity.national_id_last4 && { national_id_last4: identity.national_id_last4 }),
  }
}

/** What sources of evidence say of an investor. */
interface Vouched {
  identity: Identity
  accreditation: Accreditation
}

const isOver = ({ now }: Pick<Ctx, 'now'>, { expires_at }: Accreditation): boolean => expires_at !== null && expires_at.getTime() <= now

function statusesAfter(
  ctx: Ctx,
  row: InvestorRow,
  input: VerifyInvestorInput,
  checks: readonly string[],
  vouched: Vouched,
  outcome: string,
) {
  const { status: found } = vouched.identity
  const identity: Status =
    found === 'pending' || found === 'rejected'
      ? found
      : outcome === 'allow'
        ? 'verified'
        : outcome === 'deny'
          ? 'rejected'
          : outcome === 'needs_info'
            ? 'incomplete'
            : 'pending'
  const accreditation: Status = !checks.includes('accreditation')
    ? readStatus(row.accreditation_status)
    : vouched.accreditation.status !== 'unknown'
      ? vouched.accreditation.status
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
  months: number
}
const letterIsCurrent = (ctx: Ctx, input: VerifyInvestorInput) => {
  const [dated, today] = [parseDay(input.accreditation!.dated!)!, legalDay(ctx.now)]
  return dated <= today && today <= letterValidThrough(dated, LETTER)
}

function expiryOf(ctx: Ctx, input: VerifyInvestorInput, { expires_at }: Accreditation): Date {
  if (expires_at) return expires_at
  const dated = input.accreditation?.dated ? parseDay(input.accreditation.dated)! : legalDay(ctx.now)
  // Valid through its last day.
  return new Date(startOfLegalDay(letterValidThrough(dated, LETTER) + 1))
}

function accreditationRecord(
  ctx: Ctx,
  row: InvestorRow,
  input: VerifyInvestorInput,
  { shown }: Accreditation,
): Record<string, unknown> | null {
  if (shown) return { ...(row.accreditation ?? {}), ...shown }
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

/** What evidence of an accreditation still lacks while it is not decided. */
function accreditationMissing(ctx: Ctx, row: InvestorRow, input: VerifyInvestorInput, status: Status): string[] {
  const { accreditation: given } = input
  // A ground alone shows nothing; what another call brought and a person looks at is not asked for again.
  if (!given) return status === 'pending' && row.accreditation && !row.accreditation.method ? ['/accreditation'] : []
  if (status === 'rejected' || (row.accreditation?.contrary && RESTING.has(given.method))) return []
  const letter = given.method === 'third_party_letter' && ctx.environment === 'production'
  const needed = ['evidence_sha256', 'dated', ...(letter ? (['verifier', 'good_standing'] as const) : [])] as const
  return needed.filter((name) => given[name] === undefined).map((name) => `/accreditation/${name}`)
}

function nextAction(status: Status, missing: string[], rejection: InvestorVerification['rejection']): InvestorVerification['next_action'] {
  if (status === 'verified' && missing.length)
    return { type: 'provide', detail: `The identity is verified. Still needed: ${missing.join(', ')}.` }
  if (status === 'verified') return { type: 'none', detail: 'The identity is verified.' }
  if (missing.length) return { type: 'provide', detail: `Still needed: ${missing.join(', ')}.` }
  if (rejection)
    return rejection.retryable
      ? { type: 'provide', detail: 'Provide better evidence and try again.' }
      : { type: 'contact', detail: 'The identity was rejected and is not tried again. It can be appealed within 30 days.' }
  return { type: 'wait', detail: 'The check is not finished; an event will follow.' }
}
