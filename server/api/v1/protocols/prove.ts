import { proveProtocol } from '#core/markets/protocols/prove.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: proveProtocol,
  method: 'post',
  path: '/protocols/{id}/prove',
  market: 'defi',
  summary: 'Prove control of a contract',
  description:
    'Takes the signed message of challenge. In production the contract itself is asked on its chain; permits for it are then made under this protocol alone. Listing a contract blocks nobody; the proof counts, and other organisations that list it are told. When its control changed hands, the proof of the former wallet ends here.',
  status: 200,
  errors: ['signature_invalid', 'signer_mismatch', 'nonce_expired', 'conflict', 'chain_not_configured'],
  examples: [
    {
      name: 'signed',
      summary: 'What `…/challenge` answered, signed by the wallet it names',
      request: { message: 'localhost wants you to sign in with your Ethereum account: …', signature: '0x…' },
      response: { success: true },
    },
  ],
})
