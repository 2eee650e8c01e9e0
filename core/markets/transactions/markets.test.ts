import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const post = (path: string, body: object) => api.call('POST', path, body, key)
const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'b')}`
const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const pay = (body: object) => post('/v1/transactions', { currency: 'USDC', ...body })
const token = { chain: 'ethereum', contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3', token_id: '7' }
const MARKETS = ['stablecoins', 'defi', 'gaming', 'nfts', 'securities']

test('a stablecoin that moves is judged as a payment, whatever it is called', async () => {
  for (const market of MARKETS)
    for (const type of market === 'nfts' ? ['transfer', 'sale', 'payment'] : ['transfer', 'trade']) {
      const { body, text } = await pay({
        market,
        type,
        from_address: wallet(1),
        to_address: wallet(2),
        amount: '9000',
        dry_run: true,
      })
      const codes = body.decision?.reason_codes
      expect(codes, `${market} ${type} ${text.slice(0, 300)}`).toEqual(
        expect.arrayContaining(['velocity_single', 'travel_rule_incomplete', 'credential_level_too_low']),
      )
      expect(body).toMatchObject({ status: 'denied', travel_rule: { required: true, status: 'incomplete' } })
      expect(body.market).toBe(market === 'nfts' || market === 'securities' ? 'stablecoins' : market)
    }
})

test('what is called a mint or a burn and has both sides is refused: it would be neither asked what an issue is nor counted as sent', async () => {
  const both = { from_address: wallet(1), to_address: wallet(2), amount: '9000' }
  for (const market of MARKETS.filter((one) => one !== 'nfts'))
    for (const [type, pointer] of [
      ['mint', '/from_address'],
      ['burn', '/to_address'],
    ])
      expect((await pay({ market, type, ...both })).body).toMatchObject({ errors: [{ pointer, code: 'conflicting_fields' }] })
  const units = await pay({ ...both, currency: undefined, offering_id: 'off_sandbox_506c', type: 'mint', amount: '1' })
  expect(units.body, units.text).toMatchObject({ errors: [{ pointer: '/from_address', code: 'conflicting_fields' }] })
})

test('limits count what was sent in the name of every market', async () => {
  for (const market of ['stablecoins', 'defi', 'gaming', 'nfts']) {
    const sent = await pay({ market, from_address: wallet(11), to_address: wallet(20 + MARKETS.indexOf(market)), amount: '2400' })
    expect(sent.body, sent.text.slice(0, 500)).toMatchObject({ status: 'approved' })
  }
  const over = await pay({ from_address: wallet(11), to_address: wallet(30), amount: '400.01' })
  expect(over.body).toMatchObject({ status: 'denied', restriction_code: 29 })
  expect(over.body.decision.reason_codes).toContain('velocity_24h')
})

test('the threshold of the travel rule is read on what goes to one beneficiary in a day', async () => {
  const send = (amount: string, to: number) => pay({ from_address: wallet(41), to_address: wallet(to), amount })
  expect((await send('1500', 42)).body).toMatchObject({ status: 'approved', travel_rule: { required: false } })
  expect((await send('1499.99', 43)).body).toMatchObject({ status: 'approved', travel_rule: { required: false } })
  const linked = await send('1500', 42)
  expect(linked.body, linked.text.slice(0, 500)).toMatchObject({
    status: 'review',
    restriction_code: 30,
    checks: { travel_rule: 'review' },
    travel_rule: { required: true, status: 'incomplete', missing: ['/originator', '/beneficiary'] },
  })
  expect(linked.body.decision.reason_codes).toContain('travel_rule_linked')
  await post('/v1/sandbox/clock', { advance: '24h' })
  expect((await send('1500', 42)).body).toMatchObject({ status: 'approved', travel_rule: { required: false } })
  await post('/v1/sandbox/clock', { resume: true })
})

test('an NFT is sold under the rules of NFTs, whatever the sale is called', async () => {
  for (const market of MARKETS)
    for (const type of ['sale', 'payment', 'transfer', 'mint']) {
      const sale = await pay({
        market,
        type,
        asset: token,
        currency: 'USD',
        from_address: wallet(51),
        to_address: wallet(52),
        amount: '10000',
        dry_run: true,
      })
      expect(sale.body, `${market} ${type} ${sale.text.slice(0, 300)}`).toMatchObject({
        restriction_code: 32,
        market: market === 'defi' || market === 'gaming' ? market : 'nfts',
      })
    }
})

test('sales to one buyer in a day are one sale for the thresholds: of one seller, or out of one collection', async () => {
  const sell = (from: number, amount: string, id: string, contract = token.contract) =>
    pay({
      type: 'sale',
      asset: { ...token, contract, token_id: id },
      currency: 'USD',
      from_address: wallet(from),
      to_address: wallet(60),
      amount,
    })
  for (const id of ['1', '2', '3']) expect((await sell(60 + Number(id), '2500', id)).body.status).toBe('approved')
  // Another seller and another collection.
  expect((await sell(64, '2500', '1', '0x00000000000000000000000000000000000000c1')).body.status).toBe('approved')
  const fourth = await sell(65, '2500', '4')
  expect(fourth.body, fourth.text.slice(0, 400)).toMatchObject({ status: 'review', restriction_code: 32 })
  expect(fourth.body.decision.reason_codes).toContain('nft_linked_sales')
  const same = await sell(64, '7500', '9', '0x00000000000000000000000000000000000000c2')
  expect(same.body.decision.reason_codes).toContain('nft_linked_sales')
})

test('a protocol’s cap counts what was sent in the day before in its market', async () => {
  const ask = (amount: string, type = 'swap') =>
    post('/v1/defi/verify-wallet', {
      wallet_address: magic('5001'),
      protocol_name: 'Example Swap',
      action: { type, amount, currency: 'USDC' },
    })
  expect((await ask('10000')).body).toMatchObject({ access_granted: true })
  for (const to of [71, 72])
    expect((await pay({ market: 'defi', from_address: magic('5001'), to_address: wallet(to), amount: '2000' })).body).toMatchObject({
      status: 'approved',
      market: 'defi',
    })
  // Another market's payment, and what is only tried, count for nothing here.
  await pay({ from_address: magic('5001'), to_address: wallet(73), amount: '100' })
  await pay({ market: 'defi', from_address: magic('5001'), to_address: wallet(73), amount: '100', dry_run: true })
  expect((await ask('6000')).body).toMatchObject({ access_granted: true })
  const over = await ask('6000.01')
  expect(over.body, over.text.slice(0, 500)).toMatchObject({
    access_granted: false,
    reason_codes: expect.arrayContaining(['defi_cap_24h']),
    decision: { outcome: 'deny' },
  })
  expect(over.text).toContain('at most 6,000.00 USD now')
  expect((await ask('9000000', 'withdraw')).body).toMatchObject({ access_granted: true })
  await post('/v1/sandbox/clock', { advance: '24h' })
  expect((await ask('10000')).body).toMatchObject({ access_granted: true })
  await post('/v1/sandbox/clock', { resume: true })
})

test('a game pays out by the law of the player’s country and the sum of thirty days', async () => {
  const verify = (n: number, full_name: string, country: string) =>
    post('/v1/wallets/verify', { wallet_address: wallet(n), kyc_data: { full_name, date_of_birth: '1990-05-17', country } })
  await verify(81, 'Gwen Gamer', 'GB')
  await verify(82, 'Kim Korea', 'KR')
  const out = (n: number, amount: string) =>
    pay({ market: 'gaming', type: 'redemption', from_address: wallet(n), to_address: wallet(90), amount })
  expect((await out(81, '600')).body).toMatchObject({ status: 'approved', market: 'gaming' })
  const more = await out(81, '400')
  expect(more.body.decision.reason_codes, more.text.slice(0, 400)).toContain('p2e_cash_out')
  expect(more.body.status).toBe('review')
  expect((await out(82, '10')).body).toMatchObject({ status: 'denied', restriction_code: 24 })
})

test('a permit is for no listed contract, and a resident of the United Kingdom waits and is tested', async () => {
  const ask = (address: string, more: object) =>
    post('/v1/defi/verify-wallet', { wallet_address: address, protocol_name: 'Example Lend', ...more })
  const permit = (verifying_contract: string) => ({ permit: { chain_id: 1, verifying_contract } })
  expect((await ask(magic('0002'), permit(wallet(97)))).body).toMatchObject({ access_granted: true, permit: { message: { level: 1 } } })
  expect((await ask(magic('0002'), permit(magic('2001')))).body).toMatchObject({
    access_granted: false,
    sanctions_cleared: true,
    permit: null,
    reason_codes: ['defi_sanctions_address'],
  })
  await post('/v1/wallets/verify', {
    wallet_address: wallet(98),
    kyc_data: { full_name: 'Gita Britain', date_of_birth: '1990-05-17', country: 'GB' },
  })
  const first_promotion_at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const promoted = (uk_promotion?: object) => ask(wallet(98), { ...(uk_promotion && { uk_promotion }) })
  for (const [said, granted] of [
    [undefined, false],
    [{ client: 'professional' }, true],
    [{ client: 'retail' }, false],
    [{ client: 'retail', first_promotion_at: first_promotion_at(25) }, false],
    [{ client: 'retail', first_promotion_at: first_promotion_at(23), appropriateness_test_passed: true }, false],
    [{ client: 'retail', first_promotion_at: first_promotion_at(25), appropriateness_test_passed: true }, true],
  ] as const)
    expect((await promoted(said)).body, JSON.stringify(said)).toMatchObject({ access_granted: granted })
  expect((await ask(wallet(98), { action: { type: 'withdraw' }, verification_type: 'accreditation' })).body).toMatchObject({
    access_granted: true,
    reason_codes: [],
  })
})

test('A2 what we hold is refused by name when it is stated, and what only the caller knows is taken and shown as stated', async () => {
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await post(path, body)
    return [status, answer.errors?.[0].pointer, answer.errors?.[0].code]
  }
  const payment = { from_address: wallet(71), to_address: wallet(72), amount: '100', currency: 'USDC' }
  for (const [path, body, fact] of [
    ['/v1/transactions', payment, 'history.sum_24h'],
    ['/v1/transactions', payment, 'tx.travel'],
    ['/v1/transactions', payment, 'to.screen'],
    ['/v1/transactions', payment, 'creator.score'],
    ['/v1/defi/verify-wallet', { wallet_address: wallet(71), protocol_name: 'Example' }, 'defi.sum_24h'],
    ['/v1/gaming/verify-age', { wallet_address: wallet(71), jurisdiction: 'US' }, 'game.self_excluded_until'],
  ] as const)
    expect(await refused(path, { ...body, compliance_facts: { [fact]: 0 } }), fact).toEqual([
      422,
      `/compliance_facts/${fact}`,
      'derived_fact',
    ])
  const other = { ...payment, compliance_facts: { 'sale.source_of_funds': true } }
  expect(await refused('/v1/transactions', other)).toEqual([422, '/compliance_facts/sale.source_of_funds', 'unknown_field'])
  const kyc_data = { full_name: 'Carla Cashing', date_of_birth: '1990-05-17', country: 'US', region: 'US-CA' }
  await post('/v1/wallets/verify', { wallet_address: wallet(71), kyc_data })
  const cashOut = { ...payment, type: 'redemption', market: 'gaming' }
  const bare = await pay({ ...cashOut, dry_run: true })
  expect(bare.body.decision.missing, bare.text.slice(0, 300)).toContain('/game/chance_element')
  const { body } = await pay({ ...cashOut, compliance_facts: { 'game.chance_element': false } })
  expect(body.decision.missing).not.toContain('/game/chance_element')
  const read = (await api.call('GET', `/v1/decisions/${body.decision.id}`, undefined, key)).body
  const facts = read.rules.flatMap((rule: { facts: { name: string; source: string }[] }) => rule.facts)
  const source = Object.fromEntries(facts.map((fact: { name: string; source: string }) => [fact.name, fact.source]))
  expect(source).toMatchObject({
    'game.chance_element': 'stated',
    'history.sum_24h': 'measured',
    lists: 'listed',
  })
  const boxes = {
    wallet_address: wallet(73),
    jurisdiction: 'BE',
    date_of_birth: '1980-05-17',
    compliance_facts: { 'game.loot_boxes': true },
  }
  expect((await post('/v1/gaming/verify-age', boxes)).body.reason_codes).toContain('loot_box_rule')
})
