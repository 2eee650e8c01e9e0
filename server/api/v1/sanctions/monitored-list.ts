import { z } from 'zod'
import { listMonitoredSubjects, listSubjectsQuery } from '#core/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'
import { monitored } from './_shape.ts'

export default defineOperation({
  id: 'sanctions.monitored.list',
  method: 'get',
  path: '/sanctions/monitored',
  market: 'stablecoins',
  summary: 'List monitored subjects',
  description: 'Subjects of checks with `monitor: true`, newest first. They are screened again whenever a list changes.',
  permission: 'sanctions.check',
  query: listSubjectsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(z.object(monitored)),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listMonitoredSubjects({ ctx, input: query }),
})
