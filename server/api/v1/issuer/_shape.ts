import { z } from 'zod'

export const issuer = z.object({
  success: z.literal(true),
  object: z.literal('issuer'),
  organization_id: z.string(),
  environment: z.enum(['sandbox', 'production']),
  investor_id: z.string().nullable().meta({ description: 'The issuer itself among the investors: an entity with its owners' }),
  verification: z
    .enum(['verified', 'pending', 'unverified'])
    .meta({ description: '`verified` once Sealwright verified somebody who acts for it and its own record is a verified entity' }),
  sanctions_status: z
    .enum(['clear', 'possible_match', 'hit'])
    .nullable()
    .meta({ description: 'Of the entity and its owners, screened now; null without a record' }),
  control_persons_screened: z.boolean().nullable().meta({ description: 'Whether somebody who controls it is named, and so screened' }),
  compliance_facts: z.record(z.string(), z.unknown()).meta({ description: 'What it says of itself' }),
  updated_at: z.string().nullable(),
})
