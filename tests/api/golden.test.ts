import { afterAll, beforeAll, expect, test } from 'vitest'
import { redact } from '#core/kernel/request-log.ts'
import { monitoringLogs } from '#db/schema.ts'
import { startApi } from './harness.ts'

const W = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
let api: Awaited<ReturnType<typeof startApi>>
let key: string
let production: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  production = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())

const offering = {
  name: 'Acme Series A',
  type: 'equity',
  total_supply: 1000000,
  price_per_token: '10.00',
  minimum_investment: '5000',
  description: 'Shares of Acme.',
}

test.each([
  ['the current names', { ...offering, regulation: 'reg_d_506c', maximum_raise: '10000000' }],
  ['the other name of the regulation', { ...offering, regulation_type: 'reg_d_506c', maximum_raise: '10000000' }],
])('an offering with %s', async (_, body) => {
  const { status, body: got } = await api.call('POST', '/v1/offerings', body, key)
  expect(status, JSON.stringify(got)).toBe(201)
  expect(got).toMatchObject({ success: true, regulation: 'reg_d_506c', status: 'open' })
  expect(got.fee).toMatchObject({ rate: '0.01', cap: '1000000' })
  const foreign = await api.call('GET', `/v1/offerings/${got.id}`, undefined, production)
  expect(foreign.status).toBe(404)
})

test('an offering with target_amount alone', async () => {
  const { status } = await api.call('POST', '/v1/offerings', { ...offering, regulation_type: 'reg_d_506c', target_amount: '10000000' }, key)
  expect(status).toBe(201)
})

test.each([
  [
    'wallets/verify',
    { wallet_address: W, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
    { verification_status: 'basic' },
  ],
  [
    'wallets/verify',
    { wallet_address: W.replace(/2$/, '1'), kyc_data: { full_name: 'Eve Example', date_of_birth: '1991-06-18', country: 'US' } },
    { verification_status: 'enhanced', credential: { level: 'enhanced', control: 'proven', source: 'verification' } },
  ],
  [
    'nfts/verify-creator',
    {
      wallet_address: W,
      creator_name: 'Ada Draws',
      social_links: { twitter: '@adadraws', instagram: 'adadraws', website: 'https://ada.example' },
    },
    { creator_name: 'Ada Draws', verified: true, risk_score: 5, verification_tier: 'premium' },
  ],
  [
    'defi/verify-wallet',
    { wallet_address: W, protocol_name: 'Example Lend', verification_type: 'kyc' },
    { verification_level: 'defi-basic', sanctions_cleared: true, access_granted: true },
  ],
  [
    'gaming/verify-age',
    { wallet_address: W, date_of_birth: '2000-01-01', jurisdiction: 'US', required_age_tier: '18+' },
    { age_tier: '21+', age_verified: true, geo_compliant: true, eligible: true },
  ],
  [
    'sanctions/check',
    { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', country: 'US' },
    {
      sanctioned: true,
      status: 'hit',
      matches: [{ match_type: 'address_exact' }],
      decision: { outcome: 'deny', reason_codes: ['sanctions_address_exact'] },
    },
  ],
])('%s answers as published', async (path, body, expected) => {
  const { status, body: got } = await api.call('POST', `/v1/${path}`, body, key)
  expect(status, JSON.stringify(got)).toBe(200)
  expect(got).toMatchObject({ success: true, ...expected })
})

test('a wallet that is not one, a birth date to come and a body that is not JSON', async () => {
  const address = await api.call('POST', '/v1/wallets/verify', { wallet_address: '0x123' }, key)
  expect(address.status).toBe(422)
  expect(address.text).toContain('invalid_address')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const unborn = { wallet_address: W, date_of_birth: tomorrow, jurisdiction: 'US', required_age_tier: '18+' }
  const future = await api.call('POST', '/v1/gaming/verify-age', unborn, key)
  expect(future.status).toBe(422)
  expect(future.body.errors).toMatchObject([{ pointer: '/date_of_birth', code: 'future_date' }])
  const broken = await api.call('POST', '/v1/wallets/verify', '{', key)
  expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json'])
  for (const text of ['"text"', '0', 'null', '[]', 'true'])
    expect([text, (await api.call('POST', '/v1/wallets/verify', text, key)).status]).toEqual([text, 422])
})

test('every operation refuses a call without a key', async () => {
  for (const o of api.catalogue) {
    const path = `/v1${o.path.replace(/\{\w+\}/g, 'x')}`
    const answer = await api.call(o.method.toUpperCase(), path, o.body ? {} : undefined)
    expect([o.id, answer.status, answer.body.code]).toEqual([o.id, 401, 'missing_api_key'])
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  }
})

test('a function of the playground works without a key, in a sandbox of that call alone', async () => {
  const body = { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001' }
  const answer = await api.call('POST', '/functions/v1/sanctions-check', body)
  expect(answer.body, answer.text).toMatchObject({ sanctioned: true, status: 'hit' })
  expect((await api.call('GET', '/functions/v1/offerings-list')).body).toMatchObject({ data: [], has_more: false })
  expect((await api.call('POST', '/functions/v1/sanctions-check', '{')).body.code).toBe('malformed_json')
  const elsewhere = await api.call('POST', '/functions/v1/sanctions-check', body, null, { origin: 'https://other.example' })
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'cross_origin'])
})

test('what a browser logs is kept without secrets, whatever it is', async () => {
  const data = { password: 'hunter2', header: `Bearer ${'s3cr3t'.repeat(4)}`, list: ['password: "hunter2"', 1, null] }
  const log = { level: 'error', message: 'password=hunter2', data, context: 'test' }
  expect((await api.call('POST', '/api/monitoring/logs', log)).status).toBe(202)
  const rows = await api.services.connection.db.select().from(monitoringLogs)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|s3cr3t/)
  // In the log of a call, the word of a check stays and a person does not.
  expect(redact({ checks: { identity: 'pass' }, identity: { first_name: 'Ada' }, body: { identity: 'Ada Example' } })).toEqual({
    checks: { identity: 'pass' },
    identity: '[redacted object]',
    body: { identity: '[redacted]' },
  })
  // So does what a rule says and reads; the words asked for in a match do not.
  const rule = {
    code: 'sanctions_list_stale',
    message: 'A list is old.',
    citation: null,
    facts: [{ name: 'lists', value: 1, source: 'request' }],
  }
  expect(redact({ message: 'Ada', rules: [rule], rejection: { code: 'x', message: 'Not alike.', retryable: true } })).toEqual({
    message: '[redacted]',
    rules: [rule],
    rejection: { code: 'x', message: 'Not alike.', retryable: true },
  })
  expect(redact([{ name: 'name_word', score: 1, weight: 0.5, query: 'ada', candidate: 'ada', detail: 'the same word' }])).toEqual([
    { name: 'name_word', score: 1, weight: 0.5, query: '[redacted]', candidate: '[redacted]', detail: 'the same word' },
  ])
})

test('A17 units are units: a transfer and an investment name their quantity, and units have no amount and no currency', async () => {
  const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
  const [from, to] = ['0x5ea15ea15ea15ea15ea15ea15ea15ea100003005', '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001']
  const units = { offering_id: 'off_sandbox_506c', from_address: from, to_address: to, dry_run: true }
  const moved = { amount: null, quantity: '10', currency: null }
  expect(await post('/transactions', { ...units, amount: '10' })).toMatchObject(moved)
  expect(await post('/transactions', { ...units, quantity: '10' })).toMatchObject(moved)
  const payment = { type: 'payment', currency: 'USDC', from_address: from, to_address: to, dry_run: true }
  expect(await post('/transactions', { ...payment, amount: '10' })).toMatchObject({ amount: '10', quantity: null, currency: 'USDC' })
  for (const [body, pointer] of [
    [{ ...payment, quantity: '10' }, '/quantity'],
    [{ ...units, quantity: '10', amount: '11' }, '/quantity'],
    [units, '/amount'],
  ] as const)
    expect(await post('/transactions', body)).toMatchObject({ status: 422, errors: [{ pointer }] })

  const bought = { offering_id: 'off_sandbox_506c', wallet_address: to, dry_run: true }
  const sums = { quantity: '500' }
  const one = await post('/investments', { ...bought, quantity: '500' })
  expect(one).toMatchObject(sums)
  expect(await post('/investments', { ...bought, amount: one.amount })).toMatchObject(sums)

  // What verifies a wallet stands with the wallets.
  const { paths } = (await api.call('GET', '/v1/openapi.json')).body
  expect(paths['/wallets/verify'].post.tags).toEqual(['platform'])
})
