import { moveClock } from '#core/sandbox/worlds/control.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: moveClock,
  method: 'post',
  path: '/sandbox/clock',
  market: 'platform',
  summary: 'Move the sandbox clock',
  description:
    'Moves the clock on, sets it to a time where it stands, or returns to the real time. Expiries, lock-ups and deadlines obey it.',
  status: 200,
  errors: [],
  examples: [{ name: 'ninety_days', summary: 'Ninety days on', request: { advance: '90d' }, response: { success: true } }],
  sandboxOnly: true,
})
