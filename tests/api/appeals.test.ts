import { and, desc, eq, inArray } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cases, credentials, events } from '#db/schema.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let one: string
let two: string
let three: string
beforeAll(async () => {
  api = await startApi()
  const make = async () => (await api.makeKey('sandbox')).key
  one = await make()
  two = await make()
  three = await make()
})
afterAll(() => api?.stop())

const holder = () => privateKeyToAccount(generatePrivateKey())
type Holder = ReturnType<typeof holder>
const possible = { full_name: 'Malory Sanctiond', date_of_birth: '1970-01-01', country: 'US' }
const verify = (wallet: Holder, kyc_data: object = possible) =>
  api.call('POST', '/v1/wallets/verify', { wallet_address: wallet.address, kyc_data }, one)
const decide = (id: string, outcome: string, key: string) =>
  api.call('POST', `/v1/cases/${id}/decide`, { outcome, reason_code: 'reviewed', note: 'Compared with the documents given.' }, key)
const caseAbout = async (subject: string) =>
  (await api.call('GET', `/v1/cases?status=all&subject_id=${subject}`, undefined, one)).body.data[0]
const challenge = async (address: string) =>
  (await api.call('POST', '/api/appeals/challenge', { address, chainId: 1 })).body.message as string
async function sign(wallet: Holder, by: Holder = wallet) {
  const message = await challenge(wallet.address)
  return api.call('POST', '/api/appeals/session', { message, signature: await by.signMessage({ message }) })
}
const statement = 'I was born in 1970 in Ohio and have never lived where the listed person lives.'
const open = (token: string, refusal: string, words = statement) => api.call('POST', '/api/appeals', { token, refusal, statement: words })
const told = async (caseId: string) =>
  (await api.services.connection.db.select().from(events).where(eq(events.resource_id, caseId)).orderBy(events.sequence)).map(
    (event) => event.type,
  )

/** A wallet whose possible match a person confirmed, so that it is rejected. */
async function refused() {
  const wallet = holder()
  const held = await verify(wallet)
  expect(held.body.verification_status).toBe('pending')
  const waiting = await caseAbout(held.body.wallet_id)
  const decided = await decide(waiting.id, 'refuse', one)
  expect(decided.body).toMatchObject({ status: 'decided', outcome: 'refuse', appeal: { opened_at: null, status: null } })
  expect(decided.body.appeal.possible_until).toBeTruthy()
  return { wallet, walletId: held.body.wallet_id as string, caseId: waiting.id as string }
}

it('is opened by the wallet’s controller alone, says the class of the reason, and, upheld by two others, lets the same check pass', async () => {
  const { wallet, walletId, caseId } = await refused()
  // Another key, a message used twice, a wallet that is a contract on no configured chain.
  expect((await sign(wallet, holder())).body.code).toBe('signer_mismatch')
  const message = await challenge(wallet.address)
  const signature = await wallet.signMessage({ message })
  const begun = await api.call('POST', '/api/appeals/session', { message, signature })
  expect((await api.call('POST', '/api/appeals/session', { message, signature })).body.code).toBe('nonce_expired')
  const contract = await challenge(holder().address)
  expect((await api.call('POST', '/api/appeals/session', { message: contract, signature: `0x${'12'.repeat(90)}` })).body.code).toBe(
    'chain_not_configured',
  )

  expect(begun.status, begun.text).toBe(201)
  expect(begun.body.refusals).toMatchObject([{ id: caseId, environment: 'sandbox', reason_classes: ['sanctions_screening'] }])
  for (const intelligence of ['score', 'Sanctiond', 'entity', 'list']) expect(begun.text).not.toContain(intelligence)
  const { token } = begun.body
  expect((await open(token, caseId, 'short')).body.errors[0].pointer).toBe('/statement')
  expect((await open('guessed', caseId)).body.code).toBe('nonce_expired')
  // Somebody else's signature opens nothing about this wallet.
  const stranger = (await sign(holder())).body
  expect(stranger).toMatchObject({ refusals: [], appeals: [] })
  expect((await open(stranger.token, caseId)).body.code).toBe('invalid_transition')

  const opened = await open(token, caseId)
  expect(opened.status, opened.text).toBe(201)
  expect(opened.body).toMatchObject({ object: 'appeal', status: 'in_review', case_id: caseId, decided_at: null })
  expect(opened.text).not.toContain(wallet.address)
  expect((await open(token, caseId)).body.code).toBe('invalid_transition')
  const shown = (await api.call('GET', `/v1/cases/${caseId}`, undefined, one)).body
  expect(shown).toMatchObject({ status: 'open', outcome: null, overdue: false, appeal: { status: 'in_review', statement } })
  const [kept] = await api.services.connection.db.select().from(cases).where(eq(cases.id, caseId))
  expect(JSON.stringify(kept)).not.toContain('Ohio')

  // Not by who refused; a release takes two others.
  expect((await decide(caseId, 'release', one)).body.code).toBe('second_person_required')
  expect((await decide(caseId, 'refuse', one)).body.code).toBe('second_person_required')
  expect((await decide(caseId, 'release', two)).body.status).toBe('awaiting_second')
  expect((await decide(caseId, 'release', two)).body.code).toBe('second_person_required')
  expect((await api.call('GET', `/v1/wallets/${wallet.address}/status`, undefined, one)).body.verification_status).toBe('rejected')
  const upheld = await decide(caseId, 'release', three)
  expect(upheld.body, upheld.text).toMatchObject({
    status: 'decided',
    outcome: 'release',
    appeal: { status: 'upheld', possible_until: null },
  })
  const again = await verify(wallet)
  expect(again.body, again.text).toMatchObject({ verification_status: 'basic', verified: true, sanctions_cleared: true })
  const check = await api.call('POST', '/v1/sanctions/check', { wallet_address: wallet.address, ...possible }, one)
  const [exception] = (await api.call('GET', `/v1/exceptions?wallet_address=${wallet.address}`, undefined, one)).body.data
  expect(exception).toMatchObject({ status: 'active' })
  expect(check.body.matches.find((match: { exception: unknown }) => match.exception).exception).toMatchObject({ id: exception.id })
  expect((await api.call('GET', `/api/appeals/${opened.body.id}`)).body).toMatchObject({ status: 'upheld', case_id: caseId })
  expect((await sign(wallet)).body).toMatchObject({ refusals: [], appeals: [{ id: opened.body.id, status: 'upheld' }] })
  expect(await told(caseId)).toEqual(['case.opened', 'case.decided', 'appeal.opened', 'appeal.upheld', 'case.decided'])
  const [event] = await api.services.connection.db.select().from(events).where(eq(events.type, 'appeal.upheld'))
  expect(event!.object).toEqual({ case_id: caseId, wallet_id: walletId, check_id: shown.details.check_id })
})

it('is refused by one other person, and is over then; nobody appeals after 30 days', async () => {
  const { wallet, caseId, walletId } = await refused()
  const { token } = (await sign(wallet)).body
  await api.call('POST', '/v1/sandbox/clock', { advance: '29d' }, one)
  const opened = await open(token, caseId)
  expect(opened.body.status, opened.text).toBe('in_review')
  const ended = await decide(caseId, 'refuse', two)
  expect(ended.body).toMatchObject({ status: 'decided', outcome: 'refuse', appeal: { status: 'refused', possible_until: null } })
  expect((await open(token, caseId)).body.code).toBe('invalid_transition')
  expect((await api.call('GET', `/v1/wallets/${wallet.address}/status`, undefined, one)).body.verification_status).toBe('rejected')
  expect(await told(caseId)).toContain('appeal.refused')
  expect(await told(walletId)).toEqual(expect.arrayContaining(['wallet.verification.rejected']))

  const late = await refused()
  await api.call('POST', '/v1/sandbox/clock', { advance: '31d' }, one)
  expect((await sign(late.wallet)).body.refusals).toEqual([])
  expect((await api.call('GET', '/api/appeals/apl_01m7yzyss7wn2xy9fx73kq4v6d')).status).toBe(404)
})

it('gives back every credential that the confirmed match of their holder had suspended', async () => {
  const { db } = api.services.connection
  const [wallet, second] = [holder(), holder()]
  const ada = { full_name: 'Ada Confirmed', date_of_birth: '1990-05-17', country: 'US' }
  const verified = await verify(wallet, ada)
  expect(verified.body.verified).toBe(true)
  const beside = await api.call('POST', '/v1/credentials', { wallet_address: second.address, kyc_data: ada }, one)
  const held = [verified.body.credential.id, beside.body.credential.id] as string[]
  const check = await api.call('POST', '/v1/sanctions/check', { wallet_address: wallet.address, ...possible }, one)
  const waiting = await caseAbout(check.body.check_id ?? check.body.id)
  const states = async () => (await db.select().from(credentials).where(inArray(credentials.id, held))).map((one) => one.state)
  const newest = async (id: string) =>
    (await db.select().from(events).where(eq(events.resource_id, id)).orderBy(desc(events.sequence)).limit(1))[0]!
  await decide(waiting.id, 'refuse', one)
  // The match is of the person, so no wallet of theirs is relied on.
  expect(await states()).toEqual(['suspended', 'suspended'])
  const whole = { level: 'basic', control: 'asserted', reused: false, source: 'verification', hash: expect.stringMatching(/^0x/) }
  for (const id of held)
    expect(await newest(id)).toMatchObject({
      type: 'credential.suspended',
      object: {
        credential: { id, state: 'suspended', ...whole },
        reason_code: 'sanctions_match',
        asked_by: null,
        countersigned_by: null,
      },
    })
  const { token, refusals } = (await sign(wallet)).body
  expect(refusals.map((refusal: { id: string }) => refusal.id)).toContain(waiting.id)
  expect((await open(token, waiting.id)).status).toBe(201)
  await decide(waiting.id, 'release', two)
  expect((await decide(waiting.id, 'release', three)).body.appeal.status).toBe('upheld')
  expect(await states()).toEqual(['active', 'active'])
  for (const id of held)
    expect(await newest(id)).toMatchObject({
      type: 'credential.resumed',
      object: {
        credential: { id, state: 'active', ...whole },
        reason_code: 'appeal_upheld',
        asked_by: expect.stringMatching(/^key_/),
        countersigned_by: expect.stringMatching(/^key_/),
      },
    })
})

it('names the payment that had ended, and brings it back for nobody', async () => {
  const { db } = api.services.connection
  const payer = holder()
  expect((await verify(payer, { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' })).body.verified).toBe(true)
  const payment = { from_address: payer.address, to_address: `0x5ea15ea15ea15ea15ea15ea15ea15ea100000001`, amount: '20', currency: 'USDC' }
  const held = await api.call('POST', '/v1/transactions', payment, one, { 'sandbox-scenario': 'possible_match' })
  expect(held.body.status, held.text).toBe('review')
  const waiting = await caseAbout(held.body.id)
  await decide(waiting.id, 'refuse', one)
  const { token } = (await sign(payer)).body
  expect((await open(token, waiting.id)).status).toBe(201)
  await decide(waiting.id, 'release', two)
  const upheld = await decide(waiting.id, 'release', three)
  expect(upheld.body.appeal?.status, upheld.text).toBe('upheld')
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.type, 'appeal.upheld'), eq(events.resource_id, waiting.id)))
  expect(event!.object).toMatchObject({ case_id: waiting.id, ended: { type: 'transaction', id: held.body.id } })
  expect((await api.call('GET', `/v1/transactions/${held.body.id}`, undefined, one)).body.status).toBe('denied')
})

it('against the rules alone opens a case; a listed address is lifted by nobody, and another refusal once its facts are right', async () => {
  const { db } = api.services.connection
  // The same wallet is put on this sandbox's own list, by its address.
  const listed = holder()
  const added = await api.call(
    'POST',
    '/v1/sandbox/lists/delta',
    { add: [{ entity_id: 'APPEAL-1', name: 'Fictional Listed Wallet', wallet_addresses: [listed.address] }] },
    one,
  )
  expect(added.status, added.text).toBeLessThan(300)
  expect((await verify(listed, { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' })).body.verification_status).toBe(
    'rejected',
  )
  const begun = (await sign(listed)).body
  expect(begun.refusals).toMatchObject([{ reason_classes: ['sanctions_screening'] }])
  const { body: appeal } = await open(begun.token, begun.refusals[0].id)
  expect(await told(appeal.case_id)).toEqual(['case.opened', 'appeal.opened'])
  await decide(appeal.case_id, 'release', two)
  const lifted = await decide(appeal.case_id, 'release', three)
  expect([lifted.status, lifted.body.code]).toEqual([409, 'exception_not_possible'])
  expect((await api.call('GET', `/v1/wallets/${listed.address}/status`, undefined, one)).body.verification_status).toBe('rejected')

  // A country the protocol's rules refuse: upheld only after the check itself allows.
  const player = holder()
  const ask = (scenario?: string) =>
    api.call('POST', '/v1/defi/verify-wallet', { wallet_address: player.address, protocol_name: 'Example Lend' }, one, {
      ...(scenario && { 'sandbox-scenario': scenario }),
    })
  await ask()
  await ask('2001')
  const other = (await sign(player)).body
  expect(other.refusals).toHaveLength(1)
  const { body: second } = await open(other.token, other.refusals[0].id)
  expect((await sign(player)).body.refusals).toEqual([])
  await decide(second.case_id, 'release', two)
  expect((await decide(second.case_id, 'release', three)).body.code).toBe('conflict')
  await ask()
  expect((await decide(second.case_id, 'release', three)).body.appeal.status).toBe('upheld')
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.type, 'appeal.upheld'), eq(events.resource_id, second.case_id)))
  expect(row).toBeTruthy()
})

it('is limited by address, and a wallet’s challenges by the wallet, however its address is written', async () => {
  const limited = await startApi({ RATE_LIMIT: '1' })
  try {
    const many = (count: number, path: string, body: object) =>
      Promise.all(Array.from({ length: count }, () => limited.call('POST', path, body))).then((all) => all.map((each) => each.status))
    const { address } = holder()
    expect(new Set(await many(20, '/api/appeals/challenge', { address, chainId: 1 }))).toEqual(new Set([201]))
    const refused = await limited.call('POST', '/api/appeals/challenge', { address: address.toLowerCase(), chainId: 1 })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100)
    // Another wallet goes on until the address has asked sixty times.
    expect(await many(39, '/api/appeals/challenge', { address: holder().address, chainId: 1 })).toContain(201)
    expect((await limited.call('POST', '/api/appeals/challenge', { address: holder().address, chainId: 1 })).status).toBe(429)
    for (const path of ['/api/appeals/session', '/api/appeals']) {
      expect(new Set(await many(30, path, {})), path).toEqual(new Set([422]))
      expect((await limited.call('POST', path, {})).status, path).toBe(429)
    }
  } finally {
    await limited.stop()
  }
})

it('shows no word of its holder once their erasure was asked for, also where nobody was tied to the wallet yet', async () => {
  const wallet = holder()
  const refused = await api.call('POST', '/v1/sanctions/check', { wallet_address: wallet.address, country: 'KP' }, one)
  const opened = await open((await sign(wallet)).body.token, refused.body.decision.id)
  expect(opened.status, opened.text).toBe(201)
  const shown = async () => (await api.call('GET', `/v1/cases/${opened.body.case_id}`, undefined, one)).body.appeal
  expect(await shown()).toMatchObject({ statement })
  expect((await verify(wallet, { full_name: 'Ada Erased', date_of_birth: '1970-05-17', country: 'US' })).body.verified).toBe(true)
  const erased = await api.call('POST', '/v1/erasures', { wallet_address: wallet.address }, one)
  expect(erased.body.status, erased.text).toBe('restricted')
  expect(await shown()).toMatchObject({ statement: null, status: 'in_review' })
})

it('shows no word of a later holder that was sealed for whoever stood in for them', async () => {
  const wallet = holder()
  const asked = { wallet_address: wallet.address, protocol_name: 'Example Lend' }
  const refused = await api.call('POST', '/v1/defi/verify-wallet', asked, one, { 'sandbox-scenario': '2006' })
  const begun = (await sign(wallet)).body
  const opened = await open(begun.token, begun.refusals[0].id)
  expect(opened.status, opened.text).toBe(201)
  const kept = async () => (await api.services.connection.db.select().from(cases).where(eq(cases.id, opened.body.case_id)))[0]!.appeal!
  expect(await kept()).toMatchObject({ statement_key_id: expect.stringMatching(/^person:/) })
  expect((await verify(wallet, { full_name: 'Ada Later', date_of_birth: '1971-05-17', country: 'US' })).status, refused.text).toBe(200)
  expect((await api.call('POST', '/v1/erasures', { wallet_address: wallet.address }, one)).status).toBe(201)
  expect(await kept()).toMatchObject({ statement_key_id: 'erased', statement_sealed: '' })
  const shown = await api.call('GET', `/v1/cases/${opened.body.case_id}`, undefined, one)
  expect(shown.body.appeal, shown.text).toMatchObject({ statement: null, status: 'in_review' })
})
