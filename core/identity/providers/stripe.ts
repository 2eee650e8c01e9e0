import { z } from 'zod'
import { bodyOf, type ProviderAdapter, requireTimedHmac } from './provider.ts'

const day = z.object({ day: z.number().int(), month: z.number().int(), year: z.number().int() }).nullish()
const session = z.object({
  id: z.string(),
  status: z.enum(['requires_input', 'processing', 'verified', 'canceled']),
  livemode: z.boolean(),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  verified_outputs: z
    .object({
      first_name: z.string().nullish(),
      last_name: z.string().nullish(),
      dob: day,
      address: z.object({ country: z.string().nullish() }).loose().nullish(),
    })
    .loose()
    .nullish(),
  last_verification_report: z
    .object({
      document: z.object({ status: z.string(), issuing_country: z.string().nullish(), expiration_date: day }).loose().nullish(),
      selfie: z.object({ status: z.string() }).loose().nullish(),
    })
    .loose()
    .or(z.string())
    .nullish(),
})
const knocked = z.object({
  type: z.string().startsWith('identity.verification_session.'),
  data: z.object({ object: z.object({ id: z.string() }) }),
})

const PATH = '/v1/identity/verification_sessions'
/** Birth dates and last days are shown to keys that may read them, when they are asked for. */
const EXPANDED = [
  'verified_outputs',
  'verified_outputs.dob',
  'last_verification_report',
  'last_verification_report.document.expiration_date',
]

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' })

/** Stripe Identity: verification sessions of a document with a selfie. docs.stripe.com/identity */
export const stripe: ProviderAdapter = {
  title: 'Stripe Identity',
  needs: ['webhook_secret'],
  isTestKey: (key) => (/^[sr]k_(test|live)_/.test(key) ? /^[sr]k_test_/.test(key) : null),
  async begin(ask, { api_key }, { sessionId, returnUrl }) {
    const form = new URLSearchParams({
      type: 'document',
      client_reference_id: sessionId,
      'metadata[session]': sessionId,
      'options[document][require_matching_selfie]': 'true',
      'options[document][require_live_capture]': 'true',
      ...(returnUrl && { return_url: returnUrl }),
    })
    const headers = { ...headersOf(api_key), 'idempotency-key': `${sessionId}-${Math.floor(Date.now() / 60_000)}` }
    const made = await ask(
      { method: 'POST', path: PATH, headers, body: form.toString() },
      session.extend({ url: z.url({ protocol: /^https?$/ }) }),
    )
    return { externalId: made.id, url: made.url }
  },
  async goOn(ask, { api_key }, { externalId }) {
    // An address is good for one visit: each time it is asked for it is a new one.
    const found = await ask({ path: `${PATH}/${encodeURIComponent(externalId)}`, headers: headersOf(api_key) }, session)
    return found.status === 'requires_input' ? (found.url ?? null) : null
  },
  knock(message, { webhook_secret }) {
    requireTimedHmac(message.header('stripe-signature'), webhook_secret, message)
    const read = knocked.safeParse(bodyOf(message))
    return read.success ? read.data.data.object.id : null
  },
  async verdict(ask, { api_key }, externalId) {
    const query = EXPANDED.map((name) => `expand[]=${name}`).join('&')
    const found = await ask({ path: `${PATH}/${encodeURIComponent(externalId)}?${query}`, headers: headersOf(api_key) }, session)
    if (found.status === 'processing') return { state: 'processing' }
    // What failed may be tried again there, by the same person.
    if (found.status !== 'verified' || found.livemode === /^[sr]k_test_/.test(api_key)) return { state: 'waiting' }
    const { verified_outputs: said, last_verification_report: reported } = found
    const report = typeof reported === 'object' ? reported : null
    const document = report?.document?.status === 'verified' ? report.document : null
    return {
      state: 'verified',
      read: {
        full_name: [said?.first_name, said?.last_name].filter(Boolean).join(' ') || undefined,
        date_of_birth: dayOf(said?.dob) ?? undefined,
        country: said?.address?.country ?? undefined,
        issuing_country: document?.issuing_country ?? undefined,
      },
      document: document && { expires_on: dayOf(document.expiration_date) },
      liveness: report?.selfie?.status === 'verified',
      outcome: found.status,
    }
  },
}

const dayOf = (at: z.output<typeof day>): string | null =>
  at ? `${at.year}-${String(at.month).padStart(2, '0')}-${String(at.day).padStart(2, '0')}` : null
