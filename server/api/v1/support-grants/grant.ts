import { grantSupportAccess } from '#core/access/support/grants.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: grantSupportAccess,
  method: 'post',
  path: '/support-grants',
  market: 'platform',
  summary: 'Let support look',
  description:
    'Lets the platform’s administrators read your organisation’s data for at most 72 hours, as one of your auditors would, without pictures of faces and documents. Give what they asked for by its `id`, or say why and for how long. It is of both environments. The key’s maker must be somebody who may; whoever may end it is told by mail.',
  status: 201,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'unasked',
      summary: 'For a question of ours',
      request: { reason: 'A case does not open for us; please look.', hours: 4 },
      response: { success: true, status: 'active', hours: 4, asked: null },
    },
  ],
})
