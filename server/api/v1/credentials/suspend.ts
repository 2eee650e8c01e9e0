import { suspendCredential } from '#core/identity/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: suspendCredential,
  method: 'post',
  path: '/credentials/{id}/suspend',
  market: 'platform',
  summary: 'Suspend a credential',
  description: 'Takes it out of use until it is resumed. Its bit in the suspension list is set at once.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'while_reviewing',
      summary: 'Suspend while something is looked into',
      request: { reason_code: 'under_review', note: 'The holder reports a lost phone.' },
      response: { success: true },
    },
  ],
})
