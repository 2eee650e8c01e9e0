import { z } from 'zod'
import { getWallet } from '#core/wallets/get.ts'
import { defineOperation } from '../../../operation.ts'
import { addressParams, credential, markets } from '../_responses.ts'

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
    object: z.literal('wallet'),
    wallet_id: z.string(),
    wallet_address: z.string(),
    verification_status: z.string(),
    verified_at: z.string().nullable(),
    control: z.enum(['proven', 'asserted']),
    control_method: z.string().nullable(),
    status: z.string().meta({ description: '`active`, `unlinked` or `superseded`' }),
    superseded_by: z.string().nullable().meta({ description: 'The address that took the place of a superseded wallet' }),
    freezes: z
      .array(z.object({ id: z.string(), offering_id: z.string(), quantity: z.string().nullable(), expires_at: z.string().nullable() }))
      .meta({ description: 'Freezes in force on what the wallet holds; a null quantity is everything' }),
    sanctions_cleared: z.boolean(),
    checked_at: z.string().nullable(),
    data_age_seconds: z.number().int().nullable(),
    credential: credential.nullable(),
    markets,
    created_at: z.string(),
    updated_at: z.string(),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getWallet({ ctx, input: params }),
})
