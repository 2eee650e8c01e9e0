import { reviewEntity } from '#core/securities/entities/review.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: reviewEntity,
  method: 'post',
  path: '/investors/{id}/entity/review',
  market: 'securities',
  summary: 'Have an entity reviewed',
  description:
    'Sends the extract of its register, and what else was uploaded, to another person of your organisation; of the issuer itself, to Sealwright. The reviewer types what the extract says, and it is compared with the file. `case.decided` tells the end, and the entity is judged anew by itself.',
  status: 200,
  errors: ['not_found', 'conflict', 'verification_in_progress'],
  examples: [
    { name: 'one', summary: 'Have it reviewed', params: { id: 'inv_…' }, request: {}, response: { success: true, status: 'in_review' } },
  ],
})
