import { z } from 'zod'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockOpenCase } from './case.ts'
import { answer } from './question.ts'
import { caseAnswer } from './shape.ts'
import { workOn } from './work.ts'

const caseAnswerInput = byId('Id of the case').extend({
  answer: z.string().trim().min(3).max(4_000).meta({ description: 'Kept sealed; only whoever decides reads it' }),
})

/** Answers for the organisation a case is about. Throws `not_found`, `invalid_transition` when nothing is asked. */
export const answerQuestion = defineVerb({
  name: 'cases.answer',
  permission: 'cases.decide',
  input: caseAnswerInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => answer(tx, tenant, await lockOpenCase(tx, tenant, input.id), input.answer)),
})
