import { planPolicy } from '#core/review/policy/plan.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: planPolicy,
  method: 'post',
  path: '/policy/plan',
  market: 'platform',
  summary: 'Plan a change of settings and policies',
  description:
    'Takes the whole file, as an object or as a text of YAML or JSON, and says what it changes and which of the newest decisions would turn, each made again from its own sealed facts. Nothing changes before `PUT /v1/policy` applies the plan, within seven days. With `dry_run` nothing is kept. Which level and which places a protocol asks is shown as a change and not counted in the decisions.',
  status: 200,
  errors: ['conflict'],
  examples: [
    {
      name: 'licence',
      summary: 'A licence from New Year on',
      request: {
        policy: 'version: 1\nsettings:\n  us_bsa_type: msb\n  licences:\n    - gambling:US-NJ:sports\n',
        effective_at: '2027-01-01T00:00:00Z',
        note: 'NJ DGE, permit 17',
      },
      response: { success: true, object: 'policy_plan', status: 'planned' },
    },
  ],
})
