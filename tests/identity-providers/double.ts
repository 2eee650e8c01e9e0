import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a made-up person is at a provider. */
export interface Played {
  decision: 'approved' | 'declined' | 'processing' | 'waiting' | 'over'
  first_name?: string
  last_name?: string
  date_of_birth?: string
  liveness?: boolean
  /** Of the document, where it is not that of everybody. */
  last_day?: string
}

/** The keys under which the double knows its customer. */
export const DOUBLE_KEYS = {
  persona: { api_key: 'persona_production_0123456789', webhook_secret: 'wbhsec_0123456789', flow: 'itmpl_1' },
  sumsub: { api_key: 'prd:0123456789abcdef', api_secret: 'sumsub-secret-key', webhook_secret: 'sumsub-webhook-secret', flow: 'basic-kyc' },
  stripe: { api_key: 'rk_live_0123456789', webhook_secret: 'whsec_0123456789' },
  veriff: { api_key: 'veriff-api-key', api_secret: 'veriff-shared-secret' },
  onfido: {
    api_key: 'api_live.0123456789',
    webhook_secret: 'onfido-webhook-token',
    flow: 'b3ab3f5e-0000-4000-8000-000000000001',
    region: 'eu',
  },
} as const
export type DoubleName = keyof typeof DOUBLE_KEYS

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** A message as each provider sends and signs it, about one check. `at` is its time in seconds. */
export function messageOf(
  name: DoubleName,
  id: string,
  { at = Math.floor(Date.now() / 1_000), secret }: { at?: number; secret?: string } = {},
) {
  switch (name) {
    case 'persona': {
      const body = JSON.stringify({
        data: { type: 'event', id: 'evt_1', attributes: { name: 'inquiry.approved', payload: { data: { type: 'inquiry', id } } } },
      })
      return {
        body,
        headers: {
          'persona-signature': `t=${at},v1=${hmac(secret ?? DOUBLE_KEYS.persona.webhook_secret, `${at}.${body}`)} t=${at},v1=${'0'.repeat(64)}`,
        },
      }
    }
    case 'sumsub': {
      const body = JSON.stringify({ applicantId: 'a1', externalUserId: id, type: 'applicantReviewed', reviewStatus: 'completed' })
      return {
        body,
        headers: { 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': hmac(secret ?? DOUBLE_KEYS.sumsub.webhook_secret, body) },
      }
    }
    case 'stripe': {
      const body = JSON.stringify({
        id: 'evt_1',
        type: 'identity.verification_session.verified',
        data: { object: { id, object: 'identity.verification_session' } },
      })
      return { body, headers: { 'stripe-signature': `t=${at},v1=${hmac(secret ?? DOUBLE_KEYS.stripe.webhook_secret, `${at}.${body}`)}` } }
    }
    case 'veriff': {
      const body = JSON.stringify({ status: 'success', verification: { id, code: 9001, status: 'approved' } })
      return {
        body,
        headers: { 'x-auth-client': DOUBLE_KEYS.veriff.api_key, 'x-hmac-signature': hmac(secret ?? DOUBLE_KEYS.veriff.api_secret, body) },
      }
    }
    case 'onfido': {
      const body = JSON.stringify({
        payload: { resource_type: 'workflow_run', action: 'workflow_run.completed', object: { id, status: 'approved' } },
      })
      return { body, headers: { 'x-sha2-signature': hmac(secret ?? DOUBLE_KEYS.onfido.webhook_secret, body) } }
    }
  }
}

/** The last day of every document that the double reads. */
export const LAST_DAY = '2031-05-06'

interface Call {
  method: string
  path: string
  body: string
  headers: Record<string, string | string[] | undefined>
}

/** Where the five are, of a double at an address, as `IDENTITY_PROVIDER_URLS` names them. */
export const doubleUrls = (base: string): string =>
  Object.keys(DOUBLE_KEYS)
    .map((name) => `${name}=${base}/${name}`)
    .join(',')

/** Each person has a passport of their own. */
const numberOf = (who: Pick<Played, 'first_name' | 'last_name' | 'date_of_birth'>): string =>
  `X${createHash('sha256').update(`${who.first_name}|${who.last_name}|${who.date_of_birth}`).digest('hex').slice(0, 7).toUpperCase()}`

/**
 * One server that speaks as the five providers do, by their public documentation, and refuses what they refuse. `played` says what they
 * found of a check, `failing` how many of the next calls fail with which status, `down` who fails all of them, `before` what happens
 * before the next answer.
 */
export async function startProviderDouble(port = 0) {
  const played = new Map<string, Played>()
  const calls: Call[] = []
  const state: { failing: number; status: number; down: DoubleName | null; before: (() => Promise<void>) | null } = {
    ...{ failing: 0, status: 503 },
    ...{ down: null, before: null },
  }
  let made = 0
  const begun = (id: string) => {
    played.set(id, { decision: 'waiting' })
    return id
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const [, name, ...rest] = request.url!.split('/')
      const call = { method: request.method!, path: `/${rest.join('/')}`, body: Buffer.concat(chunks).toString(), headers: request.headers }
      calls.push(call)
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      const { before } = state
      state.before = null
      await before?.()
      if (state.down === name) return answer(503, { error: 'down' })
      if (state.failing > 0) {
        state.failing--
        return answer(state.status, { error: 'failing' })
      }
      try {
        const found = SPEAKERS[name as DoubleName]?.(call, { id: () => begun(`${name}_${++made}`), played })
        return found ? answer(200, found) : answer(401, { error: 'refused' })
      } catch {
        // Whoever asks with good keys for a check that there is not.
        return answer(404, { error: 'not found' })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { urls: doubleUrls(base), played, calls, state, stop: () => new Promise((resolve) => server.close(resolve)) }
}

interface Place {
  id: () => string
  played: Map<string, Played>
}
type Speaker = (call: Call, place: Place) => unknown

const SPEAKERS: Record<DoubleName, Speaker> = {
  persona({ method, path, headers, body }, { id, played }) {
    if (headers.authorization !== `Bearer ${DOUBLE_KEYS.persona.api_key}` || headers['persona-version'] !== '2023-01-05') return null
    if (method === 'POST' && path === '/inquiries') {
      const { attributes } = JSON.parse(body).data
      if (attributes['inquiry-template-id'] !== DOUBLE_KEYS.persona.flow || !headers['idempotency-key']) return null
      return { data: { type: 'inquiry', id: id(), attributes: { status: 'created', fields: {} } } }
    }
    const [, of, link] = /^\/inquiries\/(\w+)(\/generate-one-time-link|\?include=verifications|$)/.exec(path) ?? []
    if (method === 'POST' && link?.startsWith('/'))
      return { data: { type: 'inquiry', id: of }, meta: { 'one-time-link': `https://withpersona.test/verify?code=${of}` } }
    const who = played.get(of!)!
    const passed = (type: string, more: object = {}) => ({ type, id: 'ver_1', attributes: { status: 'passed', ...more } })
    return {
      data: {
        type: 'inquiry',
        id: of,
        attributes: {
          status: { approved: 'approved', declined: 'declined', processing: 'completed', waiting: 'created', over: 'expired' }[
            who.decision
          ],
          fields: {
            // What was typed into the inquiry, whatever the document says.
            'name-first': { type: 'string', value: 'Typed' },
            'name-last': { type: 'string', value: 'Anything' },
            birthdate: { type: 'date', value: '1999-09-09' },
          },
        },
      },
      included: [
        passed('verification/government-id', {
          ...{ 'country-code': 'CH', 'expiration-date': who.last_day ?? LAST_DAY, 'name-first': who.first_name ?? null },
          ...{ 'name-last': who.last_name ?? null, birthdate: who.date_of_birth ?? null },
        }),
        ...(who.liveness ? [passed('verification/selfie')] : []),
      ],
    }
  },
  sumsub({ method, path, headers, body }, { played }) {
    const { api_key, api_secret, flow } = DOUBLE_KEYS.sumsub
    const signed = hmac(api_secret, `${headers['x-app-access-ts']}${method}${path}${body}`)
    if (headers['x-app-token'] !== api_key || headers['x-app-access-sig'] !== signed) return null
    if (path === '/resources/sdkIntegrations/levels/-/websdkLink') {
      const asked = JSON.parse(body)
      return asked.levelName === flow ? { url: `https://in.sumsub.test/websdk/p/${asked.userId}` } : null
    }
    const of = /externalUserId=(\w+)\/one$/.exec(path)![1]!
    const who = played.get(of)!
    const result = {
      approved: { reviewAnswer: 'GREEN' },
      declined: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' },
      processing: null,
      waiting: null,
      over: null,
    }
    return {
      id: '5b594ade0a975a36c9349e66',
      externalUserId: of,
      info: {
        ...{ firstName: who.first_name, lastName: who.last_name, dob: who.date_of_birth, country: 'CHE' },
        idDocs: [{ idDocType: 'PASSPORT', country: 'CHE', number: numberOf(who), validUntil: LAST_DAY }],
      },
      requiredIdDocs: { docSets: [{ idDocSetType: 'IDENTITY' }, ...(who.liveness ? [{ idDocSetType: 'SELFIE' }] : [])] },
      review: {
        reviewStatus: ['waiting', 'over'].includes(who.decision) ? 'init' : who.decision === 'processing' ? 'pending' : 'completed',
        ...(result[who.decision] && { reviewResult: result[who.decision] }),
      },
    }
  },
  stripe({ method, path, headers, body }, { id, played }) {
    if (headers.authorization !== `Bearer ${DOUBLE_KEYS.stripe.api_key}`) return null
    if (method === 'POST') {
      const form = new URLSearchParams(body)
      if (form.get('type') !== 'document' || form.get('options[document][require_matching_selfie]') !== 'true') return null
      const made = id()
      return {
        id: made,
        object: 'identity.verification_session',
        status: 'requires_input',
        livemode: true,
        url: `https://verify.stripe.test/start/${made}`,
      }
    }
    const of = /verification_sessions\/(\w+)(?:\?expand|$)/.exec(path)![1]!
    const who = played.get(of)!
    const day = (text?: string) => (text ? { year: +text.slice(0, 4), month: +text.slice(5, 7), day: +text.slice(8) } : null)
    return {
      id: of,
      object: 'identity.verification_session',
      livemode: true,
      status: { approved: 'verified', declined: 'requires_input', processing: 'processing', waiting: 'requires_input', over: 'canceled' }[
        who.decision
      ],
      url: ['waiting', 'declined'].includes(who.decision) ? `https://verify.stripe.test/again/${of}` : null,
      verified_outputs:
        who.decision === 'approved'
          ? { first_name: who.first_name, last_name: who.last_name, dob: day(who.date_of_birth), address: null }
          : null,
      last_verification_report: {
        document: { status: 'verified', type: 'passport', issuing_country: 'CH', expiration_date: day(LAST_DAY) },
        selfie: who.liveness ? { status: 'verified' } : null,
      },
    }
  },
  veriff({ method, path, headers }, { id, played }) {
    if (headers['x-auth-client'] !== DOUBLE_KEYS.veriff.api_key) return null
    if (method === 'POST') {
      const made = id()
      return {
        status: 'success',
        verification: { id: made, url: `https://alchemy.veriff.test/v/${made}`, status: 'created', sessionToken: 'x' },
      }
    }
    const of = /sessions\/(\w+)\/decision$/.exec(path)![1]!
    if (headers['x-hmac-signature'] !== hmac(DOUBLE_KEYS.veriff.api_secret, of)) return null
    const who = played.get(of)!
    if (who.decision === 'processing') return { status: 'success', verification: null }
    const insight = (label: string) => ({ label, result: who.liveness ? 'yes' : 'no', category: 'biometric' })
    return {
      status: 'success',
      verification: {
        id: of,
        code: 9001,
        status: { waiting: 'resubmission_requested', over: 'expired' }[who.decision as string] ?? who.decision,
        person: {
          firstName: who.first_name ?? null,
          lastName: who.last_name ?? null,
          dateOfBirth: who.date_of_birth ?? null,
          nationality: null,
        },
        document: { number: numberOf(who), type: 'PASSPORT', country: 'CH', validUntil: LAST_DAY },
        insights: [insight('faceLiveness'), insight('faceSimilarToPortrait')],
      },
    }
  },
  onfido({ method, path, headers, body }, { id, played }) {
    if (headers.authorization !== `Token token=${DOUBLE_KEYS.onfido.api_key}`) return null
    if (path === '/v3.6/applicants') return JSON.parse(body).last_name ? { id: id() } : null
    if (method === 'POST') {
      const made = id()
      return JSON.parse(body).workflow_id === DOUBLE_KEYS.onfido.flow
        ? { id: made, status: 'awaiting_input', link: { url: `https://eu.onfido.test/l/${made}` }, output: null }
        : null
    }
    const of = /workflow_runs\/(\w+)$/.exec(path)![1]!
    const who = played.get(of)!
    return {
      id: of,
      status: { waiting: 'awaiting_input', over: 'abandoned' }[who.decision as string] ?? who.decision,
      link: { url: `https://eu.onfido.test/l/${of}` },
      output: {
        ...{ first_name: who.first_name, last_name: who.last_name, date_of_birth: who.date_of_birth, document_number: numberOf(who) },
        ...{ date_of_expiry: LAST_DAY, issuing_country: 'CHE', face_result: who.liveness ? 'clear' : 'consider' },
      },
    }
  },
}
