import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let production: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  production = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())

const get = (path: string, as = key) => api.call('GET', `/v1${path}`, undefined, as)
const post = (path: string, body: object, as = key) => api.call('POST', `/v1${path}`, body, as)
const W = (code: string) => `0x${'5ea1'.repeat(8)}0000${code}`

test('the fixtures stand in every sandbox as their names say, made once for many first calls, and never in production', async () => {
  const offerings = { open: 'reg_d_506b', '506c': 'reg_d_506c', reg_s: 'reg_s', reg_a: 'reg_a_plus', full: 'reg_d_506c' }
  const stranger = await api.makeStranger()
  const first = await Promise.all(
    Object.keys(offerings).flatMap((name) => [key, stranger].map((as) => get(`/offerings/off_sandbox_${name}`, as))),
  )
  expect(first.map((each) => [each.status, each.text])).toEqual(first.map((each) => [200, each.text]))
  for (const [name, regulation] of Object.entries(offerings))
    expect((await get(`/offerings/off_sandbox_${name}`)).body).toMatchObject({ id: `off_sandbox_${name}`, regulation, status: 'open' })

  const investors = {
    verified: 'verified',
    pending: 'pending',
    rejected: 'rejected',
    incomplete: 'incomplete',
    expired: 'incomplete',
    sanctioned: 'rejected',
  }
  for (const [name, status] of Object.entries(investors)) {
    const id = `inv_sandbox_${name}`
    expect((await get(`/investors/${id}`)).body, id).toMatchObject({ id, status })
    expect((await get(`/investors/${id}/status`)).body, id).toMatchObject({
      investor_id: id,
      status,
      eligibility: { reg_d_506c: { eligible: name === 'verified' } },
    })
  }
  expect((await get('/investors/inv_sandbox_expired')).body.credential.state).toBe('expired')
  expect((await get('/investors/inv_sandbox_sanctioned/status')).body.history.length).toBeGreaterThan(0)

  for (const status of ['approved', 'denied', 'review', 'awaiting_counterparty', 'settled', 'failed']) {
    const { body } = await get(`/transactions/txn_sandbox_${status}`)
    expect(body, status).toMatchObject({ id: `txn_sandbox_${status}`, status })
    expect(body.timeline.at(-1).status).toBe(status)
  }
  for (const path of [
    '/offerings/off_sandbox_open',
    '/investors/inv_sandbox_verified',
    '/investors/inv_sandbox_verified/status',
    '/transactions/txn_sandbox_approved',
  ])
    expect((await get(path, production)).status).toBe(404)
  expect((await get('/offerings/off_sandbox_nothing')).status).toBe(404)
  expect((await get('/offerings')).body.data).toEqual([])
})

test('a fixture is not changed; what is done with it is the caller’s own', async () => {
  const refused = [
    await post('/investors/inv_sandbox_pending/verify', {}),
    await post('/investments', { offering_id: 'off_sandbox_open', investor_id: 'inv_sandbox_verified', amount: '100' }),
  ]
  for (const each of refused)
    expect(each).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: expect.stringContaining('This fixture cannot be changed') },
    })
  const before = (await get('/offerings/off_sandbox_506c')).text
  const bought = await post('/investments', { offering_id: 'off_sandbox_506c', wallet_address: W('3001'), amount: '5000' })
  expect(bought, bought.text).toMatchObject({ status: 201, body: { status: 'accepted', offering_id: 'off_sandbox_506c' } })
  const issued = await post('/tokens/issue', { offering_id: 'off_sandbox_506c', wallet_address: W('3001'), quantity: 500 })
  expect(issued, issued.text).toMatchObject({ status: 201, body: { status: 'authorized' } })
  const minted = await post('/tokens/issue', { offering_id: 'off_sandbox_506c', wallet_address: W('3001'), quantity: 1 })
  const confirmed = await post(`/tokens/issue/${minted.body.id}/confirm`, { transaction_hash: `0x${'f1'.repeat(32)}` })
  expect(confirmed, confirmed.text).toMatchObject({ status: 200, body: { status: 'confirmed' } })
  const held = await post('/investments', { offering_id: 'off_sandbox_506c', wallet_address: W('2003'), amount: '5000' })
  expect(held.body.status).toBe('pending')
  expect((await get('/offerings/off_sandbox_506c')).text).toBe(before)
  const full = await post('/investments', { offering_id: 'off_sandbox_full', wallet_address: W('3001'), amount: '5000' })
  expect(full).toMatchObject({ status: 409 })
  const elsewhere = await post('/investments', { offering_id: 'off_sandbox_506c', wallet_address: W('3001'), amount: '5000' }, production)
  expect(elsewhere.status).toBe(404)
  const { body } = await get('/cases')
  expect(body.data.every((one: { subject: { id: string } }) => !one.subject.id.includes('_sandbox_'))).toBe(true)
})
