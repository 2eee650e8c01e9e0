import { presentForeignCredential } from '#core/identity/foreign/present.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: presentForeignCredential,
  method: 'post',
  path: '/identity/foreign-credentials',
  market: 'platform',
  summary: 'Present a credential of another issuer',
  description:
    'What an issuer whom you trust says of the holder of a wallet: attestations (EAS) and claims (ONCHAINID) are read on their chain at a final block, verifiable credentials are verified with their issuer’s keys and status lists. It becomes evidence at the level you give that issuer, establishes what it says and nothing else, and is looked at anew after 30 days. The wallet has to be proven.',
  status: 201,
  errors: [
    ...(['not_found', 'control_not_proven', 'kyc_data_required', 'issuer_not_trusted', 'signer_mismatch'] as const),
    ...([
      'credential_invalid',
      'credential_expired',
      'credential_revoked',
      'credential_suspended',
      'credential_of_another',
      'credential_says_too_little',
    ] as const),
    ...(['credential_status_unavailable', 'issuer_unreachable', 'chain_not_configured', 'conflict', 'invalid_transition'] as const),
  ],
  examples: [
    {
      name: 'coinbase',
      summary: 'A verified account of Coinbase, on Base',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        kind: 'eas',
        chain_id: 8453,
        uids: ['0x1111111111111111111111111111111111111111111111111111111111111111'],
      },
      response: { success: true, method: 'foreign_credential' },
    },
  ],
})
