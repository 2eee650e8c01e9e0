import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { offerings } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { deadlinesOf } from './deadlines.ts'

/** What has a date in an offering's next 60 days, or had one that passed and still matters. Throws `not_found`. */
export const listDeadlines = defineVerb({
  name: 'offerings.deadlines',
  permission: 'offerings.read',
  input: byId('Offering id, off_…'),
  output: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        kind: z.enum([
          'form_d',
          'letter_expiring',
          'letter_expired',
          'lockup_ending',
          'offering_closes',
          'reservation_ending',
          'payment_due',
          'mint_report',
        ]),
        due: z.string(),
        days: z.number().int().meta({ description: 'Days until then; negative when it has passed' }),
        investor_id: z.string().nullable(),
        count: z.number().int(),
        rule: z.string().nullable(),
      }),
    ),
  }),
  run: async ({ ctx, input }) => {
    if (!(await findScoped(ctx.db, offerings, ctx, input.id))) throw notFound()
    const found = await deadlinesOf(ctx, input.id)
    return {
      success: true as const,
      data: found.map(({ kind, due, days, investor_id, count, rule }) => ({ kind, due, days, investor_id, count, rule })),
    }
  },
})
