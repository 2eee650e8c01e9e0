import { z } from 'zod'

/** What was asked for or done to a holding, as these operations answer it. */
export const holdingAct = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('holding_act'),
  kind: z.enum(['freeze', 'unfreeze', 'force_transfer', 'wallet_move']),
  status: z
    .enum(['proposed', 'approved', 'active', 'done', 'refused', 'denied', 'ended'])
    .meta({ description: '`proposed` waits for a second person, `approved` for its time, `active` is a freeze in force' }),
  offering_id: z.string().nullable(),
  person_id: z.string(),
  wallet_address: z.string().nullable().meta({ description: 'Null for a freeze of every wallet of the person' }),
  to_address: z.string().nullable(),
  quantity: z.string().nullable().meta({ description: 'Null: everything' }),
  whole: z.boolean(),
  legal_basis: z.string(),
  document_sha256: z.string().nullable(),
  note: z.string().nullable(),
  freeze_id: z.string().nullable().meta({ description: 'The freeze that is lifted, or carried out' }),
  credential_id: z.string().nullable(),
  asked_by: z.string(),
  sealwrighted_by: z.string().nullable().meta({ description: 'The second person' }),
  approved_at: z.string().nullable(),
  effective_at: z.string().nullable().meta({ description: 'When the move of a wallet may take place at the earliest' }),
  expires_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  end_reason: z.string().nullable(),
  decision_id: z.string().nullable(),
  outcome: z.looseObject({}).nullable().meta({ description: 'What came of it: reason codes of the rules, or what was moved' }),
  environment: z.enum(['sandbox', 'production']),
  created_at: z.string(),
})
