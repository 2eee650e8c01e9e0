import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object, as = key) => api.call('POST', `/api/v1${path}`, body, as)
const magic = (code: string) => `0x${'5ea1'.repeat(8)}0000${code}`

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

test('the rules in force flip nothing; another parameter flips what it concerns, for this tenant alone', async () => {
  const offering = await post('/offerings', {
    name: 'What-if Fund',
    regulation: 'reg_d_506c',
    total_supply: 10_000,
    price_per_token: '10',
    minimum_investment: '1000',
    maximum_raise: '100000',
  })
  const invest = (wallet: string, amount: string) => post('/investments', { offering_id: offering.body.id, wallet_address: wallet, amount })
  const accepted = await invest(magic('3001'), '5000')
  expect(accepted.body).toMatchObject({ status: 'accepted', decision: { outcome: 'allow', counterfactuals: [] } })
  const refused = await invest(magic('3002'), '5000')
  expect(refused.body).toMatchObject({ status: 'rejected', decision: { outcome: 'deny' } })

  const same = await post('/simulations', {})
  expect(same).toMatchObject({ status: 200, body: { kind: 'population', flipped: 0 } })
  expect(same.body.total).toBeGreaterThanOrEqual(2)

  const code = (refused.body.decision.rules as { code: string; result: string }[])
    .find((rule) => rule.result === 'fail')!
    .code.toUpperCase()
  const flipped = await post('/simulations', { policy_patch: { [code]: { severity: 'info' } }, population: { last_n: 500 } })
  expect(flipped.status).toBe(200)
  expect(flipped.body.flips.map((flip: { id: string }) => flip.id)).toContain(refused.body.decision.id)

  const stranger = (await api.makeKey('production')).key
  expect((await post('/simulations', {}, stranger)).body.total).toBe(0)
  expect(await post('/simulations', { decision_id: refused.body.decision.id }, stranger)).toMatchObject({ status: 404 })
})

test('one decision is made again with other facts; a name the rules do not know is refused', async () => {
  const { body } = await post('/sanctions/check', { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01' })
  expect(body.decision.outcome).toBe('deny')
  const id = body.decision.id
  const same = await post('/simulations', { decision_id: id })
  expect(same.body).toMatchObject({ kind: 'decision', from: 'deny', to: 'deny', decision: { result_hash: body.decision.result_hash } })
  const without = await post('/simulations', { decision_id: id, changes: { 'subject.screen.names': [] } })
  expect(without.body).toMatchObject({ from: 'deny', to: 'allow' })
  expect((await api.call('GET', `/api/v1/decisions/${id}`, undefined, key)).body.outcome).toBe('deny')
  expect(await post('/simulations', { policy_patch: { NO_SUCH_RULE: { severity: 'info' } } })).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'unknown_rule' }] },
  })
  expect(await post('/simulations', { changes: { 'subject.kind': 'entity' } })).toMatchObject({ status: 422 })
  expect((await post('/simulations', { decision_id: id, changes: { 'no.such.path': 1 } })).status).toBeLessThan(500)
  // All facts are copied for each way out: a quarter of a megabyte of them would hold up everybody's answers.
  const large = { 'junk.a': 'x'.repeat(30_000) }
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`junk.a${i}`, 1]))
  for (const changes of [large, many]) expect(await post('/simulations', { decision_id: id, changes })).toMatchObject({ status: 422 })
  const undated = await post('/simulations', { decision_id: id, changes: { as_of: null } })
  expect(undated.body).toMatchObject({ to: 'review', decision: { missing: ['/as_of'] } })
})
