import { z } from 'zod'
import { alpha2Of } from '#core/kernel/alpha3.ts'
import type { Asks } from './ask.ts'
import { bodyOf, type ProviderAdapter, requireTimedHmac } from './provider.ts'

const read = z.string().nullish()
const inquiry = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({ status: z.string() }).loose(),
  }),
  included: z
    .array(
      z.object({
        type: z.string(),
        attributes: z
          .object({
            ...{ status: read, 'country-code': read, 'expiration-date': read, 'name-first': read, 'name-middle': read, 'name-last': read },
            ...{ birthdate: read, 'identification-number': read },
          })
          .loose(),
      }),
    )
    .nullish(),
})
const knocked = z.object({
  data: z.object({ attributes: z.object({ payload: z.object({ data: z.object({ type: z.string(), id: z.string() }) }) }) }),
})
const link = z.object({ meta: z.object({ 'one-time-link': z.url({ protocol: /^https?$/ }) }) })

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'persona-version': '2023-01-05',
  'key-inflection': 'kebab',
  'content-type': 'application/json',
})

async function linkTo(ask: Asks, headers: Record<string, string>, id: string): Promise<string> {
  const { meta } = await ask({ method: 'POST', path: `/inquiries/${id}/generate-one-time-link`, headers, body: '{}' }, link)
  return meta['one-time-link']
}

/** Persona: inquiries with a one-time link. Decided is what a workflow approved or declined; completed alone is not. docs.withpersona.com */
export const persona: ProviderAdapter = {
  title: 'Persona',
  needs: ['webhook_secret', 'flow'],
  isTestKey: (key) => (/^persona_(sandbox|production)_/.test(key) ? key.startsWith('persona_sandbox_') : null),
  async begin(ask, { api_key, flow }, { sessionId, returnUrl, before }) {
    const headers = headersOf(api_key)
    const attributes = { 'inquiry-template-id': flow, 'reference-id': sessionId, ...(returnUrl && { 'redirect-uri': returnUrl }) }
    const made = await ask(
      {
        method: 'POST',
        path: '/inquiries',
        headers: { ...headers, 'idempotency-key': before ? `${sessionId}-${before}` : sessionId },
        body: JSON.stringify({ data: { attributes } }),
      },
      inquiry,
    )
    return { externalId: made.data.id, url: await linkTo(ask, headers, made.data.id) }
  },
  async goOn(ask, { api_key }, { externalId }) {
    const headers = headersOf(api_key)
    const { data } = await ask({ path: `/inquiries/${externalId}`, headers }, inquiry)
    return ['created', 'pending'].includes(data.attributes.status) ? linkTo(ask, headers, externalId) : null
  },
  knock(message, { webhook_secret }) {
    requireTimedHmac(message.header('persona-signature'), webhook_secret, message)
    const read = knocked.safeParse(bodyOf(message))
    const about = read.success ? read.data.data.attributes.payload.data : null
    return about?.type === 'inquiry' ? about.id : null
  },
  async verdict(ask, { api_key }, externalId) {
    const { data, included } = await ask({ path: `/inquiries/${externalId}?include=verifications`, headers: headersOf(api_key) }, inquiry)
    const { status } = data.attributes
    if (status === 'completed' || status === 'needs_review' || status === 'pending') return { state: 'processing' }
    if (status !== 'approved' && status !== 'declined' && status !== 'failed') return { state: 'waiting' }
    const passed = (type: string) => included?.find((one) => one.type === type && one.attributes.status === 'passed')?.attributes
    const document = passed('verification/government-id')
    // The fields of an inquiry are what was typed: what counts is what a verification that passed read, or found in its records.
    const shown = document ?? passed('verification/database')
    return {
      state: status === 'approved' ? 'verified' : 'rejected',
      read: {
        full_name: [shown?.['name-first'], shown?.['name-middle'], shown?.['name-last']].filter(Boolean).join(' ') || undefined,
        date_of_birth: shown?.birthdate ?? undefined,
        issuing_country: countryIn(document?.['country-code'] ?? undefined),
        document_number: document?.['identification-number'] ?? undefined,
      },
      document: document ? { expires_on: document['expiration-date'] ?? null } : null,
      liveness: passed('verification/selfie') !== undefined,
      outcome: status,
    }
  },
}

const countryIn = (code: string | undefined) => (code?.length === 3 ? (alpha2Of(code) ?? undefined) : code)
