import { z } from 'zod'
import { capTableInput, readCapTable } from '#core/holdings/cap-table.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'offerings.cap_table',
  method: 'get',
  path: '/offerings/{id}/cap-table',
  market: 'securities',
  summary: 'Read the cap table',
  description:
    'Who held what at the end of a day, by person. The rows of all pages sum to the units outstanding, to the last one. No names.',
  permission: 'offerings.read',
  params: idParams('Id of the offering'),
  query: z.strictObject({
    as_of: capTableInput.shape.as_of,
    country: capTableInput.shape.country,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: z.object({
    success: z.literal(true),
    object: z.literal('cap_table'),
    offering_id: z.string(),
    as_of: z.string(),
    outstanding: z.string(),
    issued: z.string(),
    locked: z.string(),
    frozen: z.string(),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
    data: z.array(
      z.object({
        person_id: z.string(),
        country: z.string().nullable(),
        wallets: z.array(z.string()),
        lots: z.number().int(),
        quantity: z.string(),
        locked: z.string(),
        locked_until: z.string().nullable(),
        frozen: z.string(),
        investor_id: z.string().nullable(),
        first_acquired_at: z.string(),
        share_bps: z.number(),
      }),
    ),
  }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: async ({ ctx, params, query }) => {
    const { rows, ...table } = await readCapTable({ ctx, input: { ...capTableInput.parse({ offering_id: params.id }), ...query } })
    return {
      success: true,
      object: 'cap_table',
      offering_id: params.id,
      ...table,
      data: rows.map(({ id: _, name: __, freezes: ___, ...row }) => row),
    }
  },
})
