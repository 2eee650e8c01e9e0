import { finishPresentation } from '#core/identity/presentations/return.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: finishPresentation,
  method: 'post',
  path: '/identity/sessions/{id}/presentation/finish',
  market: 'platform',
  summary: 'Take back whoever opened a wallet on the same device',
  description:
    'A wallet that was opened by `deep_link` leads its holder back to `return_url` with `response_code`. What it showed counts once you send that code, and only if they came back in the browser session in which you showed the link: otherwise whoever sent the link to somebody else would be taken for them. A code that is not the one ends the request.',
  status: 200,
  idempotent: false,
  errors: ['not_found', 'invalid_transition', 'presentation_expired', 'presentation_not_returned'],
  examples: [
    {
      name: 'finish',
      summary: 'Back in your app',
      params: { id: 'ids_…' },
      request: { response_code: 'SHGm…' },
      response: { success: true, object: 'identity_session' },
    },
  ],
})
