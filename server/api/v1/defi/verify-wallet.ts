import { verifyDefiWallet } from '#core/markets/defi/verify-wallet.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: verifyDefiWallet,
  method: 'post',
  path: '/defi/verify-wallet',
  market: 'defi',
  summary: 'Verify access to a protocol',
  description:
    "Says at which level a wallet may use a protocol. With `permit` it also signs a short-lived EIP-712 permit that the protocol's contract can check: it carries keccak-256 of the protocol's own name. Leaving is judged by sanctions alone, and gets no permit.",
  functionName: 'defi-verify-wallet',
  status: 200,
  errors: ['protocol_paused', 'signer_mismatch', 'screening_unavailable'],
  scenarios: ['5001', '5002', '5003', '1003', '1004', '1005', '1006', '2001'],
  examples: [
    {
      name: 'basic',
      summary: 'Basic access',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', protocol_name: 'Example Lend', verification_type: 'kyc' },
      response: { success: true, verification_level: 'defi-basic', sanctions_cleared: true, access_granted: true },
    },
  ],
})
