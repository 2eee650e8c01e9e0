import { z } from 'zod'
import { credentialAsEas, easQuery } from '#core/credentials/formats.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { formatHead } from './_shape.ts'

export default defineOperation({
  id: 'credentials.eas',
  method: 'get',
  path: '/credentials/{id}/eas',
  market: 'platform',
  summary: 'Read a credential as an EAS attestation',
  description: 'Off-chain attestation, version 2, that any EAS tool checks. Ethereum-style wallets only.',
  permission: 'credentials.read',
  params: idParams('Id'),
  query: easQuery,
  response: formatHead.extend({ attestation: z.looseObject({ signer: z.string(), sig: z.looseObject({}) }) }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params, query }) => credentialAsEas({ ctx, input: { ...params, ...query } }),
})
