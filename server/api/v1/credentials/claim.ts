import { credentialAsClaims } from '#core/identity/credentials/formats.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: credentialAsClaims,
  method: 'get',
  path: '/credentials/{id}/claim',
  market: 'platform',
  summary: 'Read a credential as ERC-735 claims',
  description:
    'For the on-chain identity of an ERC-3643 token: one claim for each level it includes. Only of a credential in use, and only for an identity that its wallet signed for (POST /v1/credentials/{id}/identities) and manages by the newest final block. The claim issuer must be able to take a claim back.',
  status: 200,
  errors: ['credential_invalid', 'credential_bound_elsewhere', 'signer_mismatch', 'chain_not_configured'],
  examples: [
    {
      name: 'one_identity',
      summary: 'Claims for one on-chain identity',
      query: { identity: '0x52908400098527886E0F7030069857D2E4169EE7', issuer_contract: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
      response: { success: true },
    },
  ],
  etag: true,
})
