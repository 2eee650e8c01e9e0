import { z } from 'zod'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { cases } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { caseAnswer } from './shape.ts'
import { change, workOn } from './work.ts'

const caseNoteInput = byId('Id of the case').extend({
  note: z.string().trim().min(1).max(2_000).meta({ description: 'For the people who work on the case. No names, no documents.' }),
})

/** Adds a note for whoever works on the case. Throws `not_found`, `conflict` after 200 of them. */
export const noteOnCase = defineVerb({
  name: 'cases.note',
  permission: 'cases.decide',
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
