import { z } from 'zod'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { lockOpenCase } from './case.ts'
import { ask } from './question.ts'
import { caseAnswer } from './shape.ts'
import { workOn } from './work.ts'

const caseQuestionInput = byId('Id of the case').extend({
  question: z
    .string()
    .trim()
    .min(10, 'Ask in at least 10 characters')
    .max(2_000, 'At most 2,000 characters')
    .meta({ description: 'What you need to know, in words the person it is about may read' }),
})

/** Asks for more: the case waits, its deadline stands still. Throws `not_found`, `conflict`, `invalid_transition`. */
export const askQuestion = defineVerb({
  name: 'cases.ask',
  permission: 'cases.decide',
  input: caseQuestionInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => ask(tx, tenant, await lockOpenCase(tx, tenant, input.id), input.question)),
})
