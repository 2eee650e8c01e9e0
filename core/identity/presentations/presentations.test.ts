import { createHash, X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'b')}`
const session = async (more: object = {}) => (await call('POST', '/identity/sessions', { wallet_address: fresh(), ...more })).body

const ACCREDITATION = {
  expired: 'credential_expired',
  unknown_issuer: 'issuer_not_trusted',
  revoked: 'credential_revoked',
  altered: 'credential_altered',
  algorithm: 'algorithm_not_supported',
  claim_missing: 'claim_missing',
  late: 'presentation_expired',
}

test('an accreditation of a made-up verifier is presented and waits for a person; what is wrong with one is refused', async () => {
  const investor = await call('POST', '/investors', {
    ...{ full_name: 'Grace Accredited', email: 'grace@present.example', wallet_address: fresh() },
    ...{ date_of_birth: '1980-01-01', country: 'US' },
  })
  const asked = async () => (await call('POST', '/identity/sessions', { investor_id: investor.body.id, claims: ['accreditation'] })).body.id
  const present = (session_id: string, more: object = {}) => call('POST', '/sandbox/present-credential', { session_id, ...more })
  const id = await asked()
  for (const [flaw, code] of Object.entries(ACCREDITATION)) {
    const refused = await present(id, { credential: 'accreditation', flaw })
    expect([refused.status, refused.body.code], flaw).toEqual([422, code])
  }
  const wrong = await present(id, { credential: 'mdl' })
  expect(wrong.body.errors[0].pointer).toBe('/credential')
  expect((await present((await session()).id, { credential: 'accreditation' })).body.errors[0].pointer).toBe('/credential')
  const done = await present(id)
  expect(done.body, done.text).toMatchObject({ status: 'verified', claims: ['accreditation'] })
  const { body: kept } = await call('GET', `/identity/evidence/${done.body.evidence_id}`)
  expect(kept).toMatchObject({ proves: 'accreditation', method: 'foreign_credential', state: 'valid', proof: { simulated: true } })
  await runDue(api.services, { organizationId: api.ctx('sandbox').organizationId, environment: 'sandbox' })
  const [filed] = (await call('GET', `/investors/${investor.body.id}/accreditation`)).body.data
  expect(filed).toMatchObject({ basis: 'net_worth', method: 'principles_based', status: 'in_review' })
})

test.each(['pid_sd_jwt', 'pid_mdoc', 'mdl'])(
  'the simulated wallet proves an identity with %s, and a request is answered once',
  async (credential) => {
    const { id } = await session()
    const done = await call('POST', '/sandbox/present-credential', { session_id: id, credential })
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({ status: 'verified', method: 'wallet_presentation', reason_code: null })
    const evidence = await call('GET', `/identity/evidence/${done.body.evidence_id}`)
    expect(evidence.body).toMatchObject({ method: 'wallet_presentation', level: 'enhanced', state: 'valid', ial: 'IAL2', eidas: 'high' })
    expect(evidence.body.proof).toMatchObject({ protocol: 'openid4vp', simulated: true, status: 'valid', holder_algorithm: 'ES256' })
    expect(evidence.body.covers).toContain('date_of_birth')
  },
)

const BOTH = {
  expired: 'credential_expired',
  revoked: 'credential_revoked',
  suspended: 'credential_suspended',
  status_unavailable: 'credential_status_unavailable',
  wrong_device: 'holder_key_mismatch',
  unknown_issuer: 'issuer_not_trusted',
  expired_issuer: 'issuer_certificate_expired',
  revoked_issuer: 'issuer_certificate_revoked',
  unchecked_issuer: 'issuer_revocation_unknown',
  forged: 'signature_invalid',
  altered: 'credential_altered',
  algorithm: 'algorithm_not_supported',
  claim_missing: 'claim_missing',
  unreadable: 'presentation_unreadable',
  declined: 'presentation_declined',
}
const SD_JWT = {
  ...BOTH,
  wrong_audience: 'presentation_wrong_audience',
  wrong_nonce: 'presentation_wrong_nonce',
  late: 'presentation_expired',
}
// A mobile document signs its request as a whole: which part of it is another one cannot be told.
const MDOC = { ...BOTH, wrong_audience: 'holder_key_mismatch', wrong_nonce: 'holder_key_mismatch' }

test.each([
  ...Object.entries(SD_JWT).map(([flaw, code]) => ['pid_sd_jwt', flaw, code] as const),
  ...Object.entries(MDOC).map(([flaw, code]) => ['mdl', flaw, code] as const),
])('%s: %s is refused as %s, counted, and leaves the session open', async (credential, flaw, code) => {
  const { id } = await session()
  const refused = await call('POST', '/sandbox/present-credential', { session_id: id, credential, flaw })
  expect([refused.status, refused.body.code], refused.text).toEqual([422, code])
  expect((await call('GET', `/identity/sessions/${id}`)).body).toMatchObject({ status: 'open', reason_code: code, evidence_id: null })
  const good = await call('POST', '/sandbox/present-credential', { session_id: id, credential })
  expect(good.body, good.text).toMatchObject({ status: 'verified', reason_code: null })
})

test('a flaw that a credential cannot have is refused, not passed over', async () => {
  const { id } = await session()
  const refused = await call('POST', '/sandbox/present-credential', { session_id: id, credential: 'mdl', flaw: 'late' })
  expect([refused.status, refused.body.errors?.[0]?.pointer], refused.text).toEqual([422, '/flaw'])
  expect((await call('GET', `/identity/sessions/${id}`)).body.status).toBe('open')
})

test('of an investor without a wallet no accreditation counts, and the types of an installation on this machine are taken', async () => {
  const certificate = (await api.call('GET', '/sandbox/credentials/authority.pem')).text
  const { credential_configurations_supported: supported } = (await api.call('GET', '/.well-known/openid-credential-issuer/sandbox')).body
  const trusted = await call('POST', '/identity/trusted-issuers', {
    ...{ kind: 'accreditation', name: 'This sandbox', level: 'basic', certificate, claims: { [supported.identity_assurance.vct]: {} } },
    note: 'As it publishes it itself.',
  })
  expect(trusted.status, trusted.text).toBe(201)
  const body = { full_name: 'Ina Investor', email: 'ina@example.com', date_of_birth: '1985-03-04', country: 'DE' }
  const { id: investor_id } = (await call('POST', '/investors', body)).body
  const { id } = (await call('POST', '/identity/sessions', { investor_id, claims: ['accreditation'] })).body
  const refused = await call('POST', '/sandbox/present-credential', { session_id: id })
  expect([refused.status, refused.body.code], refused.text).toEqual([422, 'credential_invalid'])
})

test('asked many times at once, as when an answer was lost on its way, there is one request', async () => {
  const { id } = await session()
  const asked = await Promise.all(Array.from({ length: 6 }, () => call('POST', `/identity/sessions/${id}/presentation`, {})))
  expect(new Set(asked.map(({ body }) => body.request_uri)).size).toBe(1)
  // It is the one that waits.
  expect((await call('POST', `/identity/sessions/${id}/presentation`, {})).body.request_uri).toBe(asked[0]!.body.request_uri)
})

test('an integrator shows the request in an app of theirs: signed, for this installation, good for minutes', async () => {
  const { id } = await session({ return_url: 'https://app.example.com/done' })
  const asked = await call('POST', `/identity/sessions/${id}/presentation`, { origin: 'https://app.example.com' })
  expect(asked.status, asked.text).toBe(200)
  const { request_uri, response_uri, deep_link, digital_credentials, expires_at, qr_svg } = asked.body
  expect(deep_link).toContain(`request_uri=${encodeURIComponent(`${request_uri}/link`)}`)
  expect(qr_svg).toContain('<svg')
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
  // The same while it waits.
  expect((await call('POST', `/identity/sessions/${id}/presentation`, { origin: 'https://app.example.com' })).body.request_uri).toBe(
    request_uri,
  )
  expect((await call('POST', `/identity/sessions/${id}/presentation`, { origin: 'https://app.example.com/page' })).status).toBe(422)

  const path = new URL(request_uri).pathname
  const got = await api.app.request(path, { method: 'POST', body: new URLSearchParams({ wallet_nonce: 'of-the-wallet' }) })
  expect(got.headers.get('content-type')).toBe('application/oauth-authz-req+jwt')
  const jwt = await got.text()
  const { x5c } = decodeProtectedHeader(jwt)
  const certificate = new X509Certificate(Buffer.from(x5c![0]!, 'base64'))
  const { payload } = await jwtVerify(jwt, certificate.publicKey, { audience: 'https://self-issued.me/v2' })
  const hash = createHash('sha256').update(certificate.raw).digest('base64url')
  expect(payload).toMatchObject({
    ...{ client_id: `x509_hash:${hash}`, response_uri, wallet_nonce: 'of-the-wallet', response_mode: 'direct_post.jwt' },
    client_metadata: { encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] },
  })
  expect(payload.state).toBeTypeOf('string')
  // Not signed by itself: the authority above it stays away.
  expect(certificate.checkIssued(certificate)).toBe(false)

  const browser = await jwtVerify(digital_credentials.request, certificate.publicKey)
  expect(browser.payload).toMatchObject({
    expected_origins: ['https://app.example.com'],
    response_mode: 'dc_api.jwt',
    nonce: payload.nonce,
  })
  expect(browser.payload.response_uri).toBeUndefined()

  for (const [body, code] of [
    [{ response: 'x' }, 'presentation_unreadable'],
    [{ response: 'x' }, 'presentation_replayed'],
  ] as const) {
    const answer = await api.app.request(new URL(response_uri).pathname, { method: 'POST', body: new URLSearchParams(body) })
    expect(((await answer.json()) as { code: string }).code).toBe(code)
  }
  expect((await api.app.request(`/verify/${id}.nobody-knows/request`)).status).toBe(409)
  expect((await api.app.request('/verify/ids_none.x/request')).status).toBe(404)
})
