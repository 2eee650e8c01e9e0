import { z } from 'zod'
import { listActsQuery, listHoldingActs } from '#core/holdings/list-acts.ts'
import { defineOperation } from '../../../operation.ts'
import { holdingAct } from './_shape.ts'

export default defineOperation({
  id: 'holdings.acts_list',
  method: 'get',
  path: '/holdings/acts',
  market: 'securities',
  summary: 'List acts on holdings',
  description: 'Freezes, their lifting, forced transfers and moves of wallets, newest first: who asked, who approved, on what ground.',
  permission: 'holdings.read',
  query: listActsQuery,
  response: z.object({ success: z.literal(true), data: z.array(holdingAct), has_more: z.boolean(), next_cursor: z.string().nullable() }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listHoldingActs({ ctx, input: query }),
})
