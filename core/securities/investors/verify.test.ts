import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { isoDay, parseDay } from '#engine/dates.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object) => api.call('POST', `/api/v1${path}`, body, key)
const get = (path: string) => api.call('GET', `/api/v1${path}`, undefined, key)

beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const letter = (days: number) => ({
  type: 'net_worth',
  method: 'third_party_letter',
  verifier: 'attorney',
  evidence_sha256: 'ab'.repeat(32),
  dated: daysAgo(days),
})
let made = 0
async function investor(full_name: string): Promise<string> {
  made++
  const answer = await post('/investors', {
    full_name,
    email: `investor${made}@people.example`,
    wallet_address: `0x${(0xa0 + made).toString(16).repeat(20)}`,
    date_of_birth: '1979-05-06',
    country: 'DE',
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

const accreditation = async (id: string) => (await get(`/investors/${id}/status`)).body.accreditation

test('an identity checked again does not make an accreditation last longer than its letter', async () => {
  const id = await investor('Leopold Ambach')
  const first = await post(`/investors/${id}/verify`, { accreditation: letter(80) })
  expect(first.body.verification).toMatchObject({ identity_status: 'verified', accreditation_status: 'verified' })
  const before = await accreditation(id)
  const endOf = (dated: string) => isoDay(letterValidThrough(parseDay(dated)!, { months: 3 }))
  expect(before.expires_at.slice(0, 10)).toBe(endOf(daysAgo(80)))
  expect((await post(`/investors/${id}/verify`, { force: true })).status).toBe(200)
  expect(await accreditation(id)).toEqual(before)
  expect((await post(`/investors/${id}/verify`, { accreditation: letter(1) })).status).toBe(200)
  expect((await accreditation(id)).expires_at.slice(0, 10)).toBe(endOf(daysAgo(1)))
})

test('whom the rules deny gets no credential by having only the accreditation checked', async () => {
  const id = await investor('Ottokar Lindqvist')
  const { credential } = (await post(`/investors/${id}/verify`, {})).body
  expect((await post(`/credentials/${credential.id}/revoke`, { reason_code: 'wallet_lost' })).body.state).toBe('revoked')
  const delta = await post('/sandbox/lists/delta', { add: [{ name: 'Ottokar Lindqvist', date_of_birth: '1979-05-06' }] })
  expect(delta.status, delta.text).toBeLessThan(300)
  const again = await post(`/investors/${id}/verify`, { checks: ['accreditation'], accreditation: letter(1) })
  expect(again.body).toMatchObject({ decision: { outcome: 'deny' } })
  expect((await get('/credentials?limit=100')).body.data.filter((one: { state: string }) => one.state === 'active')).toHaveLength(1)
})

test('a wallet whose credential is suspended does not come back under another name', async () => {
  const suspended = async (wallet_address: string, full_name: string) => {
    const kyc_data = { full_name, date_of_birth: '1979-05-06', country: 'DE' }
    const { credential } = (await post('/wallets/verify', { wallet_address, kyc_data })).body
    expect((await post(`/credentials/${credential.id}/suspend`, { reason_code: 'under_investigation' })).body.state).toBe('suspended')
    return credential.id
  }
  const taken = { status: 409, body: { code: 'wallet_bound_to_other_person' } }
  const other = { full_name: 'Gotthilf Zander', date_of_birth: '1961-02-03', country: 'DE' }

  const wallet_address = `0x${'e7'.repeat(20)}`
  const id = await suspended(wallet_address, 'Perpetua Nyman')
  for (let i = 0; i < 2; i++) expect(await post('/wallets/verify', { wallet_address, kyc_data: other })).toMatchObject(taken)
  expect(await post('/investors', { ...other, wallet_address })).toMatchObject(taken)
  expect(await post('/investors/verify', { ...other, email: 'zander@people.example', wallet_address })).toMatchObject(taken)
  expect((await get(`/wallets/${wallet_address}/status`)).body.credential).toMatchObject({ id, state: 'suspended' })

  expect((await post(`/credentials/${id}/revoke`, { reason_code: 'wallet_lost' })).body.state).toBe('revoked')
  expect((await post('/wallets/verify', { wallet_address, kyc_data: other })).status).toBe(200)
})

test('a letter too old to show anything takes nothing from a proof that stands', async () => {
  const id = await investor('Leonore Ambach')
  await post(`/investors/${id}/verify`, { accreditation: letter(1) })
  const before = await accreditation(id)
  const old = await post(`/investors/${id}/verify`, { force: true, accreditation: letter(100) })
  expect([old.status, old.body.errors]).toMatchObject([422, [{ pointer: '/accreditation/dated', code: 'out_of_date' }]])
  expect(await accreditation(id)).toEqual(before)
  // Where nothing stands, it is a proof that was refused.
  const other = await investor('Ludmilla Ambach')
  expect((await post(`/investors/${other}/verify`, { accreditation: letter(100) })).body.verification.accreditation_status).toBe('rejected')
})

test('an appeal against what the rules alone refused names their decision', async () => {
  const id = await investor('Leontine Nordqvist')
  expect((await post('/sandbox/lists/delta', { add: [{ name: 'Leontine Nordqvist', date_of_birth: '1979-05-06' }] })).status).toBeLessThan(
    300,
  )
  const refused = await post(`/investors/${id}/verify`, {})
  expect(refused.body).toMatchObject({ status: 'rejected', decision: { outcome: 'deny' } })
  expect((await post(`/investors/${id}/appeal`, { statement: 'I am somebody else of the same name.' })).status).toBeLessThan(300)
  const [row] = (await get(`/cases?kind=identity_appeal&subject_id=${id}`)).body.data
  expect(row.decision_id).toBe(refused.body.decision.id)
})
