import { z } from 'zod'
import type { Asks } from './ask.ts'
import { bodyOf, hmac, type ProviderAccount, type ProviderAdapter, requireHmac } from './provider.ts'

const made = z.object({ verification: z.object({ id: z.string(), url: z.url({ protocol: /^https?$/ }) }) })
const said = z.string().nullish()
const decision = z.object({
  verification: z
    .object({
      id: z.string(),
      status: z.string(),
      person: z.object({ firstName: said, lastName: said, fullName: said, dateOfBirth: said, nationality: said }).loose().nullish(),
      document: z.object({ number: said, country: said, validUntil: said }).loose().nullish(),
      insights: z.array(z.object({ label: z.string(), result: z.string().nullish() }).loose()).nullish(),
    })
    .loose()
    .nullable(),
})
const knocked = z.union([
  z.object({ verification: z.object({ id: z.string() }) }).transform(({ verification }) => verification.id),
  z.object({ id: z.string(), action: z.string() }).transform(({ id }) => id),
])

async function decisionOf(ask: Asks, { api_key, api_secret }: ProviderAccount, externalId: string) {
  const headers = { 'x-auth-client': api_key, 'x-hmac-signature': hmac(api_secret!, externalId) }
  return (await ask({ path: `/v1/sessions/${encodeURIComponent(externalId)}/decision`, headers }, decision)).verification
}

/** Veriff: sessions, whose decision is fetched. devdocs.veriff.com */
export const veriff: ProviderAdapter = {
  title: 'Veriff',
  // Requests and messages are signed with the same shared secret.
  needs: ['api_secret'],
  isTestKey: () => null,
  async begin(ask, { api_key }, { sessionId, returnUrl }) {
    const verification = { vendorData: sessionId, ...(returnUrl?.startsWith('https://') && { callback: returnUrl }) }
    const headers = { 'x-auth-client': api_key, 'content-type': 'application/json' }
    const answer = await ask({ method: 'POST', path: '/v1/sessions', headers, body: JSON.stringify({ verification }) }, made)
    return { externalId: answer.verification.id, url: answer.verification.url }
  },
  silent: true,
  async goOn(ask, account, { externalId, url }) {
    const found = await decisionOf(ask, account, externalId)
    return found === null || found.status === 'resubmission_requested' ? url : null
  },
  knock(message, { api_secret }) {
    requireHmac(message.header('x-hmac-signature'), api_secret!, message.raw)
    const read = knocked.safeParse(bodyOf(message))
    return read.success ? read.data : null
  },
  async verdict(ask, account, externalId) {
    const found = await decisionOf(ask, account, externalId)
    if (!found || found.status === 'review') return { state: 'processing' }
    if (found.status !== 'approved' && found.status !== 'declined') return { state: 'waiting' }
    const { person, document, insights } = found
    const holds = (label: string) => insights?.some((one) => one.label === label && one.result === 'yes') === true
    return {
      state: found.status === 'approved' ? 'verified' : 'rejected',
      read: {
        full_name: person?.fullName ?? ([person?.firstName, person?.lastName].filter(Boolean).join(' ') || undefined),
        date_of_birth: person?.dateOfBirth ?? undefined,
        nationality: person?.nationality ?? undefined,
        issuing_country: document?.country ?? undefined,
        document_number: document?.number ?? undefined,
      },
      document: document?.number ? { expires_on: document.validUntil ?? null } : null,
      // Only what it says was looked at counts: without insights nobody knows.
      liveness: holds('faceLiveness') && holds('faceSimilarToPortrait'),
      outcome: found.status,
    }
  },
}
