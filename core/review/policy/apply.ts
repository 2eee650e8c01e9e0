import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { personBehind } from '#core/access/api-keys/maker.ts'
import { BY_TWO } from '#core/access/members/by-two.ts'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import { SETTINGS_BY_TWO } from '#core/access/tenant/by-two.ts'
import { keepWords, SETTINGS_LOCK } from '#core/access/tenant/contracts.ts'
import { judgeUses } from '#core/access/tenant/facts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { membersWho, readMember } from '#core/kernel/members.ts'
import { memberMay, type PermissionName } from '#core/kernel/permissions.ts'
import { registerProtocol } from '#core/markets/protocols/create.ts'
import { findProtocol } from '#core/markets/protocols/find.ts'
import { changeProtocol } from '#core/markets/protocols/update.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { policyPlans, protocolPolicies } from '#db/schema.ts'
import { inScope, lockName, lockScoped } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import type { KeptProtocol, Policy } from './file.ts'
import { planTakesTwo, settingsIn, weakenedBy } from './plan.ts'
import { type PlanRow, type PolicyChange, planAnswer, policyNow, presentPlan } from './present.ts'
import { isOfTrust, letsIn, putTrust } from './trust.ts'

/**
 * Applies a plan: what it shows is what changes, or nothing does. Where it takes two people it waits for another who may change settings.
 * Asked again, the same plan answers as it stands. Throws `version_conflict` where something changed since it was made,
 * `second_person_required` where nobody else could agree, `conflict`, `not_found`.
 */
export const applyPolicy = defineVerb({
  name: 'policy.apply',
  permission: 'tenant.write',
  input: z.strictObject({ plan_id: z.string().max(100).meta({ description: 'Of POST /v1/policy/plan, pln_…' }) }),
  output: planAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      await lockName(tx, ctx, SETTINGS_LOCK)
      const plan = await lockScoped(tx, policyPlans, ctx, input.plan_id)
      if (!plan) throw notFound()
      if (plan.status !== 'planned') return again(plan)
      const before = await requireCurrent(tx, ctx, plan)
      const policy = plan.policy as unknown as Policy
      await requirePeople(tx, ctx, plan)
      if (await planTakesTwo(tx, ctx, before, policy)) return ask(tx, ctx, plan, before)
      const done = await put(tx, ctx, plan, { by: ctx.actor.id })
      return { result: presentPlan(done.plan, false), audit: done.audit, events: done.events }
    }),
})

/** What was asked for before is told as it stands. */
function again(plan: PlanRow) {
  if (plan.status === 'refused') throw new AppError('conflict', 'The second person refused this plan. Make another.')
  const audit: AuditInput = {
    action: 'policy_asked_again',
    category: 'system',
    subject: { type: 'policy_plan', id: plan.id },
    details: { status: plan.status },
  }
  return { result: presentPlan(plan, plan.status === 'waiting'), audit, events: [] as EventInput[] }
}

/** What is in force, where the plan was made from it and is not too old. */
async function requireCurrent(tx: Tx, ctx: Ctx, plan: PlanRow): Promise<Policy> {
  if (plan.expires_at.getTime() <= ctx.now) throw new AppError('conflict', 'This plan is older than seven days. Make another.')
  if (plan.effective_at && plan.effective_at.getTime() <= ctx.now)
    throw new AppError('conflict', 'The time from which this plan was to count has passed. Make another.')
  const { policy, sha256 } = await policyNow(tx, ctx)
  if (sha256 !== plan.base)
    throw new AppError('version_conflict', 'Settings or policies changed since this plan was made. Read them, and plan anew.')
  return policy
}

/** A rule of two people is made only where there are two. */
async function requirePeople(tx: Tx, ctx: Ctx, plan: PlanRow): Promise<void> {
  if (ctx.world.people.playedByOne) return
  const settings = settingsIn(plan.changes as unknown as PolicyChange[])
  const needs: [string, PermissionName][] = [
    [SETTINGS_BY_TWO, 'tenant.write'],
    [BY_TWO, 'members.write'],
  ]
  for (const [rule, permission] of needs)
    if (settings[rule] === true && (await membersWho(tx, ctx.organizationId, permission)).length < 2)
      throw new AppError('second_person_required', `${rule} takes two people who may do it, and you are the only one.`)
}

async function ask(tx: Tx, ctx: Ctx, plan: PlanRow, before: Policy) {
  const permission = permissionFor(before, plan)
  const asker = (await personBehind(ctx)).id
  if (!memberMay(await readMember(tx, asker, ctx.organizationId), permission))
    throw new AppError('forbidden', 'This ends a rule of two people: somebody who may change members asks for it.')
  if (!(await membersWho(tx, ctx.organizationId, permission)).some((id) => id !== asker))
    throw new AppError('second_person_required', 'This takes two people who may change settings, and you are the only one.')
  const changes = plan.changes as unknown as PolicyChange[]
  if (changes.some(letsIn)) requireStepUp(ctx, { own: true })
  const { waits, events } = await askSecond(tx, ctx, {
    kind: 'policy_change',
    subject: { type: 'policy_plan', id: plan.id },
    summary: 'Somebody asks to change the settings of the organisation',
    word: { reason_code: 'policy_change', note: plan.note },
    details: { asked_by: asker, changes: Object.fromEntries(changes.map(({ path, from, to }) => [path, { from, to }])) },
  })
  const [row] = await tx
    .update(policyPlans)
    .set({ status: 'waiting', case_id: waits.case_id, applied_by: ctx.actor.id })
    .where(inScope(policyPlans, ctx, eq(policyPlans.id, plan.id)))
    .returning()
  const audit: AuditInput = {
    action: 'policy_change_asked',
    category: 'system',
    subject: { type: 'policy_plan', id: plan.id },
    details: { changes: changes.map(({ path }) => path), case_id: waits.case_id },
  }
  return { result: { ...presentPlan(row!, true), second_person: waits as SecondPerson }, audit, events }
}

/** Rules of two people are ended by those who may change members. */
const permissionFor = (before: Policy, plan: PlanRow): PermissionName =>
  weakenedBy(before, plan.policy as unknown as Policy).length ? 'members.write' : 'tenant.write'

/**
 * The second person's word on a plan, within the transaction that decides its case. Both must be able to make the change now. Throws
 * `second_person_required` for somebody else, `version_conflict` and `conflict` where the plan is not as it was made any more.
 */
export async function settlePolicy(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  await lockName(tx, ctx, SETTINGS_LOCK)
  const plan = await lockScoped(tx, policyPlans, ctx, row.subject_id)
  if (plan?.status !== 'waiting') throw new AppError('conflict', 'This plan does not wait any more. Refuse it.')
  const { actor } = ctx
  const mine = actor.type === 'user' && !actor.byKey && actor.organizationId === row.organization_id ? actor.member : null
  if (!memberMay(mine, 'tenant.write'))
    throw new AppError(
      'second_person_required',
      'A member of this organisation who may change its settings answers it, signed in and working in it.',
    )
  if (word.outcome === 'refuse') {
    await tx
      .update(policyPlans)
      .set({ status: 'refused' })
      .where(inScope(policyPlans, ctx, eq(policyPlans.id, plan.id)))
    return { what: 'as before', audit: [], events: [] }
  }
  const before = await requireCurrent(tx, ctx, plan)
  const permission = permissionFor(before, plan)
  const { asked_by } = row.details as { asked_by: string }
  const first = await readMember(tx, asked_by, row.organization_id)
  const needed = [permission, ...((plan.changes as unknown as PolicyChange[]).some(isOfTrust) ? (['identity.write'] as const) : [])]
  if (needed.some((one) => !memberMay(mine, one) || !memberMay(first, one)))
    throw new AppError('second_person_required', 'Both of you need to be able to make this change now, and one of you is not.')
  await requirePeople(tx, ctx, plan)
  const done = await put(tx, ctx, plan, { by: asked_by, countersigned_by: actor.id, case_id: row.id })
  return { what: 'changed', audit: done.audit, events: done.events }
}

interface Said {
  by: string
  countersigned_by?: string
  case_id?: string
}

/** Changes what the plan shows, within a transaction that holds the settings. */
async function put(
  tx: Tx,
  ctx: Ctx,
  plan: PlanRow,
  said: Said,
): Promise<{ plan: PlanRow; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const changes = plan.changes as unknown as PolicyChange[]
  const settings = settingsIn(changes)
  await keepWords(tx, ctx, settings, { as: 'tenant', by: said.by, note: plan.note, from: plan.effective_at })
  await judgeUses(tx, ctx, settings.data_bases)
  const audit: AuditInput[] = []
  for (const { path, to } of changes)
    if (path.startsWith('/protocols/'))
      audit.push(await putProtocol(tx, ctx, path.slice('/protocols/'.length), to as unknown as KeptProtocol))
  audit.push(...(await putTrust(tx, ctx, changes, said)))
  const [row] = await tx
    .update(policyPlans)
    .set({ status: 'applied', applied_by: said.by, applied_at: new Date(ctx.now) })
    .where(inScope(policyPlans, ctx, eq(policyPlans.id, plan.id)))
    .returning()
  const effective_at = plan.effective_at?.toISOString() ?? null
  return {
    plan: row!,
    audit: [
      {
        action: 'policy_applied',
        category: 'system',
        subject: { type: 'policy_plan', id: plan.id },
        details: {
          ...{ changes: changes.map(({ path }) => path), base: plan.base, sha256: hashOf(plan.policy as Json), effective_at },
          ...(said.countersigned_by && { asked_by: said.by, countersigned_by: said.countersigned_by, case_id: said.case_id! }),
        },
        standing: [`organization:${ctx.organizationId}`],
      },
      ...audit,
    ],
    events: [
      {
        type: 'policy.applied',
        resource: { type: 'policy_plan', id: plan.id },
        object: { plan: { id: plan.id, changes: changes.map(({ path }) => path), effective_at } },
      },
    ],
  }
}

async function putProtocol(tx: Tx, ctx: Ctx, name: string, { paused, ...policy }: KeptProtocol): Promise<AuditInput> {
  const known = await findProtocol(tx, ctx, name)
  if (!known) return (await registerProtocol(tx, ctx, { protocol_name: name, policy, paused })).audit
  const row = await lockScoped(tx, protocolPolicies, ctx, known.id)
  return (await changeProtocol(tx, ctx, row!, { policy, paused })).audit
}
