import { z } from 'zod'
import { credential, secondPerson } from '../_responses.ts'

/** A credential as these operations answer it, without `success`. */
export const storedCredential = credential.extend({
  object: z.literal('credential'),
  wallet_id: z.string(),
  wallet_address: z.string(),
  evidence: z.string(),
  reason_code: z.string().nullable(),
  superseded_by: z.string().nullable(),
  decision_id: z.string().nullable(),
  status_list: z.number().int(),
  status_index: z.number().int(),
  environment: z.enum(['sandbox', 'production']),
  updated_at: z.string(),
})
export const credentialAnswer = storedCredential.extend({ success: z.literal(true) })
export const credentialActAnswer = credentialAnswer.extend({
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

export const formatHead = z.object({
  success: z.literal(true),
  object: z.literal('credential_format'),
  id: z.string(),
  format: z.enum(['vc+jwt', 'eas', 'erc735']),
  hash: z.string(),
  state: z.string(),
})
