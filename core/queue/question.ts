import { z } from 'zod'
import { answer, ask } from '../cases/question.ts'
import type { Ctx } from '../context.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { type CaseView, presentCase } from './present.ts'
import { caseCtx } from './scope.ts'
import { openCaseRow } from './work.ts'

export const caseQuestionInput = z.strictObject({
  question: z.string().trim().min(10).max(2_000).meta({ description: 'What you need to know, in words the person it is about may read' }),
})
export const caseAnswerInput = z.strictObject({
  answer: z.string().trim().min(3).max(4_000).meta({ description: 'Kept sealed; only whoever decides reads it' }),
})

/** Asks for more: the case waits, its deadline stands still. Throws `not_found`, `conflict`, `invalid_transition`. */
export async function askQuestion({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof caseQuestionInput>
}): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.decide')
  const tenant = await caseCtx(ctx, input.id)
  return write(tenant, async (tx) => {
    const { row, audit, events, mails } = await ask(tx, tenant, await openCaseRow(tx, tenant, input.id), input.question)
    return { result: { success: true as const, ...presentCase(row, tenant.now) }, audit, events, mails }
  })
}

/** Answers for the organisation a case is about. Throws `not_found`, `invalid_transition` when nothing is asked. */
export async function answerQuestion({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof caseAnswerInput>
}): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.decide')
  const tenant = await caseCtx(ctx, input.id)
  return write(tenant, async (tx) => {
    const { row, audit, events } = await answer(tx, tenant, await openCaseRow(tx, tenant, input.id), input.answer)
    return { result: { success: true as const, ...presentCase(row, tenant.now) }, audit, events }
  })
}
