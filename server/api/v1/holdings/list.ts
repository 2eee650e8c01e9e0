import { z } from 'zod'
import { listHoldings, listHoldingsQuery } from '#core/holdings/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'holdings.list',
  method: 'get',
  path: '/holdings',
  market: 'securities',
  summary: 'List holdings',
  description:
    'What wallets hold now: a row for each wallet of each offering, with its lots, what the issuer’s lock-up holds, what is frozen and by which acts.',
  permission: 'holdings.read',
  query: listHoldingsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        object: z.literal('holding'),
        offering_id: z.string(),
        wallet_id: z.string().nullable(),
        wallet_address: z.string(),
        person_id: z.string(),
        investor_id: z.string().nullable(),
        quantity: z.string(),
        locked: z.string(),
        frozen: z.string(),
        wholly_frozen: z.boolean(),
        free: z.string().meta({ description: 'At most so many are held by no freeze and no lock-up' }),
        freezes: z.array(z.string()),
        lots: z.array(
          z.object({
            id: z.string(),
            quantity: z.string(),
            acquired_at: z.string(),
            acquired_under: z.string(),
            lockup_until: z.string().nullable(),
            issuance_id: z.string().nullable(),
          }),
        ),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listHoldings({ ctx, input: query }),
})
