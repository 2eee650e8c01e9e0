import { getPolicySchema } from '#core/review/policy/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getPolicySchema,
  method: 'get',
  path: '/policy/schema',
  market: 'platform',
  summary: 'Read the form of a policy file',
  description: 'The JSON Schema (2020-12) of the file that `POST /v1/policy/plan` takes, for editors and for checks before it is sent.',
  status: 200,
  errors: [],
  examples: [],
})
