import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

// Companies as investors: identified by their registration and screened with their owners, without a birth date.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object, headers: Record<string, string> = {}) => api.call('POST', `/v1${path}`, body, key, headers)
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

let companies = 0
const company = async (identity: object = {}) => {
  const n = ++companies
  const made = await post('/investors', {
    type: 'entity',
    full_name: `Harbour Holdings ${n} LLC`,
    email: `company-${n}@people.example`,
    country: 'US',
    wallet_address: `0x8${n.toString(16).padStart(39, '0')}`,
    accreditation_type: 'entity',
  })
  expect(made.status, made.text.slice(0, 300)).toBe(201)
  const verified = await post(`/investors/${made.body.id}/verify`, {
    accepted_terms: true,
    identity: { registration_number: `DE-${n}`, registration_country: 'US', ...identity },
    accreditation: {
      type: 'entity',
      method: 'third_party_letter',
      evidence_sha256: 'a'.repeat(64),
      verifier: 'attorney',
      dated: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    },
  })
  return { id: made.body.id as string, wallet: made.body.wallet_address as string, verified }
}

test('a company is verified, invests, is issued tokens and transfers them', async () => {
  const owners = [
    { full_name: 'Olive Owner', date_of_birth: '1970-02-03', country: 'US', share_percent: 60, controls: true },
    { full_name: 'Parent Pte Ltd', type: 'entity', country: 'SG', share_percent: 40 },
  ]
  const one = await company({ owners })
  expect(one.verified, one.verified.text.slice(0, 600)).toMatchObject({
    status: 200,
    body: {
      status: 'verified',
      verification: { identity_status: 'verified', accreditation_status: 'verified' },
      credential: { level: 'accredited', state: 'active' },
      missing: [],
    },
  })
  expect(one.verified.text).not.toContain('Olive')
  const terms = {
    name: 'Companies',
    regulation: 'reg_d_506c',
    total_supply: 1000,
    price_per_token: '10',
    maximum_raise: '10000',
    lockup_days: 0,
  }
  const offering = (await post('/offerings', terms)).body
  const invested = await post('/investments', { offering_id: offering.id, investor_id: one.id, amount: '500' })
  expect(invested.body.status, invested.text.slice(0, 800)).toBe('accepted')
  const issued = await post('/tokens/issue', {
    offering_id: offering.id,
    investor_id: one.id,
    investment_id: invested.body.id,
    quantity: 50,
  })
  expect(issued.body.status, issued.text.slice(0, 800)).toBe('authorized')
  const paid = await post('/transactions', {
    type: 'payment',
    from_address: one.wallet,
    to_address: (await company()).wallet,
    amount: '20',
    currency: 'USDC',
  })
  expect(paid.body.status, paid.text.slice(0, 800)).toBe('approved')
})

test('a listed owner of half denies, a possible match waits, shares beyond the whole are refused', async () => {
  const listed = { full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01', share_percent: 50 }
  const denied = await company({ owners: [listed] })
  expect(denied.verified.body, denied.verified.text.slice(0, 600)).toMatchObject({ status: 'rejected', decision: { outcome: 'deny' } })
  const maybe = await company({ owners: [{ full_name: 'Malory Sanctiond', share_percent: 10 }] })
  expect(maybe.verified.body, maybe.verified.text.slice(0, 600)).toMatchObject({ status: 'pending', decision: { outcome: 'review' } })
  const { body } = await api.call('GET', '/v1/cases', undefined, key)
  expect(body.data.map((each: { subject: { id: string } }) => each.subject.id)).toContain(maybe.id)
  const much = await company({
    owners: [
      { full_name: 'A B', share_percent: 60 },
      { full_name: 'C D', share_percent: 60 },
    ],
  })
  expect(much.verified.status).toBe(422)
})

test('L1 a second country, of an address, paper, seat, owner or party of a payment, is asked for embargoes too', async () => {
  let wallets = 0
  const wallet = () => `0x9${(++wallets).toString(16).padStart(39, '0')}`
  const kyc = async (more: object) => {
    const kyc_data = { full_name: `Nora Place${'abcdefgh'[wallets]}`, date_of_birth: '1980-03-04', country: 'DE', ...more }
    return (await post('/wallets/verify', { wallet_address: wallet(), kyc_data })).body.decision
  }
  expect(await kyc({})).toMatchObject({ outcome: 'allow' })
  const embargoed = { outcome: 'deny', reason_codes: expect.arrayContaining(['sanctions_embargoed_jurisdiction']) }
  expect(await kyc({ address: { line1: 'A', city: 'B', country: 'IR' } })).toMatchObject(embargoed)
  expect(await kyc({ document: { kind: 'passport', sha256: 'a'.repeat(64), country: 'KP' } })).toMatchObject({ outcome: 'review' })
  expect((await company({ registration_country: 'CU' })).verified.body.decision).toMatchObject(embargoed)
  const owned = await company({ owners: [{ full_name: 'Olive Owner', country: 'KP', share_percent: 50 }] })
  expect(owned.verified.body.decision).toMatchObject({ outcome: 'deny', reason_codes: ['sanctions_ownership_50'] })

  // Whom a payment names is a party, whoever's the wallets are.
  const [from, to] = [(await company()).wallet, (await company()).wallet]
  const person = (primaryIdentifier: string, secondaryIdentifier: string, more: object) => ({
    naturalPerson: {
      name: { nameIdentifier: [{ primaryIdentifier, secondaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' }] },
      ...more,
    },
  })
  const pays = async (parties: object) =>
    (await post('/transactions', { type: 'payment', from_address: from, to_address: to, amount: '20', currency: 'USDC', ...parties })).body
      .decision
  expect(await pays({ beneficiary: person('Roe', 'Al', { geographicAddress: [{ country: 'FR' }] }) })).toMatchObject({ outcome: 'allow' })
  expect(await pays({ beneficiary: person('Roe', 'Al', { geographicAddress: [{ country: 'iran' }] }) })).toMatchObject(embargoed)
  expect(await pays({ originator: person('Roe', 'Al', { countryOfResidence: 'KP' }) })).toMatchObject(embargoed)
  expect(await pays({ originator: { name: 'Al Roe', address: { country: 'XX' } } })).toMatchObject({ outcome: 'review' })
  // C2: the name is looked up, and what is merely stated beside it clears nobody.
  expect(await pays({ beneficiary: { name: 'Mallory Sanctioned' } })).toMatchObject({ outcome: 'review' })
  const born = { dateAndPlaceOfBirth: { dateOfBirth: '1970-01-01', placeOfBirth: 'X' } }
  expect(await pays({ beneficiary: person('Sanctioned', 'Mallory', born) })).toMatchObject({
    outcome: 'deny',
    reason_codes: expect.arrayContaining(['sanctions_name_strong']),
  })
  const other = { dateAndPlaceOfBirth: { dateOfBirth: '1999-12-31', placeOfBirth: 'X' } }
  expect(await pays({ originator: person('Sanctioned', 'Mallory', other) })).toMatchObject({ outcome: 'review' })
})

test('L1 a company whose owner came onto a list takes no units from another holder', async () => {
  const owner = { full_name: 'Zebulon Quartermain', date_of_birth: '1966-05-04', country: 'US', share_percent: 60, controls: true }
  const [taker, seller] = [await company({ owners: [owner] }), await company()]
  const terms = {
    name: 'Later listed',
    type: 'equity',
    regulation: 'reg_a_plus',
    total_supply: 1000,
    price_per_token: '10',
    lockup_days: 0,
  }
  const offering_id = (await post('/offerings', { ...terms, maximum_raise: '10000' })).body.id
  const issued = await post('/tokens/issue', { offering_id, investor_id: seller.id, quantity: 10, reason: 'grant' })
  await post(`/tokens/issue/${issued.body.id}/confirm`, { transaction_hash: `0x${'ab'.repeat(32)}` })
  const transfer = { type: 'transfer', offering_id, from_address: seller.wallet, to_address: taker.wallet, amount: '5', dry_run: true }
  const before = await post('/transactions', transfer)
  expect(before.body.decision?.reason_codes, before.text.slice(0, 600)).not.toContain('sanctions_recipient')
  await post('/sandbox/lists/delta', { add: [{ name: owner.full_name, date_of_birth: owner.date_of_birth, type: 'person' }] })
  const after = await post('/transactions', transfer)
  expect(after.body.decision).toMatchObject({ outcome: 'deny', reason_codes: expect.arrayContaining(['sanctions_recipient']) })
})

test('L1 who is held for an embargo is clear in no answer, and neither is an issuer seated there', async () => {
  const wallet_address = `0x${'5ea1'.repeat(8)}00002006`
  const verified = await post('/wallets/verify', { wallet_address })
  expect(verified.body).toMatchObject({ sanctions_cleared: false, decision: { outcome: 'deny' } })
  const access = await post('/defi/verify-wallet', { wallet_address, protocol_name: 'Places' })
  const creator = await post('/nfts/verify-creator', { wallet_address, creator_name: 'Places' })
  const sale = { amount: '20', currency: 'USD', buyer_address: wallet_address }
  const sold = await post('/nfts/verify-creator', { wallet_address: `0x${'5ea1'.repeat(8)}00000001`, creator_name: 'Others', sale })
  expect([access.body.sanctions_cleared, creator.body.sanctions_cleared, sold.body.sale.cleared]).toEqual([false, false, false])
  const status = await api.call('GET', `/v1/wallets/${wallet_address}/status`, undefined, key)
  expect(status.body).toMatchObject({ sanctions_cleared: false, markets: { securities: { usable: false } } })
  const seat = (domicile: string | null) => api.call('PATCH', '/v1/issuer', { compliance_facts: { domicile } }, key)
  expect((await seat('ZZ')).body.errors).toMatchObject([{ pointer: '/compliance_facts/domicile' }])
  expect((await seat('KP')).body.sanctions_status).toBe('hit')
  expect((await seat(null)).body.sanctions_status).toBe('clear')
})

test('C2 a name beside the name is looked up, or refused where the two differ', async () => {
  const wallet_address = '0x7000000000000000000000000000000000000c2c'
  const creator = await post('/nfts/verify-creator', { wallet_address, creator_name: 'Mallory Sanctioned' })
  expect(creator.body).toMatchObject({ verified: false, sanctions_cleared: false, decision: { outcome: 'review' } })
  const two = { full_name: 'Jo Doe', first_name: 'Mallory', last_name: 'Sanctioned', email: 'two@people.example' }
  expect(await post('/investors', two)).toMatchObject({ status: 422, body: { code: 'conflicting_fields' } })
  const one = { full_name: 'José María Doe', first_name: 'Jose', last_name: 'Doe', email: 'one@people.example' }
  expect((await post('/investors', one)).status).toBe(201)
})
