import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { issueCredential } from '#core/identity/credentials/issue.ts'
import { ensurePerson } from '#core/identity/persons/ensure.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { realPeople } from '#core/sources/people/production.ts'
import { playedPeople } from '#core/sources/people/sandbox.ts'
import { apiKeys, auditLogs, cases, credentialUses, events } from '#db/schema.ts'
import { magicSolanaWallet } from '#screening/sandbox-sample.ts'
import { startApi } from '#tests/api/harness.ts'
import { allMails } from '#tests/stored.ts'
import { decideCase } from './decide.ts'

let api: Awaited<ReturnType<typeof startApi>>
let one: string
let two: string
const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const word = <T extends string>(outcome: T) => ({ outcome, reason_code: 'false_positive', note: 'The birth years differ by a decade.' })

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  one = (await api.makeKey('sandbox')).key
  two = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const decide = (id: string, body: object, key: string) => api.call('POST', `/v1/cases/${id}/decide`, body, key)
const caseAbout = async (id: string) => (await api.call('GET', `/v1/cases?subject_id=${id}`, undefined, one)).body.data[0]

it('releases a possible match only with two people, and through the rules: the wallet then verifies by itself', async () => {
  const body = { wallet_address: magic('2003') }
  const first = await api.call('POST', '/v1/wallets/verify', body, one)
  expect(first.body.verification_status).toBe('pending')
  const held = await caseAbout(first.body.wallet_id)
  expect(held).toMatchObject({
    kind: 'sanctions_match',
    status: 'open',
    needs_second_person: true,
    decision_id: first.body.decision.id,
  })

  const proposed = await decide(held.id, word('release'), one)
  expect(proposed.body).toMatchObject({ status: 'awaiting_second', proposal: { outcome: 'release' }, outcome: null })
  const meanwhile = await api.call('POST', '/v1/wallets/verify', body, one)
  expect(meanwhile.body).toMatchObject({ code: 'verification_in_progress', wallet_id: first.body.wallet_id })
  const again = await decide(held.id, word('release'), one)
  expect(again.status).toBe(403)
  expect(again.body.code).toBe('second_person_required')

  const released = await decide(held.id, word('release'), two)
  expect(released.body).toMatchObject({ status: 'decided', outcome: 'release' })
  expect(released.body.decided_by).toHaveLength(2)
  const after = await api.call('POST', '/v1/wallets/verify', body, one)
  expect(after.body).toMatchObject({ verification_status: 'basic', verified: true, sanctions_cleared: true })
  expect((await decide(held.id, word('refuse'), two)).status).toBe(409)
  const types = (
    await api.services.connection.db.select().from(events).where(eq(events.resource_id, held.id)).orderBy(events.sequence)
  ).map((e) => e.type)
  expect(types).toEqual(['case.opened', 'case.decided'])
})

it('refuses to start over what waits for people', async () => {
  const kyc_data = { full_name: 'Mallorie Sanctiond', date_of_birth: '1970-01-01', country: 'US' }
  const verify = () => api.call('POST', '/v1/wallets/verify', { wallet_address: `0x${'c'.repeat(40)}`, kyc_data }, one)
  const held = await verify()
  expect(held.body.verification_status).toBe('pending')
  expect(await verify()).toMatchObject({ status: 409, body: { code: 'verification_in_progress', wallet_id: held.body.wallet_id } })
})

it('never releases a listed address, whatever people agree on', async () => {
  const check = await api.call('POST', '/v1/wallets/verify', { wallet_address: magic('2001') }, one)
  expect(check.body.verification_status).toBe('rejected')
  expect(await caseAbout(check.body.wallet_id)).toBeUndefined()
})

it('lets a payment under review go on, or denies it for good', async () => {
  const pay = async (from_address: string, to_address: string, scenario?: string) =>
    (
      await api.call(
        'POST',
        '/v1/transactions',
        { from_address, to_address, amount: '20', currency: 'USDC' },
        one,
        scenario ? { 'sandbox-scenario': scenario } : {},
      )
    ).body
  const held = await pay(magicSolanaWallet('2003'), magicSolanaWallet('0002'))
  expect(held).toMatchObject({ status: 'review', restriction_code: 23 })
  expect(held.decision.reason_codes).toContain('sanctions_name_possible')
  const waiting = await caseAbout(held.id)
  await decide(waiting.id, word('release'), one)
  const released = await decide(waiting.id, word('release'), two)
  expect(released.body).toMatchObject({ status: 'decided', outcome: 'release' })
  expect((await api.call('GET', `/v1/transactions/${held.id}`, undefined, one)).body).toMatchObject({
    status: 'approved',
    restriction_code: 0,
  })

  const other = await pay(magic('0001'), magic('0002'), 'possible_match')
  expect(other.status).toBe('review')
  const refused = await decide((await caseAbout(other.id)).id, word('refuse'), one)
  expect(refused.body).toMatchObject({ status: 'decided', outcome: 'refuse', needs_second_person: true })
  expect(refused.body.appeal.possible_until).toBeTruthy()
  expect((await api.call('GET', `/v1/transactions/${other.id}`, undefined, one)).body.status).toBe('denied')
})

it('books a released investment, and says which other case stands before it', async () => {
  const offering = await api.call(
    'POST',
    '/v1/offerings',
    { name: 'Cases', regulation: 'reg_d_506c', total_supply: 1000, price_per_token: '10', maximum_raise: '10000' },
    one,
  )
  const made = await api.call(
    'POST',
    '/v1/investments',
    { offering_id: offering.body.id, wallet_address: magic('2003'), amount: '100' },
    one,
  )
  // The wallet's match was released above; another investor's was not.
  expect(made.body.status).toBe('accepted')
  const investor = await api.call(
    'POST',
    '/v1/investors',
    {
      full_name: 'Malory Sanctiond',
      email: 'm@cases.test',
      wallet_address: `0x${'b'.repeat(40)}`,
      date_of_birth: '1970-01-01',
      country: 'US',
    },
    one,
  )
  const accreditation = {
    type: 'net_worth',
    method: 'third_party_letter',
    evidence_sha256: 'a'.repeat(64),
    verifier: 'attorney',
    dated: '2026-11-01',
  }
  const verified = await api.call('POST', `/v1/investors/${investor.body.id}/verify`, { accreditation }, one)
  expect(verified.body.status).toBe('pending')
  const held = await api.call(
    'POST',
    '/v1/investments',
    { offering_id: offering.body.id, investor_id: investor.body.id, amount: '100' },
    one,
  )
  expect(held.body.status).toBe('pending')
  const waiting = await caseAbout(held.body.id)
  await decide(waiting.id, word('release'), one)
  const early = await decide(waiting.id, word('release'), two)
  expect(early.status).toBe(409)
  expect(early.body.detail).toContain('identity is pending')
  const identity = await caseAbout(investor.body.id)
  await decide(identity.id, word('release'), one)
  expect((await decide(identity.id, word('release'), two)).body.outcome).toBe('release')
  expect((await api.call('GET', `/v1/investors/${investor.body.id}/status`, undefined, one)).body.status).toBe('verified')
  const late = await decide(waiting.id, word('release'), two)
  expect(late.body, late.text).toMatchObject({ outcome: 'release' })
  expect((await api.call('GET', `/v1/offerings/${offering.body.id}`, undefined, one)).body.amount_raised).toBe('200')
})

it('suspends a credential in production at one person’s word, and revokes it at two', async () => {
  const ctx = api.ctx('production')
  const credential = await ctx.db.transaction(async (tx) => {
    const { person } = await ensurePerson(tx, ctx, { full_name: 'Ada Real', date_of_birth: '1980-02-03', country: 'US' })
    const wallet = await ensureWallet(tx, ctx, { canonical: `0x${'7b'.repeat(20)}`, family: 'evm' })
    return issueCredential(tx, ctx, { person, wallet, level: 'basic', source: 'verification' })
  })
  const [first, same] = [(await api.makeKey('production')).key, (await api.makeKey('production')).key]
  const other = systemCtx(ctx.services, { id: 'usr_other', organizationId: ctx.organizationId, environment: 'production' })
  const revoke = () => api.call('POST', `/v1/credentials/${credential.id}/revoke`, { reason_code: 'key_compromise' }, first)
  const state = async () => (await api.call('GET', `/v1/credentials/${credential.id}`, undefined, first)).body.state

  // Declined, it stays suspended here: without the lists of production nobody is clear.
  for (const [outcome, then] of [
    ['refuse', 'suspended'],
    ['release', 'revoked'],
  ] as const) {
    const asked = await revoke()
    expect(asked.body, asked.text).toMatchObject({ state: 'suspended', second_person: { status: 'awaiting_second' } })
    const { case_id } = asked.body.second_person
    expect((await revoke()).body).toMatchObject({ code: 'already_exists', existing_id: case_id })
    for (const key of [first, same]) expect((await decide(case_id, word('release'), key)).body.code).toBe('second_person_required')
    await decideCase({ ctx: other, input: { id: case_id, ...word(outcome) } })
    expect(await state()).toBe(then)
  }
})

it('takes two people to end or free what one may only stop, and leaves both in the log and the event', async () => {
  const post = (path: string, body: object, key = one) => api.call('POST', `/v1${path}`, body, key)
  const doubt = { reason_code: 'identity_fraud', note: 'The passport office did not issue this passport.' }
  const wallet_address = `0x${'7a'.repeat(20)}`
  const identity = { first_name: 'Ada', last_name: 'Doubted', date_of_birth: '1980-02-03', country: 'US' }
  const investor = await post('/investors', { full_name: 'Ada Doubted', email: 'ada@doubted.test', wallet_address, ...pick(identity) })
  const id = investor.body.id
  const accreditation = {
    type: 'net_worth',
    method: 'third_party_letter',
    evidence_sha256: 'a'.repeat(64),
    verifier: 'attorney',
    dated: '2026-11-01',
  }
  const documents = [{ kind: 'passport', sha256: 'b'.repeat(64) }]
  const verified = await post(`/investors/${id}/verify`, { accreditation, documents })
  expect(verified.body.verification, verified.text).toEqual({
    identity_status: 'verified',
    accreditation_status: 'verified',
    documents_status: 'verified',
  })
  const credential = verified.body.credential.id
  const state = async () => (await api.call('GET', `/v1/credentials/${credential}`, undefined, one)).body.state
  const told = async (resource: string) =>
    (await api.services.connection.db.select().from(events).where(eq(events.resource_id, resource)).orderBy(events.sequence)).map(
      (event) => event as unknown as { type: string; payload: never; data: { object: Record<string, unknown> } },
    )

  // Resumed after a list hit, a credential waits for two, and no new check goes round it.
  await post(`/credentials/${credential}/suspend`, { reason_code: 'sanctions_match' })
  for (const force of [false, true])
    expect((await post(`/investors/${id}/verify`, { checks: ['identity', 'sanctions'], force })).body).toMatchObject({
      credential: { id: credential, state: 'suspended' },
      next_action: { type: 'contact' },
    })
  const resume = await post(`/credentials/${credential}/resume`, { reason_code: 'cleared' })
  expect(resume.body).toMatchObject({ state: 'suspended', second_person: { status: 'awaiting_second' } })
  await decide(resume.body.second_person.case_id, word('release'), two)
  expect(await state()).toBe('active')

  // A changed name suspends until it is checked; clear, it is in use again by the same call.
  const renamed = await post(`/investors/${id}/verify`, { identity: { ...identity, last_name: 'Married' } })
  expect(renamed.body).toMatchObject({ status: 'verified', credential: { id: credential, state: 'active' } })
  const checks = (await told(id)).map((event) => event.type)
  expect(checks.slice(-3)).toEqual(['investor.verification.pending', 'investor.verification.verified', 'investor.updated'])
  expect((await told(credential)).slice(-2).map((event) => event.type)).toEqual(['credential.suspended', 'credential.resumed'])
  // Knowledge to the contrary: one person is enough, and what waits under 506(c) is looked at by people.
  const offering = (
    await post('/offerings', {
      name: 'Doubts',
      regulation: 'reg_d_506c',
      total_supply: 1000,
      price_per_token: '10.13',
      maximum_raise: '10000',
    })
  ).body.id
  // Its payment fails after an hour, so it waits without a case.
  const unpaid = await post('/investments', { offering_id: offering, investor_id: id, amount: '10.13' })
  expect(unpaid.body.status, unpaid.text).toBe('accepted')
  await post('/sandbox/clock', { advance: '61m' })
  expect(await caseAbout(unpaid.body.id)).toBeUndefined()
  const known = await post(`/investors/${id}/contrary-knowledge`, { ...doubt, reason_code: 'income_differs' })
  expect(known.body, known.text).toMatchObject({ verification: { accreditation_status: 'pending' }, second_person: null })
  expect((await post(`/investors/${id}/contrary-knowledge`, doubt)).body.code).toBe('invalid_transition')
  expect(await caseAbout(unpaid.body.id)).toMatchObject({ kind: 'investment_review', details: { reason_codes: ['contrary_knowledge'] } })
  const minimum = await post(`/investors/${id}/verify`, {
    checks: ['accreditation'],
    accreditation: { ...accreditation, method: 'minimum_investment' },
  })
  expect(minimum.body.verification.accreditation_status).toBe('pending')
  const refused = await post('/investments', { offering_id: offering, investor_id: id, amount: '101.3' })
  expect(refused.body.status).not.toBe('accepted')
  const anew = await post(`/investors/${id}/verify`, { checks: ['accreditation'], accreditation })
  expect(anew.body.verification.accreditation_status).toBe('verified')
  const sold = await post('/investments', { offering_id: offering, investor_id: id, amount: '101.3' })
  expect(sold.body.status).toBe('accepted')
  // What became known after the sale stops the mint of it too, until the evidence was looked at anew.
  const issue = () => post('/tokens/issue', { offering_id: offering, investor_id: id, investment_id: sold.body.id, quantity: 10 })
  await post(`/investors/${id}/contrary-knowledge`, { ...doubt, reason_code: 'income_differs' })
  const held = await issue()
  expect(held.body, held.text).toMatchObject({
    status: 'denied',
    authorization: null,
    decision: { outcome: expect.stringMatching(/deny|review/) },
  })
  expect(held.body.decision.reason_codes).toContain('issuance_still_eligible')
  await post(`/investors/${id}/verify`, { checks: ['accreditation'], accreditation })
  expect((await issue()).body.status).toBe('authorized')

  // A changed name that may be listed waits for people, and the credential with it.
  const listed = await post(`/investors/${id}/verify`, {
    identity: { first_name: 'Malory', last_name: 'Sanctiond', date_of_birth: '1970-01-01' },
  })
  expect(listed.body).toMatchObject({ status: 'pending', credential: { state: 'suspended' } })
  expect((await post(`/credentials/${credential}/resume`, { reason_code: 'x_y' })).body.code).toBe('invalid_transition')
  const looked = (await api.call('GET', `/v1/cases?subject_id=${id}`, undefined, one)).body.data[0]
  await decide(looked.id, word('release'), one)
  expect((await decide(looked.id, word('release'), two)).body.outcome).toBe('release')
  expect(await state()).toBe('active')

  // A false document: rejected by two, and two more consider the identity.
  const forged = await post(`/investors/${id}/documents-false`, doubt)
  expect((await decide(forged.body.second_person.case_id, word('release'), two)).body.outcome).toBe('release')
  const [considered] = (await api.call('GET', `/v1/cases?subject_id=${id}&kind=identity_revocation`, undefined, one)).body.data
  expect(considered).toMatchObject({ status: 'open', needs_second_person: true })
  expect((await post(`/investors/${id}/revoke`, doubt)).body.code).toBe('already_exists')
  // Another organisation relied on the credential, in a sandbox that is a month ahead.
  const elsewhere = await api.makeStranger()
  await api.call('POST', '/v1/sandbox/clock', { advance: '30d' }, elsewhere)
  const { organization_id } = (await api.services.connection.db.select().from(apiKeys)).find((each) => elsewhere.includes(each.key_prefix))!
  await api.services.connection.db.insert(credentialUses).values({
    organization_id,
    environment: 'sandbox',
    credential_id: credential,
    person_id: 'per_relied',
    market: 'securities',
    decision_id: 'none',
    disclosed: ['level'],
    used_at: new Date(),
  })
  expect((await decide(considered.id, word('release'), one)).body.status).toBe('awaiting_second')
  expect((await decide(considered.id, word('release'), two)).body.outcome).toBe('release')
  expect(await state()).toBe('revoked')
  const [relied] = (await api.call('GET', '/v1/cases?kind=relied_credential', undefined, elsewhere)).body.data
  expect(relied).toMatchObject({ overdue: false })
  expect(Date.parse(relied.deadline)).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect((await post(`/investors/${id}/verify`, { force: true })).body.code).toBe('invalid_transition')
  const rejected = (await told(id)).at(-1)!
  expect(JSON.stringify(rejected)).toContain('countersigned_by')
  expect(rejected.type).toBe('investor.verification.rejected')

  // The investor appeals once; two others uphold it, and the identity is verified anew, not by their word.
  const statement = { statement: 'The passport is mine; the office answered about another number.' }
  const appealed = await post(`/investors/${id}/appeal`, statement)
  expect(appealed.status, appealed.text).toBe(201)
  expect((await post(`/investors/${id}/appeal`, statement)).body.code).toBe('invalid_transition')
  expect((await decide(appealed.body.case_id, word('release'), one)).body.code).toBe('second_person_required')
  const [three, four] = [(await api.makeKey('sandbox')).key, (await api.makeKey('sandbox')).key]
  await decide(appealed.body.case_id, word('release'), three)
  expect((await decide(appealed.body.case_id, word('release'), four)).body.outcome).toBe('release')
  expect((await told(id)).at(-1)!.type).toBe('investor.verification.pending')
  const back = await post(`/investors/${id}/verify`, { checks: ['identity', 'sanctions'], force: true })
  expect(back.body, back.text).toMatchObject({ status: 'verified', credential: { state: 'active' } })
})

it('rejects what waits with an identity, and takes no fourth attempt and none that evidence cannot change', async () => {
  const post = (path: string, body: object) => api.call('POST', `/v1${path}`, body, one)
  const { db } = api.services.connection
  const offering = await post('/offerings', {
    name: 'Attempts',
    regulation: 'reg_d_506b',
    total_supply: 1000,
    price_per_token: '10',
    maximum_raise: '10000',
  })
  const made = await post('/investors', {
    full_name: 'Tara Threetimes',
    email: 'tara@tests.example',
    date_of_birth: '1980-02-03',
    wallet_address: `0x${'6a'.repeat(20)}`,
  })
  const { id } = made.body
  const verify = (more: object = {}) => post(`/investors/${id}/verify`, { checks: ['identity', 'sanctions'], ...more })
  const waiting = await post('/investments', { offering_id: offering.body.id, investor_id: id, amount: '100' })
  expect(waiting.body.status, waiting.text).toBe('pending')

  const first = await verify({ identity: { country: 'IR' } })
  expect(first.body, first.text).toMatchObject({ status: 'rejected', rejection: { retryable: true } })
  const ended = await api.call('GET', `/v1/investments/${waiting.body.id}`, undefined, one)
  expect(ended.body).toMatchObject({ status: 'rejected', refusal: { code: 'identity_rejected', by: 'reviewer' } })
  expect(await caseAbout(waiting.body.id)).toBeUndefined()
  for (const retryable of [true, false]) expect((await verify()).body).toMatchObject({ status: 'rejected', rejection: { retryable } })
  // Each attempt is told: pending, then rejected again.
  const told = await db.select().from(events).where(eq(events.resource_id, id)).orderBy(events.sequence)
  const steps = told.filter((event) => event.type.startsWith('investor.verification')).map((event) => event.type.split('.').at(-1))
  expect(steps).toEqual(['pending', 'rejected', 'pending', 'rejected', 'pending', 'rejected'])
  const refused = async (answer: ReturnType<typeof verify>, words: string) => {
    const { body } = await answer
    expect(body).toMatchObject({ code: 'invalid_transition', detail: expect.stringContaining(words) })
    const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.request_id, body.request_id))
    expect(entry).toMatchObject({ action: 'transition_refused', status: 'failure' })
  }
  await refused(verify({ identity: { country: 'US' }, force: true }), 'three times')
  await refused(post('/investors/verify', { investor_id: id, identity: { country: 'US' } }), 'three times')
  const appeal = await post(`/investors/${id}/appeal`, { statement: 'The country was typed wrongly: I live in the United States.' })
  const [three, four] = [(await api.makeKey('sandbox')).key, (await api.makeKey('sandbox')).key]
  await decide(appeal.body.case_id, word('release'), three)
  expect((await decide(appeal.body.case_id, word('release'), four)).body.outcome).toBe('release')
  // Until it is corrected the recorded residence counts, and nothing waits on an embargoed one.
  const invest = () => post('/investments', { offering_id: offering.body.id, investor_id: id, amount: '100' })
  expect((await invest()).body).toMatchObject({
    status: 'rejected',
    decision: { reason_codes: expect.arrayContaining(['sanctions_embargoed_jurisdiction']) },
  })
  // What was corrected counts, and the attempts begin anew.
  const right = await verify({ identity: { country: 'US' } })
  expect(right.body.status, right.text).toBe('verified')
  const invested = await invest()
  expect(invested.body.status, invested.text).toBe('accepted')
  const read = async (path: string) => (await api.call('GET', `/v1${path}`, undefined, one)).body
  expect((await read(`/offerings/${offering.body.id}`)).amount_raised).toBe('100')
  // Taken back by two, the sale waits for people, out of the raise.
  const revoked = await post(`/investors/${id}/revoke`, { reason_code: 'identity_fraud', note: 'The passport office denies it.' })
  expect((await decide(revoked.body.second_person.case_id, word('release'), two)).body.outcome).toBe('release')
  expect(await read(`/investments/${invested.body.id}`)).toMatchObject({ status: 'pending', reserved_until: null })
  expect((await read(`/offerings/${offering.body.id}`)).amount_raised).toBe('0')
  expect(await caseAbout(invested.body.id)).toMatchObject({ kind: 'investment_review', details: { reason_codes: ['identity_revoked'] } })

  const listed = { full_name: 'Mallory Sanctioned', email: 'listed@tests.example', date_of_birth: '1970-01-01', country: 'US' }
  const hit = await post('/investors/verify', listed)
  expect(hit.body.rejection, hit.text).toMatchObject({ code: 'sanctioned', retryable: false })
  await refused(post(`/investors/${hit.body.investor_id}/verify`, {}), 'does not change')
})

const pick = ({ date_of_birth, country }: { date_of_birth: string; country: string }) => ({ date_of_birth, country })

it('ranks by urgency, pages without gaps, filters, assigns, notes, and tells once of what is overdue', async () => {
  for (let i = 0; i < 5; i++) {
    const to_address = `0x${String(i + 4).repeat(40)}`
    await api.call('POST', '/v1/transactions', { from_address: magic('0001'), to_address, amount: String(10 + i), currency: 'USDC' }, one, {
      'sandbox-scenario': 'possible_match',
    })
  }
  const whole = (await api.call('GET', '/v1/cases?limit=100', undefined, one)).body.data
  expect(whole.length).toBeGreaterThanOrEqual(5)
  const paged: string[] = []
  let cursor = ''
  do {
    const page = (await api.call('GET', `/v1/cases?limit=2${cursor && `&cursor=${cursor}`}`, undefined, one)).body
    paged.push(...page.data.map((c: { id: string }) => c.id))
    cursor = page.next_cursor ?? ''
  } while (cursor)
  expect(paged).toEqual(whole.map((c: { id: string }) => c.id))

  const { id } = whole[0]
  expect((await api.call('POST', `/v1/cases/${id}/assign`, {}, one)).body.status).toBe('assigned')
  expect((await api.call('GET', '/v1/cases?assigned_to=me', undefined, one)).body.data).toHaveLength(1)
  expect((await api.call('POST', `/v1/cases/${id}/notes`, { note: 'Asked the holder.' }, one)).body.notes[0].text).toBe('Asked the holder.')
  expect((await api.call('GET', `/v1/cases/${id}`, undefined, (await api.makeKey('production')).key)).status).toBe(404)

  // Asked, a case waits and its clock stands still; the answer is sealed and read where one case is read.
  const question = 'Which of the two addresses does the customer live at?'
  const asked = await api.call('POST', `/v1/cases/${id}/ask`, { question }, one)
  expect(asked.body, asked.text).toMatchObject({ status: 'awaiting_info', question: { text: question, answered_at: null }, overdue: false })
  const [mail] = await allMails(api.services)
  expect(mail).toMatchObject({
    to: 'owner@tests.example',
    subject: 'A reviewer asks you something',
    text: expect.stringContaining(`/questions/${id}`),
  })
  expect(mail!.text).not.toContain('two addresses')
  expect((await api.call('POST', `/v1/cases/${id}/ask`, { question }, one)).body.code).toBe('invalid_transition')
  expect((await decide(id, word('refuse'), one)).body.code).toBe('invalid_transition')
  const answered = await api.call('POST', `/v1/cases/${id}/answer`, { answer: 'At the second one, since June.' }, two)
  expect(answered.body).toMatchObject({ status: 'assigned', question: { no_answer: false, answer: null } })
  expect(Date.parse(answered.body.deadline)).toBeGreaterThanOrEqual(Date.parse(whole[0].deadline))
  expect((await api.call('GET', `/v1/cases/${id}`, undefined, one)).body.question.answer).toBe('At the second one, since June.')
  expect((await api.call('POST', `/v1/cases/${id}/answer`, { answer: 'Again.' }, two)).body.code).toBe('invalid_transition')
  const silent = whole[1].id
  await api.call('POST', `/v1/cases/${silent}/ask`, { question }, one)

  await api.call('POST', '/v1/sandbox/clock', { advance: '8d' }, one)
  expect((await api.call('GET', '/v1/cases?overdue=true&limit=100', undefined, one)).body.data).toHaveLength(whole.length - 1)
  const { db } = api.services.connection
  const told = await db.select().from(events).where(eq(events.type, 'case.overdue'))
  expect(told).toHaveLength(whole.length - 1)
  await api.call('POST', '/v1/sandbox/clock', { advance: '1d' }, one)
  expect(await db.select().from(events).where(eq(events.type, 'case.overdue'))).toHaveLength(whole.length - 1)
  await api.call('POST', '/v1/sandbox/clock', { advance: '22d' }, one)
  expect((await api.call('GET', `/v1/cases/${silent}`, undefined, one)).body).toMatchObject({
    status: 'assigned',
    question: { no_answer: true },
  })
})

it('takes two keys of one person for one person in production', async () => {
  const { sameActor } = await import('#core/access/second-person/scope.ts')
  const { db } = api.services.connection
  const [a, b] = await db.select().from(apiKeys)
  expect(await sameActor(db, { people: realPeople }, a!.id, b!.id)).toBe(a!.created_by === b!.created_by)
  expect(await sameActor(db, { people: playedPeople }, a!.id, b!.id)).toBe(false)
  // A key that renews itself stays with its person.
  const own = await api.makeKey('production')
  const renewed = await api.call('POST', `/v1/keys/${own.id}/rotate`, { overlap_hours: 1 }, own.key)
  expect(await sameActor(db, { people: realPeople }, own.id, renewed.body.id)).toBe(true)
  expect((await db.select().from(cases)).length).toBeGreaterThan(0)
})
