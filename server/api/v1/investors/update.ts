import { updateInvestor } from '#core/securities/investors/update.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: updateInvestor,
  method: 'patch',
  path: '/investors/{id}',
  market: 'securities',
  summary: 'Change an investor',
  description:
    'Contacts, external_id, metadata and affiliation are taken as given. Name, birth date and country of an investor whose identity was checked are not overwritten by a word: the investor is checked and screened anew, with its credentials suspended until then. A wallet is bound when it signs for itself; one of somebody else is refused.',
  status: 200,
  errors: [
    'verification_in_progress',
    'investor_exists',
    'wallet_bound_to_other_person',
    'conflict',
    'signature_invalid',
    'signer_mismatch',
    'nonce_expired',
    'facts_erased',
    'screening_unavailable',
  ],
  examples: [
    {
      name: 'contact',
      summary: 'Another address for mail',
      request: { email: 'avery.new@example.com', external_id: 'crm-4711' },
      response: { success: true, object: 'investor' },
    },
  ],
})
