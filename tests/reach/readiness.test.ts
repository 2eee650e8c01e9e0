import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { accredit, letterOf } from './accreditation.ts'
import { HASH, OFFERING, startIssuer, TERMS } from './issuers.ts'
import { verified } from './people.ts'
import { startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
beforeAll(async () => {
  house = await startProduction()
})
afterAll(() => house?.stop())

const today = rulesDay(Date.now())
const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const names = (ready: Any): string[] => ready.missing.map((one: Any) => one.fact)
let people = 900

/** Answers of whoever is asked, by the field of the call that an entry of `missing` names. */
const answers = (place: string): Any => ({
  'identity.country': place,
  'identity.state': 'DE',
  'identity.date_of_birth': '1980-01-02',
  'identity.owners': [
    { full_name: `Odile Kestrel ${people}`, share_percent: 100, controls: true, date_of_birth: '1970-01-01', country: place },
  ],
  affiliation: 'none',
  accepted_terms: true,
  payment_method: 'wire',
  agreement_sha256: HASH,
  annual_income: '200000',
  net_worth: '2000000',
  'investment.own_account_representation': true,
  'investment.paid_by_investor': true,
  'investment.offer_location': place,
  'investment.to_location_at_order': place,
  'investment.ip_country': place,
  'investment.vpn': false,
  'investment.disclosure': { hash: HASH, delivered_at: before(3), level: 'tier2_audited' },
  'investor.relationship_established_at': '2025-01-01',
  'investor.generally_solicited': false,
  'investor.sophistication': { kind: 'self', issuer_belief_recorded: true, representative_is_affiliate: false },
  'investor.circular_delivered_at': before(3),
  'investor.indicated_interest_before_qualification': false,
  'investor.formed_for_purchase': false,
  'investor.fund_owner_count': 'none',
  'investor.revenue': { amount: '10000000', currency: 'USD' },
  'investor.net_assets': { amount: '10000000', currency: 'USD' },
  'investor.reg_s_certificate': { hash: HASH, signed_at: before(0.1) },
  'investor.us_person_answers': {
    ...{ organised_in_us: false, estate_us_executor: false, trust_us_trustee: false, us_branch: false, account_for_us_person: false },
    ...{ us_fiduciary_discretion: false, formed_by_us_persons: false, owned_by_accredited_entities: false, exclusion: 'none' },
  },
})

const FIELD = / with (?:compliance_facts\.)?([\w.]+)$/
/** A field with its object, as a body writes it. */
function put(into: Any, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string | undefined]
  into[first] = second === undefined ? value : { ...into[first], [second]: value }
}

/** Does what each entry of a list of what is missing says, and nothing else: one verification, and what the sale is sent with. */
async function follow(of: Tenant, investor: Any, ready: Any, place: string): Promise<Any> {
  const said = answers(place)
  const verification: Any = {}
  let letter = false
  const sale: Any = { compliance_facts: {} }
  for (const { fact, how, when } of ready.missing) {
    if (when !== null && when !== `investor.residence is ${place}`) continue
    const field = FIELD.exec(how)?.[1]
    if (how.startsWith('POST /v1/investments')) {
      const value = said[field!]
      expect(value, `${fact}: ${how}`).toBeDefined()
      if (how.includes('compliance_facts')) sale.compliance_facts[field!] = value
      else sale[field!] = value
    } else if (how.startsWith('POST /v1/investors/{id}/verify with ')) {
      // What a verification as a whole comes to is brought by the fields that are named beside it.
      if (field === 'identity') continue
      expect(said[field!], `${fact}: ${how}`).toBeDefined()
      put(verification, field!, said[field!])
    } else if (how === 'POST /v1/investors/{id}/accreditation') letter = true
    else if (how.startsWith('POST /v1/investors/verify for each of them')) {
      const [owner] = said['identity.owners']
      await of.post('/investors/verify', {
        full_name: owner.full_name,
        ...{ date_of_birth: owner.date_of_birth, country: place, email: `owner-${people}@people.example` },
        ...(place === 'US' && { address: { line1: '1 Street', city: 'Austin', state: 'TX' } }),
      })
    } else expect(how, fact).toMatch(/^POST \/v1\/wallets\/verify/)
  }
  await of.post(`/investors/${investor.id}/verify`, { checks: ['identity', 'sanctions'], ...verification })
  const basis = investor.type === 'entity' ? 'entity_assets' : 'net_worth'
  if (letter) await accredit(house, of, investor.id, letterOf(today, { basis }))
  return sale
}

describe('what readiness lists is all there is: following it once is enough', () => {
  for (const regulation of ['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s'])
    for (const type of ['individual', 'entity'])
      test(`a sale under ${regulation} to an ${type} of whom nothing is known but a name`, async () => {
        const place = regulation === 'reg_s' ? 'DE' : 'US'
        const name = `${regulation}-${type}`
        const of = await startIssuer(await house.tenant(name), name)
        const offering = await of.post('/offerings', {
          ...{ ...TERMS, name, regulation },
          compliance_facts: { ...OFFERING, reg_s_category: regulation === 'reg_s' ? '3' : 'none' },
        })
        expect(offering.status, JSON.stringify(offering.warnings)).toBe('open')
        const wallet_address = house.holder(++people).address
        const investor = await of.post('/investors', {
          type,
          full_name: `Quillan ${name}`,
          email: `${name}@people.example`,
          wallet_address,
        })
        const sale = { offering_id: offering.id, investor_id: investor.id, amount: '1000' }

        const ready = await of.post('/investments/readiness', sale)
        expect(ready.ready_to).toMatchObject({ sell: true, accept: false })
        // What only a place that nobody named would forbid stands in nobody's way.
        const codes = ready.obstacles.filter((one: Any) => one.keeps_from.includes('accept')).map((one: Any) => one.code)
        expect(codes.filter((code: string) => code !== 'reg_d_506c_accredited_only')).toEqual([])

        const sold = await of.post('/investments', { ...sale, ...(await follow(of, investor, ready, place)) })
        expect(sold, JSON.stringify([sold.decision, names(await of.post('/investments/readiness', sale))])).toMatchObject({
          status: 'accepted',
        })
      })

  test('an issuer elsewhere is told in the first answer what is asked only of issuers elsewhere', async () => {
    const of = await house.tenant('elsewhere')
    const offering = await of.post('/offerings', { ...TERMS, name: 'Elsewhere', regulation: 'reg_s', type: 'debt', status: 'draft' })
    const { missing } = await of.get(`/offerings/${offering.id}/readiness`)
    const when = Object.fromEntries(missing.map((one: Any) => [one.fact, one.when]))
    for (const fact of ['offering.overseas_directed_or_foreign_plan', 'issuer.foreign_government', 'issuer.us_market'])
      expect(when[fact], fact).toBe('issuer.domicile is not US')
  })
})

test('a payment of a size that asks for more is told at once which level, which parties and whose duties are missing', async () => {
  const of = await house.tenant('pays')
  const [from, to] = [house.holder(++people), house.holder(++people)]
  for (const one of [from, to]) await verified(of, one, 'basic')
  const asked = { type: 'payment', from_address: from.address, to_address: to.address, amount: '5000', currency: 'USDC' }
  const ready = await of.post('/transactions/readiness', asked)
  const told = Object.fromEntries(ready.missing.map((one: Any) => [one.fact, one.how]))
  for (const side of ['from', 'to'])
    expect(told[`${side}.credential`]).toMatch(/^POST \/v1\/wallets\/verify with level enhanced and kyc_data/)
  expect(told).toMatchObject({
    'tenant.serves_eu': 'PATCH /v1/tenant-facts with facts.serves_eu',
    'tx.travel.seats': 'PATCH /v1/tenant-facts with facts.travel_seats',
    'tx.travel.message.originator.name': 'POST /v1/transactions with originator.name',
    'tx.travel.message.originator.address': 'POST /v1/transactions with originator.address',
    'tx.travel.message.beneficiary.name': 'POST /v1/transactions with beneficiary.name',
    'tx.travel.message.beneficiary.vasp': 'POST /v1/transactions with beneficiary.vasp',
  })
  // The decision tells the same of whose rule binds it.
  const { decision } = await of.post('/transactions', { ...asked, dry_run: true })
  expect(decision.supply).toContainEqual({ fact: 'tx.travel.seats', from: 'tenant', how: told['tx.travel.seats'] })

  await of.patch('/tenant-facts', { facts: { serves_eu: false, travel_seats: ['US'] } })
  for (const one of [from, to]) await verified(of, one, 'enhanced')
  const address = { streetName: 'Main Street', townName: 'Albany', country: 'US' }
  const named = {
    originator: { name: 'Ada Example', address },
    beneficiary: { name: 'Ben Example', self_hosted: true, proof: await to.prove(of) },
  }
  const paid = await of.post('/transactions', { ...asked, ...named })
  expect(paid, JSON.stringify(paid.decision.reason_codes)).toMatchObject({ status: 'approved' })

  const line = await of.call('POST', '/transactions', { ...asked, originator: { name: 'Ada Example', address: '1 Main Street' } })
  expect(line.body, line.text).toMatchObject({ code: 'ivms101_invalid', errors: [{ pointer: '/originator/address' }] })
})

test('an issue of a coin has no sender: with one it would be asked nothing that an issue is', async () => {
  const of = await house.tenant('mints')
  const [treasury, holder] = [house.holder(++people), house.holder(++people)]
  for (const one of [treasury, holder]) await verified(of, one, 'enhanced')
  await of.patch('/tenant-facts', { facts: { serves_eu: false, travel_seats: ['US'] } })
  // Who publishes what stands behind a coin is held to the GENIUS Act before it binds.
  const month = rulesDay(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).slice(0, 7)
  await of.post('/stablecoins/reserve-statements', {
    ...{ token: 'USDC', month, outstanding: '100', document_sha256: HASH },
    reserves: [{ type: 'demand_deposit', amount: '110', custodian_country: 'US', encumbered: 'no' }],
    accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
    certified_by: ['ceo', 'cfo'].map((role) => ({ name: `The ${role}`, role, signed_at: before(0) })),
  })
  const mint = { type: 'mint', to_address: holder.address, amount: '10', currency: 'USDC' }
  for (const path of ['/transactions', '/transactions/readiness']) {
    const both = await of.call('POST', path, { ...mint, from_address: treasury.address })
    expect(both.body, both.text).toMatchObject({ errors: [{ pointer: '/from_address', code: 'conflicting_fields' }] })
    const ends = await of.call('POST', path, { ...mint, type: 'burn', from_address: treasury.address })
    expect(ends.body, ends.text).toMatchObject({ errors: [{ pointer: '/to_address', code: 'conflicting_fields' }] })
  }
  // Which law the coin is under opens the questions of that law, and they are told in the first answer.
  const ready = await of.post('/transactions/readiness', mint)
  const when = Object.fromEntries(ready.missing.map((one: Any) => [one.fact, one.when]))
  expect(when).toMatchObject({
    'token.frameworks': null,
    'token.capabilities': 'token.frameworks has genius',
    'token.issuer_class': 'token.frameworks has genius',
    'token.occ_registered': 'token.frameworks has genius and token.foreign is true',
    'token.mica_authorised': 'token.frameworks has mica',
  })
  const framed = { ...mint, compliance_facts: { 'token.frameworks': ['genius'] } }
  const listed = new Set(names(ready))
  for (const fact of names(await of.post('/transactions/readiness', framed))) expect(listed, fact).toContain(fact)
})

test('access to a protocol: the level, the proof of the wallet and the words, each with its call, and then it is granted', async () => {
  const of = await house.tenant('lends')
  const user = house.holder(++people)
  const ask = { wallet_address: user.address, protocol_name: 'Example Lend', action: { type: 'borrow', amount: '100' } }
  const ready = await of.post('/defi/readiness', ask)
  const told = Object.fromEntries(ready.missing.map((one: Any) => [one.fact, one.how]))
  expect(ready).toMatchObject({ market: 'defi', ready_to: { transact: false, sell: null } })
  expect(told['subject.credential']).toMatch(/^POST \/v1\/wallets\/verify with level enhanced/)
  expect(told).toMatchObject({
    'subject.control': expect.stringMatching(/^POST \/v1\/wallets\/challenge/),
    'subject.over_18': expect.stringMatching(/^POST \/v1\/wallets\/verify/),
  })
  await verified(of, user, 'enhanced')
  const said = { ...ask, compliance_facts: { 'defi.vpn': false } }
  const left = await of.post('/defi/readiness', said)
  expect(
    left.missing.filter((one: Any) => one.when === null).every((one: Any) => one.from === 'tenant'),
    JSON.stringify(left),
  ).toBe(true)
  await of.patch('/tenant-facts', { facts: { licences: ['lender:NY'], us_bsa_type: 'msb', serves_eu: false, casp_auth: false } })
  const done = await of.post('/defi/readiness', said)
  expect(done, JSON.stringify(done)).toMatchObject({ ready_to: { transact: true }, obstacles: [] })
  expect(await of.post('/defi/verify-wallet', said)).toMatchObject({ access_granted: true })
  // Leaving asks for nothing, and what the rules refuse is told as standing in the way.
  const stranger = house.holder(++people).address
  const leave = await of.post('/defi/readiness', { ...ask, wallet_address: stranger, action: { type: 'withdraw', amount: '1' } })
  expect(leave, JSON.stringify(leave)).toMatchObject({ ready_to: { transact: true }, missing: [] })
  const tooMuch = await of.post('/defi/readiness', { ...said, action: { type: 'swap', amount: '250001' } })
  expect(tooMuch.obstacles.map((one: Any) => one.code)).toContain('defi_cap_24h')
  const institution = await of.post('/defi/readiness', { ...said, verification_type: 'accreditation' })
  expect(institution.missing.find((one: Any) => one.fact === 'subject.credential').how).toMatch(/accredit/)
  // Nothing is kept of who was asked about.
  expect((await of.call('GET', `/wallets/${stranger}`)).status).toBe(404)
})

test('an age check: without a birth date it is told what shows an age, an age session among it', async () => {
  const of = await house.tenant('plays')
  const player = house.holder(++people)
  const ask = { wallet_address: player.address, jurisdiction: 'US-NJ' }
  const ready = await of.post('/gaming/readiness', { ...ask, required_age_tier: '18+' })
  const told = Object.fromEntries(ready.missing.map((one: Any) => [one.fact, one.how]))
  expect(told).toMatchObject({
    'subject.date_of_birth': 'POST /v1/gaming/verify-age with date_of_birth',
    'game.evidence': expect.stringContaining('POST /v1/identity/sessions with wallet_address and claims ["age_over_18"]'),
  })
  expect(ready.ready_to.transact).toBe(false)
  const grown = await of.post('/gaming/readiness', { ...ask, required_age_tier: '21+', date_of_birth: '1980-01-02' })
  expect(names(grown)).not.toContain('subject.date_of_birth')
  expect(grown.missing.find((one: Any) => one.fact === 'game.evidence').how).toContain('age_over_21')
  const young = await of.post('/gaming/readiness', {
    ...ask,
    required_age_tier: '21+',
    date_of_birth: `${(today.slice(0, 4) as unknown as number) - 15}-01-01`,
  })
  expect(young.obstacles.map((one: Any) => one.code)).toContain('age_below_required')
  await verified(of, player, 'enhanced', { date_of_birth: '1980-01-02' })
  const last = { ...ask, required_age_tier: '18+', date_of_birth: '1980-01-02' }
  const done = await of.post('/gaming/readiness', last)
  const open = done.missing.filter((one: Any) => one.when === null)
  expect(
    open.every((one: Any) => one.from === 'tenant'),
    JSON.stringify(done),
  ).toBe(true)
  expect(done.obstacles, JSON.stringify(done)).toEqual([])
})
