import { createInvestor } from '#core/securities/investors/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createInvestor,
  method: 'post',
  path: '/investors',
  market: 'securities',
  summary: 'Create an investor',
  description: 'Records a person or entity. Names and contacts are sealed with a key of their own.',
  functionName: 'investors-create',
  status: 201,
  errors: ['investor_exists', 'wallet_bound_to_other_person', 'under_age', 'conflicting_fields'],
  examples: [
    {
      name: 'individual',
      summary: 'A person',
      request: {
        full_name: 'Avery Accredited',
        email: 'avery@example.com',
        date_of_birth: '1980-02-29',
        country: 'US',
        accreditation_type: 'net_worth',
      },
      response: { success: true, status: 'incomplete' },
    },
  ],
})
