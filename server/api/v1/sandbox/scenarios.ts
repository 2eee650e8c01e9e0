import { z } from 'zod'
import { listScenarios } from '#core/sandbox/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'sandbox.scenarios',
  method: 'get',
  path: '/sandbox/scenarios',
  market: 'platform',
  summary: 'List sandbox scenarios',
  description: 'Every scenario with its magic wallets and header.',
  permission: 'sandbox.manage',
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        title: z.string(),
        market: z.string(),
        wallet_address: z.string(),
        solana_address: z.string(),
        header: z.string(),
      }),
    ),
  }),
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
  handler: ({ ctx }) => listScenarios({ ctx }),
})
