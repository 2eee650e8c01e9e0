import { z } from 'zod'
import { listWallets, listWalletsQuery } from '#core/identity/wallets/list.ts'
import { defineOperation } from '../../../operation.ts'
import { walletFields } from './_shape.ts'

export default defineOperation({
  id: 'wallets.list',
  method: 'get',
  path: '/wallets',
  market: 'platform',
  summary: 'List wallets',
  description: 'Your wallets, newest first. Read one for its credential, its last screening and where it can be used.',
  permission: 'wallets.read',
  query: listWalletsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object(walletFields)),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listWallets({ ctx, input: query }),
})
