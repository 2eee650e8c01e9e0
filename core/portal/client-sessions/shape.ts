import { z } from 'zod'

/** What a page may be given of one person: to read how they stand, and to do what is theirs to do. */
export const CLIENT_SCOPES = ['status:read', 'identity:start', 'appeals:open', 'consents:change'] as const
export type ClientScope = (typeof CLIENT_SCOPES)[number]

export const clientSessionShape = z
  .object({
    id: z.string(),
    object: z.literal('client_session'),
    wallet_address: z.string().nullable().meta({ description: 'Whom alone it is about; null where it is about an investor' }),
    investor_id: z.string().nullable().meta({ description: 'Whom alone it is about; null where it is about a wallet' }),
    scopes: z.array(z.enum(CLIENT_SCOPES)).meta({ description: 'What the page may do with it' }),
    origins: z.array(z.string()).meta({ description: 'The pages from which alone the token is taken' }),
    expires_at: z.string().meta({ description: 'Until when the token is good' }),
    revoked_at: z.string().nullable().meta({ description: 'When it was ended before its time' }),
    created_at: z.string(),
  })
  .meta({ title: 'ClientSession' })
