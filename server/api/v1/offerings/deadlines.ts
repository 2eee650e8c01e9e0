import { listDeadlines } from '#core/securities/offerings/list-deadlines.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listDeadlines,
  method: 'get',
  path: '/offerings/{id}/deadlines',
  market: 'securities',
  summary: 'List the deadlines of an offering',
  description:
    'Form D, letters that end, lock-ups that end and the closing day: what has a date in the next 60 days, or had one that passed and still matters. Soonest first.',
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
