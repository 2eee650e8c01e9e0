import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '#tests/api/harness.ts'
import { loadSmallLists } from '#tests/reach/production.ts'

// Registers of companies, by a double that answers as Companies House and GLEIF publish that they do.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let registers: ReturnType<typeof createServer>
/** What a register answers next: a status and a body. */
let answers: Record<string, [number, unknown]> = {}
const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = []

beforeAll(async () => {
  registers = createServer((request, response) => {
    asked.push(request)
    const [status, body] = answers[request.url!.split('/').at(-2)!] ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => registers.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(registers.address() as AddressInfo).port}`
  api = await startApi({ COMPANIES_HOUSE_KEY: 'a-key', COMPANIES_HOUSE_URL: `${url}/`, GLEIF_URL: `${url}/api/v1` })
  await loadSmallLists(api.services)
  key = (await api.makeKey('production')).key
})
afterAll(async () => {
  await api?.stop()
  registers?.close()
})

const LEI = '5493001KJTIIGC8Y1R12'
const call = (method: string, path: string, body?: unknown, type?: string) =>
  api.call(method, `/v1${path}`, body, key, type ? { 'content-type': type } : {})
let n = 0
async function filed(name: string, more: object = {}): Promise<string> {
  const made = await call('POST', '/investors', {
    type: 'entity',
    full_name: name,
    email: `register-${++n}@companies.example`,
    country: 'GB',
  })
  const answer = await call('POST', `/investors/${made.body.id}/entity`, {
    ...{ entity_type: 'company', formation_date: '2015-03-02', registration: { country: 'GB', number: '1234567' }, owners_doubt: false },
    ...more,
  })
  expect(answer.status, answer.text).toBe(201)
  return made.body.id
}
const profile = (more: object = {}) => ({
  ...{ company_name: 'HARBOUR LIMITED', company_number: '01234567', company_status: 'active', type: 'ltd' },
  ...{ date_of_creation: '2015-03-02', jurisdiction: 'england-wales', ...more },
})
const record = (name: string, status = 'ISSUED') => ({
  data: {
    type: 'lei-records',
    attributes: {
      lei: LEI,
      entity: {
        legalName: { name, language: 'en' },
        jurisdiction: 'GB',
        legalAddress: { country: 'GB' },
        status: 'ACTIVE',
        creationDate: null,
      },
      registration: { status },
    },
  },
})
const lookUp = (id: string) => call('POST', `/investors/${id}/entity/look-up`, {})
const evidenceOf = async (id: string) =>
  (await call('GET', `/identity/evidence?investor_id=${id}`)).body.data.map((one: Record<string, unknown>) => [one.method, one.state])

test('what the register of its country says is evidence that the entity exists', async () => {
  const id = await filed('Harbour Ltd', { lei: LEI })
  answers = { company: [200, profile()], 'lei-records': [200, record('Harbour Ltd')] }
  const { body } = await lookUp(id)
  expect(body).toMatchObject({ status: 'confirmed', registration: { status: 'confirmed' }, lei: { status: 'confirmed' } })
  expect(await evidenceOf(id)).toEqual([['provider', 'valid']])
  const evidence = (await call('GET', `/identity/evidence/${body.evidence_id}`)).body
  expect(evidence).toMatchObject({ proves: 'entity', voucher: { kind: 'provider', name: 'Companies House', id: '01234567' } })
  expect(asked.map(({ url }) => url)).toEqual(['/company/01234567', `/api/v1/lei-records/${LEI}`])
  expect(asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('a-key:').toString('base64')}`)
  // Asked again on the same day it is the same evidence.
  await lookUp(id)
  expect(await evidenceOf(id)).toHaveLength(1)
})

test('another name or day is no evidence, and nobody by that number, or one who was dissolved, neither', async () => {
  const state = async (name: string, answer: [number, unknown]) => {
    const id = await filed(name)
    answers = { company: answer }
    const { status, registration } = (await lookUp(id)).body
    return [status, registration.status, ...(await evidenceOf(id)).flat()]
  }
  expect(await state('Other Name plc', [200, profile()])).toEqual(['filed', 'differs', 'provider', 'conflicting'])
  expect(await state('Harbour Ltd', [200, profile({ date_of_creation: '2016-03-02' })])).toEqual([
    'filed',
    'differs',
    'provider',
    'conflicting',
  ])
  expect(await state('Harbour Ltd', [404, {}])).toEqual(['filed', 'not_found'])
  const dissolved = profile({ company_status: 'dissolved' })
  expect(await state('Harbour Ltd', [200, dissolved])).toEqual(['refused', 'not_active', 'provider', 'rejected'])
})

test('a register that gives no clear answer changes nothing and says so', async () => {
  const id = await filed('Harbour Ltd')
  for (const answer of [
    [500, {}],
    [401, {}],
    [302, {}],
    [200, 'not json'],
    [200, { company_name: 'HARBOUR LIMITED' }],
  ] as [number, unknown][]) {
    answers = { company: answer }
    expect(await lookUp(id), JSON.stringify(answer)).toMatchObject({ status: 503, body: { code: 'not_ready' } })
  }
  expect((await call('GET', `/investors/${id}/entity`)).body).toMatchObject({ status: 'filed', looked_up_at: null })
  // One that nobody renews is no confirmation.
  const lapsed = await filed('Harbour Ltd', { lei: LEI })
  answers = { company: [404, {}], 'lei-records': [200, record('Harbour Ltd', 'LAPSED')] }
  expect((await lookUp(lapsed)).body.lei.status).toBe('not_active')
  const foreign = await filed('Berg GmbH', { registration: { country: 'DE', number: 'HRB 12345', court: 'München' } })
  expect(await lookUp(foreign)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: expect.stringContaining('register_extract') },
  })
})

test('papers are uploaded and sent to a reviewer, and a person has no such file', async () => {
  const id = await filed('Paper Ltd')
  const sent = await call(
    'POST',
    `/investors/${id}/documents?kind=register_extract&file_name=extract.pdf`,
    '%PDF-1.4\n%%EOF\n',
    'application/pdf',
  )
  expect(sent.body, sent.text).toMatchObject({ kind: 'register_extract', status: 'uploaded', investor_id: id })
  expect((await call('GET', `/investors/${id}/documents`)).body.data).toHaveLength(1)
  const asked = await call('POST', `/investors/${id}/entity/review`, {})
  expect(asked.body).toMatchObject({ status: 'in_review', case_id: expect.stringMatching(/^cas_/) })
  // Whoever sent it does not judge it.
  const word = { outcome: 'release', reason_code: 'seen', note: 'I looked at it myself.' }
  const decided = await call('POST', `/cases/${asked.body.case_id}/decide`, word)
  expect(decided.body.code).toBe('second_person_required')
  const person = (await call('POST', '/investors', { full_name: 'Ada Paper', email: 'paper@people.example', country: 'GB' })).body.id
  expect(
    (await call('POST', `/investors/${person}/entity`, { entity_type: 'company', formation_date: '2015-03-02', owners_doubt: false }))
      .status,
  ).toBe(409)
  expect((await call('GET', `/investors/${person}/entity`)).status).toBe(404)
  const stranger = await api.makeStranger('production')
  expect((await api.call('GET', `/v1/investors/${id}/entity`, undefined, stranger)).status).toBe(404)
})
