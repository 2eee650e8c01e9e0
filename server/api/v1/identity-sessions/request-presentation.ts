import { requestPresentation } from '#core/identity/presentations/begin.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: requestPresentation,
  method: 'post',
  path: '/identity/sessions/{id}/presentation',
  market: 'platform',
  summary: 'Ask the holder’s identity wallet',
  description:
    'A request to a digital identity wallet, to show in an app or page of your own: as a link on the same device, as a code for another, or through the browser’s Digital Credentials API (say the `origin` of your page). It asks for personal identification data or a mobile driving licence by OpenID for Verifiable Presentations 1.0, is answered once and is good for ten minutes. An answer that does not count leaves the session open: its `reason_code` says why, and you ask again.',
  status: 200,
  idempotent: false,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    {
      name: 'ask',
      summary: 'For an app of yours',
      params: { id: 'ids_…' },
      request: {},
      response: { success: true, object: 'presentation_request' },
    },
  ],
})
