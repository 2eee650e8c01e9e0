import { z } from 'zod'
import { alpha2Of } from '#core/kernel/alpha3.ts'
import { type Asks, NotThere } from './ask.ts'
import { bodyOf, hmac, type ProviderAccount, type ProviderAdapter, requireHmac } from './provider.ts'

const paper = z.object({ country: z.string().nullish(), number: z.string().nullish(), validUntil: z.string().nullish() }).loose()
const person = z
  .object({
    firstName: z.string().nullish(),
    middleName: z.string().nullish(),
    lastName: z.string().nullish(),
    dob: z.string().nullish(),
    country: z.string().nullish(),
    nationality: z.string().nullish(),
    idDocs: z.array(paper).nullish(),
  })
  .loose()
const applicant = z.object({
  id: z.string(),
  externalUserId: z.string(),
  info: person.nullish(),
  requiredIdDocs: z
    .object({ docSets: z.array(z.object({ idDocSetType: z.string() }).loose()).nullish() })
    .loose()
    .nullish(),
  review: z
    .object({
      reviewStatus: z.string(),
      reviewResult: z.object({ reviewAnswer: z.string(), reviewRejectType: z.string().nullish() }).loose().nullish(),
    })
    .loose(),
})
const knocked = z.object({ externalUserId: z.string() })

/** Requests are signed over time, method, path and body. */
function signed({ api_key, api_secret }: ProviderAccount, method: string, path: string, body = '') {
  const time = String(Math.floor(Date.now() / 1_000))
  return {
    'x-app-token': api_key,
    'x-app-access-ts': time,
    'x-app-access-sig': hmac(api_secret ?? '', time, method, path, body),
    'content-type': 'application/json',
  }
}

const LINK = '/resources/sdkIntegrations/levels/-/websdkLink'
/** A link is good for a day. */
const LINK_SECONDS = 86_400

async function linkFor(ask: Asks, account: ProviderAccount, { sessionId, returnUrl }: { sessionId: string; returnUrl: string | null }) {
  const redirect = returnUrl ? { redirect: { successUrl: returnUrl, rejectUrl: returnUrl } } : {}
  const body = JSON.stringify({ levelName: account.flow, userId: sessionId, ttlInSecs: LINK_SECONDS, ...redirect })
  const { url } = await ask(
    { method: 'POST', path: LINK, headers: signed(account, 'POST', LINK, body), body },
    z.object({ url: z.url({ protocol: /^https?$/ }) }),
  )
  return url
}

/** Sumsub: an applicant of a level, with a link to the WebSDK. docs.sumsub.com */
export const sumsub: ProviderAdapter = {
  title: 'Sumsub',
  needs: ['api_secret', 'webhook_secret', 'flow'],
  isTestKey: (key) => (/^(sbx|prd):/.test(key) ? key.startsWith('sbx:') : null),
  async begin(ask, account, asked) {
    return { externalId: asked.sessionId, url: await linkFor(ask, account, asked) }
  },
  // An applicant goes on as long as nothing is decided for good.
  goOn: (ask, account, _, asked) => linkFor(ask, account, asked),
  knock(message, { webhook_secret }) {
    // Weaker ones than SHA-256 are on offer there, and are not taken.
    const how = message.header('x-payload-digest-alg')
    requireHmac(how === 'HMAC_SHA256_HEX' ? message.header('x-payload-digest') : undefined, webhook_secret, message.raw)
    const read = knocked.safeParse(bodyOf(message))
    return read.success ? read.data.externalUserId : null
  },
  async verdict(ask, account, externalId) {
    const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(externalId)}/one`
    const found = await ask({ path, headers: signed(account, 'GET', path) }, applicant).catch((error: unknown) => {
      // An applicant comes to be when the person opens the link.
      if (error instanceof NotThere) return null
      throw error
    })
    if (!found || found.review.reviewStatus === 'init') return { state: 'waiting' }
    const { info, review, requiredIdDocs } = found
    if (review.reviewStatus !== 'completed') return { state: 'processing' }
    const { reviewAnswer, reviewRejectType } = review.reviewResult ?? {}
    if (reviewAnswer !== 'GREEN' && !(reviewAnswer === 'RED' && reviewRejectType === 'FINAL')) return { state: 'waiting' }
    const asked = new Set(requiredIdDocs?.docSets?.map(({ idDocSetType }) => idDocSetType))
    const document = asked.has('IDENTITY') ? info?.idDocs?.[0] : undefined
    return {
      state: reviewAnswer === 'GREEN' ? 'verified' : 'rejected',
      read: {
        full_name: [info?.firstName, info?.middleName, info?.lastName].filter(Boolean).join(' ') || undefined,
        date_of_birth: info?.dob ?? undefined,
        nationality: alpha2Of(info?.nationality ?? '') ?? undefined,
        issuing_country: alpha2Of(document?.country ?? '') ?? undefined,
        country: alpha2Of(info?.country ?? '') ?? undefined,
        document_number: document?.number ?? undefined,
      },
      document: document ? { expires_on: document.validUntil ?? null } : null,
      liveness: asked.has('SELFIE'),
      outcome: `${reviewAnswer}${reviewRejectType ? ` ${reviewRejectType}` : ''}`.toLowerCase(),
    }
  },
}
