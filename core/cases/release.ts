import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { cases, exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { requireOtherDecider } from '../appeals/appeal.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx, Environment } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { exceptionEvent } from '../exceptions/present.ts'
import { tenantCtx } from '../holders/personal.ts'
import { newId } from '../ids.ts'
import { sameActor } from '../queue/scope.ts'
import { requireSecondPerson } from '../queue/second-person.ts'
import { type ScreenedMatch, type SubjectToScreen, screenSubject } from '../screenings/screen-subject.ts'
import { isStrong } from '../screenings/strong.ts'
import { subjectFactsHash, subjectKey } from '../screenings/subject-key.ts'
import { retellReleased } from '../subjects/retell.ts'
import { write } from '../transaction.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type Act, type Approval, actHash, approve, sha256 } from './approval.ts'
import { isAsked } from './asked-kinds.ts'
import { approvalOf, type CaseRow, findCase } from './case.ts'
import { applyOutcome } from './effects.ts'
import { checkOf, openSubject } from './evidence.ts'
import { decidedEvent, outcomeWord, refuseOwn, roundOf, withHistory } from './steps.ts'

const DAY_MS = 86_400_000
/** A false positive is looked at again after half a year at the latest. */
const EXCEPTION_DAYS = 180

export const releaseCaseInput = z.strictObject({
  id: z.string().max(100),
  confirm: z.boolean(),
  reason: z.string().trim().min(10, 'Say in at least 10 characters what you base this on').max(2_000, 'At most 2,000 characters'),
  assertion: z.unknown().optional(),
})

/**
 * The second person's word on a release another proposed: confirms it, or sends the case back. On confirmation the matches
 * become exceptions, so that the same check allows from now on and names them. Throws `not_found`, `conflict`,
 * `second_person_required` for the person who proposed it, `step_up_required`.
 */
export async function releaseCase({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof releaseCaseInput>
}): Promise<{ success: true; status: string }> {
  await requireAdmin(ctx, 'cases.decide')
  const seen = await findCase(ctx.db, ctx, input.id)
  if (!seen) throw notFound()
  const first = approvalOf(seen.first_approval)
  if (seen.status !== 'awaiting_second' || !first) throw new AppError('invalid_transition', 'No release waits for a second person here.')
  refuseOwn(seen, ctx)
  const tenant = await tenantCtx(ctx, seen.organization_id, seen.environment as Environment)
  await refuseProposer(tenant, first, input.confirm)
  await requireOtherDecider(tenant.db, tenant, seen)
  const act = secondAct(seen, first, ctx.actor.id, input)
  const proven = input.confirm ? await approve(ctx, act, input.assertion) : { method: 'none' as const, proof: {} }
  const approval: Approval = {
    by: ctx.actor.id,
    at: new Date().toISOString(),
    outcome: act.outcome,
    reason: input.reason,
    method: proven.method,
    act_hash: actHash(act).toString('hex'),
    entities: act.entities,
  }
  return write(tenant, async (tx) => {
    const row = (await findCase(tx, ctx, input.id, true))!
    if (row.status !== 'awaiting_second' || approvalOf(row.first_approval)?.act_hash !== first.act_hash)
      throw new AppError('conflict', 'This case changed in the meantime. Look at it again.')
    const entry = (action: string): AuditInput => ({
      action,
      category: 'admin',
      subject: { type: 'case', id: row.id },
      details: { kind: row.kind, act: act as unknown as Record<string, unknown>, act_hash: approval.act_hash, ...proven.proof },
    })
    // What somebody asked for ends with the second person's no; a release goes back to be looked at again.
    const declined = !input.confirm && isAsked(row.kind)
    if (!input.confirm && !declined) {
      const details = { ...withHistory(row, ctx, 'release refused', input.reason), round: roundOf(row) + 1 }
      await tx.update(cases).set({ status: 'open', first_approval: null, assigned_to: null, details }).where(eq(cases.id, row.id))
      return { result: { success: true as const, status: 'open' }, audit: entry('case_release_refused') }
    }
    const outcome = outcomeWord(row, declined ? 'deny' : 'approve')
    await tx
      .update(cases)
      .set({
        status: 'decided',
        outcome,
        second_approval: approval as unknown as Record<string, unknown>,
        decided_at: new Date(tenant.now),
        details: withHistory(row, ctx, outcome, input.reason),
      })
      .where(eq(cases.id, row.id))
    const effect = declined ? await decline(tx, tenant, row, first, approval) : await takeEffect(tx, tenant, row, first, approval)
    return {
      result: { success: true as const, status: 'decided' },
      audit: [entry(declined ? 'case_release_refused' : 'case_released'), ...effect.audit],
      events: [...effect.events, decidedEvent(row, outcome)],
    }
  })
}

/**
 * Whoever proposed a release does not confirm it, by whichever key of theirs, nor by somebody they made for it: the latter may still
 * refuse. Throws `second_person_required`.
 */
export async function refuseProposer(tenant: Ctx, first: Approval, confirms: boolean): Promise<void> {
  const own = 'You proposed this release. Another admin has to confirm it.'
  if (confirms) await requireSecondPerson(tenant.db, tenant, { by: first.by, at: new Date(first.at), own })
  else if (await sameActor(tenant.db, tenant, first.by, tenant.actor.id)) throw new AppError('second_person_required', own)
}

export function secondAct(
  row: CaseRow,
  first: Approval,
  approver: string,
  input: Pick<z.output<typeof releaseCaseInput>, 'confirm' | 'reason'>,
): Act {
  return {
    case_id: row.id,
    outcome: input.confirm ? 'approve' : 'refuse',
    entities: first.entities,
    reason_sha256: sha256(input.reason),
    step: 2,
    first: first.act_hash,
    approver,
    round: roundOf(row),
  }
}

/**
 * The entries a release would set aside: every match that makes this subject a possible match now. Throws
 * `exception_not_possible` when one is exact or strong, or when whom it is about was erased.
 */
export async function releasable(tenant: Ctx, row: CaseRow): Promise<string[]> {
  if (isAsked(row.kind)) return []
  const { subject, erased } = await openSubject(tenant, row)
  if (!subject) {
    if (row.kind !== 'sanctions_match' && !erased) return []
    throw new AppError(
      'exception_not_possible',
      'Whom this is about was erased, so nothing can be compared. Confirm the match or wait for a new check.',
    )
  }
  return (await openMatches(tenant, subject)).map((match) => match.entity_id).sort()
}

async function openMatches(tenant: Ctx, subject: SubjectToScreen): Promise<ScreenedMatch[]> {
  const { matches } = await screenSubject(tenant.db, tenant, subject)
  const strong = matches.find(isStrong)
  if (strong)
    throw new AppError(
      'exception_not_possible',
      strong.match_type === 'address_exact'
        ? 'The address itself is listed: that is never a false positive.'
        : 'Name and further facts agree: a match as strong as this cannot be set aside.',
    )
  return matches.filter((match) => match.exception === null)
}

const decline = (tx: Tx, tenant: Ctx, row: CaseRow, first: Approval, second: Approval) =>
  applyOutcome(tx, tenant, row, {
    outcome: 'refuse',
    reasonCode: 'declined',
    note: second.reason,
    author: first.by,
    approver: second.by,
    entities: [],
  })

/** Sets the released matches aside and lets a held identity go. What both people saw is what takes effect, or nothing does. */
async function takeEffect(
  tx: Tx,
  tenant: Ctx,
  row: CaseRow,
  first: Approval,
  second: Approval,
): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const audit: AuditInput[] = []
  const events: EventInput[] = []
  const { subject, source } = await openSubject(tenant, row)
  if (subject && first.entities.length) {
    const matches = await openMatches(tenant, subject)
    const now = matches.map((match) => match.entity_id).sort()
    if (now.some((id) => !first.entities.includes(id)))
      throw new AppError('conflict', 'A list changed since the release was proposed: there are new matches. Send it back and look again.')
    const about = inScope(
      exceptions,
      tenant,
      and(eq(exceptions.subject_id, subjectKey(tenant, subject)), inArray(exceptions.state, ['proposed', 'active'])),
    )
    const known = await tx.select({ entity: exceptions.entity_id }).from(exceptions).where(about)
    const check = (await checkOf(tenant, row))?.id ?? source
    for (const match of matches.filter((one) => !known.some(({ entity }) => entity === one.entity_id))) {
      const [made] = await tx
        .insert(exceptions)
        .values({
          id: newId('exception', tenant.now),
          organization_id: tenant.organizationId,
          environment: tenant.environment,
          subject_id: subjectKey(tenant, subject),
          entity_id: match.entity_id,
          entity_name: match.name,
          wallet_address: subject.wallet_address ?? null,
          check_id: check,
          reason: first.reason.slice(0, 1_000),
          author: first.by,
          approved_by: second.by,
          approved_at: new Date(tenant.now),
          subject_hash: subjectFactsHash(tenant, subject),
          entity_hash: match.entry_hash,
          state: 'active',
          expires_at: new Date(tenant.now + EXCEPTION_DAYS * DAY_MS),
          created_at: new Date(tenant.now),
        })
        .returning()
      events.push(exceptionEvent('exception.created', made!))
      audit.push({
        action: 'exception_approved',
        category: 'system',
        subject: { type: 'exception', id: made!.id },
        details: { entity_id: match.entity_id, author: first.by, case_id: row.id },
      })
    }
  }
  const effect = await applyOutcome(tx, tenant, row, {
    outcome: 'release',
    reasonCode: 'released_by_two',
    note: second.reason,
    author: first.by,
    approver: second.by,
    entities: first.entities,
  })
  audit.push(...effect.audit)
  events.push(...effect.events)
  const told = await retellReleased(tx, tenant, events)
  return { audit: [...audit, ...told.audit], events: [...events, ...told.events] }
}
