import { startProvider } from '#core/identity/providers/start.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: startProvider,
  method: 'post',
  path: '/identity/sessions/{id}/provider',
  market: 'platform',
  summary: 'Check a person with a provider',
  description:
    'Makes a check with a provider that you set up, and gives the address on which the person goes through it. What it comes to arrives by itself. Called again it asks the provider first: where it has decided, or is about to, `provider_url` is null; a check that still waits for the person is given back; one that is over there is replaced. Another provider closes the check of before, once that one had no result.',
  status: 200,
  errors: ['not_found', 'invalid_transition', 'provider_not_configured', 'not_ready'],
  examples: [
    {
      name: 'start',
      summary: 'The link to hand to the person',
      params: { id: 'ids_…' },
      request: { provider: 'persona' },
      response: { success: true, status: 'open', provider: 'persona', provider_url: 'https://withpersona.com/verify?code=…' },
    },
  ],
})
