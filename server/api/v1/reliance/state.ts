import { stateReliance } from '#core/identity/reliance/state.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: stateReliance,
  method: 'post',
  path: '/identity/reliance',
  market: 'platform',
  summary: 'State an identity of your own programme',
  description:
    'For regulated organisations whose own identification programme is relied on: says by which method it identified a person, when and as whom, signed by a key you registered or on the word of the caller. It becomes evidence of the method `reliance`, named as such in every decision that rests on it. It takes an agreement that two administrators of Sealwright record, each year anew (`identity_reliance` of `/v1/tenant-facts`).',
  status: 201,
  errors: ['not_found', 'reliance_not_agreed', 'statement_invalid', 'conflict'],
  examples: [
    {
      name: 'cip',
      summary: 'A customer of a bank',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        statement: {
          programme: 'CIP-2026',
          method: 'documentary',
          identified_on: '2026-01-15',
          full_name: 'Ada Example',
          date_of_birth: '1990-05-17',
          country: 'US',
        },
      },
      response: { success: true, method: 'reliance' },
    },
  ],
})
