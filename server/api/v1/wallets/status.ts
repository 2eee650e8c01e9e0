import { z } from 'zod'
import { getWalletStatus } from '#core/identity/wallets/status.ts'
import { defineOperation } from '../../../operation.ts'
import { addressParams, credential, markets } from '../_responses.ts'

export default defineOperation({
  id: 'wallets.status',
  method: 'get',
  path: '/wallets/{address}/status',
  market: 'platform',
  summary: 'Read the status of a wallet',
  description: 'Whether a wallet is verified and screened clear, and in which markets it can be used. Makes no new check.',
  permission: 'wallets.read',
  aliases: [
    {
      path: '/api/compliance/status',
      adapt: ({ query }) => {
        const { wallet_address = '', ...rest } = query as Record<string, string>
        return { params: { address: wallet_address }, query: rest }
      },
    },
  ],
  params: addressParams,
  response: z.object({
    success: z.literal(true),
    object: z.literal('wallet_status'),
    wallet_id: z.string(),
    wallet_address: z.string(),
    verification_status: z.string(),
    sanctions_cleared: z.boolean(),
    markets,
    credential: credential.nullable(),
    checked_at: z.string().nullable(),
    data_age_seconds: z.number().int().nullable(),
  }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => getWalletStatus({ ctx, input: params }),
})
