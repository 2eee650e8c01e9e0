import { readClock } from '#core/sandbox/worlds/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readClock,
  method: 'get',
  path: '/sandbox/clock',
  market: 'platform',
  summary: 'Read the sandbox clock',
  description: 'The time this sandbox is at.',
  status: 200,
  errors: [],
  examples: [],
  sandboxOnly: true,
})
