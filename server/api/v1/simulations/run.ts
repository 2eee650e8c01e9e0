import { runSimulation } from '#core/record/simulations/simulate.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: runSimulation,
  method: 'post',
  path: '/simulations',
  market: 'platform',
  summary: 'Ask what other rules or facts would have decided',
  description:
    'Makes stored decisions again from their own facts: the newest ones under changed rules (a flip matrix, the decisions that turn and the rules behind it), or one decision with changed facts. Nothing is stored and no answer changes.',
  status: 200,
  errors: ['conflict', 'not_found'],
  examples: [
    {
      name: 'present_policy',
      summary: 'The rules in force flip nothing',
      request: { population: { last_n: 100 } },
      response: { success: true, object: 'simulation', kind: 'population', flipped: 0 },
    },
  ],
  idempotent: false,
})
