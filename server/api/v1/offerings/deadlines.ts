import { z } from 'zod'
import { listDeadlines } from '#core/offerings/list-deadlines.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'offerings.deadlines',
  method: 'get',
  path: '/offerings/{id}/deadlines',
  market: 'securities',
  summary: 'List the deadlines of an offering',
  description:
    'Form D, letters that end, lock-ups that end and the closing day: what has a date in the next 60 days, or had one that passed and still matters. Soonest first.',
  permission: 'offerings.read',
  params: idParams('Offering id, off_…'),
  response: z.object({
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
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => listDeadlines({ ctx, input: params }),
})
