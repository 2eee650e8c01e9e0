import { z } from 'zod'
import { claimQuery, credentialAsClaims } from '#core/credentials/formats.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { formatHead } from './_shape.ts'

export default defineOperation({
  id: 'credentials.claim',
  method: 'get',
  path: '/credentials/{id}/claim',
  market: 'platform',
  summary: 'Read a credential as ERC-735 claims',
  description: 'For the on-chain identity of an ERC-3643 token: one claim for each level it includes.',
  permission: 'credentials.read',
  params: idParams('Id'),
  query: claimQuery,
  response: formatHead.extend({ claims: z.array(z.looseObject({ topic: z.string(), signature: z.string(), data: z.string() })) }),
  status: 200,
  errors: [],
  examples: [
    {
      name: 'one_identity',
      summary: 'Claims for one on-chain identity',
      query: { identity: '0x52908400098527886E0F7030069857D2E4169EE7', issuer_contract: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
      response: { success: true },
    },
  ],
  etag: true,
  handler: ({ ctx, params, query }) => credentialAsClaims({ ctx, input: { ...params, ...query } }),
})
