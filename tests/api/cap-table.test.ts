import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const holder = (i: number) => `0x6${String(i).padStart(39, '0')}`
const act = fc.record({
  what: fc.constantFrom('issue', 'transfer', 'transfer', 'burn', 'wait'),
  from: fc.integer({ min: 0, max: 3 }),
  to: fc.integer({ min: 0, max: 3 }),
  quantity: fc.integer({ min: 1, max: 120 }),
})

test('the cap table adds up to the units outstanding at any date, whatever was issued, moved and burned', async () => {
  const done = { issue: 0, transfer: 0, burn: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 10 }), async (acts) => {
      await post('/sandbox/reset', {})
      const { id } = await post('/offerings', {
        name: 'Whole',
        regulation: 'reg_a_plus',
        total_supply: 1000,
        price_per_token: '10',
        maximum_raise: '10000',
        lockup_days: 0,
      })
      let hash = 0
      const held = [0, 0, 0, 0]
      let issued = 0
      const days = new Map<string, { outstanding: number; issued: number }>()
      const note = async () => {
        const { now } = (await api.call('GET', '/v1/sandbox/clock', undefined, key)).body
        days.set(now.slice(0, 10), { outstanding: held.reduce((sum, units) => sum + units, 0), issued })
      }
      for (const { what, from, to, quantity } of acts) {
        const transaction_hash = `0x${(++hash).toString(16).padStart(64, '0')}`
        if (what === 'wait') {
          await note()
          await post('/sandbox/clock', { advance: '1d' })
        } else if (what === 'issue') {
          const made = await post('/tokens/issue', { offering_id: id, wallet_address: holder(to), quantity })
          if (made.status === 'authorized') {
            expect((await post(`/tokens/issue/${made.id}/confirm`, { transaction_hash })).status).toBe('confirmed')
            held[to]! += quantity
            issued += quantity
            done.issue++
          } else expect(made.code ?? made.status).toMatch(/supply_exceeded|denied/)
        } else {
          const burn = what === 'burn'
          if (!burn && from === to) continue
          const asked = { offering_id: id, from_address: holder(from), amount: String(quantity), transaction_hash }
          const made = await post('/transactions', burn ? { ...asked, type: 'burn' } : { ...asked, to_address: holder(to) })
          if (made.status === 'settled') {
            held[from]! -= quantity
            done[burn ? 'burn' : 'transfer']++
            if (!burn) held[to]! += quantity
          }
        }
        expect(Math.min(...held)).toBeGreaterThanOrEqual(0)
      }
      await note()
      for (const [as_of, sums] of days) {
        const table = (await api.call('GET', `/v1/offerings/${id}/cap-table?as_of=${as_of}`, undefined, key)).body
        const rows = table.data.reduce((sum: bigint, row: { quantity: string }) => sum + BigInt(row.quantity), 0n)
        expect([as_of, table.outstanding, table.issued, rows]).toEqual([
          as_of,
          String(sums.outstanding),
          String(sums.issued),
          BigInt(sums.outstanding),
        ])
      }
    }),
    { numRuns: 6, seed: 20261121 },
  )
  // Not about nothing.
  expect(Math.min(done.issue, done.transfer), JSON.stringify(done)).toBeGreaterThan(1)
}, 60_000)

test('A9 units are held from the confirmation of their mint on, and stand apart until then', async () => {
  await post('/sandbox/reset', {})
  const terms = { name: 'Waiting', regulation: 'reg_a_plus', total_supply: 1000, price_per_token: '10', maximum_raise: '10000' }
  const { id } = await post('/offerings', terms)
  const read = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, key)).body
  const today = async (): Promise<string> => (await read('/sandbox/clock')).now.slice(0, 10)
  const table = (as_of: string) => read(`/offerings/${id}/cap-table?as_of=${as_of}`)
  const issue = (quantity: number) => post('/tokens/issue', { offering_id: id, wallet_address: holder(1), quantity })
  const mint = async (issued: { id: string }, digit: string) =>
    expect((await post(`/tokens/issue/${issued.id}/confirm`, { transaction_hash: `0x${digit.repeat(64)}` })).status).toBe('confirmed')

  const lapsing = await issue(10)
  expect(lapsing.status).toBe('authorized')
  const first = await today()
  expect((await read(`/holdings?offering_id=${id}`)).data).toMatchObject([
    { quantity: '0', pending: '10', free: '0', lots: [{ quantity: '10', pending: true }] },
  ])
  await post('/sandbox/clock', { advance: '25h' })
  const second = await today()
  await mint(await issue(5), 'a')
  const later = await issue(7)
  // Into the next day, whatever the hour is, and within the 24 hours of a report.
  const left = 86_400_000 - (Date.parse((await read('/sandbox/clock')).now) % 86_400_000)
  await post('/sandbox/clock', { advance: `PT${Math.ceil(left / 1000)}S` })
  const third = await today()
  await mint(later, 'b')

  // What lapsed was held on no day, also not on the one it was authorised.
  expect(await table(first)).toMatchObject({ outstanding: '0', issued: '0', pending: '10', total: 0, data: [] })
  expect(await table(second)).toMatchObject({
    outstanding: '5',
    issued: '5',
    pending: '7',
    data: [{ quantity: '5', pending: '7', lots: 1 }],
  })
  expect(await table(third)).toMatchObject({ outstanding: '12', issued: '12', pending: '0', data: [{ quantity: '12', pending: '0' }] })
  const { holders_summary } = await read(`/offerings/${id}?expand[]=holders_summary&as_of=${first}`)
  expect(holders_summary).toMatchObject({ holders: 0 })
  // What waits is taken all the same.
  await issue(988)
  expect((await issue(1)).code).toBe('supply_exceeded')
})
