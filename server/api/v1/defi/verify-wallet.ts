import { z } from 'zod'
import { defiInput, verifyDefiWallet } from '#core/defi/verify-wallet.ts'
import { defineOperation } from '../../../operation.ts'
import { credential, decision } from '../_responses.ts'

export default defineOperation({
  id: 'defi.verify_wallet',
  method: 'post',
  path: '/defi/verify-wallet',
  market: 'defi',
  summary: 'Verify access to a protocol',
  description:
    "Says at which level a wallet may use a protocol. With `permit` it also signs a short-lived EIP-712 permit that the protocol's contract can check. Leaving is judged by sanctions alone.",
  permission: 'defi.verify',
  functionName: 'defi-verify-wallet',
  body: defiInput,
  response: z.object({
    success: z.literal(true),
    wallet_id: z.string(),
    verification_level: z.enum(['none', 'defi-basic', 'defi-enhanced', 'defi-institutional']),
    sanctions_cleared: z.boolean(),
    access_granted: z.boolean(),
    object: z.literal('defi_access'),
    wallet_address: z.string(),
    protocol_name: z.string(),
    policy: z.object({ id: z.string(), default: z.boolean() }),
    reason_codes: z.array(z.string()),
    expires_at: z.string().nullable(),
    permit: z.object({ domain: z.looseObject({}), types: z.looseObject({}), message: z.looseObject({}), signature: z.string() }).nullable(),
    credential: credential.nullable(),
    next_action: z.object({ type: z.enum(['none', 'verify_wallet', 'wait', 'contact']), detail: z.string() }),
    decision,
  }),
  status: 200,
  errors: ['protocol_paused', 'screening_unavailable'],
  scenarios: ['5001', '5002', '5003', '1003', '1004', '1005', '1006', '2001'],
  examples: [
    {
      name: 'basic',
      summary: 'Basic access',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', protocol_name: 'Example Lend', verification_type: 'kyc' },
      response: { success: true, verification_level: 'defi-basic', sanctions_cleared: true, access_granted: true },
    },
  ],
  handler: ({ ctx, body }) => verifyDefiWallet({ ctx, input: body }),
})
