import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { may } from '#core/kernel/permissions.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { cases, organizations } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { answer, questionOf, readAnswer } from './question.ts'

export interface OwnQuestion {
  id: string
  organization: string
  environment: Environment
  about: string
  question: string
  asked_at: string
  answer_by: string
  /** Whether it still waits. */
  open: boolean
  answered_at: string | null
  answer: string | null
}

/** The case in which the signed-in person is asked: about themselves, or as one of the organisation's people. Throws `not_found`. */
async function ownCase(db: Queryable, ctx: Ctx, id: string): Promise<CaseRow> {
  const [row] = await db.select().from(cases).where(eq(cases.id, id)).limit(1)
  const question = row && questionOf(row)
  const { actor } = ctx
  const mine =
    question &&
    (question.user_id
      ? question.user_id === actor.id
      : actor.type === 'user' && actor.organizationId === row.organization_id && may(actor, 'cases.read'))
  if (!row || !mine) throw notFound()
  return row
}

/** A reviewer's question to the signed-in person, with the answer if there is one. */
export const readOwnQuestion = definePageVerb({
  name: 'own.read_question',
  permission: 'account.read',
  input: byId(),
  run: async ({ ctx, input }): Promise<OwnQuestion> => {
    const row = await ownCase(ctx.db, ctx, input.id)
    const question = questionOf(row)!
    const [organization] = await ctx.db
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, row.organization_id))
      .limit(1)
    return {
      id: row.id,
      organization: organization?.name ?? 'An organisation',
      environment: row.environment as Environment,
      about: row.subject_type.replaceAll('_', ' '),
      question: question.text,
      asked_at: question.at,
      answer_by: question.answer_by,
      open: row.status === 'awaiting_info',
      answered_at: question.answered_at,
      answer: await readAnswer(ctx, row),
    }
  },
})

/** Answers it; the reviewer goes on. Throws `not_found`, `invalid_transition` when it does not wait any more. */
export const answerOwnQuestion = definePageVerb({
  name: 'own.answer_question',
  permission: 'account.write',
  input: z.strictObject({
    id: z.string().max(100),
    answer: z.string().trim().min(3, 'Write an answer').max(4_000, 'At most 4,000 characters'),
  }),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const seen = await ownCase(ctx.db, ctx, input.id)
    const tenant = await tenantCtx(ctx, seen.organization_id, seen.environment as Environment)
    return write(tenant, async (tx) => {
      const row = (await lockScoped(tx, cases, tenant, seen.id))!
      const { audit, events } = await answer(tx, tenant, row, input.answer)
      return { result: { success: true as const }, audit, events }
    })
  },
})
