import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAllDue } from '#core/upkeep/deadlines/run-due.ts'
import { checkReceipt } from '#credentials/receipt.ts'
import { type Answer, startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let stranger: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
})
afterAll(() => api.stop())

const get = (path: string, as: string | null = key) => api.call('GET', path, undefined, as)
const json = (path: string) => api.call('GET', path, undefined, null, { accept: 'application/json' })
const bills = { type: 'treasury', amount: '70.00', maturity_date: '2026-12-31', custodian_country: 'US', encumbered: false }
const deposit = { type: 'demand_deposit', amount: '31', custodian_country: 'US', encumbered: 'no' }
const signed = (role: string, signed_at = '2026-11-12T15:00:00Z') => ({ name: `The ${role}`, role, signed_at })
const october = {
  token: 'USDX',
  month: '2026-10',
  outstanding: '100',
  reserves: [bills, deposit],
  accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
  certified_by: [signed('ceo'), signed('cfo')],
  document_sha256: 'AB'.repeat(32),
}
const publish = (more: object = {}, as = key) => api.call('POST', '/v1/stablecoins/reserve-statements', { ...october, ...more }, as)
const at = async (moment: string) => {
  const set = await api.call('POST', '/v1/sandbox/clock', { set: moment }, key)
  expect(set.status, set.text).toBe(200)
  await runAllDue(api.services)
}
const told = async (type: string) =>
  (await get(`/v1/events?type=stablecoin.reserve_statement.${type}`)).body.data.map((event: Answer['body']) => event.data.object.statement)

test('a month is stated once, counted by the rules, shown to everybody and provable; a correction names what it corrects', async () => {
  await at('2026-11-21T12:00:00Z')
  const refused: [object, string, string][] = [
    [{ month: '2026-11' }, '/month', 'future_date'],
    [{ month: '2024-10' }, '/month', 'too_small'],
    [{ certified_by: [signed('ceo')] }, '/certified_by', 'required'],
    [{ certified_by: [signed('ceo'), signed('cfo', '2026-10-31T20:00:00Z')] }, '/certified_by/1/signed_at', 'past_date'],
    [{ reserves: [{ ...bills, maturity_date: undefined }] }, '/reserves/0/maturity_date', 'required'],
    [{ correction: 'There was a mistake.' }, '/corrects', 'required'],
  ]
  for (const [more, pointer, code] of refused) expect((await publish(more)).body.errors, pointer).toMatchObject([{ pointer, code }])

  const made = await publish()
  expect(made, made.text).toMatchObject({
    status: 201,
    body: {
      version: 1,
      total: '101',
      counted: '101',
      ratio: '1.010000',
      due_on: '2026-11-30',
      late: false,
      decision: { outcome: 'allow', rules: [] },
    },
  })
  const { id, sha256 } = made.body
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'already_exists', existing_id: id } })
  // How old its data was is told by the answer and by the decision itself.
  const { data_age: _, ...decision } = made.body.decision
  expect((await get(`/v1/stablecoins/reserve-statements/${id}`)).body).toEqual({ ...made.body, decision })
  expect((await get(`/v1/stablecoins/reserve-statements/${id}`, stranger)).status).toBe(404)
  expect((await publish({ corrects: id, correction: 'Not theirs to correct.' }, stranger)).status).toBe(404)

  // Ninety-four days, another kind and what is pledged do not count; a shortfall is published, and said to be one.
  const correction = 'The bills mature later, and the deposit was pledged.'
  const worse = {
    reserves: [
      { ...bills, maturity_date: '2027-02-02' },
      { ...deposit, encumbered: true },
      { ...deposit, type: 'other' },
      { ...deposit, amount: '90' },
    ],
  }
  const both = await Promise.all([1, 2].map(() => publish({ ...worse, corrects: id, correction })))
  expect(both.map((each) => each.status).sort()).toEqual([201, 404])
  const second = both.find((each) => each.status === 201)!.body
  expect(second).toMatchObject({
    version: 2,
    supersedes: id,
    correction,
    total: '222',
    counted: '90',
    ratio: '0.900000',
    reserves: [false, false, false, true].map((counted) => ({ counted })),
    decision: { outcome: 'deny', reason_codes: ['genius_reserve_1_to_1'] },
  })
  const { body: versions } = await get('/v1/stablecoins/reserve-statements?token=USDX&month=2026-10')
  // The clock stands still, so neither is the newer.
  expect(versions.data.map((one: Answer['body']) => one.id).sort()).toEqual([second.id, id].sort())
  expect(await told('published')).toMatchObject([
    { id: second.id, ratio: '0.900000', supersedes: id },
    { id, month: '2026-10', sha256, ratio: '1.010000', accountant: 'Example & Co LLP' },
  ])

  const shown = await json(`/reserves/${id}`)
  expect(shown.body).toMatchObject({
    superseded_by: second.id,
    environment: 'sandbox',
    outcome: 'allow',
    certified_by: october.certified_by,
  })
  expect((await json(`/reserves/${second.id}`)).body).toMatchObject({
    superseded_by: null,
    outcome: 'deny',
    findings: expect.arrayContaining([expect.objectContaining({ result: 'fail' })]),
  })
  const { body: proof } = await json(`/reserves/${id}/receipt`)
  // Its leaf stands in the tree once the receipt was made.
  const { verifier_key } = (await json(`/reserves/${id}`)).body.receipt
  expect(await checkReceipt(proof, verifier_key)).toBeNull()
  expect(proof.entry.details.statement).toBe(sha256)
  expect((await json('/reserves/rsv_00000000000000000000000000')).status).toBe(404)
})

test('a month that nobody stated is told as overdue once, when the day after its due day begins', async () => {
  expect(await told('overdue')).toEqual([])
  // November is due on 31 December, to its end in New York.
  await at('2027-01-01T04:59:00Z')
  expect(await told('overdue')).toEqual([])
  await at('2027-01-01T05:00:00Z')
  await runAllDue(api.services)
  expect(await told('overdue')).toEqual([
    { token: 'USDX', month: '2026-11', due_on: '2026-12-31', sha256: null, ratio: null, accountant: null },
  ])
  const late = await publish({
    month: '2026-11',
    certified_by: [signed('ceo', '2026-12-20T00:00:00Z'), signed('cfo', '2026-12-20T00:00:00Z')],
  })
  expect(late.body, late.text).toMatchObject({
    late: true,
    decision: { outcome: 'allow', rules: [{ code: 'genius_monthly_report', result: 'warn' }] },
  })
  // The last statement of a token that is no more ends the duty.
  const nothing = {
    month: '2026-12',
    outstanding: '0',
    reserves: [],
    certified_by: [signed('ceo', '2027-01-01T05:00:00Z'), signed('cfo', '2027-01-01T05:00:00Z')],
  }
  await at('2027-01-02T00:00:00Z')
  expect((await publish(nothing)).body).toMatchObject({ ratio: null, counted: '0' })
  await at('2027-06-01T12:00:00Z')
  expect((await told('overdue')).length).toBe(1)
})

test('writes amounts of a finding so that they can be read', async () => {
  const { body } = await publish({ token: 'USDR', outstanding: '2500000', reserves: [{ ...bills, type: 'other', amount: '1234567.5' }] })
  const messages = body.decision.rules.map((rule: { message: string }) => rule.message)
  expect(messages).toContain('Eligible reserves of 0.00 USD do not cover 2,500,000.00 USD.')
  expect(messages).toContain('These reserve assets do not count: other 1,234,567.50.')
})
