import { getPolicy } from '#core/review/policy/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getPolicy,
  method: 'get',
  path: '/policy',
  market: 'platform',
  summary: 'Read your settings and policies as one file',
  description:
    'What your organisation says of itself and the policies of its protocols in this environment, as an object and as YAML. Its `ETag` goes into `If-Match` of `PUT /v1/policy`.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
