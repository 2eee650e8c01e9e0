import { z } from 'zod'
import { listOfferingInvestors, offeringInvestorsQuery } from '#core/investors/list.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investor } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.investors',
  method: 'get',
  path: '/offerings/{id}/investors',
  market: 'securities',
  summary: 'List the investors of an offering',
  description: 'Who invested in it, with what each has in it: accepted, waiting, issued.',
  permission: 'investors.read',
  params: idParams('Offering id, off_…'),
  query: offeringInvestorsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      investor.extend({
        in_offering: z.object({
          investments: z.number().int(),
          pending: z.number().int(),
          accepted_amount: z.string(),
          token_quantity: z.string(),
          issued_quantity: z.string(),
        }),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, params, query }) => listOfferingInvestors({ ctx, input: { ...params, ...query } }),
})
