import { replayDecision } from '#core/record/decision-views/replay.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: replayDecision,
  method: 'post',
  path: '/decisions/{id}/replay',
  market: 'platform',
  summary: 'Make a decision again',
  description:
    'Runs the decision again from its stored facts, under the rules and list versions of that day. The result hash must be the same; if an input was altered or erased, the answer says so.',
  status: 200,
  errors: [],
  examples: [],
  idempotent: false,
})
