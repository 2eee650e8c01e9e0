import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { events, lots, persons, timers, wallets } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { dueWarning } from './credentials.ts'
import { runAllDue, runDueEvidence } from './run-due.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
beforeAll(async () => {
  api = await startApi({}, { passports: true })
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const post = (path: string, body: object, headers?: Record<string, string>) => api.call('POST', path, body, key, headers)
const get = (path: string) => api.call('GET', path, undefined, key)
const advance = (by: string) => post('/v1/sandbox/clock', { advance: by })
const told = async (id: string, ...types: string[]) =>
  (
    await api.services.connection.db
      .select({ type: events.type, object: events.object })
      .from(events)
      .where(and(eq(events.resource_id, id), inArray(events.type, types)))
      .orderBy(events.position)
  ).map((event) => [event.type, event.object.days_left ?? null])
const open = async (more: object = {}) =>
  (
    await post('/v1/offerings', {
      name: 'Clock',
      regulation: 'reg_d_506c',
      total_supply: 1_000_000,
      price_per_token: '0.01',
      maximum_raise: '10000',
      ...more,
    })
  ).body

it('names the nearest warning once, whatever was jumped over', () => {
  const day = 86_400_000
  expect([31, 30, 8, 7, 2, 1, 0, -5].map((days) => dueWarning(days * day))).toEqual([null, 30, 30, 7, 7, 1, 0, 0])
})

it('lets everything of a sandbox happen when its clock comes there, and tells each once', async () => {
  const offering = await open({ lockup_days: 20 })
  const invest = async (amount: string) =>
    (await post('/v1/investments', { offering_id: offering.id, wallet_address: magic('3001'), amount })).body
  const [fails, refunded, stays] = [await invest('10.13'), await invest('10.14'), await invest('10')]
  expect([fails.status, refunded.status, stays.status]).toEqual(['accepted', 'accepted', 'accepted'])
  const credential = (await post('/v1/wallets/verify', { wallet_address: magic('1008') })).body.credential
  const year = (await post('/v1/wallets/verify', { wallet_address: magic('0002') })).body.credential
  const pending = (await post('/v1/wallets/verify', { wallet_address: magic('1001') })).body
  expect(pending.verification_status).toBe('pending')
  const person = (
    await post('/v1/investors', { full_name: 'Penn Ding', email: 'penn@clock.test', date_of_birth: '1980-04-05', country: 'US' })
  ).body
  expect((await post(`/v1/investors/${person.id}/verify`, {})).body.status).toBe('pending')
  const silent = (
    await post('/v1/transactions', { from_address: magic('0001'), to_address: magic('7005'), amount: '3500', currency: 'USDC' })
  ).body
  const issued = (await post('/v1/tokens/issue', { offering_id: offering.id, wallet_address: magic('3001'), quantity: 300 })).body
  expect(issued.status).toBe('authorized')
  expect(Date.parse(issued.expires_at) - Date.parse(issued.created_at)).toBe(86_400_000)
  const minted = (id: string, byte: string) => post(`/v1/tokens/issue/${id}/confirm`, { transaction_hash: `0x${byte.repeat(32)}` })
  expect((await minted(issued.id, 'd3')).body.status).toBe('confirmed')
  const unreported = (
    await post('/v1/tokens/issue', { offering_id: offering.id, wallet_address: magic('3001'), quantity: 200, investment_id: stays.id })
  ).body
  const failing = (
    await post(
      '/v1/tokens/issue',
      { offering_id: offering.id, wallet_address: magic('3001'), quantity: 50 },
      { 'sandbox-scenario': 'mint_fails' },
    )
  ).body

  await advance('2m')
  expect(await told(failing.id, 'token.issuance.failed')).toHaveLength(1)
  const table = (await get(`/v1/offerings/${offering.id}/cap-table`)).body
  expect(table).toMatchObject({ outstanding: '300', issued: '300', pending: '200', total: 1 })
  expect(table.data.map((row: { quantity: string; pending: string }) => [row.quantity, row.pending])).toEqual([['300', '200']])

  await advance('2h')
  expect((await get(`/v1/investors/${person.id}/status`)).body.status).toBe('verified')
  expect(await told(pending.wallet_id, 'wallet.verified')).toHaveLength(1)
  expect(await told(fails.id, 'investment.payment_failed')).toHaveLength(1)
  expect(await told(credential.id, 'credential.expiring')).toEqual([['credential.expiring', 1]])

  await advance('1d')
  // Nobody reported the mint: its units are free again, of the supply and of the investment.
  expect((await get(`/v1/events?resource_id=${unreported.id}`)).body.data[0]).toMatchObject({
    type: 'token.issuance.failed',
    data: { object: { status: 'failed', reason: 'not_reported', supply: { issued: '300' } }, previous: { status: 'authorized' } },
  })
  expect((await get(`/v1/offerings/${offering.id}/cap-table`)).body).toMatchObject({ outstanding: '300', issued: '300', pending: '0' })
  expect((await get(`/v1/investments/${stays.id}`)).body.issued_quantity).toBe('0')
  const late = (await minted(unreported.id, 'd4')).body
  expect([late.code, late.detail]).toEqual(['invalid_transition', expect.stringContaining('Authorise the issuance again')])
  expect(await told(refunded.id, 'investment.refunded')).toHaveLength(1)
  expect(await told(credential.id, 'credential.expiring', 'credential.expired')).toHaveLength(2)
  expect((await get(`/v1/offerings/${offering.id}`)).body).toMatchObject({ amount_raised: '10', investor_count: 1 })
  if (silent.status === 'awaiting_counterparty') {
    await advance('2d')
    expect(await told(silent.id, 'transaction.expired', 'travel_rule.expired')).toHaveLength(2)
  }

  const [lot] = await api.services.connection.db.select().from(lots).where(eq(lots.issuance_id, issued.id))
  await advance('14d')
  expect(await told(lot!.id, 'holding.lockup_ending', 'holding.unlocked')).toEqual([['holding.lockup_ending', null]])
  await advance('7d')
  expect(await told(lot!.id, 'holding.lockup_ending', 'holding.unlocked')).toHaveLength(2)
  await advance('312d')
  expect(await told(year.id, 'credential.expiring')).toEqual([['credential.expiring', 30]])
  await advance('60d')
  expect(await told(year.id, 'credential.expiring', 'credential.expired')).toHaveLength(2)
  expect(await runAllDue(api.services)).toBe(0)
})

it('frees what waits after 72 hours, and what was not paid after five days', async () => {
  await post('/v1/sandbox/clock', { resume: true })
  const offering = await open({ price_per_token: '1', total_supply: 1000, maximum_raise: '1000' })
  const invest = async (code: string, amount: string) =>
    (await post('/v1/investments', { offering_id: offering.id, wallet_address: magic(code), amount })).body
  const [waits, match, sold] = [await invest('3003', '100'), await invest('2003', '100'), await invest('3001', '700')]
  expect([waits.status, match.status, sold.status]).toEqual(['pending', 'pending', 'accepted'])
  const left = Date.parse(waits.reserved_until) - Date.parse(waits.created_at)
  expect([left, sold.reserved_until]).toEqual([72 * 3_600_000, null])
  // What waits is reserved: 100 are left, not 300.
  expect(await invest('3001', '101')).toMatchObject({ code: 'raise_limit_exceeded', remaining: '100.00' })
  const note = { note: 'Said by the bank.' }
  const payment = (status: string, id = sold.id) => post(`/v1/investments/${id}/payment`, { status, ...note })
  expect((await payment('received')).body.code).toBe('invalid_transition')
  const failed = (await payment('failed')).body
  expect(failed).toMatchObject({ status: 'pending', next_action: { type: 'pay' }, fee: { amount: '0.00' } })
  expect(Date.parse(failed.reserved_until) - Date.parse(failed.payment_failed_at)).toBe(5 * 86_400_000)
  expect((await post(`/v1/investments/${sold.id}/approve`, note)).body.code).toBe('conflict')
  expect(await invest('3001', '101')).toMatchObject({ code: 'raise_limit_exceeded', remaining: '100.00' })
  expect((await payment('received')).body).toMatchObject({ status: 'accepted', payment_failed_at: null, reserved_until: null })
  expect((await get(`/v1/offerings/${offering.id}`)).body).toMatchObject({ amount_raised: '700', fee: { accrued: '7' } })
  await payment('failed')

  await advance('73h')
  for (const { id } of [waits, match]) {
    expect((await get(`/v1/investments/${id}`)).body).toMatchObject({ status: 'cancelled', cancel_reason: 'reservation_expired' })
    expect(await told(id, 'investment.cancelled')).toHaveLength(1)
    expect((await post(`/v1/investments/${id}/approve`, note)).body).toMatchObject({ status: 409, reason: 'reservation_expired' })
  }
  // The clock settles no possible match: its case outlives the investment, to be refused, not released.
  const [held] = (await get('/v1/cases?kind=investment_review')).body.data
  expect(held).toMatchObject({ subject: { id: match.id }, status: 'open' })
  const word = (outcome: string) => post(`/v1/cases/${held.id}/decide`, { outcome, reason_code: 'seen', note: 'Seen by the desk.' })
  expect((await word('release')).body).toMatchObject({ code: 'invalid_transition', reason: 'reservation_expired' })
  expect((await word('refuse')).body).toMatchObject({ status: 'decided' })
  expect((await invest('3001', '201')).status).toBe('accepted')

  await advance('2d')
  expect((await get(`/v1/investments/${sold.id}`)).body).toMatchObject({ status: 'cancelled', cancel_reason: 'payment_not_received' })
  expect((await payment('received')).body).toMatchObject({ status: 409, reason: 'payment_not_received' })
  expect((await get(`/v1/offerings/${offering.id}`)).body).toMatchObject({
    amount_raised: '201',
    investor_count: 1,
    fee: { accrued: '2.01' },
  })
  expect((await invest('3001', '799')).status).toBe('accepted')
})

it('ends a verification as asked, unless the rules are against it', async () => {
  const made = await post('/v1/investors', { full_name: 'Penn Ding', email: 'p2@clock.test', date_of_birth: '1981-04-05', country: 'US' })
  const check = (await post(`/v1/investors/${made.body.id}/verify`, {})).body.verification_id
  const resolve = (status: string, id = check) => post(`/v1/sandbox/verifications/${id}/resolve`, { status })
  expect((await resolve('rejected')).body.status).toBe('rejected')
  expect((await resolve('verified')).body.status).toBe('verified')
  expect((await resolve('verified', 'chk_00000000000000000000000000')).status).toBe(404)
})

it('lets what was verified end with its document, and what nobody decides wait for thirty days', async () => {
  const verify = async (person: object) =>
    (await post('/v1/investors/verify', { date_of_birth: '1985-06-01', country: 'US', ...person })).body
  const statuses = async (id: string) => Object.values((await get(`/v1/investors/${id}/status`)).body.verification)
  const now = Date.parse((await get('/v1/sandbox/clock')).body.now)
  const expires_on = new Date(now + 20 * 86_400_000).toISOString().slice(0, 10)
  const { investor_id: shown, credential } = await verify({
    full_name: 'Olive Shown',
    email: 'olive@clock.example',
    wallet_address: `0x${'0'.repeat(36)}d0c5`,
    documents: [{ kind: 'passport', sha256: 'a'.repeat(64), expires_on }],
  })
  expect(await statuses(shown)).toEqual(['verified', 'incomplete', 'verified'])
  expect(credential.expires_at.slice(0, 10)).toBe(new Date(Date.parse(expires_on) + 86_400_000).toISOString().slice(0, 10))
  const { investor_id: held } = await verify({
    full_name: 'Mallory Sanctioned',
    email: 'mallory@clock.example',
    date_of_birth: '1991-03-14',
  })
  expect((await statuses(held))[0]).toBe('pending')
  const about = async () => (await get(`/v1/cases?limit=100`)).body.data.find((one: { subject: { id: string } }) => one.subject.id === held)
  expect(await about()).toMatchObject({ status: 'open', priority: 80 })
  await advance('19d')
  expect(await statuses(shown)).toEqual(['verified', 'incomplete', 'verified'])
  const { id: waiting } = await about()
  // Overdue, it is escalated.
  expect(await about()).toMatchObject({ status: 'open', priority: 500, overdue: true })
  await advance('3d')
  expect(await statuses(shown)).toEqual(['incomplete', 'incomplete', 'incomplete'])
  expect(await told(shown, 'investor.verification.incomplete')).toHaveLength(2)
  expect((await statuses(held))[0]).toBe('pending')
  await advance('9d')
  expect((await statuses(held))[0]).toBe('incomplete')
  expect((await get(`/v1/cases/${waiting}`)).body).toMatchObject({ status: 'decided', outcome: 'request_info' })
})

it('gives the last place to exactly one of two hundred at the same moment', async () => {
  await post('/v1/sandbox/clock', { resume: true })
  const offering = await open({ price_per_token: '10', maximum_raise: '10000', total_supply: 1000, max_holders: 1 })
  // Told that too many ask, nothing was done, and one asks again.
  const invest = async (): ReturnType<typeof post> => {
    const answer = await post('/v1/investments', { offering_id: offering.id, wallet_address: magic('3001'), amount: '10000' })
    return answer.status === 503 ? invest() : answer
  }
  const answers = await Promise.all(Array.from({ length: 200 }, invest))
  const accepted = answers.filter((one) => one.status === 201 && one.body.status === 'accepted')
  expect(accepted).toHaveLength(1)
  expect(answers.filter((one) => one.body.code === 'raise_limit_exceeded')).toHaveLength(199)
  expect((await get(`/v1/offerings/${offering.id}`)).body).toMatchObject({ amount_raised: '10000', investor_count: 1 })
}, 240_000)

it('does what is due of everybody else when one thing fails', async () => {
  const { db } = api.services.connection
  const offering = await open()
  // A mint of an offering that is everybody's ends first, and does not stand in the way.
  const shared = { offering_id: 'off_sandbox_506c', wallet_address: magic('3001'), quantity: 1 }
  const first = (await post('/v1/tokens/issue', shared)).body
  expect(first.status).toBe('authorized')
  await db.execute(sql`update issuances set authorized_until = now() - interval '2 hours' where id = ${first.id}`)
  const { id } = (await post('/v1/tokens/issue', { offering_id: offering.id, wallet_address: magic('3001'), quantity: 1 })).body
  await db.execute(sql`update issuances set authorized_until = now() - interval '1 hour' where id = ${id}`)
  await db.execute(sql`insert into reserve_duties (organization_id, environment, token, next_month, due_at, updated_at)
    select organization_id, environment, 'FAILS', '2026-01', '2026-02-01', now() from (
      select organization_id, environment from issuances union select organization_id, 'production' from issuances) tenants`)
  await api.owner.db.execute(sql`alter table reserve_duties add constraint fails check (next_month = '2026-01')`)
  await expect(runAllDue(api.services)).rejects.toThrow()
  const { rows } = await db.execute(sql`select status from issuances where id in (${id}, ${first.id})`)
  expect(rows).toEqual([{ status: 'failed' }, { status: 'failed' }])
})

it('lets one that fails hold up no other of its kind, and calls nothing done that this process does not know', async () => {
  await post('/v1/sandbox/clock', { resume: true })
  const { db } = api.services.connection
  const wallet = async (n: number) => {
    const answer = await post(
      '/v1/wallets/verify',
      {
        wallet_address: `0x${String(n).padStart(40, '7')}`,
        kyc_data: { full_name: `Due Number${n}`, date_of_birth: `1980-04-0${n}`, country: 'US' },
      },
      { 'sandbox-scenario': 'identity_pending' },
    )
    expect(answer.body.verification_status, answer.text).toBe('pending')
    return answer.body.wallet_id as string
  }
  const [broken, good] = [await wallet(1), await wallet(2)]
  const [row] = await db.select().from(wallets).where(eq(wallets.id, broken))
  await db
    .update(persons)
    .set({ pii_sealed: Buffer.from('altered') })
    .where(eq(persons.id, row!.person_id!))
  const [known] = await db.select().from(timers).where(eq(timers.subject_id, good))
  await db.insert(timers).values({ ...known!, id: 'tmr_of_another_version', kind: 'of_another_version', due_at: known!.created_at })
  await advance('2h')
  expect((await get(`/v1/wallets/0x${'2'.padStart(40, '7')}`)).body.verification_status).toBe('basic')
  const waiting = await db.select().from(timers).where(isNull(timers.done_at))
  expect(waiting.map((timer) => timer.subject_id)).toEqual(expect.arrayContaining([broken, good]))
  expect(waiting.find((timer) => timer.subject_id === good)!.kind).toBe('of_another_version')
  await db.delete(timers).where(isNull(timers.done_at))
})

it('judges by evidence that came without waiting for the rest of what is due, by the clock of each tenant', async () => {
  const { db } = api.services.connection
  const [person] = await db.select().from(persons).limit(1)
  const { id: subject_id, organization_id, environment } = person!
  const at = new Date(Date.now() - 1_000)
  const timer = { organization_id, environment, subject_id, created_at: at, due_at: at }
  await db.insert(timers).values([
    { ...timer, id: 'tmr_came', kind: 'identity_evidence' },
    { ...timer, id: 'tmr_ahead', kind: 'identity_evidence', due_at: new Date(Date.now() + 9_000 * 86_400_000) },
  ])
  expect(await runDueEvidence(api.services)).toBe(true)
  const waiting = await db.select({ id: timers.id }).from(timers).where(isNull(timers.done_at))
  expect(waiting).toEqual([{ id: 'tmr_ahead' }])
  expect(await runDueEvidence(api.services)).toBe(false)
})
