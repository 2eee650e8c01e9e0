import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { events } from '#db/schema.ts'
import { magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let one: string
let two: string
beforeAll(async () => {
  api = await startApi({ RESPONSE_SAMPLE: '1' })
  one = (await api.makeKey('sandbox')).key
  two = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const post = (path: string, body: object, headers: Record<string, string> = {}, key = one) =>
  api.call('POST', `/v1${path}`, body, key, headers)
const casesAbout = async (id: string) => (await api.call('GET', `/v1/cases?subject_id=${id}&limit=100`, undefined, one)).body.data
const casesOf = async (kind: string) =>
  (await api.call('GET', '/v1/cases?limit=100', undefined, one)).body.data.filter((c: { kind: string }) => c.kind === kind)
const word = (outcome: string) => ({ outcome, reason_code: 'checked', note: 'Two of us looked at the papers.' })
const decide = (id: string, outcome: string, key: string) => post(`/cases/${id}/decide`, word(outcome), {}, key)
const told = async (id: string) =>
  (await api.services.connection.db.select().from(events).where(eq(events.resource_id, id)).orderBy(events.sequence)).map((e) => e.type)
async function release(id: string) {
  expect((await decide(id, 'release', one)).body.status).toBe('awaiting_second')
  expect((await decide(id, 'release', one)).body.code).toBe('second_person_required')
  const done = await decide(id, 'release', two)
  expect(done.body, done.text).toMatchObject({ status: 'decided', outcome: 'release' })
}

it('a sanctions check with a possible match opens one case, however often and at once it is asked; two people clear it', async () => {
  const body = { wallet_address: magicWallet('2003') }
  const checks = await Promise.all(Array.from({ length: 5 }, () => post('/sanctions/check', body)))
  expect(new Set(checks.map((check) => check.body.decision.outcome))).toEqual(new Set(['review']))
  const opened = await casesOf('sanctions_match')
  expect(opened).toHaveLength(1)
  expect(opened[0].subject.type).toBe('sanctions_check')
  expect(checks.map((check) => check.body.decision.id)).toContain(opened[0].decision_id)
  expect(await told(opened[0].id)).toEqual(['case.opened'])
  // Another person is another case; another question about a past day is none.
  await post('/sanctions/check', { full_name: 'Malory Sanctiond' })
  await post('/sanctions/check', { full_name: 'Malory Sanctiond', as_of: '2026-11-20' })
  expect(await casesOf('sanctions_match')).toHaveLength(2)

  await release(opened[0].id)
  expect(await told(opened[0].id)).toEqual(['case.opened', 'case.decided'])
  const after = await post('/sanctions/check', body)
  expect(after.body, after.text.slice(0, 800)).toMatchObject({ status: 'clear', sanctions_cleared: true, decision: { outcome: 'allow' } })
  expect(after.body.matches[0].exception).not.toBeNull()
  expect(await casesOf('sanctions_match')).toHaveLength(1)
})

it('a wallet held in a market is one case for all markets, and clear in all of them once released', async () => {
  const wallet_address = magicSolanaWallet('2004')
  const access = () => post('/defi/verify-wallet', { wallet_address, protocol_name: 'Example Lend' })
  const age = () => post('/gaming/verify-age', { wallet_address, date_of_birth: '1965-06-15', jurisdiction: 'US' })
  const first = await access()
  expect(first.body).toMatchObject({ access_granted: false, decision: { outcome: 'review' } })
  expect((await age()).body.eligible).toBe(false)
  await post('/nfts/verify-creator', { wallet_address, creator_name: 'Petra Paints' })
  // The verification of the same wallet waits in the same case, and goes on with it.
  expect((await post('/wallets/verify', { wallet_address })).body.verification_status).toBe('pending')
  const about = await casesAbout(first.body.wallet_id)
  expect(about).toHaveLength(1)
  expect(about[0]).toMatchObject({ kind: 'sanctions_match', decision_id: first.body.decision.id, needs_second_person: true })
  await release(about[0].id)
  expect((await access()).body).toMatchObject({ access_granted: true, decision: { outcome: 'allow' }, settled_by: null })
  expect((await age()).body.eligible).toBe(true)
  expect((await post('/wallets/verify', { wallet_address })).body).toMatchObject({ verified: true })
  // Nothing waits any more.
  expect(await casesAbout(first.body.wallet_id)).toEqual([])
})

it('releases nothing that was found only after the case was made: the two people did not see it', async () => {
  const wallet_address = `0x${'d7'.repeat(20)}`
  const kyc_data = { full_name: 'Orsolya Brackenbury', date_of_birth: '1980-02-03', country: 'US' }
  expect((await post('/wallets/verify', { wallet_address, kyc_data })).body.verified).toBe(true)
  const abroad = `0x${'e7'.repeat(20)}`
  const other = { ...kyc_data, date_of_birth: '1981-03-04', country: 'DE' }
  expect((await post('/wallets/verify', { wallet_address: abroad, kyc_data: other })).body.verified).toBe(true)
  const list = async (entity_id: string, name: string) =>
    expect((await post('/sandbox/lists/delta', { add: [{ entity_id, name }] })).status).toBe(200)
  await list('LATER-1', 'Orsolya Brackenbery')
  const payment = { from_address: wallet_address, to_address: magicSolanaWallet('0002'), amount: '20', currency: 'USDC' }
  const check = await post('/sanctions/check', { full_name: 'Orsolya Brackenbury' })
  const payments = [await post('/transactions', payment), await post('/transactions', payment)]
  for (const held of payments)
    expect(held.body, JSON.stringify(held.body.decision)).toMatchObject({ status: 'review', decision: { outcome: 'review' } })
  const waiting = await Promise.all([check, ...payments].map(async (held) => (await casesAbout(held.body.id))[0].id as string))
  // With papers missing besides, somebody has to look all the same.
  const lacking = await post('/transactions', { ...payment, from_address: abroad })
  expect(lacking.body.decision.missing).not.toEqual([])
  expect(await casesAbout(lacking.body.id)).toMatchObject([{ kind: 'transaction_review', status: 'open' }])

  for (const id of waiting) expect((await decide(id, 'release', one)).body.status).toBe('awaiting_second')
  await list('LATER-2', 'Orsolya Brackenburry')
  for (const id of waiting) expect((await decide(id, 'release', two)).body).toMatchObject({ status: 409, code: 'conflict' })
  expect((await post('/sanctions/check', { full_name: 'Orsolya Brackenbury' })).body.sanctions_cleared).toBe(false)
  // Once it is off the list again, what both saw is all there is.
  await post('/sandbox/lists/delta', { remove: ['LATER-2'] })
  for (const id of waiting.slice(0, 2)) expect((await decide(id, 'release', two)).body).toMatchObject({ outcome: 'release' })
  expect((await decide(waiting[2]!, 'refuse', two)).body).toMatchObject({ outcome: 'refuse' })
})

it('C2 a held payment is proposed for release only with what tells whom it names from an exact name', async () => {
  const originator = {
    naturalPerson: {
      name: {
        nameIdentifier: [{ primaryIdentifier: 'Sanctioned', secondaryIdentifier: 'Mallory', naturalPersonNameIdentifierType: 'LEGL' }],
      },
      dateAndPlaceOfBirth: { dateOfBirth: '1999-12-31', placeOfBirth: 'X' },
    },
  }
  const sides = { from_address: magicWallet('0001'), to_address: magicSolanaWallet('0002') }
  const held = await post('/transactions', { type: 'payment', ...sides, amount: '20', currency: 'USDC', originator })
  expect(held.body.status, held.text).toBe('review')
  const { id } = (await casesAbout(held.body.id))[0]
  const propose = (more: object, key = one) => post(`/cases/${id}/decide`, { ...word('release'), ...more }, {}, key)
  expect((await propose({})).body).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/differences', code: 'evidence_required' }],
  })
  const told = { field: 'date_of_birth', listed_value: '1970-01-01', person_value: '1999-12-31', source: 'Passport of France' }
  const conflicting = { ...told, person_value: '1998-12-31' }
  expect((await propose({ differences: [conflicting] })).body.errors).toMatchObject([
    { pointer: '/differences/0/person_value', code: 'conflict' },
  ])
  expect((await propose({ differences: [told] })).body.status).toBe('awaiting_second')
  expect((await propose({}, two)).body).toMatchObject({ status: 'decided', outcome: 'release' })
})

it('lets an investment go only for the reasons that the two people saw', async () => {
  const issuer = (facts: object) =>
    api.services.connection.db.execute(
      sql`update organizations set settings = settings || ${JSON.stringify({ issuer: { sandbox: { investor_id: null, facts, updated_at: null } } })}::jsonb`,
    )
  const terms = { name: 'Held', regulation: 'reg_d_506c', total_supply: 10_000, price_per_token: '10', maximum_raise: '100000' }
  const { body: offering } = await post('/offerings', terms)
  await issuer({ ica_status: 'registered' })
  const held = await post('/investments', { offering_id: offering.id, wallet_address: magicWallet('3001'), amount: '1000' })
  expect(held.body, held.text.slice(0, 500)).toMatchObject({ status: 'pending' })
  const [{ id }] = await casesAbout(held.body.id)
  expect((await decide(id, 'release', one)).body.status).toBe('awaiting_second')
  // That somebody else pays came up only now.
  const payer = (facts: object) =>
    api.services.connection.db.execute(sql`update investments set facts = ${JSON.stringify(facts)}::jsonb where id = ${held.body.id}`)
  await payer({ 'investment.paid_by_investor': false })
  expect((await decide(id, 'release', two)).body).toMatchObject({ status: 409, code: 'conflict' })
  await payer({})
  expect((await decide(id, 'release', two)).body).toMatchObject({ outcome: 'release' })
  await issuer({})
})

it.each([
  ['defi_review', '/defi/verify-wallet', { protocol_name: 'Example Lend' }, '5003', 'access_granted'],
  ['nfts_review', '/nfts/verify-creator', { creator_name: 'Ada Drawz' }, '4004', 'verified'],
  ['gaming_review', '/gaming/verify-age', { jurisdiction: 'XB' }, '6021', 'eligible'],
] as const)(
  '%s: what two people released is granted while nothing changes; what one refused is denied',
  async (kind, path, body, code, granted) => {
    const held = { ...body, wallet_address: magicWallet(code) }
    const first = await post(path, held)
    expect(first.body).toMatchObject({ [granted]: false, decision: { outcome: 'review' } })
    await post(path, held)
    const [waiting, ...more] = (await casesAbout(first.body.wallet_id)).filter((c: { kind: string }) => c.kind === kind)
    expect([waiting?.decision_id, more]).toEqual([first.body.decision.id, []])
    await release(waiting.id)
    const after = await post(path, held)
    expect(after.body, after.text.slice(0, 800)).toMatchObject({
      [granted]: true,
      decision: { outcome: 'review' },
      settled_by: { outcome: 'allow' },
    })
    expect(after.headers.get('sealwright-decision')).toBe('review')
    expect(await told(waiting.id)).toEqual(['case.opened', 'case.decided'])

    const other = { ...body, wallet_address: magicSolanaWallet(code) }
    const second = await post(path, other)
    const refused = (await casesAbout(second.body.wallet_id)).find((c: { kind: string }) => c.kind === kind)
    expect((await decide(refused.id, 'refuse', one)).body).toMatchObject({ status: 'decided', outcome: 'refuse' })
    expect((await post(path, other)).body).toMatchObject({
      [granted]: false,
      decision: { outcome: 'review' },
      settled_by: { outcome: 'deny' },
    })
    expect((await casesAbout(second.body.wallet_id)).filter((c: { status: string }) => c.status !== 'decided')).toEqual([])
  },
)

it('tells once per market that it relies on a credential made elsewhere', async () => {
  const wallet_address = `0x${'c4'.repeat(20)}`
  const kyc_data = { full_name: 'Rita Reused', date_of_birth: '1988-01-05', country: 'US' }
  const { body } = await post('/wallets/verify', { wallet_address, kyc_data })
  for (let i = 0; i < 2; i++) {
    await post('/defi/verify-wallet', { wallet_address, protocol_name: 'Example Lend' })
    await post('/nfts/verify-creator', { wallet_address, creator_name: 'Rita' })
  }
  const rows = await api.services.connection.db
    .select()
    .from(events)
    .where(and(eq(events.type, 'credential.reused'), eq(events.resource_id, body.credential.id)))
    .orderBy(events.sequence)
  expect(rows.map((e) => e.object.market)).toEqual(['defi', 'nfts'])
  expect(rows[0]!.object).toMatchObject({ credential_id: body.credential.id, decision_id: expect.stringMatching(/^dec_/) })
})
