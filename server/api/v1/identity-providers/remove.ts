import { removeIdentityProvider } from '#core/identity/providers/settings.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: removeIdentityProvider,
  method: 'delete',
  path: '/identity/providers/{provider}',
  market: 'platform',
  summary: 'Remove an identity provider',
  description: 'Its keys are removed. It is asked nothing more, and its messages are not heard. Evidence that it gave stays.',
  status: 200,
  errors: ['not_found'],
  examples: [
    {
      name: 'persona',
      summary: 'No longer used',
      params: { provider: 'persona' },
      response: { success: true, provider: 'persona', removed: true },
    },
  ],
})
