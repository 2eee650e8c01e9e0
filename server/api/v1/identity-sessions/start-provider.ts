import { startProvider } from '#core/identity/providers/start.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: startProvider,
  method: 'post',
  path: '/identity/sessions/{id}/provider',
  market: 'platform',
  summary: 'Check a person with a provider',
  description:
    'Makes a check with a provider that you set up, and gives the address on which the person goes through it. What it comes to arrives by itself. Called again it asks the provider first: where it has decided, or is about to, `provider_url` is null; a check that still waits for the person is given back; one that is over there is replaced. Another provider closes the check of before, once that one had no result; a session that names its provider asks no other. A provider measures faces: the person agreed to that on the page of the session, or `face_consent` says to what and when they agreed in your app.',
  status: 200,
  // By itself: a check that runs is given back.
  idempotent: false,
  errors: ['not_found', 'invalid_transition', 'provider_not_configured', 'not_ready'],
  examples: [
    {
      name: 'start',
      summary: 'The link to hand to the person',
      params: { id: 'ids_…' },
      request: {
        provider: 'persona',
        face_consent: {
          notice_version: '2026-11',
          notice_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          agreed_at: '2026-11-20T09:12:00Z',
        },
      },
      response: { success: true, status: 'open', provider: 'persona', provider_url: 'https://withpersona.com/verify?code=…' },
    },
  ],
})
