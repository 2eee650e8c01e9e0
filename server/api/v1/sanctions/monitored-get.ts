import { z } from 'zod'
import { getMonitoredSubject } from '#core/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { monitored } from './_shape.ts'

export default defineOperation({
  id: 'sanctions.monitored.get',
  method: 'get',
  path: '/sanctions/monitored/{id}',
  market: 'stablecoins',
  summary: 'Read a monitored subject',
  description: 'What the last screening of this subject found.',
  permission: 'sanctions.check',
  params: idParams('`monitored_subject_id` of the check'),
  response: z.object({ success: z.literal(true), ...monitored }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getMonitoredSubject({ ctx, input: params }),
})
