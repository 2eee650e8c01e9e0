import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Act, type Approval, actHash, approvalOptions, approve, sha256 } from '#core/access/second-person/approval.ts'
import { caseCtx, isHiddenFrom } from '#core/access/second-person/scope.ts'
import { requireNotRemoved } from '#core/access/second-person/second-person.ts'
import { documentShownFields, REVIEW_REFUSALS, type Reviewed, type ReviewRefusal, reviewedFields } from '#core/identity/reviews/data.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import { isAsked } from '#core/record/cases/asked-kinds.ts'
import { type CaseOutcome, type CaseRow, decidedEvent, outcomeWord, roundOf, withHistory } from '#core/record/cases/steps.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { evidenceFields, evidenceFrom, evidenceHash, sealEvidence } from '#core/screening/exceptions/evidence.ts'
import { retellReleased } from '#core/screening/subjects/retell.ts'
import { entityReadFields } from '#core/securities/entities/review.ts'
import { formsReadFields, requireFormsRead } from '#core/securities/investors/accreditation/forms-read.ts'
import { lookedUpFields, requireLookedUp } from '#core/securities/investors/accreditation/looked-up.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { requireNumber } from '../own-records/review-identity.ts'
import { approvalOf, type CaseView, contradicted, isIdentityCase, lockOpenCase, needsTwo, PROPOSED, presentCase } from './case.ts'
import { applyOutcome, requireReleasable } from './effects.ts'
import { requireMayDecide } from './may-decide.ts'
import { type Releasable, releasable, stillReleasable } from './release.ts'
import { openSeen, readByBoth, type Seen, sealSeen, seenHash } from './seen.ts'
import { caseAnswer } from './shape.ts'

const OUTCOMES = ['release', 'refuse', 'send_back'] as const
const note = z.string().trim().min(10, 'Say in at least 10 characters what you base this on').max(2_000, 'At most 2,000 characters')

export const decideCaseInput = z.strictObject({
  outcome: z.enum(OUTCOMES).meta({
    description:
      '`release` lets go what the case holds, decided again by the rules; `refuse` keeps it blocked for good; `send_back`, of the second person alone, has a proposed release looked at again',
  }),
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as false_positive' }),
  note,
  ...evidenceFields,
  ...entityReadFields,
  ...reviewedFields,
  ...lookedUpFields,
  ...formsReadFields,
  ...documentShownFields,
})

const signed = { id: z.string().max(100), reason_code: decideCaseInput.shape.reason_code.default('reviewed') }

/** As a person at a browser decides. */
const decideOnPageInput = decideCaseInput.extend({
  ...signed,
  /** `request_info` has the evidence of a person brought anew. */
  outcome: z.enum([...OUTCOMES, 'request_info']),
  /** A passkey's answer to `caseApprovalOptions`; without it a second factor of the last five minutes counts. */
  assertion: z.unknown().optional(),
  /** The act of the proposal that was seen, or null for none: nobody confirms what they had not before them. */
  proposal: z.string().max(64).nullable().optional(),
})
const caseApprovalInput = decideCaseInput.omit({ outcome: true }).extend(signed)

type Input = z.output<typeof decideOnPageInput>

/**
 * Decides a case. Keeping the block takes one person. Letting go a match or a hold needs two different people: the first one's word
 * is kept as a proposal, the second one's puts it into effect, ends it, or sends it back. Of somebody's documents two who read them
 * otherwise leave it to a third. Whoever is signed in proves a release by a passkey that signs the act, or a second factor. What was held is decided again by the rules in force, so nothing passes that they
 * deny. Throws `not_found`, `conflict`, `invalid_transition`, `second_person_required`, `step_up_required`,
 * `exception_not_possible`, `validation_failed` for an exact name without evidence.
 */
export const decideCase = defineVerb({
  name: 'cases.decide',
  permission: 'cases.decide',
  noted: ['second_person_required'],
  input: byId('Id of the case').extend(decideCaseInput.shape),
  output: caseAnswer,
  run: settle,
})

/** The same, as a person at a browser does it. */
export const decideCaseOnPage = definePageVerb({
  name: 'cases.decide_on_page',
  permission: 'cases.decide',
  noted: ['second_person_required'],
  input: decideOnPageInput,
  run: settle,
})

/**
 * The word on a change of this kind that waits in the caller's organisation, for verbs that ask for the permission to make such changes:
 * who runs an organisation agrees to that whether or not it has a desk. Throws as `decideCase`.
 */
export async function decideChange(ctx: Ctx, kind: string, { id, outcome }: { id: string; outcome: 'release' | 'refuse' }, note: string) {
  const row = await findScoped(ctx.db, cases, ctx, id)
  if (row?.kind !== kind) throw notFound()
  return settle({ ctx, input: { id, outcome, note, reason_code: kind === 'member_role' ? 'member_change' : kind } })
}

/** Who may not read a case hears nothing of it by trying to decide it, least of all that it is about themselves. Throws `not_found`. */
async function knownCtx(ctx: Ctx, id: string): Promise<Ctx> {
  const tenant = await caseCtx(ctx, id)
  if (await isHiddenFrom(tenant, id)) throw notFound()
  return tenant
}

async function settle({ ctx, input }: { ctx: Ctx; input: Input }): Promise<{ success: true } & CaseView> {
  const tenant = await knownCtx(ctx, input.id)
  const proven = await prove(tenant, input)
  return write(tenant, async (tx) => {
    const [row] = await Promise.all([lockOpenCase(tx, tenant, input.id), requireNotRemoved(tx, tenant)])
    const judged = await judge({ ...tenant, db: tx as unknown as Ctx['db'] }, row, input)
    const { act, first, against, two, toProve, found } = judged
    const act_hash = actHash(act).toString('hex')
    if (toProve && proven?.act_hash !== act_hash) throw changed()
    const word: Approval = {
      by: act.approver,
      at: new Date(tenant.now).toISOString(),
      outcome: input.outcome,
      reason_code: input.reason_code,
      note: input.note,
      document_sha256: input.document_sha256 ?? null,
      method: proven?.method ?? 'none',
      act_hash,
      entities: act.entities,
      evidence_hash: act.evidence_hash ?? null,
    }
    const change = async (values: Partial<CaseRow>) => {
      const [next] = await tx
        .update(cases)
        .set(values)
        .where(inScope(cases, tenant, eq(cases.id, row.id)))
        .returning()
      return { success: true as const, ...presentCase(next!, tenant.now) }
    }
    const entry = (action: string, more: Record<string, unknown> = {}) => ({
      action,
      category: 'admin' as const,
      subject: { type: 'case', id: row.id },
      details: {
        kind: row.kind,
        outcome: input.outcome,
        reason_code: input.reason_code,
        subject_id: row.subject_id,
        act: act as unknown as Record<string, unknown>,
        act_hash,
        ...proven?.proof,
        ...more,
      },
    })
    const waits = await stillWaits(tx, tenant, row, { input, judged, word })
    // no event: nothing changes until another person agrees.
    if (waits) return { result: await change({ assigned_to: null, ...waits.values }), audit: entry(waits.action, waits.more) }
    // What is sent back waits.
    const said = input.outcome as CaseOutcome
    const outcome = outcomeWord(row, said)
    // Of documents that are refused those vouch who refuse them, and not whoever had accepted.
    const before = isIdentityCase(row.kind) && input.outcome === 'refuse' ? against : first
    const effect = await applyOutcome(tx, tenant, row, {
      outcome: said,
      reasonCode: input.reason_code,
      note: input.note,
      reason: (first ?? word).note ?? input.note,
      ...{ author: (before ?? word).by, approver: word.by },
      entities: first?.entities ?? [],
      ...{ evidence: found.evidence, entity: input.entity },
      ...whatWasSeen(input, first ? { ...(await openSeen(tx, tenant, row)), reviewed: row.details.reviewed } : null),
    })
    const told = await retellReleased(tx, tenant, effect.events)
    const result = await change({
      status: 'decided',
      outcome,
      decided_at: new Date(tenant.now),
      first_approval: { ...(against && input.outcome === 'refuse' ? against : (first ?? word)) },
      second_approval: first ? { ...word } : null,
      assigned_to: row.assigned_to ?? word.by,
      details: withHistory(row, tenant, outcome, input.note),
    })
    const decided = entry(first && two ? 'case_released' : 'case_decided', {
      first: first?.by ?? null,
      ...(against && { against: against.by }),
      effect: effect.what,
    })
    return {
      result,
      audit: [decided, ...effect.audit, ...told.audit],
      events: [...effect.events, ...told.events, decidedEvent(row, outcome)],
    }
  })
}

/** What a word changes that is not the last one: a proposal, one that is sent back, and two that are against each other. */
async function stillWaits(
  tx: Tx,
  tenant: Ctx,
  row: CaseRow,
  { input, judged, word }: { input: Input; judged: Judged; word: Approval },
): Promise<{ action: string; values: Partial<CaseRow>; more?: Record<string, unknown> } | null> {
  const { first, against, two, found } = judged
  if (input.outcome === 'send_back')
    return {
      action: 'case_release_refused',
      values: {
        ...{ status: 'open', first_approval: null, second_approval: null },
        // Another round, so that no signature of the first one serves again.
        details: { ...withHistory(row, tenant, 'release refused', input.note), round: roundOf(row) + 1 },
      },
    }
  if (two && !first) {
    if (found.evidence) word.evidence = await sealEvidence(tx, tenant, found.subject, row.id, found.evidence)
    return {
      action: 'case_release_proposed',
      values: {
        ...{ status: 'awaiting_second', first_approval: { ...word }, second_approval: null },
        details: { ...withHistory(row, tenant, PROPOSED, input.note), ...(await saidToHaveSeen(tx, tenant, row, input)) },
      },
      more: { evidence_hash: word.evidence_hash },
    }
  }
  if (first && !against && speaksAgainst(row, input))
    return {
      action: 'case_contradicted',
      values: { second_approval: { ...word }, details: withHistory(row, tenant, 'refused by the second', input.note) },
      more: { first: first.by },
    }
  return null
}

/**
 * What the caller's passkey has to sign to approve the release of this case with this note, as the first person or the
 * second, whichever it waits for. Throws as `decideCase`, and `step_up_required` where there is no passkey.
 */
export const caseApprovalOptions = definePageVerb({
  name: 'cases.approval_options',
  permission: 'cases.decide',
  input: caseApprovalInput,
  run: async ({ ctx, input }): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; act_hash: string }> => {
    const tenant = await knownCtx(ctx, input.id)
    const row = (await findScoped(ctx.db, cases, tenant, input.id))!
    if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
    const { act } = await judge(tenant, row, { ...input, outcome: 'release' })
    return { options: await approvalOptions(ctx, act), act_hash: actHash(act).toString('hex') }
  },
})

const changed = () => new AppError('conflict', 'This case changed in the meantime. Look at it again.')

/** Before the transaction, because a passkey's answer counts once: the proof of the act as the case stands now. */
async function prove(tenant: Ctx, input: Input) {
  if (tenant.actor.type !== 'user' || input.outcome !== 'release') return null
  const row = (await findScoped(tenant.db, cases, tenant, input.id))!
  // Refused where it is written, so that the attempt is noted.
  if (row.status === 'decided' || row.status === 'awaiting_info') return null
  const { act, toProve } = await judge(tenant, row, input)
  return toProve ? { act_hash: actHash(act).toString('hex'), ...(await approve(tenant, act, input.assertion)) } : null
}

interface Judged {
  act: Act
  /** The word of the first of two people, where it waits for the second. */
  first: Approval | null
  /** The word of the second, where it is against the first and waits for a third. */
  against: Approval | null
  two: boolean
  /** Whether whoever is signed in has to prove that it is them. */
  toProve: boolean
  found: Releasable
}

/** Whether this person may give this word on the case as it stands, and the act it makes. */
async function judge(tenant: Ctx, row: CaseRow, input: Input): Promise<Judged> {
  const { actor, db } = tenant
  if (row.status === 'awaiting_info')
    throw new AppError('invalid_transition', 'An answer is waited for: decide when it is there, or when its time is over.')
  const first = row.status === 'awaiting_second' ? approvalOf(row.first_approval) : null
  const against = first && contradicted(row)
  const last = against ?? first
  if (input.proposal !== undefined && input.proposal !== (last?.act_hash || null)) throw changed()
  const releases = input.outcome === 'release'
  const asked = await requireMayDecide(tenant, row, { outcome: input.outcome, first, against })
  if (input.outcome === 'send_back' && (!first || isAsked(row.kind)))
    throw new AppError('invalid_transition', 'Only a release that waits for its second person is sent back.')
  if (input.outcome === 'request_info' && first)
    throw new AppError('invalid_transition', 'A release waits for its second person: confirm it or send it back.')
  if (input.outcome === 'request_info' && !row.kind.startsWith('verification_'))
    throw new AppError('conflict', 'Ask with a question: the case then waits for its answer.')
  requireReason(row, input)
  if (releases && row.subject_type === 'accreditation_file') {
    await requireLookedUp(db, tenant, row.subject_id, input.looked_up)
    await requireFormsRead(db, tenant, row.subject_id, input.tax_forms)
  }
  const two = releases && needsTwo(row)
  if (two) await requireReleasable(db, tenant, row)
  const found = !two
    ? { entities: first?.entities ?? [], subject: null, evidence: null }
    : first
      ? await stillReleasable(tenant, row, first)
      : await releasable(tenant, row, evidenceFrom(input))
  const seen = seenHash(tenant, input)
  const act: Act = {
    case_id: row.id,
    outcome: input.outcome,
    entities: found.entities,
    note_sha256: sha256(input.note),
    ...(input.identity && { identity: input.identity }),
    ...(seen && { seen_hash: seen }),
    ...(!first && found.evidence && { evidence_hash: evidenceHash(tenant, found.evidence) }),
    step: against ? 3 : first ? 2 : 1,
    first: last?.act_hash ?? null,
    approver: actor.id,
    round: roundOf(row),
  }
  return { act, first, against, two, toProve: actor.type === 'user' && releases && (two || asked), found }
}

/**
 * Whether a refusal says of documents that another person accepted that they are not of who says so. That is kept as evidence against somebody,
 * so it takes a third person, or the first one's agreement. What only says that this try failed ends it at once: they can try again.
 */
const speaksAgainst = (row: CaseRow, { outcome, reason_code }: Input): boolean =>
  isIdentityCase(row.kind) && outcome === 'refuse' && REVIEW_REFUSALS[reason_code as ReviewRefusal].about === 'person'

/** What is refused of somebody's documents they read in words: each reason is one of a closed list. */
function requireReason(row: CaseRow, { outcome, reason_code }: Input): void {
  if (outcome === 'refuse' && isIdentityCase(row.kind) && !Object.hasOwn(REVIEW_REFUSALS, reason_code))
    throw invalidField(
      '/reason_code',
      'invalid_enum',
      `Say why, with one of ${Object.keys(REVIEW_REFUSALS).join(', ')}: the person reads it in words.`,
    )
}

/** What the first of two people says to have seen, kept until the second one says the same. */
const saidToHaveSeen = async (tx: Tx, tenant: Ctx, row: CaseRow, input: Input) => {
  // Said at once, not when the second person has read the same.
  if (row.kind === 'verification_identity' && input.document) requireNumber(input.document.number)
  return { ...(input.identity && { reviewed: input.identity }), ...(await sealSeen(tx, tenant, row, input)) }
}

/** What was seen: of an identity what both say, and of a register what each found. `before`: what the first of two people left. */
const whatWasSeen = ({ identity, document, looked_up }: Input, before: (Seen & { reviewed: unknown }) | null) => ({
  reviewed: bothSaw(identity, before ? before.reviewed : identity),
  document: before ? readByBoth(document, before.document) : document,
  lookedUp: [before?.looked_up, looked_up].filter((one) => one !== undefined),
})

/** Of two people, what both say to have looked at. */
function bothSaw(now: Input['identity'], before: unknown): Reviewed | null {
  const first = before as Reviewed | undefined
  if (!now || !first) return null
  return {
    differences_seen: now.differences_seen && first.differences_seen,
    other_holder_compared: now.other_holder_compared && first.other_holder_compared,
    face_compared: now.face_compared && first.face_compared,
    address_proven: now.address_proven && first.address_proven,
    revocation_checked: now.revocation_checked && first.revocation_checked,
  }
}
