import { getChipChallenge } from '#core/identity/chips/challenge.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getChipChallenge,
  method: 'get',
  path: '/identity/sessions/{id}/passport-chip',
  market: 'platform',
  summary: 'Read the challenge for the chip of a passport',
  description: 'The eight bytes that the chip has to sign in this session (active authentication, ICAO 9303-11). Each session has its own.',
  status: 200,
  errors: ['not_found'],
  examples: [
    {
      name: 'challenge',
      summary: 'What the reader app hands to the chip',
      params: { id: 'ids_…' },
      response: { success: true, object: 'passport_chip_challenge', challenge: '4f1c09aa27e3b65d' },
    },
  ],
})
