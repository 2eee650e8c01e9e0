import { addTrustedIssuer } from '#core/identity/trust/add.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: addTrustedIssuer,
  method: 'post',
  path: '/identity/trusted-issuers',
  market: 'platform',
  summary: 'Trust an issuer',
  description:
    'Lets in an issuer of documents or credentials whose word counts as evidence, at the level you give it. In production it counts once another person of yours agreed: the answer names the case. A certificate has to be of an authority, in force, with a strong key.',
  status: 201,
  errors: ['already_exists'],
  examples: [
    {
      name: 'coinbase',
      summary: 'Coinbase Verifications on Base: an account that was verified, and the country of residence',
      request: {
        kind: 'eas',
        name: 'Coinbase Verifications',
        level: 'basic',
        chain_id: 8453,
        identifier: '0x357458739F90461b99789350868CD7CF330Dd7EE',
        contract: '0x4200000000000000000000000000000000000021',
        claims: {
          '0xf8b05c79f090979bf4a80270aba232dff11a10d9ca55c4f88de95317970f0de9': {
            abi: 'bool verifiedAccount',
            fields: { verifiedAccount: 'verified' },
          },
          '0x1801901fabd0e6189356b4fb52bb0ab855276d84f7ec140839fbd1f6801ca065': {
            abi: 'string verifiedCountry',
            fields: { verifiedCountry: 'country' },
          },
        },
        note: 'Attester and schemas as published at github.com/coinbase/verifications.',
      },
      response: { success: true, kind: 'eas', state: 'active', second_person: null },
    },
  ],
})
