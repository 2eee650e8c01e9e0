import { rotateApiKey } from '#core/access/api-keys/rotate.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: rotateApiKey,
  method: 'post',
  path: '/keys/{id}/rotate',
  market: 'platform',
  summary: 'Rotate an API key',
  description: 'Makes a new key like this one. The old key works for the overlap, then ends.',
  status: 201,
  errors: ['invalid_transition', 'secret_shown_once'],
  examples: [{ name: 'a_day', summary: 'The old key works for one more day', request: { overlap_hours: 24 }, response: { success: true } }],
})
