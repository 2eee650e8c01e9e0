import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withdrawConsent } from '#core/portal/holders/credentials.ts'
import { HASH, OFFERING, startIssuer, TERMS } from './issuers.ts'
import { party, verified } from './people.ts'
import { loadSmallLists, notReached, SHOWN_BY, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

const DAY = 86_400_000

let house: Awaited<ReturnType<typeof startProduction>>
/** An organisation that relies on checks of Sealwright, and somebody whom it checked itself. */
let of: Tenant
let known: string
let next = 0

beforeAll(async () => {
  house = await startProduction({ NODE_ENV: 'production' })
  of = await house.tenant('relies')
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'none', serves_eu: false, casp_auth: false, travel_seats: ['US'] } })
  known = await verified(of, house.holder(500), 'enhanced')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => house?.stop())

/** Somebody who was verified and sealed a wallet at Sealwright, and let the organisation rely on it. */
async function admitted(identity: Record<string, string> = {}) {
  const person = await house.admittable(++next, identity)
  expect(await person.verify()).toEqual({ identity: 'verified' })
  await person.prove()
  await person.admit(of)
  return person
}
type Person = Awaited<ReturnType<typeof admitted>>

const AGE = { jurisdiction: 'US-NJ', activity: 'skill_gaming', date_of_birth: '1985-04-02' }
/** How each market asks of a wallet. */
const MARKETS: Record<string, (wallet: string) => Promise<Any>> = {
  payments: (from_address) =>
    of.post('/transactions', {
      ...{ type: 'payment', from_address, to_address: known, amount: '50', currency: 'USDC' },
      ...{ originator: party('originator'), beneficiary: { ...party('beneficiary'), self_hosted: true } },
    }),
  nfts: (wallet_address) => of.post('/nfts/verify-creator', { wallet_address, creator_name: 'Marlow Ashcombe' }),
  defi: (wallet_address) =>
    of.post('/defi/verify-wallet', { wallet_address, protocol_name: 'Example Lend', compliance_facts: { 'defi.vpn': false } }),
  gaming: async (wallet_address) => (await of.call('POST', '/gaming/verify-age', { ...AGE, wallet_address })).body,
  securities: (wallet_address) => invest(wallet_address),
}
let offering: Promise<Any> | null = null
async function invest(wallet_address: string) {
  offering ??= (async () => {
    await startIssuer(of, 'relies')
    return of.post('/offerings', {
      ...TERMS,
      name: 'Relied on',
      regulation: 'reg_d_506c',
      compliance_facts: { ...OFFERING, reg_s_category: 'none' },
    })
  })()
  const { id, status } = await offering
  expect(status).toBe('open')
  const { body, text } = await of.call('POST', '/investments', {
    ...{ offering_id: id, wallet_address, amount: '1000', payment_method: 'wire', agreement_sha256: HASH },
  })
  expect(body.decision, text).toBeDefined()
  return body
}

/** Whether the answer rests on nothing that was relied on. Who says their own age may play by it. */
const refused = (answer: Any) =>
  answer.object === 'age_check' ? answer.evidence === 'self_declared' : answer.decision?.outcome !== 'allow'

const credentialOf = async (wallet: string) => (await of.get(`/credentials?wallet_address=${wallet}`)).data[0]
/** What was judged of relying on somebody, the newest first. */
const reliances = async ({ address }: Person): Promise<Any[]> =>
  (await of.get(`/decisions?check=credential.use&limit=100&subject_id=${(await credentialOf(address)).id}`)).data
const newest = async (person: Person): Promise<Any> => of.get(`/decisions/${(await reliances(person))[0]!.id}`)
const said = (decision: Any, code: string) => decision.rules.find((rule: Any) => rule.code === code)?.result

test('L3 each market judges each reliance on a check that somebody else made: allowed, without a contract refused, and over once consent is taken back', async () => {
  const person = await admitted()
  const before = (await reliances(person)).length
  expect(before).toBeGreaterThan(0)
  let made = before
  for (const [market, ask] of Object.entries(MARKETS)) {
    await ask(person.address)
    const now = await reliances(person)
    expect(now.length, market).toBe(++made)
    expect(now[0], market).toMatchObject({ outcome: 'allow' })
  }
  // A bank relies on somebody else only under a contract: without one the person has no credential here, in any market.
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'bank' } })
  for (const [market, ask] of Object.entries(MARKETS)) {
    const answer = await ask(person.address)
    const now = await reliances(person)
    expect(now.length, market).toBe(++made)
    expect(now[0]!.outcome, market).toBe('review')
    expect(refused(answer), market).toBe(true)
  }
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'none' } })
  const { consents } = await person.verbs().listOwnCredentials()
  await withdrawConsent({ ctx: person.ctx(), input: { id: consents[0]!.id } })
  for (const [market, ask] of Object.entries(MARKETS)) {
    const answer = await ask(person.address)
    expect(refused(answer), market).toBe(true)
  }
})

test('DATA_MINIMISED no answer to whoever relies on a check holds the data behind it', async () => {
  const person = await admitted({ lastName: 'Quillfeather', city: 'Pikeville', address: '77 Lantern Row', phoneNumber: '+13025559876' })
  const personal = /Quillfeather|Pikeville|Lantern Row|3025559876|1985-04-02|person-\d+-\d+@people/i
  const answers = []
  for (const [market, ask] of Object.entries(MARKETS)) if (market !== 'gaming') answers.push(await ask(person.address))
  const { data } = await of.get(`/credentials?wallet_address=${person.address}`)
  for (const path of [
    `/wallets/${person.address}`,
    `/wallets/${person.address}/status`,
    ...['', '/vc', '/sd-jwt'].map((form) => `/credentials/${data[0].id}${form}`),
    ...(await reliances(person)).map(({ id }) => `/decisions/${id}`),
    ...answers.map(({ decision }) => `/decisions/${decision.id}`),
  ])
    answers.push(await of.get(path))
  expect(answers.length).toBeGreaterThan(12)
  // What is signed is written in base64.
  const opened = (text: string) => text.replaceAll(/[\w-]{20,}/g, (part) => `${part} ${Buffer.from(part, 'base64url')}`)
  for (const answer of answers) expect(opened(JSON.stringify(answer))).not.toMatch(personal)
  // The register of investors holds what they agreed to show, and is found to.
  expect(JSON.stringify(await of.get('/investors?limit=100'))).toMatch(personal)
})

test('L3 what changed about somebody since they were admitted is checked before they are relied on', async () => {
  const person = await admitted()
  await MARKETS.payments!(person.address)
  expect(said(await newest(person), 'kyc_event_refresh')).toBe('pass')
  await person.verify({ lastName: 'Remarried' })
  await MARKETS.payments!(person.address)
  const decision = await newest(person)
  expect(said(decision, 'kyc_event_refresh'), JSON.stringify(decision.rules)).not.toBe('pass')
  expect(decision.outcome).not.toBe('allow')
})

test('L3 a check that was made long ago is due again, by the risk of the person', async () => {
  const begin = Date.now()
  const travel = async (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: begin + days * DAY })
    await loadSmallLists(house.api.services)
  }
  // Ordinary risk: two years. The wallet is signed for anew, the identity is still good.
  const person = await house.admittable(++next, { country: 'MX', state: '' })
  expect(await person.verify()).toEqual({ identity: 'verified' })
  await travel(400)
  await person.prove()
  await travel(700)
  await person.admit(of)
  expect(said(await newest(person), 'kyc_refresh_due')).toBe('pass')
  await travel(740)
  await MARKETS.payments!(person.address)
  const decision = await newest(person)
  expect(said(decision, 'kyc_refresh_due'), JSON.stringify(decision.rules)).toBe('warn')
  await travel(770)
  await MARKETS.payments!(person.address)
  expect(said(await newest(person), 'kyc_refresh_due')).not.toBe('pass')
})

test('L3 the rules of reliance were seen both ways in sealed decisions', async () => {
  const found = await house.reached()
  expect(notReached(found, ['kyc'], SHOWN_BY.reliance)).toEqual([])
})
