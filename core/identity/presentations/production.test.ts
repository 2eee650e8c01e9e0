import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { CompactEncrypt, decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import {
  issueMdoc,
  issueSdJwtVc,
  newHolder,
  presentMdoc,
  presentSdJwtVc,
  sign1,
  type Validity,
} from '#core/sandbox/simulated/credentials.ts'
import { simulatedIssuer } from '#core/sources/issuers/sandbox.ts'
import { eraseNameless } from '#core/upkeep/erasure/nameless.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import { buildCrl } from '#credentials/passport/build.ts'
import { encodeCbor, Tagged } from '#credentials/presented/cbor.ts'
import { jwkThumbprint } from '#credentials/presented/jwt.ts'
import { persons, trustedIssuers } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { loadSmallLists } from '#tests/reach/production.ts'

const DAY = 86_400_000
let api: Awaited<ReturnType<typeof startApi>>
let key: string
let folder: string
let reader: Buffer
let lists: Server
let base: string
/** What the issuer's server answers, by path. */
const published = new Map<string, Buffer>()
/** How it answers otherwise than plainly. */
const heads = new Map<string, [status: number, headers: Record<string, string>]>()
let pid: Awaited<ReturnType<typeof madeUp>>
let iaca: Awaited<ReturnType<typeof madeUp>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealwright-reader-'))
  reader = await registered(join(folder, 'reader.pem'))
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1', WALLET_READER_FILE: join(folder, 'reader.pem') })
  await loadSmallLists(api.services)
  key = (await api.makeKey('production')).key
  lists = createServer((request, response) => {
    const body = published.get(request.url!)
    const [status, headers] = heads.get(request.url!) ?? [body ? 200 : 503, {}]
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => lists.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`
  pid = await madeUp('pid')
  iaca = await madeUp('iaca')
})
afterAll(async () => {
  lists.close()
  rmSync(folder, { recursive: true, force: true })
  await api.stop()
})

const call = async (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)

/** A certificate of a registrar for the installation, written with its key. */
async function registered(path: string): Promise<Buffer> {
  const [top, own] = [deriveP256(randomBytes(32), 'registrar'), deriveP256(randomBytes(32), 'reader')]
  const dates = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const der = await makeCertificate({ ...dates, subject: 'CN=Operator', issuer: 'CN=Registrar', key: own, signer: top })
  writeFileSync(path, `${own.privateKey.export({ format: 'pem', type: 'pkcs8' })}${new X509Certificate(der)}`)
  return der
}

/** A made-up issuer that the tenant trusts. */
async function madeUp(kind: 'pid' | 'iaca') {
  const secret = randomBytes(32)
  const [top, signer] = [deriveP256(secret, 'authority'), deriveP256(secret, 'signer')]
  const dates = { issuer: `C=UT, CN=${kind}`, signer: top, from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const authority = await makeCertificate({ ...dates, subject: `C=UT, CN=${kind}`, key: top, authorities: 0 })
  const certificate = await makeCertificate({ ...dates, subject: 'C=UT, CN=Signer', key: signer, purposes: ['1.0.18013.5.1.2'] })
  const { organizationId: organization_id, environment } = api.ctx('production')
  const id = newId('trusted_issuer')
  const at = new Date()
  await api.services.connection.db.insert(trustedIssuers).values({
    ...{ id, organization_id, environment, kind, name: `Utopia ${kind}`, state: 'active', level: 'enhanced', ial: 'IAL2', eidas: 'high' },
    identifier: createHash('sha256').update(authority).digest('hex'),
    material: new X509Certificate(authority).toString(),
    ...{ author: 'one', approved_by: 'two', approved_at: at, created_at: at },
  })
  return { id, signer, top, authority, privateKey: signer.privateKey, chain: [certificate] }
}

interface Request {
  client_id: string
  nonce: string
  state: string
  response_uri: string
  client_metadata: { jwks: { keys: [JWK] } }
}
let n = 0
const open = async (wallet = `0x${(++n).toString(16).padStart(40, '7')}`) =>
  (await call('POST', '/identity/sessions', { wallet_address: wallet })).body.id as string
async function requestOf(id: string): Promise<Request> {
  const asked = await call('POST', `/identity/sessions/${id}/presentation`, {})
  const answer = await api.app.request(new URL(asked.body.request_uri).pathname)
  return decodeJwt<Request>(await answer.text())
}
async function send({ response_uri, state, client_metadata }: Request, vp_token: Record<string, string[]>) {
  const [jwk] = client_metadata.jwks.keys
  const response = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token, state })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
    .encrypt(await importJWK(jwk, 'ECDH-ES'))
  const post = () => api.app.request(new URL(response_uri).pathname, { method: 'POST', body: new URLSearchParams({ response }) })
  return post
}

const ada = { given_name: 'Ada', family_name: 'Wallets', birthdate: '1985-04-02', nationalities: ['UT'] }
function sdJwt(request: Request, by = pid, more: Partial<Validity> = {}, claims: Record<string, unknown> = ada) {
  const holder = newHolder()
  const validity = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY), ...more }
  const issued = issueSdJwtVc(by, 'urn:eudi:pid:1', claims, holder, validity)
  return presentSdJwtVc(issued, holder.privateKey, { audience: request.client_id, nonce: request.nonce, at: new Date() })
}
function mdoc(request: Request, more: Partial<Validity> = {}) {
  const holder = newHolder()
  const docType = 'eu.europa.ec.eudi.pid.1'
  const validity = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY), ...more }
  const { birthdate: birth_date, nationalities: nationality, ...names } = ada
  const issued = issueMdoc(iaca, { docType, space: docType }, { ...names, birth_date, nationality }, holder, validity)
  const keyThumbprint = jwkThumbprint(request.client_metadata.jwks.keys[0])
  const { client_id: clientId, nonce, response_uri: responseUri } = request
  return presentMdoc(issued, docType, holder.privateKey, { by: 'redirect', clientId, nonce, responseUri, keyThumbprint })
}
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]

test('in production an identity is established by an issuer that two people trusted, and by no made-up one', async () => {
  const id = await open()
  expect((await call('POST', '/sandbox/present-credential', { session_id: id })).body.code).toBe('sandbox_only')
  const simulated = await simulatedIssuer(api.services, 'pid')
  let request = await requestOf(id)
  const byNobody = await send(request, {
    pid_sd_jwt: [sdJwt(request, { ...pid, privateKey: simulated.signer.privateKey, chain: [simulated.certificate] })],
  })
  expect(await codeOf(await byNobody())).toEqual([422, 'issuer_not_trusted'])
  request = await requestOf(id)
  const post = await send(request, { pid_sd_jwt: [sdJwt(request)] })
  // Sent twice at once, it counts once.
  const both = await Promise.all([post(), post()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  // It was asked in the name that the operator is registered under.
  expect(request.client_id).toBe(`x509_hash:${createHash('sha256').update(reader).digest('base64url')}`)
  const session = (await call('GET', `/identity/sessions/${id}`)).body
  expect(session).toMatchObject({ status: 'verified', reason_code: null })
  const evidence = (await call('GET', `/identity/evidence/${session.evidence_id}`)).body
  expect(evidence).toMatchObject({
    ...{ level: 'enhanced', ial: 'IAL2', eidas: 'high', voucher: { kind: 'issuer', name: 'Utopia pid', id: pid.id } },
    proof: { simulated: false, status: 'none_published', type: 'urn:eudi:pid:1' },
  })
})

test('who presents another birth date than was said waits for a person', async () => {
  const wallet = `0x${'7a'.repeat(20)}`
  const first = await open(wallet)
  let request = await requestOf(first)
  expect((await (await send(request, { pid_sd_jwt: [sdJwt(request)] }))()).status).toBe(200)
  const second = await open(wallet)
  request = await requestOf(second)
  await (await send(request, { pid_sd_jwt: [sdJwt(request, pid, {}, { ...ada, birthdate: '1985-04-03' })] }))()
  expect((await call('GET', `/identity/sessions/${second}`)).body).toMatchObject({ status: 'in_review', reason_code: 'data_conflict' })
})

/** A status list of a byte or two, as JWT of the PID issuer or CWT of the authority of mobile documents. */
async function publish(path: string, form: 'jwt' | 'cwt', { exp = 3_600, byte = 0b10_01_00, by = pid, more = 0 } = {}) {
  const now = Math.floor(Date.now() / 1_000)
  const lst = deflateSync(Buffer.concat([Buffer.from([byte]), Buffer.alloc(more)]))
  const uri = `${base}${path}`
  if (form === 'jwt') {
    const jwt = await new SignJWT({ sub: uri, iat: now, exp: now + exp, ttl: 60, status_list: { bits: 2, lst: lst.toString('base64url') } })
      .setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt', x5c: by.chain.map((der) => der.toString('base64')) })
      .sign(by.privateKey)
    published.set(path, Buffer.from(jwt))
  } else {
    const list = new Map<string, unknown>(Object.entries({ bits: 2, lst }))
    const claims = encodeCbor(
      new Map<number, unknown>(Object.entries({ 2: uri, 4: now + exp, 6: now, 65533: list, 65534: 60 }).map(([k, v]) => [Number(k), v])),
    )
    const head = new Map<number, unknown>([
      [1, -7],
      [16, 'application/statuslist+cwt'],
    ])
    published.set(path, encodeCbor(new Tagged(18, sign1(iaca.privateKey, head, iaca.chain, claims))))
  }
  return uri
}

test.each(['jwt', 'cwt'] as const)('the issuer’s status list as %s is fetched, and only what it calls valid counts', async (form) => {
  const uri = await publish(`/${form}`, form)
  for (const [idx, code] of [
    [0, undefined],
    [1, 'credential_revoked'],
    [2, 'credential_suspended'],
    [9, 'credential_status_unavailable'],
  ] as const) {
    const request = await requestOf(await open())
    const status = { uri, idx }
    const token: Record<string, string[]> =
      form === 'jwt' ? { pid_sd_jwt: [sdJwt(request, pid, { status })] } : { pid_mdoc: [mdoc(request, { status })] }
    expect(await codeOf(await (await send(request, token))()), String(idx)).toEqual([code ? 422 : 200, code])
  }
})

/** A good list with more behind it than anybody reads. */
async function padded(path: string, size: number, pack?: (bytes: Buffer) => Buffer): Promise<string> {
  const uri = await publish(path, 'jwt')
  const whole = Buffer.concat([published.get(path)!, Buffer.alloc(size, ' ')])
  published.set(path, pack ? pack(whole) : whole)
  if (pack) heads.set(path, [200, { 'content-encoding': 'gzip' }])
  return uri
}

test('a list that cannot be had, is too old, too large, elsewhere, or of somebody else says nothing, and nothing is not valid', async () => {
  const other = await simulatedIssuer(api.services, 'pid')
  const by = { ...pid, privateKey: other.signer.privateKey, chain: [other.certificate] }
  const tries: [string, string][] = [
    [`${base}/nowhere`, 'credential_status_unavailable'],
    [await publish('/old', 'jwt', { exp: -1 }), 'credential_status_unavailable'],
    [await publish('/theirs', 'jwt', { by }), 'issuer_not_trusted'],
    [`${await publish('/named', 'jwt')}?other`, 'credential_status_unavailable'],
    ['file:///etc/passwd', 'credential_status_unavailable'],
    // Each of these would count if it were read to its end.
    [await publish('/grows', 'jwt', { more: 17 * 1_048_576 }), 'credential_status_unavailable'],
    [await padded('/huge', 5 * 1_048_576), 'credential_status_unavailable'],
    [await padded('/unpacks', 64 * 1_048_576, gzipSync), 'credential_status_unavailable'],
    ...['http://169.254.169.254/latest', 'file:///etc/passwd', '/round'].map((location, i): [string, string] => {
      const path = location === '/round' ? location : `/elsewhere${i}`
      heads.set(path, [302, { location }])
      return [`${base}${path}`, 'credential_status_unavailable']
    }),
  ]
  published.set('/named?other', published.get('/named')!)
  for (const [uri, code] of tries) {
    const request = await requestOf(await open())
    const post = await send(request, { pid_sd_jwt: [sdJwt(request, pid, { status: { uri, idx: 0 } })] })
    expect(await codeOf(await post()), uri).toEqual([422, code])
  }
})

test('who signed a status list may have been revoked as whoever signed the credential', async () => {
  const { top, authority } = pid
  const own = deriveP256(randomBytes(32), 'status')
  const dates = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
  const certificate = await makeCertificate({ ...dates, issuer: 'C=UT, CN=pid', subject: 'C=UT, CN=Status', key: own, signer: top })
  const by = { ...pid, privateKey: own.privateKey, chain: [certificate] }
  const status = { uri: await publish('/apart', 'jwt', { by }), idx: 0 }
  const show = async () => {
    const id = await open()
    const request = await requestOf(id)
    const answer = await (await send(request, { pid_sd_jwt: [sdJwt(request, pid, { status })] }))()
    return { answer: await codeOf(answer), session: (await call('GET', `/identity/sessions/${id}`)).body }
  }
  const first = await show()
  expect(first.answer).toEqual([200, undefined])
  const stands = async () => (await call('GET', `/identity/evidence/${first.session.evidence_id}`)).body
  expect((await stands()).proof.revocation.certificates).toHaveLength(2)
  const crl = buildCrl(
    { number: 1, thisUpdate: Date.now() - 60_000, nextUpdate: Date.now() + DAY, issuer: authority, revoked: [certificate] },
    { key: top.privateKey, kind: 'ecdsa', hash: 'sha256' },
  )
  const pem = `-----BEGIN X509 CRL-----\n${Buffer.from(crl).toString('base64')}\n-----END X509 CRL-----\n`
  const type = { 'content-type': 'application/x-pem-file' }
  const taken = await api.call('POST', '/v1/identity/revocation-lists', pem, key, type)
  expect([taken.status, taken.body.evidence_withdrawn]).toEqual([201, 1])
  expect(await stands()).toMatchObject({ state: 'withdrawn', reason_code: 'issuer_certificate_revoked' })
  const again = await show()
  expect([again.answer, again.session.status]).toEqual([[422, 'issuer_certificate_revoked'], 'open'])
})

test('an issuer that was let go counts no more', async () => {
  await api.services.connection.db
    .update(trustedIssuers)
    .set({ state: 'ended', ended_by: 'two', ended_at: new Date() })
    .where(eq(trustedIssuers.id, pid.id))
  const request = await requestOf(await open())
  const post = await send(request, { pid_sd_jwt: [sdJwt(request)] })
  expect(await codeOf(await post())).toEqual([422, 'issuer_not_trusted'])
})

test('an age alone is asked for and kept: games take it for an age, and nothing else becomes verified by it', async () => {
  const wallet_address = `0x${(++n).toString(16).padStart(40, '7')}`
  const by = await madeUp('pid')
  const begin = async (claims: string[]) => (await call('POST', '/identity/sessions', { wallet_address, claims })).body
  const session = await begin(['age_over_18'])
  expect(session).toMatchObject({ claims: ['age_over_18'], methods: ['wallet_presentation'], level: 'basic' })
  const request = await requestOf(session.id)
  const { credentials } = (request as unknown as { dcql_query: { credentials: { format: string; claims: { path: string[] }[] }[] } })
    .dcql_query
  for (const { claims } of credentials)
    expect([claims.length, claims[0]!.path.at(-1)!]).toEqual([1, expect.stringMatching(/^(age_over_)?18$/)])

  const play = (body: object = {}) =>
    call('POST', '/gaming/verify-age', { wallet_address, jurisdiction: 'MT', required_age_tier: '18+', activity: 'marketplace', ...body })
  expect((await play()).body).toMatchObject({ code: 'validation_failed' })
  // What is shown besides is not read: the name of another person makes nobody theirs.
  const claims = { ...ada, age_equal_or_over: { 18: true, 21: false } }
  const done = await (await send(request, { pid_sd_jwt: [sdJwt(request, by, {}, claims)] }))()
  expect(done.status, await done.clone().text()).toBe(200)
  const { body: now } = await call('GET', `/identity/sessions/${session.id}`)
  expect(now).toMatchObject({ status: 'verified', claims: ['age_over_18'] })
  const { body: kept } = await call('GET', `/identity/evidence/${now.evidence_id}`)
  expect(kept).toMatchObject({ proves: 'age', covers: ['over_18'], level: 'basic', ial: null, eidas: null, document_expires_on: null })

  const played = (await play()).body
  expect(played, JSON.stringify(played)).toMatchObject({
    age_tier: '18+',
    age_verified: true,
    age_reached: true,
    evidence: 'document',
    credential: null,
  })
  const fact = played.decision.facts_used.find(({ path }: { path: string }) => path === 'game.proven_tier')
  expect(fact).toMatchObject({ source: 'established', id: kept.id })
  // Of 21 nothing was shown, and a birth date that was said is too young for what was.
  expect((await play({ required_age_tier: '21+' })).body).toMatchObject({ age_tier: '18+', age_verified: false, eligible: false })
  expect((await play({ date_of_birth: '2012-01-01' })).body).toMatchObject({ age_tier: '13+', eligible: false })
  // Nobody is verified by it.
  const { body: wallet } = await call('GET', `/wallets/${wallet_address}/status`)
  expect([wallet.verification_status, wallet.credential ?? null]).toEqual(['none', null])
  const pass = await call('POST', '/wallets/verify', {
    ...{ wallet_address, level: 'basic' },
    kyc_data: { full_name: 'Ada Wallets', date_of_birth: '1985-04-02', country: 'FR' },
  })
  expect(pass.body.verification_status).not.toBe('verified')
  expect(pass.body.credential ?? null).toBeNull()
  // Whoever showed it has no name: they are kept for as long as it counts, and no day longer.
  const erased = async () => {
    await eraseNameless(api.services)
    const [row] = await api.services.connection.db.select().from(persons).where(eq(persons.id, kept.person_id))
    return [row!.erased_at !== null, await api.services.keyring.stateOf(api.services.connection.db, row!.subject_key_id)]
  }
  expect(await erased()).toEqual([false, 'live'])
  await call('POST', `/identity/evidence/${kept.id}/withdraw`, { reason_code: 'shown_by_another' })
  expect((await play()).body).toMatchObject({ code: 'validation_failed' })
  expect(await erased()).toEqual([true, 'destroyed'])
})

test('of an age a wallet that says no, or nothing, is refused; 21 needs 21; and what does not go with a claim is said', async () => {
  const by = await madeUp('pid')
  const ask = async (claims: string[], said: Record<string, unknown>) => {
    const wallet_address = `0x${(++n).toString(16).padStart(40, '7')}`
    const { id } = (await call('POST', '/identity/sessions', { wallet_address, claims })).body
    const request = await requestOf(id)
    const answer = await (await send(request, { pid_sd_jwt: [sdJwt(request, by, {}, said)] }))()
    return { answer: (await answer.json()) as { code?: string }, session: (await call('GET', `/identity/sessions/${id}`)).body }
  }
  for (const said of [ada, { age_equal_or_over: { 18: false } }, { age_equal_or_over: { 18: 'true' } }]) {
    const { answer, session } = await ask(['age_over_18'], said)
    expect([answer.code, session.status, session.evidence_id]).toEqual(['claim_missing', 'open', null])
  }
  expect((await ask(['age_over_21'], { age_equal_or_over: { 18: true, 21: false } })).answer.code).toBe('claim_missing')
  const { session } = await ask(['age_over_21'], { age_equal_or_over: { 18: true, 21: true } })
  const { body } = await call('GET', `/identity/evidence/${session.evidence_id}`)
  expect([session.status, body.covers]).toEqual(['verified', ['over_18', 'over_21']])
  const wallet_address = `0x${'4'.repeat(40)}`
  for (const more of [{ level: 'enhanced' }, { methods: ['passport_chip'] }, { provider: 'veriff' }])
    expect((await call('POST', '/identity/sessions', { wallet_address, claims: ['age_over_18'], ...more })).body.code).toBe(
      'conflicting_fields',
    )
  expect((await call('POST', '/identity/sessions', { wallet_address, claims: ['age_over_18', 'age_over_21'] })).status).toBe(422)
})
