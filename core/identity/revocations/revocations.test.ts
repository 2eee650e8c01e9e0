import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { untrusted } from '#core/kernel/untrusted/reader.ts'
import { readGauges } from '#core/portal/system/gauges.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import {
  buildCertificate,
  buildCrl,
  buildDg1,
  buildSecurityObject,
  buildZone,
  type ChipSigner,
  type CrlAsked,
} from '#credentials/passport/build.ts'
import { BadCrl } from '#credentials/revocation/crl.ts'
import { memberships, revocationLists, trustedIssuers } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { costOf } from '#tests/cost.ts'
import { loadSmallLists } from '#tests/reach/production.ts'
import { refreshRevocationLists } from './refresh.ts'

const NOW = Date.now()
const DAY = 86_400_000
const YEAR = 365 * DAY
const dates = { notBefore: NOW - YEAR, notAfter: NOW + 11 * YEAR }
let api: Awaited<ReturnType<typeof startApi>>
let key: string
let lists: Server
let base: string
/** What states publish, by path. */
const published = new Map<string, Uint8Array>()
/** How they answer otherwise than plainly. */
const heads = new Map<string, [status: number, headers: Record<string, string>]>()
let asked = 0

const ec = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' }).privateKey
const signs = (by: KeyObject): ChipSigner => ({ key: by, kind: 'ecdsa', hash: 'sha256' })
let states = 0

/** A state that the tenant trusts, and its passport office, whose certificate names `places`. */
async function makeState({ policy = 'review', path }: { policy?: 'review' | 'require'; path?: string | null } = {}) {
  const [top, office] = [signs(ec()), signs(ec())]
  const LAND = { country: 'CH', name: `State ${++states}` }
  const csca = buildCertificate({ ...dates, issuer: LAND, subject: LAND, key: top.key, serial: 1, ca: true }, top)
  const place = path === undefined ? `/${states}.crl` : path
  const crl = place === null ? null : `${base}${place}`
  const officeOf = (serial: number) =>
    buildCertificate(
      { ...dates, issuer: LAND, subject: { country: 'CH', name: 'Office' }, key: office.key, serial, ...(crl && { crl }) },
      top,
    )
  const identifier = createHash('sha256').update(csca).digest('hex')
  const id = newId('trusted_issuer', NOW)
  await api.services.connection.db.insert(trustedIssuers).values({
    ...{ id, organization_id: api.ctx('production').organizationId, environment: 'production', kind: 'csca', name: LAND.name },
    ...{ identifier, material: new X509Certificate(csca).toString(), country: 'CH', level: 'enhanced', eidas: 'high', state: 'active' },
    ...{ revocation: policy, author: 'usr_1', approved_by: 'usr_2', approved_at: new Date(NOW), created_at: new Date(NOW) },
  })
  const list = (more: Partial<CrlAsked> = {}, by = top) =>
    buildCrl({ issuer: csca, number: 1, thisUpdate: Date.now() - 60_000, nextUpdate: NOW + DAY, revoked: [], ...more }, by)
  return {
    ...{ id, csca, identifier, officeOf, list, place: place ?? '' },
    publish: (bytes: Uint8Array) => published.set(place!, bytes),
    passport: (number: string, serial = 2) => {
      const zone = buildZone({
        ...{
          issuing_state: 'CHE',
          family_name: `Muster${number.replaceAll(/\d/g, (d) => 'KLMNOPQRST'[Number(d)]!)}`,
          given_names: 'Vera',
          document_number: number,
          nationality: 'CHE',
        },
        ...{ date_of_birth: '1988-02-29', expires_on: new Date(NOW + 4 * YEAR).toISOString().slice(0, 10), sex: 'F' },
      })
      const dg1 = buildDg1(zone)
      const sod = buildSecurityObject({ 1: dg1 }, { certificate: officeOf(serial), by: office, hash: 'sha256' })
      return { dg1: Buffer.from(dg1).toString('base64'), sod: Buffer.from(sod).toString('base64') }
    },
  }
}

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  await loadSmallLists(api.services)
  key = (await api.makeKey('production')).key
  lists = createServer((request, response) => {
    asked++
    const body = published.get(request.url!)
    const [status, headers] = heads.get(request.url!) ?? [body ? 200 : 503, {}]
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((done) => lists.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(lists.address() as AddressInfo).port}`
})
afterAll(async () => {
  lists.close()
  await api.stop()
})

const call = async (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)
let wallets = 0
async function show(passport: object) {
  const wallet_address = `0x${(++wallets).toString(16).padStart(40, 'e')}`
  const { id } = (await call('POST', '/identity/sessions', { wallet_address })).body
  const { status, body } = await call('POST', `/identity/sessions/${id}/passport-chip`, passport)
  return { id: id as string, status, body }
}
const proofOf = async (id: string) => (await call('GET', `/identity/evidence/${id}`)).body
const upload = (bytes: Uint8Array) => {
  const pem = `-----BEGIN X509 CRL-----\n${Buffer.from(bytes).toString('base64')}\n-----END X509 CRL-----\n`
  return api.call('POST', '/v1/identity/revocation-lists', pem, key, { 'content-type': 'application/x-pem-file' })
}
const age = (change: Partial<typeof revocationLists.$inferInsert>, issuer: string) =>
  api.services.connection.db.update(revocationLists).set(change).where(eq(revocationLists.issuer, issuer))

test('the list that a certificate names is fetched once, checked, kept, and told in the evidence', async () => {
  const state = await makeState()
  state.publish(state.list({ number: 12, revoked: [state.officeOf(9)] }))
  const before = asked
  const done = await show(state.passport('A1'))
  expect(done.body).toMatchObject({ status: 'verified' })
  const shown = await proofOf(done.body.evidence_id)
  expect(shown.proof.revocation).toMatchObject({
    state: 'good',
    certificates: [
      {
        serial: '02',
        issuer: state.identifier,
        state: 'good',
        list: { number: '12', source: 'fetched', issuer: expect.stringContaining('CN=State') },
      },
    ],
  })
  expect((await show(state.passport('A2'))).body.status).toBe('verified')
  expect(asked - before).toBe(1)
  const { data } = (await call('GET', `/identity/revocation-lists?issuer=${state.identifier}`)).body
  expect(data).toMatchObject([
    {
      source: 'fetched',
      state: 'current',
      number: '12',
      revoked: 1,
      failure: null,
      digest: shown.proof.revocation.certificates[0].list.digest,
    },
  ])
  // Who signed the third one is on it.
  const revoked = await show(state.passport('A3', 9))
  expect([revoked.status, revoked.body.code]).toEqual([422, 'passport_signer_revoked'])
  expect((await call('GET', `/identity/sessions/${revoked.id}`)).body).toMatchObject({ status: 'open' })
})

test('where nobody can tell, a person has to look, or it is refused: as was said of the issuer', async () => {
  const state = await makeState()
  const before = asked
  const waits = await show(state.passport('B1'))
  expect(waits.body).toMatchObject({ status: 'in_review', reason_code: 'revocation_unknown' })
  const kept = await proofOf(waits.body.evidence_id)
  expect(kept).toMatchObject({ state: 'conflicting', reason_code: 'revocation_unknown' })
  expect(kept.proof.revocation).toMatchObject({ state: 'unknown', certificates: [{ reason: 'unreachable', list: null }] })
  // What failed is not asked for again at once.
  expect((await show(state.passport('B2'))).body.status).toBe('in_review')
  expect(asked - before).toBe(1)

  const strict = await makeState({ policy: 'require' })
  const refused = await show(strict.passport('B3'))
  expect([refused.status, refused.body.code]).toEqual([422, 'issuer_revocation_unknown'])
  const silent = await makeState({ policy: 'require', path: null })
  expect((await show(silent.passport('B4'))).body.code).toBe('issuer_revocation_unknown')
  const usual = await makeState({ path: null })
  const counts = await show(usual.passport('B5'))
  expect(counts.body.status).toBe('verified')
  expect((await proofOf(counts.body.evidence_id)).proof.revocation.state).toBe('not_published')
})

test('a list that is overdue, of somebody else, partial, altered, too large or elsewhere says nothing, and the reason is told', async () => {
  const wrong = await makeState()
  const cases: [string, (state: typeof wrong) => Uint8Array][] = [
    ['wrong_signer', (state) => state.list({}, signs(ec()))],
    ['wrong_signer', () => wrong.list()],
    ['delta', (state) => state.list({ extensions: [Buffer.from('300d0603551d1b0101ff0403020101', 'hex')] })],
    ['indirect', (state) => state.list({ extensions: [Buffer.from('300f0603551d1c0101ff040530038401ff', 'hex')] })],
    ['unreadable', () => Buffer.from('<html>')],
    ['stale', (state) => state.list({ thisUpdate: NOW - 9 * DAY, nextUpdate: NOW - DAY })],
    // More than anybody reads, at once or unpacked, and what leads into the machine.
    ['unreachable', (state) => Buffer.concat([state.list(), Buffer.alloc(3 * 1_048_576)])],
    [
      'unreachable',
      (state) => {
        heads.set(state.place, [200, { 'content-encoding': 'gzip' }])
        return gzipSync(Buffer.concat([state.list(), Buffer.alloc(64 * 1_048_576)]))
      },
    ],
    ...['http://169.254.169.254/latest', 'file:///etc/passwd'].map((location): [string, (state: typeof wrong) => Uint8Array] => [
      'unreachable',
      (state) => {
        heads.set(state.place, [302, { location }])
        return state.list()
      },
    ]),
  ]
  for (const [reason, make] of cases) {
    const state = await makeState()
    state.publish(make(state))
    const { body } = await show(state.passport(`C${states}`))
    expect(body.reason_code, reason).toBe('revocation_unknown')
    expect((await proofOf(body.evidence_id)).proof.revocation.certificates[0].reason).toBe(reason)
  }
})

test('a reviewer lets it count only by saying that they found out', async () => {
  const state = await makeState()
  const { id, body } = await show(state.passport('D1'))
  const { data } = (await call('GET', '/cases?kind=identity_evidence&status=open')).body
  const row = data.find((one: { subject: { id: string } }) => one.subject.id === id)
  expect(row.summary).toContain('certificate')
  const word = { outcome: 'release', reason_code: 'looked_at', note: 'The directory of the state says nothing against it.' }
  // Nobody decides of what their own session brought.
  const { key: reviewer, id: reviewerKey } = await api.makeKey('production')
  const colleague = await makeAccount(api, 'colleague@lists.example', 'issuer')
  const member = { organization_id: api.ctx('production').organizationId, role: 'compliance_officer', role_since: new Date(0) } as const
  await api.services.connection.db.update(memberships).set(member).where(eq(memberships.user_id, colleague))
  await api.changeKey(reviewerKey, { created_by: colleague })
  const decide = (identity: object) => api.call('POST', `/v1/cases/${row.id}/decide`, { ...word, identity }, reviewer)
  const without = await decide({ differences_seen: true })
  expect([without.status, without.body.errors?.[0]?.pointer]).toEqual([422, '/identity/revocation_checked'])
  expect((await decide({ revocation_checked: true })).status).toBe(200)
  expect((await call('GET', `/identity/sessions/${id}`)).body.status).toBe('verified')
  expect((await proofOf(body.evidence_id)).state).toBe('valid')
})

test('lists are fetched anew before they end, and what a new one names is taken back', async () => {
  const state = await makeState()
  state.publish(state.list({ number: 1 }))
  const first = await show(state.passport('E1'))
  expect(first.body.status).toBe('verified')
  expect((await show(state.passport('E2', 3))).body.status).toBe('verified')
  expect(await refreshRevocationLists(api.services)).toBe(0)
  // In the last fifth of its time.
  const soon = { this_update: new Date(NOW - 9 * DAY), next_update: new Date(NOW + 60_000), tried_at: new Date(NOW - 3_600_000) }
  await age(soon, state.identifier)
  state.publish(state.list({ number: 2, revoked: [state.officeOf(2)] }))
  expect(await refreshRevocationLists(api.services)).toBe(1)
  expect(await proofOf(first.body.evidence_id)).toMatchObject({ state: 'withdrawn', reason_code: 'issuer_certificate_revoked' })
  await runDue(api.services, { organizationId: api.ctx('production').organizationId, environment: 'production' })
  const told = (await call('GET', '/events?type=identity.evidence.withdrawn')).body.data
  expect(told.map((one: { resource: { id: string } }) => one.resource.id)).toEqual([first.body.evidence_id])
  // Back to the one before goes nobody, and one that is not there any more leaves what is known.
  await age({ tried_at: new Date(NOW - 2 * DAY) }, state.identifier)
  state.publish(state.list({ number: 1, thisUpdate: NOW - 5 * DAY }))
  await refreshRevocationLists(api.services)
  const known = () => call('GET', `/identity/revocation-lists?issuer=${state.identifier}`)
  expect((await known()).body.data).toMatchObject([{ number: '2', failure: 'older', state: 'current' }])
  const gauges = await readGauges(api.services)
  expect(gauges.revocationLists.current).toBeGreaterThan(0)
  expect(gauges.revocationLists.unavailable).toBeGreaterThan(0)
  // What nobody trusts any more is forgotten.
  await api.services.connection.db
    .update(trustedIssuers)
    .set({ state: 'ended', ended_by: 'one', ended_at: new Date() })
    .where(eq(trustedIssuers.id, state.id))
  await refreshRevocationLists(api.services)
  expect((await known()).body.data).toEqual([])
})

test('a list is imported by hand, of whoever is trusted, and never an older one', async () => {
  const state = await makeState({ path: null })
  const done = await show(state.passport('F1'))
  expect(done.body.status).toBe('verified')
  const stranger = await makeState({ path: null })
  await api.services.connection.db
    .update(trustedIssuers)
    .set({ state: 'ended', ended_by: 'one', ended_at: new Date() })
    .where(eq(trustedIssuers.id, stranger.id))
  const refused: [string, Uint8Array][] = [
    ['wrong_signer', stranger.list()],
    ['unreadable', Buffer.from('nothing')],
    ['overdue', state.list({ thisUpdate: NOW - 9 * DAY, nextUpdate: NOW - DAY })],
  ]
  for (const [code, bytes] of refused) expect((await upload(bytes)).body.errors?.[0]?.code, code).toBe(code)
  const list = state.list({ number: 4, revoked: [state.officeOf(2)] })
  expect(await upload(list)).toMatchObject({
    status: 201,
    body: { source: 'imported', issuer: state.identifier, number: '4', revoked: 1, evidence_withdrawn: 1, state: 'current' },
  })
  expect((await upload(list)).body.errors[0].code).toBe('nothing_new')
  expect((await upload(state.list({ number: 3, thisUpdate: NOW - 2 * DAY }))).body.errors[0].code).toBe('older')
  expect((await proofOf(done.body.evidence_id)).state).toBe('withdrawn')
  expect((await show(state.passport('F2'))).body.code).toBe('passport_signer_revoked')
  const other = await show(state.passport('F3', 5))
  expect((await proofOf(other.body.evidence_id)).proof.revocation).toMatchObject({
    state: 'good',
    certificates: [{ list: { source: 'imported', number: '4' } }],
  })
})

test('what waits for a list settles itself by the list that comes, fetched or imported', async () => {
  const state = await makeState()
  const [good, bad, proposed] = [
    await show(state.passport('G1', 2)),
    await show(state.passport('G2', 9)),
    await show(state.passport('G3', 2)),
  ]
  for (const one of [good, bad, proposed]) expect(one.body).toMatchObject({ status: 'in_review', reason_code: 'revocation_unknown' })
  const { data: waiting } = (await call('GET', '/cases?kind=identity_evidence&limit=100')).body
  const idOf = (id: string) => waiting.find((one: { subject: { id: string } }) => one.subject.id === id).id as string
  const caseOf = async (id: string) => (await call('GET', `/cases/${idOf(id)}`)).body
  // One of two has said what they think: that is for the other one.
  await api.owner.pool.query(`update cases set status = 'awaiting_second', first_approval = $2 where id = $1`, [
    idOf(proposed.id),
    { by: 'usr_1', at: new Date().toISOString(), outcome: 'release', reason_code: 'looked_at', note: 'The directory says nothing.' },
  ])
  state.publish(state.list({ number: 3, revoked: [state.officeOf(9)] }))
  await age({ tried_at: new Date(NOW - 2 * 3_600_000) }, state.identifier)
  expect(await refreshRevocationLists(api.services)).toBeGreaterThan(0)
  await runDue(api.services, { organizationId: api.ctx('production').organizationId, environment: 'production' })

  expect((await call('GET', `/identity/sessions/${good.id}`)).body).toMatchObject({ status: 'verified', reason_code: null })
  const kept = await proofOf(good.body.evidence_id)
  expect(kept).toMatchObject({
    state: 'valid',
    reason_code: null,
    proof: { revocation: { state: 'good', certificates: [{ list: { number: '3' } }] } },
  })
  expect(await caseOf(good.id)).toMatchObject({ status: 'decided', outcome: 'release' })
  // The passport that a revoked certificate signed counts for nothing; its holder may show something else.
  expect((await call('GET', `/identity/sessions/${bad.id}`)).body).toMatchObject({
    status: 'open',
    reason_code: 'issuer_certificate_revoked',
  })
  expect(await proofOf(bad.body.evidence_id)).toMatchObject({ state: 'withdrawn', reason_code: 'issuer_certificate_revoked' })
  expect(await caseOf(bad.id)).toMatchObject({ status: 'decided', outcome: 'refuse' })
  expect((await call('GET', `/identity/sessions/${proposed.id}`)).body.status).toBe('in_review')
  expect(await proofOf(proposed.body.evidence_id)).toMatchObject({ state: 'conflicting', proof: { revocation: { state: 'good' } } })
  const told = async (type: string) =>
    (await call('GET', `/events?type=${type}&limit=100`)).body.data.map((one: { resource: { id: string } }) => one.resource.id)
  expect(await told('identity.session.verified')).toContain(good.id)
  expect(await told('identity.evidence.withdrawn')).toContain(bad.body.evidence_id)

  const silent = await makeState({ path: '/never.crl' })
  const waits = await show(silent.passport('H1'))
  expect(waits.body.status).toBe('in_review')
  expect((await upload(silent.list({ number: 5 }))).body).toMatchObject({ evidence_withdrawn: 0 })
  await runDue(api.services, { organizationId: api.ctx('production').organizationId, environment: 'production' })
  expect((await call('GET', `/identity/sessions/${waits.id}`)).body.status).toBe('verified')
})

test('a state that revokes its own certificate vouches for nobody any more: what it signed before is taken back, what comes is refused', async () => {
  const state = await makeState()
  state.publish(state.list())
  const done = await show(state.passport('Y1'))
  expect(done.body).toMatchObject({ status: 'verified' })
  const imported = await upload(state.list({ number: 2, revoked: [state.csca] }))
  expect([imported.status, imported.body.evidence_withdrawn], imported.text).toEqual([201, 1])
  expect(await proofOf(done.body.evidence_id)).toMatchObject({ state: 'withdrawn', reason_code: 'issuer_certificate_revoked' })
  const later = await show(state.passport('Y2', 3))
  expect([later.status, later.body.code]).toEqual([422, 'passport_signer_revoked'])
})

/** One element of DER. */
const element = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts)
  const size = content.length < 0x80 ? [content.length] : [0x84, ...Buffer.from(content.length.toString(16).padStart(8, '0'), 'hex')]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

test('S3 a list of two megabytes is read while requests are answered', async () => {
  const when = element(0x18, Buffer.from('20991231000000Z'))
  const serial = (n: number) => element(0x02, Buffer.from((0x40_000_000 + n).toString(16), 'hex'))
  const entries = Array.from({ length: 60_000 }, (_, n) => element(0x30, serial(n), when, element(0x30)))
  const scheme = element(0x30, element(0x06, Buffer.from([0x2b, 0x65, 0x70])))
  const body = element(0x30, element(0x02, Buffer.of(1)), scheme, element(0x30), when, when, element(0x30, ...entries))
  const long = element(0x30, body, scheme, element(0x03, Buffer.alloc(65)))
  const state = await makeState({ path: null })
  await expect(untrusted.crl(long, [state.csca])).rejects.toThrow(BadCrl)
  const { ms, answer } = await costOf(() => untrusted.crl(long, null), 200)
  // What was found is handed over; taking it apart is nobody else's time.
  expect(ms).toBeLessThan(200)
  expect(answer.crl.revoked.size).toBe(60_000)
})
