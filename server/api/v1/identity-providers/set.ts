import { setIdentityProvider } from '#core/identity/providers/settings.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: setIdentityProvider,
  method: 'post',
  path: '/identity/providers/{provider}',
  market: 'platform',
  summary: 'Set up an identity provider',
  description:
    'The account of your organisation with Persona, Sumsub, Stripe Identity, Veriff or Onfido: its keys are sealed and never shown again; sent again they replace those of before. `webhook_url` of the answer is where the provider has to send its messages.',
  status: 200,
  errors: [],
  examples: [
    {
      name: 'persona',
      summary: 'Persona, by a template',
      params: { provider: 'persona' },
      request: { api_key: 'persona_sandbox_…', webhook_secret: 'wbhsec_…', flow: 'itmpl_Ygs16MKTkA6obnF8C3Rb17dm' },
      response: { success: true, object: 'identity_provider', provider: 'persona' },
    },
  ],
  idempotent: false,
})
