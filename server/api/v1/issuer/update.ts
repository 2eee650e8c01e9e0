import { updateIssuer } from '#core/securities/issuer/update.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: updateIssuer,
  method: 'patch',
  path: '/issuer',
  market: 'securities',
  summary: 'State facts about the issuer',
  description:
    'What holds of your organisation in all its offerings of this environment. In production nothing is assumed: an offering opens once no fact is missing, and its warnings name those that are. Who you are is established, not stated: an administrator of Sealwright verifies somebody who acts for you, and the entity named by investor_id is screened with its owners.',
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
})
