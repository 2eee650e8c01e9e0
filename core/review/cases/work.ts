import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { caseCtx } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { type CaseRow, caseOf, ESCALATED, withHistory } from '#core/record/cases/steps.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { cases, users } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { lockOpenCase, presentCase } from './case.ts'
import { answer, ask } from './question.ts'
import { caseAnswer } from './shape.ts'

const assignCaseInput = byId('Id of the case').extend({
  assignee: z.string().max(60).nullable().default('me').meta({ description: 'A user’s id, `me`, or null for nobody' }),
})
const caseNoteInput = byId('Id of the case').extend({
  note: z.string().trim().min(1).max(2_000).meta({ description: 'For the people who work on the case. No names, no documents.' }),
})
const caseQuestionInput = byId('Id of the case').extend({
  question: z
    .string()
    .trim()
    .min(10, 'Ask in at least 10 characters')
    .max(2_000, 'At most 2,000 characters')
    .meta({ description: 'What you need to know, in words the person it is about may read' }),
})
const caseAnswerInput = byId('Id of the case').extend({
  answer: z.string().trim().min(3).max(4_000).meta({ description: 'Kept sealed; only whoever decides reads it' }),
})
const escalateCaseInput = byId('Id of the case').extend({
  note: z.string().trim().min(10, 'Say in at least 10 characters what makes it hard').max(2_000, 'At most 2,000 characters'),
})

/** What every step of the work on a case has in common: who may, where it belongs, and the case as it then stands. */
async function workOn(
  ctx: Ctx,
  id: string,
  step: (tx: Tx, tenant: Ctx) => Promise<Omit<Written<unknown>, 'result'> & { row: CaseRow }>,
): Promise<z.output<typeof caseAnswer>> {
  const tenant = await caseCtx(ctx, id)
  return write(tenant, async (tx) => {
    const { row, ...written } = await step(tx, tenant)
    return { result: { success: true as const, ...presentCase(row, tenant.now) }, ...written }
  })
}

async function change(tx: Tx, tenant: Ctx, id: string, values: Partial<CaseRow>): Promise<CaseRow> {
  const [row] = await tx
    .update(cases)
    .set(values)
    .where(inScope(cases, tenant, eq(cases.id, id)))
    .returning()
  return row!
}

/** Gives a case to somebody, or back to everybody. A release that waits for its second person stays as it is. Throws `not_found`, `invalid_transition`. */
export const assignCase = defineVerb({
  name: 'cases.assign',
  permission: 'cases.decide',
  admin: true,
  input: assignCaseInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => {
      const row = await lockOpenCase(tx, tenant, input.id)
      const to = input.assignee === 'me' ? ctx.actor.id : input.assignee
      if (to && to !== ctx.actor.id) await requireWorker(tx, tenant, to)
      const status = ['awaiting_info', 'awaiting_second'].includes(row.status) ? row.status : to ? 'assigned' : 'open'
      return {
        row: await change(tx, tenant, row.id, { assigned_to: to, status }),
        audit: {
          action: 'case_assigned',
          category: 'admin',
          subject: { type: 'case', id: row.id },
          details: { from: row.assigned_to, to },
        },
        events: [
          {
            type: 'case.assigned',
            resource: { type: 'case', id: row.id },
            object: { case: { ...caseOf(row), assigned_to: to } },
            previous: { assigned_to: row.assigned_to },
          },
        ],
      }
    }),
})

async function requireWorker(tx: Tx, tenant: Ctx, id: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).limit(1)
  const may = user && (user.role === 'admin' || (user.role === 'issuer' && user.organization_id === tenant.organizationId))
  if (!may) throw invalidField('/assignee', 'unknown_user', 'Cases can be given to admins and to issuers of the same organisation.')
}

/** Puts a case at the head of the queue for somebody else, with what makes it hard. Throws `not_found`, `invalid_transition`. */
export const escalateCase = definePageVerb({
  name: 'cases.escalate',
  permission: 'cases.decide',
  admin: true,
  input: escalateCaseInput,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => {
      const row = await lockOpenCase(tx, tenant, input.id)
      if (row.status === 'awaiting_info') throw new AppError('invalid_transition', 'An answer is waited for. It comes back by itself.')
      if (row.status === 'awaiting_second')
        throw new AppError('invalid_transition', 'A release waits for its second person: confirm or refuse it.')
      // no event: the case stays open; only its place in the queue changes.
      return {
        row: await change(tx, tenant, row.id, {
          priority: Math.max(row.priority, ESCALATED),
          status: 'open',
          assigned_to: null,
          details: withHistory(row, ctx, 'escalated', input.note),
        }),
        audit: { action: 'case_escalated', category: 'admin', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
      }
    }),
})

/** Adds a note for whoever works on the case. Throws `not_found`, `conflict` after 200 of them. */
export const noteOnCase = defineVerb({
  name: 'cases.note',
  permission: 'cases.decide',
  admin: true,
  input: caseNoteInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => {
      const row = (await lockScoped(tx, cases, tenant, input.id))!
      if (row.notes.length >= 200) throw new AppError('conflict', 'This case has 200 notes; no more can be added.')
      const note = { at: new Date(tenant.now).toISOString(), by: ctx.actor.id, text: input.note }
      // no event: notes are for those who work on the case.
      return {
        row: await change(tx, tenant, row.id, { notes: [...row.notes, note] }),
        audit: { action: 'case_note', category: 'admin', subject: { type: 'case', id: row.id }, details: { notes: row.notes.length + 1 } },
      }
    }),
})

/** Asks for more: the case waits, its deadline stands still. Throws `not_found`, `conflict`, `invalid_transition`. */
export const askQuestion = defineVerb({
  name: 'cases.ask',
  permission: 'cases.decide',
  admin: true,
  input: caseQuestionInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => ask(tx, tenant, await lockOpenCase(tx, tenant, input.id), input.question)),
})

/** Answers for the organisation a case is about. Throws `not_found`, `invalid_transition` when nothing is asked. */
export const answerQuestion = defineVerb({
  name: 'cases.answer',
  permission: 'cases.decide',
  admin: true,
  input: caseAnswerInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => answer(tx, tenant, await lockOpenCase(tx, tenant, input.id), input.answer)),
})
