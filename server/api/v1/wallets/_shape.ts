import { z } from 'zod'

/** What a wallet says of itself, alone and in a list. */
export const walletFields = {
  object: z.literal('wallet'),
  wallet_id: z.string(),
  wallet_address: z.string(),
  verification_status: z.string(),
  verified_at: z.string().nullable(),
  control: z.enum(['proven', 'asserted']),
  control_method: z.string().nullable(),
  status: z.string().meta({ description: '`active`, `unlinked` or `superseded`' }),
  superseded_by: z.string().nullable().meta({ description: 'The address that took the place of a superseded wallet' }),
  created_at: z.string(),
  updated_at: z.string(),
}
