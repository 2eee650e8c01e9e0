import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_VERSION, FIRST_VERSION } from '#core/kernel/versions.ts'
import { forgetOldAnswers } from '#core/record/forget-answers.ts'
import { decisions, idempotencyKeys } from '#db/schema.ts'
import { startApi } from './harness.ts'

// Manners that many operations share (api.md, 4.0), each once over HTTP.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const post = (path: string, body: object, headers: Record<string, string> = {}) => api.call('POST', `/v1${path}`, body, key, headers)
const get = (path: string, headers: Record<string, string> = {}) => api.call('GET', `/v1${path}`, undefined, key, headers)
const db = () => api.services.connection.db
const terms = {
  name: 'Manners',
  regulation: 'reg_d_506c',
  total_supply: 1000,
  price_per_token: '10',
  maximum_raise: '10000',
  lockup_days: 0,
}

beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

test('A10 nothing of zero or less is issued, sold, moved, paid or given back: each operation names the field', async () => {
  const to = magic('0001')
  const of = { offering_id: 'off_none', wallet_address: to }
  const calls: [string, object, string][] = [
    ['/tokens/issue', of, 'quantity'],
    ['/tokens/issue', of, 'amount'],
    ['/investments', of, 'amount'],
    ['/investments', of, 'quantity'],
    ['/transactions', { type: 'payment', from_address: magic('0002'), to_address: to, currency: 'USDC' }, 'amount'],
    ['/transactions', { type: 'redemption', from_address: magic('0002'), to_address: to, currency: 'USDC' }, 'amount'],
    ['/holdings/freeze', { ...of, legal_basis: 'court_order', note: 'x', document_sha256: 'ab'.repeat(32) }, 'quantity'],
    [
      '/holdings/force-transfer',
      { ...of, to_address: magic('0002'), legal_basis: 'court_order', document_sha256: 'ab'.repeat(32) },
      'quantity',
    ],
    ['/offerings', { name: 'Zero', regulation: 'reg_s', price_per_token: '1', maximum_raise: '10' }, 'total_supply'],
    ['/offerings', { name: 'Zero', regulation: 'reg_s', total_supply: 10, maximum_raise: '10' }, 'price_per_token'],
  ]
  for (const [path, body, field] of calls)
    for (const value of ['0', '-1', '00']) {
      const { status, body: got } = await api.call('POST', `/v1${path}`, { ...body, [field]: value }, key)
      const named = got.errors?.map((error: { pointer: string }) => error.pointer)
      expect([path, field, value, status, named]).toEqual([path, field, value, 422, expect.arrayContaining([`/${field}`])])
    }
})

test('expand[]=decision.rules shows the rules that pass too, on a check, a dry run and a read', async () => {
  const pay = { type: 'payment', from_address: magic('0001'), to_address: magic('0002'), amount: '5', currency: 'USDC' }
  const plain = await post('/transactions', pay)
  const whole = await post('/transactions?expand[]=decision.rules', pay)
  const results = (answer: typeof plain) => new Set(answer.body.decision.rules.map((rule: { result: string }) => rule.result))
  expect(results(plain).has('pass')).toBe(false)
  expect(results(whole).has('pass')).toBe(true)
  expect(whole.body.decision.rules.length).toBeGreaterThan(plain.body.decision.rules.length + 10)
  expect(Object.keys(whole.body)).toEqual(Object.keys(plain.body))
  expect(results(await post('/transactions?expand[]=decision.rules', { ...pay, dry_run: true })).has('pass')).toBe(true)
  expect((await get(`/transactions/${plain.body.id}?expand[]=decision.rules`)).body.decision.rules).toHaveLength(
    whole.body.decision.rules.length,
  )
  expect((await post('/transactions?expand[]=nothing', pay)).body.errors[0]).toMatchObject({
    pointer: '/expand',
    suggestion: 'decision.rules',
  })
  expect((await get('/offerings?expand[]=decision.rules')).status).toBe(422)
  const alone = { wallet_address: magic('0002') }
  const one = await post('/sanctions/check?expand[]=decision.rules', alone)
  expect(results(one).has('pass')).toBe(true)
  const batch = await post('/sanctions/check?expand[]=decision.rules', { subjects: [alone] })
  expect(batch.body.results[0].decision.rules).toHaveLength(one.body.decision.rules.length)
})

test('a wallet that was verified can invest, as the person it was verified for', async () => {
  const wallet_address = `0x${'7a'.repeat(20)}`
  const kyc_data = { full_name: 'Vera Wallet', date_of_birth: '1990-05-17', country: 'CA' }
  await post('/wallets/verify', { wallet_address, kyc_data })
  const offering = (await post('/offerings', { ...terms, regulation: 'reg_d_506b' })).body
  const invested = await post('/investments', { offering_id: offering.id, wallet_address, amount: '500' })
  expect(invested.body, invested.text).toMatchObject({ status: 'accepted' })
  expect((await get(`/investors/${invested.body.investor_id}`)).body).toMatchObject({ full_name: 'Vera Wallet', country: 'CA' })
})

test('H1 each decision that a call makes has its entry of the log, also of an investor made on the way', async () => {
  const offering = (await post('/offerings', { ...terms, regulation: 'reg_d_506b' })).body
  const { body } = await post('/investments', { offering_id: offering.id, wallet_address: `0x${'7b'.repeat(20)}`, amount: '500' })
  const made = await api.services.connection.db.select().from(decisions).where(eq(decisions.subject_id, body.investor_id))
  expect(made.map((one) => one.check)).toContain('investor.verify')
  for (const { id } of made) expect((await post(`/decisions/${id}/replay`, {})).body).toMatchObject({ status: 'identical' })
})

test('what would be ignored or tells two people apart is refused', async () => {
  const both = await post('/sanctions/check', { full_name: 'Ann Plain', subjects: [{ full_name: 'Ann Plain' }] })
  expect(both).toMatchObject({ status: 422, body: { code: 'conflicting_fields', errors: [{ pointer: '/full_name' }] } })
  const [one] = await Promise.all(
    ['One', 'Two'].map((name) => post('/investors', { full_name: name, email: `${name}@two.example`, external_id: name })),
  )
  expect((await post('/investors/verify', { investor_id: one!.body.id, external_id: 'Two' })).body.code).toBe('ambiguous_investor')
  const day = await get('/offerings?created_after=2026-11-21')
  expect(day.body.errors[0]).toMatchObject({ code: 'invalid_format', detail: expect.stringContaining('2026-11-21T00:00:00Z') })
  const made = (await post('/offerings', { ...terms, regulation: 'reg_d_506b' })).body
  expect(made).toMatchObject({ max_non_accredited: 35, max_holders: null, lockup_days: 0 })
})

test('what is wrong with the query and with the body is told in one answer', async () => {
  const { status, body } = await post('/wallets/verify?foo=1', { wallet_adress: 'x' })
  expect([status, body.code, body.detail]).toEqual([422, 'validation_failed', '3 fields need attention'])
  expect(body.errors).toMatchObject([
    { pointer: '/foo', code: 'unknown_field' },
    { pointer: '/wallet_address', code: 'required' },
    { pointer: '/wallet_adress', code: 'unknown_field', suggestion: 'wallet_address' },
  ])
  expect((await post('/wallets/verify?on_deny=x', {})).body.errors).toMatchObject([{ pointer: '/on_deny' }, { pointer: '/wallet_address' }])
})

test('a body that is no UTF-8, or encoded, is refused as what it is', async () => {
  const refused: Record<string, string>[] = [{ 'content-type': 'application/json; charset=iso-8859-1' }, { 'content-encoding': 'gzip' }]
  for (const headers of refused)
    expect((await post('/wallets/verify', {}, headers)).body).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  expect((await post('/wallets/verify', {}, { 'content-type': 'application/json;charset="UTF-8"' })).status).toBe(422)
  // A file and what wallets and providers send are read as they are, too.
  for (const [path, type] of [
    ['/v1/sanctions/bulk', 'text/csv'],
    ['/verify/a.b/response', 'application/x-www-form-urlencoded'],
    ['/api/identity/providers/persona/idp_1', 'application/json'],
  ])
    expect(await api.call('POST', path!, 'a=b', key, { 'content-type': type!, 'content-encoding': 'gzip' }), path).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('gzip') },
    })
})

test('every address tells its methods to OPTIONS, the functions too', async () => {
  for (const [path, allow] of [
    ['/v1/wallets/verify', 'POST, OPTIONS'],
    ['/functions/v1/wallets-verify', 'POST, OPTIONS'],
    ['/functions/v1/offerings-list', 'GET, OPTIONS'],
    ['/functions/v1/wallet-connect', 'POST, OPTIONS'],
  ] as const) {
    const told = await api.call('OPTIONS', path)
    expect([path, told.status, told.headers.get('allow')]).toEqual([path, 204, allow])
    const wrong = await api.call('DELETE', path)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, allow])
  }
})

test('on_deny=error refuses a call of several checks when one of them is denied', async () => {
  const check = (...subjects: object[]) => post('/sanctions/check?on_deny=error', { subjects })
  const listed = await check({ wallet_address: magic('2001') }, { full_name: 'Ann Plain' })
  expect(listed.body, listed.text).toMatchObject({ status: 403, code: 'compliance_denied', decision: { success: true } })
  expect(listed.body.decision.results.map((one: { status: string }) => one.status)).toEqual(['hit', 'clear'])
  expect((await check({ full_name: 'Ann Plain' })).status).toBe(200)
})

test('a dry run leaves no row in any table', async () => {
  const offering = (await post('/offerings', terms)).body
  const hook = (await post('/webhook-endpoints', { url: 'https://8.8.8.8/dry' })).body
  const rows = async () => {
    const { rows: tables } = await db().execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const counts = tables.map(async ({ name }) => {
      const { rows: found } = await db().execute<{ n: number }>(sql.raw(`select count(*)::int as n from "${name}"`))
      return [name, found[0]!.n] as const
    })
    // What was asked is logged, a dry run too; and the words of rules are kept once for everybody.
    const apart = ['request_logs', 'decision_parts']
    return Object.fromEntries((await Promise.all(counts)).filter(([name]) => !apart.includes(name)))
  }
  const before = await rows()
  const pay = { amount: '5', currency: 'USDC', dry_run: true }
  const answers = [
    await post('/transactions', { ...pay, from_address: magic('0001'), to_address: `0x${'d1'.repeat(20)}` }, { 'idempotency-key': 'dry' }),
    await post('/transactions', { ...pay, from_address: magic('2001'), to_address: `0x${'d2'.repeat(20)}` }),
    await post('/transactions', { ...pay, from_address: magic('2003'), to_address: `0x${'d3'.repeat(20)}` }),
    await post('/investments', { offering_id: offering.id, wallet_address: magic('3001'), amount: '500', dry_run: true }),
    await post('/investments', { offering_id: offering.id, wallet_address: magic('3002'), amount: '500', dry_run: true }),
    await post(`/webhook-endpoints/${hook.id}/recover`, { since: '2026-01-01T00:00:00Z', dry_run: true }),
  ]
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 201, 201, 200])
  expect(await rows()).toEqual(before)
})

test('dry_run answers the same and stores nothing', async () => {
  const offering = (await post('/offerings', terms)).body
  const investment = { offering_id: offering.id, wallet_address: magic('3001'), amount: '500', dry_run: true }
  expect((await post('/investments', investment)).body).toMatchObject({ id: null, status: 'accepted', amount: '500.00' })
  const dry = await post('/transactions', {
    from_address: magic('0001'),
    to_address: magic('0002'),
    amount: '5',
    currency: 'USDC',
    dry_run: true,
  })
  expect(dry).toMatchObject({ status: 200, body: { id: null, status: 'approved', authorization: null } })
  expect((await get(`/investments?offering_id=${offering.id}`)).body.data).toEqual([])
  expect((await get(`/offerings/${offering.id}`)).body).toMatchObject({ amount_raised: '0', investor_count: 0 })
  // Alias of the marketing copy.
  const alias = await api.call(
    'POST',
    '/api/transactions/validate',
    { from_address: magic('0001'), to_address: magic('0002'), amount: '5', currency: 'USDC' },
    key,
  )
  expect(alias).toMatchObject({ status: 200, body: { id: null } })
})

test('holders_summary tells who holds an offering, as of any day', async () => {
  const offering = (await post('/offerings', terms)).body
  const day = (answer: { body: { now: string } }) => answer.body.now.slice(0, 10)
  const before = day(await get('/sandbox/clock'))
  await post('/sandbox/clock', { advance: '3d' })
  await post('/investments', { offering_id: offering.id, wallet_address: magic('3001'), amount: '500' })
  const issued = await post('/tokens/issue', { offering_id: offering.id, wallet_address: magic('3001'), quantity: 50 })
  expect(issued.body.status, issued.text.slice(0, 300)).toBe('authorized')
  // Held from the confirmation of the mint on.
  expect((await post(`/tokens/issue/${issued.body.id}/confirm`, { transaction_hash: `0x${'5a'.repeat(32)}` })).status).toBe(200)
  const summary = async (query = '') => (await get(`/offerings/${offering.id}?expand[]=holders_summary${query}`)).body.holders_summary
  expect(await summary()).toMatchObject({
    holders: 1,
    by_country: { US: 1 },
    by_accreditation: { accredited: 1, not_accredited: 0, unknown: 0 },
    concentration_top10: 1,
  })
  expect(await summary(`&as_of=${before}`)).toMatchObject({ holders: 0, concentration_top10: 0 })
  expect((await get(`/offerings/${offering.id}`)).body.holders_summary).toBeUndefined()
  expect((await get(`/offerings/${offering.id}?expand[]=holders`)).status).toBe(422)
  await post('/sandbox/clock', { resume: true })
})

test('wait holds a read until its object changes, at most as long as asked', async () => {
  const { id } = (await post('/transactions', { from_address: magic('0001'), to_address: magic('0002'), amount: '6', currency: 'USDC' }))
    .body
  const waiting = get(`/transactions/${id}?wait=20`)
  const changed = post(`/transactions/${id}/submit`, { transaction_hash: `0x${'d4'.repeat(32)}` })
  expect([(await changed).body.status, (await waiting).body.status]).toEqual(['settled', 'settled'])
  const started = performance.now()
  expect((await get(`/transactions/${id}?wait=1`)).body.status).toBe('settled')
  expect(performance.now() - started).toBeGreaterThan(900)
  for (const wait of ['0', '26', 'x']) expect((await get(`/transactions/${id}?wait=${wait}`)).status).toBe(422)
})

test('the version is the key’s own, unless the call names one', async () => {
  const plain = await get('/keys/self')
  expect(plain.headers.get('sealwright-version')).toBe(CURRENT_VERSION)
  expect((await get('/keys/self', { 'sealwright-version': '2026-11-01' })).status).toBe(200)
  expect((await get('/keys/self', { 'sealwright-version': '2020-01-01' })).body).toMatchObject({ code: 'invalid_header' })
  const pinned = await api.makeKey('sandbox')
  await api.changeKey(pinned.id, { api_version: FIRST_VERSION })
  expect((await api.call('GET', '/v1/keys/self', undefined, pinned.key)).headers.get('sealwright-version')).toBe(FIRST_VERSION)
})

test('reads of one object have a tag that goes with their answer', async () => {
  const { id } = (await post('/offerings', terms)).body
  const first = await get(`/offerings/${id}`)
  const tag = first.headers.get('etag')!
  expect(await get(`/offerings/${id}`, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
  await api.call('PATCH', `/v1/offerings/${id}`, { description: 'Other' }, key)
  expect((await get(`/offerings/${id}`, { 'if-none-match': tag })).status).toBe(200)
  // A change may ask that the object is still what was read.
  const change = (description: string, match: string) =>
    api.call('PATCH', `/v1/offerings/${id}`, { description }, key, { 'if-match': match })
  const late = await change('Too late', tag)
  expect(late).toMatchObject({ status: 412, body: { code: 'version_conflict' } })
  expect(late.headers.get('etag')).toBe((await get(`/offerings/${id}`)).headers.get('etag'))
  // Of two that read the same, one changes it.
  const both = await Promise.all(['One', 'Two'].map((words) => change(words, `"other", W/${late.headers.get('etag')}`)))
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 412])
  expect((await change('Any', '*')).status).toBe(200)
  const repeated = { 'if-match': (await get(`/offerings/${id}`)).headers.get('etag')!, 'idempotency-key': 'close-once' }
  const closed = await post(`/offerings/${id}/close`, {}, repeated)
  expect(await post(`/offerings/${id}/close`, {}, repeated), closed.text).toMatchObject({ status: 200, text: closed.text })
  expect((await post('/offerings', terms, { 'if-match': tag })).body).toMatchObject({ code: 'invalid_header' })
  for (const operation of api.catalogue.filter(
    (o) => o.method === 'get' && /\}(\/(status|vc|eas|claim|receipt|cap-table|deadlines))?$/.test(o.path),
  ))
    expect([operation.id, operation.etag ?? operation.path.endsWith('}')]).toEqual([operation.id, true])
})

test('a repeated call while the first still works is told so; afterwards it gets the first answer', async () => {
  const offering = (await post('/offerings', terms)).body
  const body = { offering_id: offering.id, wallet_address: magic('3001'), amount: '500' }
  const headers = { 'idempotency-key': 'parallel' }
  const client = await api.services.connection.pool.connect()
  let first: ReturnType<typeof post>
  try {
    // The offering is held, so the first call stays at work with its key.
    await client.query('begin')
    await client.query('select 1 from offerings where id = $1 for update', [offering.id])
    first = post('/investments', body, headers)
    for (;;) {
      const { rows } = await client.query(`select 1 from pg_locks where not granted`)
      if (rows.length) break
    }
    const second = await post('/investments', body, headers)
    expect(second, second.text).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    expect(second.headers.get('retry-after')).toBe('1')
  } finally {
    await client.query('rollback')
    client.release()
  }
  const done = await first
  expect(done.status).toBe(201)
  // Compared as JSON, whatever the order and the spaces.
  const again = await api.call(
    'POST',
    '/v1/investments',
    `{ "amount":"500",  "wallet_address":"${magic('3001')}", "offering_id":"${offering.id}" }`,
    key,
    {
      'content-type': 'application/json',
      ...headers,
    },
  )
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, done.text, 'true'])
  expect((await post('/investments', { ...body, amount: '600' }, headers)).body.code).toBe('idempotency_key_reused')

  // Twenty at once make one thing.
  const many = await Promise.all(Array.from({ length: 20 }, () => post('/offerings', terms, { 'idempotency-key': 'twenty' })))
  const ids = new Set(many.filter((answer) => answer.status === 201).map((answer) => answer.body.id))
  expect(ids.size).toBe(1)
  expect(many.filter((answer) => ![201, 409].includes(answer.status))).toEqual([])
})

test('denials and refusals of the business are kept, invalid requests are not; all for 72 hours', async () => {
  const kept = async (name: string, path: string, body: object, more: Record<string, string> = {}) => {
    const first = await post(path, body, { 'idempotency-key': name, ...more })
    const again = await post(path, body, { 'idempotency-key': name, ...more })
    const replayed = again.headers.get('idempotent-replayed') === 'true'
    if (replayed) expect(again.text).toBe(first.text)
    return [first.status, replayed]
  }
  expect(await kept('404', '/investments', { offering_id: 'off_none', wallet_address: magic('3001'), amount: '5' })).toEqual([404, true])
  expect(await kept('409', '/investors', { full_name: 'A B', email: 'a@exists.example' })).toEqual([409, true])
  expect(await kept('deny', '/defi/verify-wallet', { wallet_address: magic('2001'), protocol_name: 'P' })).toEqual([200, true])
  expect(await kept('422', '/investors', { full_name: 'A B' })).toEqual([422, false])
  // A 422 of the business is an answer like any other; of a child nothing is kept.
  expect(await kept('rule', '/wallets/verify', { wallet_address: magic('1003') })).toEqual([422, true])
  const child = { full_name: 'A B', date_of_birth: '2020-01-01', country: 'US' }
  expect(await kept('child', '/wallets/verify', { wallet_address: magic('0002'), kyc_data: child })).toEqual([422, false])
  expect(await kept('500', '/defi/verify-wallet', { wallet_address: magic('9500'), protocol_name: 'P' })).toEqual([500, false])
  expect(await kept('429', '/defi/verify-wallet', { wallet_address: magic('9429'), protocol_name: 'P' })).toEqual([429, false])
  const path = '/investments'
  const answersOf404 = () => db().select().from(idempotencyKeys).where(eq(idempotencyKeys.path, path))
  const age = (hours: number) =>
    db()
      .update(idempotencyKeys)
      .set({ created_at: sql`now() - ${hours} * interval '1 hour'` })
      .where(eq(idempotencyKeys.path, path))
  await age(71)
  await forgetOldAnswers(api.services)
  expect(await answersOf404()).not.toEqual([])
  await age(73)
  expect(
    (await post('/investments', { offering_id: 'off_none', wallet_address: magic('3001'), amount: '6' }, { 'idempotency-key': '404' }))
      .status,
  ).toBe(404)
  await age(73)
  await forgetOldAnswers(api.services)
  expect(await answersOf404()).toEqual([])
})
