import { getCase } from '#core/queue/list.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { caseAnswer } from './_shape.ts'

export default defineOperation({
  id: 'cases.get',
  method: 'get',
  path: '/cases/{id}',
  market: 'platform',
  summary: 'Read a case',
  description: 'One case of the review queue, with its proposal and notes.',
  permission: 'cases.read',
  params: idParams('Id of the case'),
  response: caseAnswer,
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => getCase({ ctx, input: params }),
})
