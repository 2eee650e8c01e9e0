import { z } from 'zod'
import { issueCredentialInput, issueForHolder } from '#core/identity/wallets/issue-for-holder.ts'
import { defineOperation } from '../../../operation.ts'
import { decision } from '../_responses.ts'
import { storedCredential } from './_shape.ts'

export default defineOperation({
  id: 'credentials.create',
  method: 'post',
  path: '/credentials',
  market: 'platform',
  summary: 'Issue a credential',
  description:
    'Issues a new credential for the person behind a wallet, after the same checks as every verification. When the decision is not "allow", `credential` is null and the decision says why.',
  permission: 'credentials.write',
  body: issueCredentialInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('credential_issuance'),
    wallet_id: z.string(),
    verification_status: z.enum(['basic', 'enhanced', 'pending', 'rejected', 'none']),
    credential: storedCredential.nullable(),
    rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    decision,
  }),
  status: 201,
  errors: [
    'kyc_data_required',
    'under_age',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'wallet_bound_to_other_person',
    'screening_unavailable',
  ],
  scenarios: ['1001', '1002', '2001', '2002', '2003'],
  examples: [
    {
      name: 'basic',
      summary: 'A basic credential for a new holder',
      request: {
        wallet_address: '0x00000000000000000000000000000000c0ffee01',
        kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' },
      },
      response: { success: true, object: 'credential_issuance', verification_status: 'basic' },
    },
  ],
  handler: ({ ctx, body }) => issueForHolder({ ctx, input: body }),
})
