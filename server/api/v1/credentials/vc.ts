import { z } from 'zod'
import { credentialAsVc } from '#core/credentials/formats.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { formatHead } from './_shape.ts'

export default defineOperation({
  id: 'credentials.vc',
  method: 'get',
  path: '/credentials/{id}/vc',
  market: 'platform',
  summary: 'Read a credential as a VC',
  description: 'W3C VC 2.0 as a JWT, signed with Ed25519. The same credential always gives the same bytes.',
  permission: 'credentials.read',
  params: idParams('Id'),
  response: formatHead.extend({ credential: z.string() }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => credentialAsVc({ ctx, input: params }),
})
