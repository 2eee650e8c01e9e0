import { asc, eq } from 'drizzle-orm'
import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERC1404 } from '#chains/evm/standards.ts'
import { auditLogs, offerings } from '#db/schema.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ann: string
let ben: string
const call = (method: string, path: string, body?: object, key = ann) => api.call(method, `/v1${path}`, body, key)
const post = async (path: string, body: object, key = ann) => (await call('POST', path, body, key)).body
const get = async (path: string) => (await call('GET', path)).body
beforeAll(async () => {
  api = await startApi({}, { passports: true })
  ann = (await api.makeKey('sandbox')).key
  ben = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const A = `0x7a${'1'.repeat(38)}`
const B = `0x7b${'2'.repeat(38)}`
const C = `0x7c${'3'.repeat(38)}`
const ground = { legal_basis: 'court_order', document_sha256: 'e3'.repeat(32) }
const offer = (more: object = {}) =>
  post('/offerings', {
    name: 'Held',
    regulation: 'reg_a_plus',
    total_supply: 10_000,
    price_per_token: '10',
    maximum_raise: '100000',
    lockup_days: 0,
    ...more,
  })
let mints = 0
const issue = async (offering_id: string, wallet_address: string, quantity: number) => {
  const made = await post('/tokens/issue', { offering_id, wallet_address, quantity })
  if (made.status === 'authorized')
    await post(`/tokens/issue/${made.id}/confirm`, { transaction_hash: `0x${(++mints).toString(16).padStart(64, 'd')}` })
  return made
}
const transfer = (offering_id: string, from_address: string, to_address: string, amount: number, more: object = {}) =>
  post('/transactions', { offering_id, from_address, to_address, amount: String(amount), ...more })
const eventsOf = async (id: string) =>
  (await get(`/events?resource_id=${id}`)).data.toReversed().map((one: { type: string; sequence: number; data: { object: object } }) => ({
    type: one.type,
    sequence: one.sequence,
    ...one.data.object,
  }))

const audited = async (id: string) =>
  (await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, id)).orderBy(asc(auditLogs.timestamp))).map(
    (row) => row.action,
  )

test('frozen units stop transfers and redemptions until two people lift the freeze', async () => {
  const { id } = await offer()
  await issue(id, A, 500)
  await issue(id, B, 100)
  await post('/sandbox/clock', { advance: '2d' })
  // Approved before the freeze, and used after it.
  const early = await transfer(id, A, B, 300)
  expect(early).toMatchObject({ status: 'approved' })

  const freeze = (more: object) => call('POST', '/holdings/freeze', { offering_id: id, wallet_address: A, ...ground, ...more })
  expect((await freeze({})).body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/quantity' }] })
  expect((await freeze({ quantity: 501 })).body).toMatchObject({ code: 'conflict', free: '500' })
  const part = await freeze({ quantity: 400, note: 'Order 12 of the district court.' })
  expect(part).toMatchObject({
    status: 201,
    body: { kind: 'freeze', status: 'active', quantity: '400', whole: false, countersigned_by: null },
  })
  expect((await freeze({ quantity: 101 })).status).toBe(409)

  expect(await transfer(id, A, B, 101)).toMatchObject({ status: 'denied', restriction_code: 6 })
  expect(await transfer(id, A, B, 101, { type: 'redemption' })).toMatchObject({ status: 'denied', restriction_code: 6 })
  expect(await post('/transactions', { type: 'burn', offering_id: id, from_address: A, amount: '101' })).toMatchObject({
    restriction_code: 6,
  })
  // Units are approved once: again when the first approval is over.
  expect(await transfer(id, A, B, 100, { dry_run: true })).toMatchObject({ status: 'denied', restriction_code: 6 })
  expect(await post(`/transactions/${early.id}/submit`, { transaction_hash: `0x${'a1'.repeat(32)}` })).toMatchObject({
    status: 'denied',
    restriction_code: 6,
    authorization: null,
  })
  expect(await transfer(id, A, B, 100, { dry_run: true })).toMatchObject({ status: 'approved', restriction_code: 0 })

  const whole = (await freeze({ whole: true, legal_basis: 'fraud_suspected' })).body
  expect(await transfer(id, A, B, 1)).toMatchObject({ status: 'denied', restriction_code: 3 })
  expect(await transfer(id, B, A, 1)).toMatchObject({ status: 'denied', restriction_code: 4 })
  expect(await transfer(id, B, C, 1, { spender_address: A })).toMatchObject({ status: 'denied', restriction_code: 5 })
  expect(await issue(id, A, 1)).toMatchObject({ code: 'conflict' })
  expect(await get(`/wallets/${A}`)).toMatchObject({
    freezes: [
      { id: part.body.id, quantity: '400' },
      { id: whole.id, quantity: null },
    ],
  })
  const [held] = (await get(`/holdings?offering_id=${id}&wallet_address=${A}`)).data
  expect(held).toMatchObject({ quantity: '500', frozen: '500', wholly_frozen: true, free: '0', freezes: [part.body.id, whole.id] })
  expect(held.lots).toHaveLength(1)
  const table = await get(`/offerings/${id}/cap-table`)
  expect(table.frozen).toBe('500')
  expect(table.data.map((row: { frozen: string }) => row.frozen)).toEqual(['500', '0'])

  // Lifting waits for somebody else, and can be refused.
  const ask = (freeze_id: string) => post('/holdings/unfreeze', { freeze_id, ...ground })
  const first = await ask(whole.id)
  expect(first).toMatchObject({ kind: 'unfreeze', status: 'proposed', freeze_id: whole.id })
  expect(await ask(whole.id)).toMatchObject({ code: 'already_exists', existing_id: first.id })
  expect(await post(`/holdings/acts/${first.id}/approve`, {})).toMatchObject({ status: 403, code: 'second_person_required' })
  expect(await post(`/holdings/acts/${first.id}/refuse`, { note: 'It names another wallet.' }, ben)).toMatchObject({ status: 'refused' })
  expect(await transfer(id, A, B, 1)).toMatchObject({ restriction_code: 3 })
  const second = await ask(whole.id)
  expect(await post(`/holdings/acts/${second.id}/approve`, {}, ben)).toMatchObject({
    status: 'done',
    countersigned_by: expect.stringMatching(/^key_/),
  })
  expect(await post(`/holdings/acts/${second.id}/approve`, {}, ben)).toMatchObject({ code: 'invalid_transition' })
  expect(await transfer(id, A, B, 100, { dry_run: true })).toMatchObject({ restriction_code: 0 })
  expect(await eventsOf(whole.id)).toMatchObject([
    {
      type: 'holding.frozen',
      sequence: 1,
      offering_id: id,
      quantity: '500',
      legal_basis: 'fraud_suspected',
      countersigned_by: null,
    },
    {
      type: 'holding.unfrozen',
      sequence: 2,
      quantity: '500',
      legal_basis: 'court_order',
      countersigned_by: expect.stringMatching(/^key_/),
    },
  ])
  expect(await audited(whole.id)).toEqual(['holding_freeze_placed'])
  expect((await audited(second.id)).slice(0, 2)).toEqual(['holding_unfreeze_asked', 'holding_unfreeze_approved'])

  // One with a last day ends by the sandbox's clock.
  const { now } = await get('/sandbox/clock')
  const expires_at = new Date(Date.parse(now) + 3_600_000).toISOString()
  const short = await post('/holdings/freeze', { offering_id: id, wallet_address: B, whole: true, ...ground, expires_at })
  expect(await transfer(id, B, C, 1)).toMatchObject({ restriction_code: 3 })
  await post('/sandbox/clock', { advance: '2h' })
  expect(await transfer(id, B, C, 1, { dry_run: true })).toMatchObject({ restriction_code: 0 })
  expect(await get(`/holdings/acts/${short.id}`)).toMatchObject({ status: 'ended', end_reason: 'expired' })
  expect((await eventsOf(short.id)).at(-1)).toMatchObject({ type: 'holding.unfrozen', end_reason: 'expired' })
  expect((await get(`/holdings/acts?offering_id=${id}&kind=unfreeze`)).data.map((one: { status: string }) => one.status)).toEqual([
    'done',
    'refused',
  ])
})

test('E2 a freeze, its end and a forced transfer come as transactions for the contract', async () => {
  const { id } = await offer()
  await issue(id, A, 500)
  const freeze = (more: object) => post('/holdings/freeze', { offering_id: id, wallet_address: A, ...ground, ...more })
  const some = await freeze({ quantity: 20 })
  const toSign = (act: { id: string }, standard = 'erc1404') => get(`/holdings/acts/${act.id}/transactions?standard=${standard}`)
  expect(await toSign(some)).toMatchObject({ operation: 'freeze', unsigned_transactions: [], unsigned_reason: 'token_address_unknown' })
  const token = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
  await call('PATCH', `/offerings/${id}`, { token_address: token, token_decimals: 2 })
  const abi = ERC1404
  const account = (await get(`/holdings/acts/${some.id}`)).wallet_address
  const data = (functionName: 'setWalletFrozen' | 'setFrozenTokens', args: never) => encodeFunctionData({ abi, functionName, args })
  expect((await toSign(some)).unsigned_transactions[0].data).toBe(data('setFrozenTokens', [account, 2_000n] as never))
  // A second amount is set together with the first.
  const more = await freeze({ quantity: 5 })
  expect((await toSign(more)).unsigned_transactions[0].data).toBe(data('setFrozenTokens', [account, 2_500n] as never))
  const all = await freeze({ whole: true })
  expect((await toSign(all)).unsigned_transactions).toEqual([
    { wallet_address: account, to: token, data: data('setWalletFrozen', [account, true] as never), chain_id: 11155111, value: '0x0' },
  ])
  expect(await toSign(all, 'erc20')).toMatchObject({ unsigned_reason: 'operation_not_supported' })
  const lift = await post('/holdings/unfreeze', { freeze_id: some.id, ...ground })
  expect(await toSign(lift)).toMatchObject({ operation: null, unsigned_reason: 'not_in_force' })
  await post(`/holdings/acts/${lift.id}/approve`, {}, ben)
  expect((await toSign(lift)).unsigned_transactions[0].data).toBe(data('setFrozenTokens', [account, 500n] as never))
})

test('A13 units whose payment bounced are frozen, and freed by payment, recalled by two people, or let be', async () => {
  const { id } = await offer()
  const wallet = `0x7d${'4'.repeat(38)}`
  const who = { wallet_address: wallet, annual_income: '900000', net_worth: '0' }
  const bought = await post('/investments', { offering_id: id, quantity: 20, ...who })
  expect(bought, JSON.stringify(bought.decision)).toMatchObject({ status: 'accepted' })
  const made = await post('/tokens/issue', { offering_id: id, wallet_address: wallet, investment_id: bought.id, quantity: 20 })
  await post(`/tokens/issue/${made.id}/confirm`, { transaction_hash: `0x${'e5'.repeat(32)}` })
  const pay = (status: string) => post(`/investments/${bought.id}/payment`, { status, note: 'Said by the bank.' })
  const failed = await pay('failed')
  expect(failed, JSON.stringify(failed)).toMatchObject({
    status: 'accepted',
    payment_freeze_id: expect.any(String),
    next_action: { type: 'pay' },
  })
  expect(await get(`/holdings/acts/${failed.payment_freeze_id}`)).toMatchObject({
    status: 'active',
    quantity: '20',
    legal_basis: 'payment_failed',
  })
  expect((await eventsOf(bought.id)).at(-1)).toMatchObject({ type: 'investment.payment_failed', freeze_id: failed.payment_freeze_id })
  expect(await audited(bought.id)).toContain('investment_payment_failed')
  expect(await pay('failed')).toMatchObject({ code: 'invalid_transition' })
  expect(await post('/holdings/unfreeze', { freeze_id: failed.payment_freeze_id, ...ground })).toMatchObject({ code: 'invalid_transition' })
  expect(await transfer(id, wallet, B, 1)).toMatchObject({ status: 'denied', restriction_code: 6 })
  const open = async () => (await get('/cases?kind=bounced_payment')).data.filter((one: { status: string }) => one.status !== 'decided')
  expect(await open()).toMatchObject([{ subject: { id: bought.id } }])
  expect(await pay('received')).toMatchObject({ status: 'accepted', payment_failed_at: null, payment_freeze_id: null })
  expect(await open()).toEqual([])
  // Let be, by two.
  await pay('failed')
  const [owed] = await open()
  const word = (outcome: string, key = ann) =>
    post(`/cases/${owed.id}/decide`, { outcome, reason_code: 'seen', note: 'Settled otherwise.' }, key)
  expect(await word('refuse')).toMatchObject({ code: 'conflict' })
  await word('release')
  expect(await word('release', ben)).toMatchObject({ status: 'decided' })
  expect(await get(`/investments/${bought.id}`)).toMatchObject({ status: 'accepted', payment_freeze_id: null })
  // Recalled: the units end, and the sale leaves the raise.
  const { payment_freeze_id: freeze_id } = await pay('failed')
  const recall = (more: object) =>
    post('/holdings/force-transfer', {
      offering_id: id,
      wallet_address: wallet,
      freeze_id,
      ...ground,
      legal_basis: 'payment_failed',
      ...more,
    })
  expect(await recall({ quantity: 19 })).toMatchObject({ errors: [{ pointer: '/quantity' }] })
  expect(await recall({ quantity: 20, to_address: B })).toMatchObject({ errors: [{ pointer: '/to_address' }] })
  const asked = await recall({ quantity: 20 })
  const done = await post(`/holdings/acts/${asked.id}/approve`, {}, ben)
  expect(done, JSON.stringify(done)).toMatchObject({ status: 'done', to_address: null, outcome: { units: '20' } })
  expect(await get(`/investments/${bought.id}`)).toMatchObject({ status: 'cancelled', cancel_reason: 'payment_not_received' })
  expect(await get(`/offerings/${id}`)).toMatchObject({ amount_raised: '0' })
  expect(await get(`/offerings/${id}/cap-table`)).toMatchObject({ outstanding: '0', frozen: '0' })
  expect(await open()).toEqual([])
})

test('A13 a redemption goes back to the issuer: nobody receives it, and freezes and lots count', async () => {
  const { id } = await offer()
  await issue(id, A, 50)
  await post('/sandbox/clock', { advance: '1d' })
  const redeem = (amount: string, more: object = {}) =>
    post('/transactions', { type: 'redemption', offering_id: id, from_address: A, amount, ...more })
  expect(await redeem('51')).toMatchObject({ status: 'denied' })
  const blocked = magicWallet('2001')
  // To somebody else than the issuer it is a transfer, and judged as one.
  expect(await redeem('1', { to_address: blocked })).toMatchObject({ status: 'denied' })
  const link = { wallet: blocked, role: 'owner', linked_at: new Date().toISOString(), linked_by: 'key_1' }
  await api.services.connection.db.update(offerings).set({ token_link: link }).where(eq(offerings.id, id))
  await post(`/offerings/${id}/close`, {})
  const done = await redeem('20')
  expect(done, JSON.stringify(done)).toMatchObject({ status: 'approved' })
  await post('/holdings/freeze', { offering_id: id, wallet_address: A, quantity: 10, ...ground })
  expect(await redeem('41')).toMatchObject({ status: 'denied', restriction_code: 6 })
})

test('a forced transfer needs a second person, another holder, and rules that let the recipient have the units', async () => {
  // A contract's lock-up does not stop a court.
  const { id } = await offer({ lockup_days: 365 })
  await issue(id, A, 300)
  await transfer(id, B, C, 1, { dry_run: true })
  const ask = (more: object) => post('/holdings/force-transfer', { offering_id: id, wallet_address: A, quantity: 200, ...ground, ...more })
  expect(await ask({ to_address: A })).toMatchObject({ status: 422, code: 'same_address' })
  expect(await ask({ to_address: C, quantity: 301 })).toMatchObject({ code: 'conflict' })
  expect(await ask({ to_address: C, legal_basis: 'key_compromise' })).toMatchObject({ code: 'validation_failed' })
  expect(await transfer(id, A, C, 1)).toMatchObject({ status: 'denied', restriction_code: 26 })

  const freeze = await post('/holdings/freeze', { offering_id: id, wallet_address: A, quantity: 200, ...ground })
  expect(await ask({ to_address: C })).toMatchObject({ code: 'conflict', frozen: '200', freezes: [freeze.id] })
  const asked = await ask({ to_address: C, freeze_id: freeze.id })
  expect(asked).toMatchObject({ kind: 'force_transfer', status: 'proposed' })
  expect(await post(`/holdings/acts/${asked.id}/approve`, {})).toMatchObject({ code: 'second_person_required' })
  const done = await post(`/holdings/acts/${asked.id}/approve`, { note: 'I have read the order.' }, ben)
  expect(done, JSON.stringify(done)).toMatchObject({ status: 'done', outcome: { units: '200', overridden: ['ISSUER_LOCKUP'] } })
  expect(await get(`/decisions/${done.decision_id}`)).toMatchObject({ id: done.decision_id })

  const holdings = (await get(`/holdings?offering_id=${id}`)).data
  expect(holdings.map((one: { quantity: string; frozen: string }) => [one.quantity, one.frozen]).sort()).toEqual([
    ['100', '0'],
    ['200', '0'],
  ])
  // The lock-up moves along with the units.
  const taken = holdings.find((one: { quantity: string }) => one.quantity === '200')
  expect(taken.locked).toBe('200')
  expect(await get(`/offerings/${id}/cap-table`)).toMatchObject({ outstanding: '300', issued: '300', frozen: '0' })
  expect(await eventsOf(asked.id)).toMatchObject([
    { type: 'holding.force_transferred', quantity: '200', legal_basis: 'court_order', countersigned_by: expect.stringMatching(/^key_/) },
  ])
  expect((await eventsOf(freeze.id)).at(-1)).toMatchObject({ type: 'holding.unfrozen', end_reason: 'force_transferred' })

  // Never to a listed address: the answer is a denial, with its decision.
  const listed = await ask({ to_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', quantity: 10 })
  const denied = await post(`/holdings/acts/${listed.id}/approve`, {}, ben)
  expect(denied).toMatchObject({ status: 'denied', countersigned_by: null, decision_id: expect.stringMatching(/^dec_/) })
  // H1: the reasons of its decision, in its words.
  const { reason_codes } = await get(`/decisions/${denied.decision_id}`)
  expect(reason_codes).toEqual(expect.arrayContaining(denied.outcome.reason_codes))
  expect(denied.outcome.reason_codes.length).toBeGreaterThan(0)
  expect(await get(`/offerings/${id}/cap-table`)).toMatchObject({ outstanding: '300' })

  // Two people from one: the second word comes at the same moment, twice.
  const race = await ask({ to_address: C, quantity: 100 })
  const words = await Promise.all([1, 2, 3].map(() => call('POST', `/holdings/acts/${race.id}/approve`, {}, ben)))
  expect(words.map((one) => one.status).sort()).toEqual([200, 409, 409])
})

test('L15 an approved transfer shows no failed lock-up: a closed route beside an open one closes nothing', async () => {
  const { id } = await offer()
  await issue(id, A, 10)
  await post('/sandbox/clock', { advance: '2d' })
  expect(await transfer(id, A, B, 1)).toMatchObject({ status: 'approved', checks: { lockup: 'pass' } })
})

test('places among the holders, and units, are given out once: in transfers, grants and sales alike', async () => {
  const buy = (offering_id: string, wallet_address: string, amount: string) =>
    post('/investments', { offering_id, wallet_address, amount, annual_income: '100000', net_worth: '100000' })
  const { id } = await offer({ max_holders: 2, total_supply: 300, maximum_raise: '3000' })
  await issue(id, A, 100)
  await post('/sandbox/clock', { advance: '2d' })
  expect(await transfer(id, A, B, 100)).toMatchObject({ status: 'approved' })
  expect(await transfer(id, A, B, 1)).toMatchObject({ status: 'denied', restriction_code: 6, authorization: null })
  await post('/sandbox/clock', { advance: '10m' })
  const half = await transfer(id, A, B, 50)
  expect(half).toMatchObject({ status: 'approved' })
  // Who is on the way in counts.
  expect(await transfer(id, A, C, 50)).toMatchObject({ status: 'denied', restriction_code: 27 })
  expect(await issue(id, C, 1)).toMatchObject({ status: 'denied', decision: { reason_codes: ['holder_limit_issuer', 'holder_limit'] } })
  await post(`/transactions/${half.id}/submit`, { transaction_hash: `0x${'a2'.repeat(32)}` })
  expect(await transfer(id, A, C, 49)).toMatchObject({ restriction_code: 27 })
  expect(await transfer(id, A, C, 50, { dry_run: true })).toMatchObject({ restriction_code: 0 })

  // What was granted is not sold, and what was sold is not granted, nor issued to another.
  const other = (await offer({ total_supply: 300, maximum_raise: '3000', lockup_days: 90 })).id
  await issue(other, A, 200)
  expect(await buy(other, B, '1010')).toMatchObject({ code: 'supply_exhausted', remaining: '100' })
  const bought = await buy(other, B, '600')
  expect(bought).toMatchObject({ status: 'accepted' })
  expect(await issue(other, C, 41)).toMatchObject({ code: 'supply_exceeded', remaining: '40' })
  const claim = { offering_id: other, wallet_address: C, quantity: 60, investment_id: bought.id }
  expect(await post('/tokens/issue', claim)).toMatchObject({ code: 'conflicting_fields' })
  expect(await post('/tokens/issue', { ...claim, wallet_address: B })).toMatchObject({ status: 'authorized' })
})

test('in production a key is the person who made it', async () => {
  const [one, two] = [(await api.makeKey('production')).key, (await api.makeKey('production')).key]
  const { id } = await post(
    '/offerings',
    { name: 'Real', regulation: 'reg_a_plus', total_supply: 10, price_per_token: '1', maximum_raise: '10', status: 'draft' },
    one,
  )
  await post('/investors', { full_name: 'Ada Example', email: 'ada@tests.example', wallet_address: A }, one)
  const freeze = await post('/holdings/freeze', { offering_id: id, wallet_address: A, whole: true, ...ground }, one)
  expect(freeze).toMatchObject({ status: 'active' })
  const act = await post('/holdings/unfreeze', { freeze_id: freeze.id, ...ground }, one)
  expect(await post(`/holdings/acts/${act.id}/approve`, {}, two)).toMatchObject({ code: 'second_person_required' })
  // An environment and an organisation away there is no such act.
  expect((await call('GET', `/holdings/acts/${act.id}`)).status).toBe(404)
  const stranger = await api.makeStranger()
  for (const [method, path, body] of [
    ['GET', `/holdings/acts/${freeze.id}`],
    ['POST', `/holdings/acts/${freeze.id}/approve`, {}],
    ['POST', '/holdings/unfreeze', { freeze_id: freeze.id, ...ground }],
  ] as const)
    expect((await call(method, path, body, stranger)).status).toBe(404)
})

test('a lost wallet is replaced with everything that hangs on it, after 24 hours and a second word', async () => {
  const { id } = await offer({ lockup_days: 90 })
  const [old, fresh, foreign] = [`0x8a${'1'.repeat(38)}`, `0x8b${'2'.repeat(38)}`, `0x8c${'3'.repeat(38)}`]
  const ada = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
  const investor = await post('/investors', {
    full_name: ada.full_name,
    email: 'ada@tests.example',
    date_of_birth: ada.date_of_birth,
    country: 'US',
    wallet_address: old,
  })
  const seen = await post('/wallets/verify', { wallet_address: old, kyc_data: ada })
  await post('/wallets/verify', { wallet_address: foreign, kyc_data: { ...ada, full_name: 'Somebody Else', date_of_birth: '1980-01-01' } })
  await post('/sanctions/check', { wallet_address: old, monitor: true })
  await issue(id, old, 70)
  await post('/sandbox/clock', { advance: '10d' })
  await issue(id, old, 30)
  const freeze = await post('/holdings/freeze', { offering_id: id, wallet_address: old, quantity: 20, ...ground })
  const before = (await get(`/holdings?wallet_address=${old}`)).data[0]

  const credential = seen.credential.id
  const move = (more: object) =>
    post(`/credentials/${credential}/supersede`, { reason_code: 'wallet_lost', document_sha256: 'e3'.repeat(32), ...more })
  expect(await move({ new_wallet_address: foreign })).toMatchObject({ status: 409, code: 'wallet_bound_to_other_person' })
  expect(await move({ new_wallet_address: old })).toMatchObject({ code: 'same_address' })
  expect(await move({ new_wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001' })).toMatchObject({ status: expect.anything() })
  expect(await move({ new_wallet_address: fresh, document_sha256: undefined })).toMatchObject({ errors: [{ pointer: '/document_sha256' }] })
  for (const waiting of (await get('/holdings/acts?kind=wallet_move&status=proposed')).data)
    await post(`/holdings/acts/${waiting.id}/refuse`, {})

  const asked = await move({ new_wallet_address: fresh })
  expect(asked).toMatchObject({ id: credential, state: 'active', supersedes: null, move: { kind: 'wallet_move', status: 'proposed' } })
  expect(await move({ new_wallet_address: fresh })).toMatchObject({ code: 'already_exists' })
  expect(await post(`/holdings/acts/${asked.move.id}/approve`, {})).toMatchObject({ code: 'second_person_required' })
  expect(await post(`/holdings/acts/${asked.move.id}/approve`, {}, ben)).toMatchObject({ status: 'approved' })
  await post('/sandbox/clock', { advance: '23h' })
  expect(await get(`/wallets/${old}`)).toMatchObject({ status: 'active' })
  await post('/sandbox/clock', { advance: '2h' })

  expect(await get(`/holdings/acts/${asked.move.id}`)).toMatchObject({ status: 'done', outcome: { moved: { holdings: 2, lockups: 2 } } })
  const was = await get(`/wallets/${old}`)
  expect(was).toMatchObject({ status: 'superseded', verification_status: 'none', freezes: [], credential: { state: 'superseded' } })
  expect(was.superseded_by.toLowerCase()).toBe(fresh)
  expect(Object.values(was.markets as Record<string, { usable: boolean }>).some((market) => market.usable)).toBe(false)
  const now = await get(`/wallets/${fresh}`)
  expect(now).toMatchObject({
    status: 'active',
    verification_status: 'basic',
    credential: { state: 'active', expires_at: seen.credential.expires_at },
    freezes: [{ id: freeze.id }],
  })
  // Same units, same clocks.
  const [after] = (await get(`/holdings?wallet_address=${fresh}`)).data
  const dates = (holding: { lots: { quantity: string; acquired_at: string; lockup_until: string }[] }) =>
    holding.lots.map(({ quantity, acquired_at, lockup_until }) => ({ quantity, acquired_at, lockup_until }))
  expect(dates(after)).toEqual(dates(before))
  expect(after).toMatchObject({ quantity: '100', locked: '100', frozen: '20', person_id: before.person_id })
  expect((await get(`/holdings?wallet_address=${old}`)).data).toEqual([])
  expect(await get(`/offerings/${id}/cap-table`)).toMatchObject({ outstanding: '100', data: [{ lots: 2, frozen: '20' }] })
  expect((await get(`/investors/${investor.id}`)).wallet_id).toBe(now.wallet_id)
  expect(
    (await get('/sanctions/monitored')).data.map((one: { subject: { wallet_address: string } }) =>
      one.subject.wallet_address.toLowerCase(),
    ),
  ).toEqual([fresh])
  expect((await eventsOf(was.wallet_id)).find((one: { type: string }) => one.type === 'wallet.superseded')).toMatchObject({
    old_wallet_id: was.wallet_id,
    new_wallet_id: now.wallet_id,
    moved: { holdings: 2, lockups: 2 },
    countersigned_by: expect.stringMatching(/^key_/),
  })

  // The old one is done with.
  expect(await post('/wallets/verify', { wallet_address: old, kyc_data: ada })).toMatchObject({ status: 409, code: 'conflict' })
  expect(await post(`/credentials/${now.credential.id}/wallets`, { wallet_address: old })).toMatchObject({ code: 'conflict' })
  expect((await transfer(id, old, foreign, 1)).status).not.toBe('approved')
  expect((await post('/defi/verify-wallet', { wallet_address: old, protocol_name: 'Example Lend' })).access_granted).toBe(false)
  expect(await post(`/credentials/${credential}/supersede`, { reason_code: 'again' })).toMatchObject({ code: 'invalid_transition' })
})

test('signed by both wallets, a move needs nobody and no time', async () => {
  const [first, second] = [privateKeyToAccount(`0x${'51'.repeat(32)}`), privateKeyToAccount(`0x${'52'.repeat(32)}`)]
  const sign = async (account: typeof first) => {
    const { message } = await post('/wallets/challenge', { wallet_address: account.address })
    return { message, signature: await account.signMessage({ message }) }
  }
  const seen = await post('/wallets/verify', {
    wallet_address: first.address,
    kyc_data: { full_name: 'Bo Example', date_of_birth: '1991-05-17', country: 'US' },
  })
  const answer = await post(`/credentials/${seen.credential.id}/supersede`, {
    reason_code: 'new_device',
    new_wallet_address: second.address,
    new_signature: await sign(second),
    old_signature: await sign(first),
  })
  expect(answer, JSON.stringify(answer)).toMatchObject({
    state: 'active',
    control: 'proven',
    wallet_address: second.address,
    supersedes: seen.credential.id,
    move: { status: 'done', outcome: { moved: { holdings: 0, lockups: 0 } } },
  })
  expect(await get(`/wallets/${first.address}`)).toMatchObject({ status: 'superseded', superseded_by: second.address })
  expect((await eventsOf(seen.wallet_id)).at(-1)).toMatchObject({ type: 'wallet.superseded', countersigned_by: null })
})

test('L1 units go to nobody in an embargoed place, nor are they issued there', async () => {
  const { id } = await offer()
  const embargoed = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002006'
  await issue(id, A, 500)
  await post('/sandbox/clock', { advance: '2d' })
  const moved = await transfer(id, A, embargoed, 10)
  expect(moved).toMatchObject({ status: 'denied', decision: { outcome: 'deny' } })
  expect(moved.decision.reason_codes).toContain('sanctions_embargoed_jurisdiction')
  const issued = await issue(id, embargoed, 10)
  expect(issued, JSON.stringify(issued)).toMatchObject({ status: 'denied' })
})
