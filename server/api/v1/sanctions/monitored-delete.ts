import { z } from 'zod'
import { stopMonitoring } from '#core/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'sanctions.monitored.delete',
  method: 'delete',
  path: '/sanctions/monitored/{id}',
  market: 'stablecoins',
  summary: 'Stop monitoring a subject',
  description: 'Ends the monitoring and destroys what was kept of the subject for it. The checks that were made stay.',
  permission: 'sanctions.check',
  params: idParams('`monitored_subject_id` of the check'),
  response: z.object({ success: z.literal(true), id: z.string(), deleted: z.literal(true) }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => stopMonitoring({ ctx, input: params }),
})
