import { resumeCredential } from '#core/identity/credentials/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: resumeCredential,
  method: 'post',
  path: '/credentials/{id}/resume',
  market: 'platform',
  summary: 'Resume a credential',
  description:
    'Only from suspended, before its end, and when holder and wallet are screened clear now. One that a sanctions list suspended waits for another person first (`second_person`). What the holder, a change of name or a doubted identity suspended is not resumed here.',
  status: 200,
  errors: ['invalid_transition', 'already_exists', 'screening_unavailable'],
  examples: [
    {
      name: 'cleared',
      summary: 'Use it again',
      request: { reason_code: 'cleared', note: 'The holder has the phone back.' },
      response: { success: true },
    },
  ],
})
