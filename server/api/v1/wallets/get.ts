import { z } from 'zod'
import { getWallet } from '#core/identity/wallets/get.ts'
import { defineOperation } from '../../../operation.ts'
import { addressParams, credential, markets } from '../_responses.ts'
import { walletFields } from './_shape.ts'

export default defineOperation({
  id: 'wallets.get',
  method: 'get',
  path: '/wallets/{address}',
  market: 'platform',
  summary: 'Read a wallet',
  description: 'What is known of a wallet: control, credential, last screening and where it can be used. Makes no new check.',
  permission: 'wallets.read',
  params: addressParams,
  response: z.object({
    success: z.literal(true),
    ...walletFields,
    freezes: z
      .array(z.object({ id: z.string(), offering_id: z.string(), quantity: z.string().nullable(), expires_at: z.string().nullable() }))
      .meta({ description: 'Freezes in force on what the wallet holds; a null quantity is everything' }),
    sanctions_cleared: z.boolean(),
    checked_at: z.string().nullable(),
    data_age_seconds: z.number().int().nullable(),
    credential: credential.nullable(),
    markets,
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getWallet({ ctx, input: params }),
})
