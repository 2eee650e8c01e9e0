import { makePassport } from '#core/sandbox/passports/make.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: makePassport,
  method: 'post',
  path: '/sandbox/passports',
  market: 'platform',
  summary: 'Make a passport',
  description:
    'The chip of a passport of Utopia, a state that does not exist: files and signatures as real ones have them, for the passport way of an identity session. Only sandboxes trust Utopia. `flaw` makes one that is refused.',
  status: 200,
  errors: ['not_found'],
  examples: [
    {
      name: 'anna',
      summary: 'A passport that is good',
      request: { given_names: 'Anna Maria', family_name: 'Eriksson', date_of_birth: '1974-08-12' },
      response: { success: true, object: 'sandbox_passport' },
    },
  ],
  sandboxOnly: true,
  idempotent: false,
})
