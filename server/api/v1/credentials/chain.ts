import { readCredentialChain } from '#core/identity/credentials/on-chain.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readCredentialChain,
  method: 'get',
  path: '/credentials/{id}/chain',
  market: 'platform',
  summary: 'Read what chains know of a credential',
  description:
    'Each form that was given out for a chain, whether its end is final there, and the unsigned transactions that end it: `setStatus` or `revokeClaimBySignature` of the claim issuer, `removeClaim` of the identity, `revokeOffchain` of EAS. Sign and send them with the wallet named; the worker confirms by final blocks. Ask anew right before signing: a status word is written whole.',
  status: 200,
  errors: [],
  examples: [],
})
