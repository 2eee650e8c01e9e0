import { createInvestor, createInvestorInput } from '#core/investors/create.ts'
import { defineOperation } from '../../../operation.ts'
import { investor } from '../_securities.ts'

export default defineOperation({
  id: 'investors.create',
  method: 'post',
  path: '/investors',
  market: 'securities',
  summary: 'Create an investor',
  description: 'Records a person or entity. Names and contacts are sealed with a key of their own.',
  permission: 'investors.write',
  functionName: 'investors-create',
  body: createInvestorInput,
  response: investor,
  status: 201,
  errors: ['investor_exists', 'wallet_bound_to_other_person', 'under_age'],
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
  handler: ({ ctx, body }) => createInvestor({ ctx, input: body }),
})
