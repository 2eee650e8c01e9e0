import { z } from 'zod'
import { feeEntriesInput, listFeeEntries } from '#core/fees/list-entries.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'offerings.fees',
  method: 'get',
  path: '/offerings/{id}/fees',
  market: 'securities',
  summary: 'List the fees of an offering',
  description:
    'What each accepted investment added to the fee and to the raise, with the running totals, newest first. A refund is an entry against it.',
  permission: 'investments.read',
  params: idParams('Offering id, off_…'),
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: z.object({
    success: z.literal(true),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
    data: z.array(
      z.object({
        id: z.string(),
        investment_id: z.string(),
        investment: z.string(),
        amount: z.string(),
        raised_after: z.string(),
        accrued_after: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: async ({ ctx, params, query }) => {
    const { rows, ...page } = await listFeeEntries({ ctx, input: { ...feeEntriesInput.parse({ offering_id: params.id }), ...query } })
    return { success: true, ...page, data: rows.map(({ investor_name: _, ...row }) => row) }
  },
})
