import { carryOutRestricted } from '#core/review/erasure/acts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: carryOutRestricted,
  method: 'post',
  path: '/erasures/{id}/carry-out',
  market: 'platform',
  summary: 'Carry out a restricted erasure',
  description:
    'Asks to erase what was restricted before its day, because duties that were stated do not keep it after all. In production another person of yours agrees. The rules then judge what is left: the person is erased, or stays restricted until the last duty ends. Hits on sanctions lists, reviewed documents and reports are never withdrawn. Under a legal hold nothing is carried out.',
  status: 200,
  errors: ['not_found', 'invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'act',
      summary: 'A duty was stated by mistake',
      request: {
        reason_code: 'stated_by_mistake',
        note: 'No account was opened, so no record of identification is kept.',
        withdrawn: [{ kind: 'identity', from: '2026-01-15' }],
      },
      response: { success: true },
    },
  ],
})
