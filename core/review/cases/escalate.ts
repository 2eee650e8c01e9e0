import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { ESCALATED, withHistory } from '#core/record/cases/steps.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { lockOpenCase } from './case.ts'
import { change, workOn } from './work.ts'

const escalateCaseInput = byId('Id of the case').extend({
  note: z.string().trim().min(10, 'Say in at least 10 characters what makes it hard').max(2_000, 'At most 2,000 characters'),
})

/** Puts a case at the head of the queue for somebody else, with what makes it hard. Throws `not_found`, `invalid_transition`. */
export const escalateCase = definePageVerb({
  name: 'cases.escalate',
  permission: 'cases.decide',
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
