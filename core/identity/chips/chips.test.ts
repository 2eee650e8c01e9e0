import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { madeUpStates } from '#core/sources/states/sandbox.ts'
import {
  answerChallenge,
  buildCertificate,
  buildDg1,
  buildDg15,
  buildSecurityObject,
  buildZone,
  type ChipSigner,
  type ZoneAsked,
} from '#credentials/passport/build.ts'
import { readAnchor } from '#credentials/passport/certificate.ts'
import { auditLogs, evidence, identitySessions, memberships, trustedIssuers } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { loadSmallLists } from '#tests/reach/production.ts'

let api: Awaited<ReturnType<typeof startApi>>
const keys = { production: '', sandbox: '' }
const NOW = Date.now()
const YEAR = 365 * 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const state: ChipSigner = { key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, kind: 'rsa-pss', hash: 'sha256' }
const office: ChipSigner = { key: generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' }).privateKey, kind: 'ecdsa', hash: 'sha256' }
const chip = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const LAND = { country: 'CH', name: 'A state' }
const dates = { notBefore: NOW - YEAR, notAfter: NOW + 11 * YEAR }
const certificate = buildCertificate(
  { ...dates, issuer: LAND, subject: { country: 'CH', name: 'Office' }, key: office.key, serial: 2 },
  state,
)
const csca = Buffer.from(buildCertificate({ ...dates, issuer: LAND, subject: LAND, key: state.key, serial: 1, ca: true }, state))

/** The chip of a passport of a state that production trusts, as a reader app sends it. */
function passport(zone: Partial<ZoneAsked> = {}) {
  const dg15 = buildDg15(chip)
  const text = buildZone({
    ...{ issuing_state: 'CHE', family_name: 'Muster', given_names: 'Vera', document_number: 'X1234567', nationality: 'CHE' },
    ...{ date_of_birth: '1988-02-29', expires_on: day(NOW + 4 * YEAR), sex: 'F', ...zone },
  })
  const dg1 = buildDg1(text)
  const sod = buildSecurityObject({ 1: dg1, 15: dg15 }, { certificate, by: office, hash: 'sha256' })
  return { dg1: text64(dg1), dg15: text64(dg15), sod: text64(sod) }
}
const text64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

beforeAll(async () => {
  api = await startApi()
  await loadSmallLists(api.services)
  for (const environment of ['production', 'sandbox'] as const) keys[environment] = (await api.makeKey(environment)).key
  await api.services.connection.db.insert(trustedIssuers).values({
    id: newId('trusted_issuer', NOW),
    organization_id: api.ctx('production').organizationId,
    environment: 'production',
    kind: 'csca',
    name: 'A state',
    identifier: readAnchor(text64(csca)).thumbprint,
    material: `-----BEGIN CERTIFICATE-----\n${text64(csca)}\n-----END CERTIFICATE-----\n`,
    country: 'CH',
    level: 'enhanced',
    ial: 'IAL3',
    eidas: 'high',
    state: 'active',
    author: 'usr_1',
    approved_by: 'usr_2',
    approved_at: new Date(NOW),
    created_at: new Date(NOW),
  })
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object, environment: keyof typeof keys = 'production') =>
  api.call(method, `/v1${path}`, body, keys[environment])
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'c')}`
const open = async (more: object = {}, environment?: keyof typeof keys) =>
  (await call('POST', '/identity/sessions', { wallet_address: fresh(), ...more }, environment)).body

test('the chip of a passport of a trusted state is read as IAL1 and low, since nobody compared a face, and its copy proves the data alone', async () => {
  const session = await open()
  const { challenge } = (await call('GET', `/identity/sessions/${session.id}/passport-chip`)).body
  expect(challenge).toMatch(/^[0-9a-f]{16}$/)
  const active_authentication = text64(answerChallenge(chip, Buffer.from(challenge, 'hex')))
  const done = await call('POST', `/identity/sessions/${session.id}/passport-chip`, { ...passport(), active_authentication })
  expect(done.status, done.text).toBe(200)
  expect(done.body).toMatchObject({ status: 'verified', method: 'passport_chip' })
  const shown = await call('GET', `/identity/evidence/${done.body.evidence_id}`)
  expect(shown.body).toMatchObject({
    ...{ method: 'passport_chip', level: 'enhanced', ial: 'IAL1', eidas: 'low', state: 'valid' },
    voucher: { kind: 'issuer', name: 'A state', id: expect.stringMatching(/^tis_/) },
    covers: ['full_name', 'date_of_birth', 'nationality', 'document'],
    document_expires_on: day(NOW + 4 * YEAR),
    expires_at: `${day(NOW + 4 * YEAR)}T10:00:00.000Z`,
    proof: { signature: 'ecdsa-sha256', chip: 'active', active: 'rsa-iso9796-2-sha256', issuer: readAnchor(text64(csca)).thumbprint },
  })
  expect(shown.text).not.toMatch(/muster|X1234567|1988/i)

  // Another wallet of the same person, from a copy of the files: nobody shows that the chip was there.
  const wallet_address = fresh()
  const again = await open({ wallet_address })
  const copied = await call('POST', `/identity/sessions/${again.id}/passport-chip`, passport())
  expect(copied.body).toMatchObject({ status: 'verified', person_id: done.body.person_id })
  const copy = await call('GET', `/identity/evidence/${copied.body.evidence_id}`)
  expect(copy.body).toMatchObject({ eidas: 'low', proof: { chip: 'passive', active: null } })
  const other = { given_names: 'Urs', document_number: 'X7654321' }
  const passive = await call('POST', `/identity/sessions/${(await open()).id}/passport-chip`, passport(other))
  expect((await call('GET', `/identity/evidence/${passive.body.evidence_id}`)).body).toMatchObject({
    ial: 'IAL1',
    eidas: 'low',
    proof: { chip: 'passive', active: null },
  })
  // What one chip answered in one session is of no use in another.
  const replayed = await call('POST', `/identity/sessions/${(await open()).id}/passport-chip`, { ...passport(), active_authentication })
  expect([replayed.status, replayed.body.code]).toEqual([422, 'passport_chip_copied'])

  // What was found out by it is a record of verification, as papers are that a person read (31 CFR 1020.220(a)(3)(i)).
  const kept = await call('POST', '/erasures', { wallet_address })
  expect(kept.body).toMatchObject({
    status: 'restricted',
    retained: [{ kind: 'verification', from: day(NOW), ground: '31 CFR 1020.220(a)(3)(ii)' }],
  })
})

test('evidence from before counts for no more than it would now', async () => {
  const session = await open()
  const done = await call(
    'POST',
    `/identity/sessions/${session.id}/passport-chip`,
    passport({ given_names: 'Vorher', document_number: 'X8888888' }),
  )
  const { evidence_id: id } = done.body
  const { pool } = api.owner
  const change = (set: string) => pool.query(`update evidence set ${set} where id = $1`, [id])
  const upgraded = async () => {
    await pool.query(readFileSync('db/migrations/0029_evidence_levels.sql', 'utf8'))
    const { ial, eidas } = (await call('GET', `/identity/evidence/${id}`)).body
    return [ial, eidas]
  }
  await change(`ial = 'IAL2', eidas = 'high'`)
  expect(await upgraded()).toEqual(['IAL1', 'low'])
  await change(`ial = 'IAL3', eidas = null`)
  expect(await upgraded()).toEqual(['IAL1', null])
  // What a provider found of a living face stays what it was.
  await change(`method = 'provider', ial = 'IAL2'`)
  expect(await upgraded()).toEqual(['IAL2', null])
  await change(`method = 'document_review', digest = encode(sha256(''), 'hex'), ial = 'IAL1', eidas = 'low'`)
  expect(await upgraded()).toEqual([null, null])
})

test('one passport proves one person, and under another name it is looked at by a person', async () => {
  const mine = passport({ given_names: 'Ida', document_number: 'X1111111' })
  const first = await call('POST', `/identity/sessions/${(await open()).id}/passport-chip`, mine)
  expect(first.body.status).toBe('verified')
  const investor = await call('POST', '/investors', {
    full_name: 'Otto Other',
    email: 'otto@chips.example',
    date_of_birth: '1988-02-29',
    country: 'CH',
  })
  const his = (await call('POST', '/identity/sessions', { investor_id: investor.body.id })).body
  const refused = await call('POST', `/identity/sessions/${his.id}/passport-chip`, mine)
  expect([refused.status, refused.body.code]).toEqual([409, 'passport_used_before'])
  expect((await call('GET', `/identity/sessions/${his.id}`)).body).toMatchObject({ status: 'open', evidence_id: null })
  // The same document written anew is the same document: nobody signed the rest.
  const rewritten = { ...mine, sod: passport({ given_names: 'Ida', document_number: 'X1111111' }).sod }
  expect(rewritten.sod).not.toBe(mine.sod)
  expect((await call('POST', `/identity/sessions/${his.id}/passport-chip`, rewritten)).body.code).toBe('passport_used_before')
  const differs = await call(
    'POST',
    `/identity/sessions/${his.id}/passport-chip`,
    passport({ given_names: 'Olga', document_number: 'X2222222' }),
  )
  expect(differs.body).toMatchObject({ status: 'in_review', reason_code: 'data_conflict' })
})

test('the same passport in two sessions is judged once for both, and anew under a corrected name', async () => {
  const { id: key, key: reviewer } = await api.makeKey('production')
  const colleague = await makeAccount(api, 'colleague@chips.example', 'issuer')
  const { organizationId: organization_id } = api.ctx('production')
  const member = { organization_id, role: 'compliance_officer', role_since: new Date(0) } as const
  await api.services.connection.db.update(memberships).set(member).where(eq(memberships.user_id, colleague))
  await api.changeKey(key, { created_by: colleague })
  const said = { full_name: 'Wanda Wrong', email: 'wanda@chips.example', date_of_birth: '1988-02-29', country: 'CH' }
  const investor_id = (await call('POST', '/investors', said)).body.id
  const mine = passport({ given_names: 'Wanda', family_name: 'Right', document_number: 'X5555555' })
  const sessions = await Promise.all([0, 1].map(async () => (await call('POST', '/identity/sessions', { investor_id })).body.id))
  const shown = await Promise.all(sessions.map((id) => call('POST', `/identity/sessions/${id}/passport-chip`, mine)))
  expect(shown.map(({ body }) => body.status)).toEqual(['in_review', 'in_review'])
  const waiting = await Promise.all(sessions.map(async (id) => (await call('GET', `/cases?subject_id=${id}`)).body.data[0].id))
  const word = { outcome: 'refuse', reason_code: 'data_mismatch', note: 'It names another person.' }
  const own = await call('POST', `/cases/${waiting[0]}/decide`, word)
  expect(own.body.code).toBe('second_person_required')
  expect((await api.call('POST', `/v1/cases/${waiting[0]}/decide`, word, reviewer)).status).toBe(200)
  for (const id of sessions)
    expect((await call('GET', `/identity/sessions/${id}`)).body).toMatchObject({ status: 'rejected', reason_code: 'data_mismatch' })
  expect((await call('GET', `/cases/${waiting[1]}`)).body).toMatchObject({ status: 'decided', outcome: 'refuse' })
  // A name that was corrected since is another question.
  const put = await call('PATCH', `/investors/${investor_id}`, { full_name: 'Wanda Righta' })
  expect(put.status, put.text).toBe(200)
  const again = (await call('POST', '/identity/sessions', { investor_id })).body.id
  const done = await call('POST', `/identity/sessions/${again}/passport-chip`, mine)
  expect(done.status, done.text).toBe(200)
  expect(['in_review', 'verified']).toContain(done.body.status)
})

test('a passport that was taken back proves nobody again, and whoever showed its chip keeps others from a copy of it', async () => {
  const stolen = passport({ given_names: 'Sara', document_number: 'X3333333' })
  const session = await open()
  const { challenge } = (await call('GET', `/identity/sessions/${session.id}/passport-chip`)).body
  const active_authentication = text64(answerChallenge(chip, Buffer.from(challenge, 'hex')))
  const first = await call('POST', `/identity/sessions/${session.id}/passport-chip`, { ...stolen, active_authentication })
  expect(first.body.status).toBe('verified')
  const otto = { full_name: 'Otto Copied', email: 'otto.copied@chips.example', date_of_birth: '1988-02-29', country: 'CH' }
  const investor_id = (await call('POST', '/investors', otto)).body.id
  const his = (await call('POST', '/identity/sessions', { investor_id })).body
  expect((await call('POST', `/identity/sessions/${his.id}/passport-chip`, stolen)).body.code).toBe('passport_used_before')
  const back = await call('POST', `/identity/evidence/${first.body.evidence_id}/withdraw`, { reason_code: 'document_reported_stolen' })
  expect(back.status, back.text).toBe(200)
  const next = await open()
  const again = await call('POST', `/identity/sessions/${next.id}/passport-chip`, stolen)
  expect([again.status, again.body.code], again.text).toEqual([409, 'conflict'])
  const nonce = (await call('GET', `/identity/sessions/${next.id}/passport-chip`)).body.challenge
  const alive = { ...stolen, active_authentication: text64(answerChallenge(chip, Buffer.from(nonce, 'hex'))) }
  expect((await call('POST', `/identity/sessions/${next.id}/passport-chip`, alive)).body.code).toBe('conflict')
  expect((await call('GET', `/identity/sessions/${next.id}`)).body).toMatchObject({ status: 'open', evidence_id: null })
})

test('in production nobody trusts the state that the sandbox makes up, and what is refused is kept in the log without a name', async () => {
  const made = (await call('POST', '/sandbox/passports', {}, 'sandbox')).body
  const played = await open({}, 'sandbox')
  const fine = await call('POST', `/identity/sessions/${played.id}/passport-chip`, { dg1: made.dg1, sod: made.sod }, 'sandbox')
  expect(fine.body).toMatchObject({ status: 'verified' })
  expect((await call('GET', `/identity/evidence/${fine.body.evidence_id}`, undefined, 'sandbox')).body.voucher.name).toBe(
    madeUpStates[0]!.name,
  )
  const session = await open()
  const refused = await call('POST', `/identity/sessions/${session.id}/passport-chip`, { dg1: made.dg1, sod: made.sod })
  expect([refused.status, refused.body.code]).toEqual([422, 'passport_issuer_unknown'])
  const entries = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, session.id))
  expect(entries.find(({ action }) => action === 'passport_chip_refused')).toMatchObject({
    status: 'failure',
    details: { code: 'passport_issuer_unknown' },
  })
  expect(JSON.stringify(entries)).not.toMatch(/eriksson/i)
  expect((await call('POST', '/sandbox/passports', {})).body.code).toBe('sandbox_only')
})

test('a state that is trusted no more vouches for nobody, and another tenant’s trust is its own', async () => {
  const stranger = await api.makeStranger('production')
  const theirs = await api.call('POST', '/v1/identity/sessions', { wallet_address: fresh() }, stranger)
  const refused = await api.call('POST', `/v1/identity/sessions/${theirs.body.id}/passport-chip`, passport(), stranger)
  expect(refused.body.code).toBe('passport_issuer_unknown')
  expect((await api.call('POST', `/v1/identity/sessions/${theirs.body.id}/passport-chip`, passport(), keys.production)).status).toBe(404)
})

test('what is too large, no base64 or of another way is refused before anything is read', async () => {
  const session = await open()
  const send = async (body: object, id = session.id) => (await call('POST', `/identity/sessions/${id}/passport-chip`, body)).body
  expect((await send({ ...passport(), dg1: text64(Buffer.alloc(600)) })).errors).toMatchObject([{ pointer: '/dg1', code: 'too_long' }])
  expect((await send({ ...passport(), sod: 'not base64!' })).errors[0].pointer).toBe('/sod')
  expect((await send({ ...passport(), sod: text64(Buffer.alloc(60_000)) })).code).toBe('validation_failed')
  expect((await send({ ...passport(), chip_authentication: 'failed' })).code).toBe('passport_chip_copied')
  expect((await send(passport(), (await open({ methods: ['document_review'] })).id)).code).toBe('invalid_transition')
  expect(await api.services.connection.db.select().from(evidence).where(eq(evidence.session_id, session.id))).toEqual([])
})

test('the holder, or an app that read the code of the page, shows the chip by the secret of the session', async () => {
  const session = await open()
  const place = new URL(session.url).pathname
  const told = await api.call('GET', `${place}/passport-chip`)
  expect(told.body).toMatchObject({ simulated: false, address: `${session.url}/passport-chip`, qr_svg: expect.stringContaining('<svg') })
  expect(told.body.challenge).toBe((await call('GET', `/identity/sessions/${session.id}/passport-chip`)).body.challenge)
  const nora = passport({ given_names: 'Nora', document_number: 'X4444444' })
  const active_authentication = text64(answerChallenge(chip, Buffer.from(told.body.challenge, 'hex')))
  expect((await api.call('POST', `${place}x/passport-chip`, nora)).status).toBe(404)
  expect((await api.call('POST', `${place}/passport-chip`, { ...nora, token: 'another' })).body.status).toBe('verified')
  expect((await api.call('POST', `${place}/passport-chip`, { ...nora, active_authentication })).body.code).toBe('invalid_transition')
  const [row] = await api.services.connection.db.select().from(identitySessions).where(eq(identitySessions.id, session.id))
  expect(row).toMatchObject({ status: 'verified', method: 'passport_chip' })
})

test('in the sandbox a made-up passport walks the way, of whom the session is about, and production has none', async () => {
  const anybody = await open({}, 'sandbox')
  const tried = await api.call('POST', `${new URL(anybody.url).pathname}/passport-chip/made-up`, {})
  expect(tried.body).toEqual({ status: 'verified', reason_code: null })
  const said = { full_name: 'Lena Maria Sandbox', email: 'lena@chips.example', date_of_birth: '1991-03-04', country: 'US' }
  const investor = await call('POST', '/investors', said, 'sandbox')
  const known = (await call('POST', '/identity/sessions', { investor_id: investor.body.id }, 'sandbox')).body
  expect((await api.call('POST', `${new URL(known.url).pathname}/passport-chip/made-up`, {})).body.status).toBe('verified')
  const real = await open()
  expect((await api.call('POST', `${new URL(real.url).pathname}/passport-chip/made-up`, {})).body.code).toBe('sandbox_only')
})
