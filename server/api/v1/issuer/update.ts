import { updateIssuer, updateIssuerInput } from '#core/issuer/update.ts'
import { defineOperation } from '../../../operation.ts'
import { issuer } from './_shape.ts'

export default defineOperation({
  id: 'issuer.update',
  method: 'patch',
  path: '/issuer',
  market: 'securities',
  summary: 'State facts about the issuer',
  description:
    'What holds of your organisation in all its offerings of this environment. In production nothing is assumed: an offering opens once no fact is missing, and its warnings name those that are. Who you are is established, not stated: an administrator of Sealwright verifies somebody who acts for you, and the entity named by investor_id is screened with its owners.',
  permission: 'offerings.write',
  body: updateIssuerInput,
  response: issuer,
  status: 200,
  errors: ['screening_unavailable'],
  examples: [
    {
      name: 'domestic',
      summary: 'A company of the United States that is no fund',
      request: { compliance_facts: { domicile: 'US', principal_place: 'US', ica_status: 'operating', shell: 'never' } },
      response: { success: true, object: 'issuer' },
    },
  ],
  handler: ({ ctx, body }) => updateIssuer({ ctx, input: body }),
})
