import { supersedeCredential } from '#core/securities/moves/supersede.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: supersedeCredential,
  method: 'post',
  path: '/credentials/{id}/supersede',
  market: 'platform',
  summary: 'Replace a credential, or its lost wallet',
  description:
    'Issues a new one of the same level, wallet and end, and retires this one. With `new_wallet_address` the wallet is replaced: lots with their lock-ups, credentials, freezes, links and monitoring move to the new one in one transaction. At once when both wallets signed a challenge; else 24 hours later, when another person has approved `move.id` (POST /v1/holdings/acts/{id}/approve).',
  status: 200,
  errors: [
    'invalid_transition',
    'conflict',
    'already_exists',
    'same_address',
    'wallet_bound_to_other_person',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'screening_unavailable',
    'chain_not_configured',
  ],
  examples: [
    {
      name: 'new_data',
      summary: 'Replace by a new one',
      request: { reason_code: 'data_changed', note: 'The holder has a new name.' },
      response: { success: true },
    },
    {
      name: 'lost_wallet',
      summary: 'The holder lost the wallet',
      request: {
        reason_code: 'wallet_lost',
        new_wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea1000000aa',
        document_sha256: 'e3'.repeat(32),
      },
      response: { success: true, supersedes: null, move: { kind: 'wallet_move', status: 'proposed' } },
    },
  ],
})
