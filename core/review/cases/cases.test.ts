import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { PLATFORM_KEY } from '#core/kernel/sealed.ts'
import { searchOwnAudit } from '#core/record/audit/search.ts'
import { listEvents } from '#core/record/event-log/read.ts'
import { searchExceptions, searchExceptionsInput } from '#core/screening/exceptions/search.ts'
import { settleException } from '#core/screening/exceptions/settle.ts'
import { runAllDue } from '#core/upkeep/deadlines/run-due.ts'
import {
  auditLogs,
  cases,
  events,
  exceptions,
  investors,
  memberships,
  passkey,
  screenings,
  transactions,
  users,
  wallets,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '#db/schema.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { sealStatement } from '../appeals/appeal.ts'
import { assignCase } from './assign.ts'
import { caseApprovalOptions, decideCase, decideCaseOnPage } from './decide.ts'
import { decideTransaction } from './decide-transaction.ts'
import { escalateCase } from './escalate.ts'
import { getCase, openCaseFile } from './get.ts'
import { listCases, searchCases, searchPlatformCases } from './list.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ann: Ctx
let ben: Ctx
let key: string

/** Somebody who decides the cases of the organisation, signed in. */
async function colleague(email: string): Promise<Ctx> {
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  const id = await createAccount(api.services, auth, { email, password: 'Officer-Of-Tests-1', role: 'investor' })
  const { organizationId } = api.ctx('sandbox')
  const long = new Date(Date.now() - 99 * 3_600_000)
  await api.services.connection.db.insert(memberships).values({
    ...{ id: newId('membership'), organization_id: organizationId, user_id: id, role: 'admin', came: 'invited' },
    ...{ joined_at: long, role_since: long },
  })
  const ctx = personCtx(api.services, 'investor', { organizationId, environment: 'sandbox' })
  const member = { role: 'admin', permissions: null, standing: 'issuer' }
  return { ...ctx, actor: { ...ctx.actor, id, email, organizationId, member, hasSecondFactor: true } as Ctx['actor'] }
}
const later = (ctx: Ctx, secondFactorAt: number | null): Ctx => ({ ...ctx, actor: { ...ctx.actor, secondFactorAt } as Ctx['actor'] })

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  ann = await colleague('ann@tests.example')
  ben = await colleague('ben@tests.example')
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const POSSIBLE = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002003'
const person = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
const verify = (wallet = POSSIBLE) => api.call('POST', '/v1/wallets/verify', { wallet_address: wallet, kyc_data: person }, key)
const list = (ctx: Ctx, input: unknown = {}) => searchCases.sent({ ctx, input })
const decide = (ctx: Ctx, input: unknown) => decideCaseOnPage.sent({ ctx, input })
const options = (ctx: Ctx, input: unknown) => caseApprovalOptions.sent({ ctx, input })
const note = 'Another birth date and another country: not the listed person.'

test('a possible match is held, seen with its evidence, and let go by two people only', async () => {
  // A check of the wallet, its verification and a repetition are one case, that of the wallet.
  await api.call('POST', '/v1/sanctions/check', { wallet_address: POSSIBLE }, key)
  const held = await verify()
  expect(held.body).toMatchObject({ verification_status: 'pending', verified: false })
  expect((await verify()).body).toMatchObject({ code: 'verification_in_progress', wallet_id: held.body.wallet_id })
  const queue = await list(ann)
  expect(queue.total).toBe(1)
  const { id } = queue.data[0]!
  expect(queue.data[0]).toMatchObject({ kind: 'sanctions_match', status: 'open', needs_second_person: true, overdue: false })

  const shown = await openCaseFile({ ctx: ann, input: { id } })
  expect(shown.evidence.query?.full_name).toBeTruthy()
  const [candidate] = shown.evidence.candidates
  expect(candidate!.features.length).toBeGreaterThan(0)
  expect(candidate!.listed?.names.length).toBeGreaterThan(0)
  expect(candidate!.strong).toBe(false)
  expect(shown.evidence.decision!.rules.some((rule) => rule.citation !== null)).toBe(true)

  await assignCase({ ctx: ann, input: { id, assignee: 'me' } })
  expect((await list(ann, { assigned_to: 'me' })).total).toBe(1)
  await expect(decide(later(ann, null), { id, outcome: 'release', note })).rejects.toMatchObject({ code: 'step_up_required' })
  await expect(decide(later(ann, Date.now() - 6 * 60_000), { id, outcome: 'release', note })).rejects.toMatchObject({
    code: 'step_up_required',
  })
  await expect(decide(ann, { id, outcome: 'request_info', note })).rejects.toMatchObject({ code: 'conflict' })
  expect(await decide(ann, { id, outcome: 'release', note })).toMatchObject({ status: 'awaiting_second' })
  // Not by the same person, not by a key, not once more.
  await expect(decide(ann, { id, outcome: 'release', note })).rejects.toMatchObject({ code: 'second_person_required' })
  const byKey: Ctx = {
    ...ann,
    organizationId: 'x',
    actor: {
      type: 'api_key',
      id: 'key_x',
      organizationId: 'x',
      environment: 'sandbox',
      scopes: ['*'],
      role: 'admin',
      member: null,
      version: '',
      strictChecksum: false,
      throwaway: false,
    },
  }
  await expect(decide(byKey, { id, outcome: 'release', note })).rejects.toMatchObject({ code: 'not_found' })
  await expect(decide(ben, { id, outcome: 'release', note, proposal: null })).rejects.toMatchObject({ code: 'conflict' })
  await expect(decide(ben, { id, outcome: 'request_info', note })).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(decide(ann, { id, outcome: 'refuse', note })).rejects.toMatchObject({ code: 'second_person_required' })
  expect((await verify()).body).toMatchObject({ code: 'verification_in_progress' })

  // A second person who does not agree sends it back.
  await decide(later(ben, null), { id, outcome: 'send_back', note: 'The names agree in both scripts.' })
  expect((await list(ann)).data[0]).toMatchObject({ status: 'open', proposal: null })
  await decide(ann, { id, outcome: 'release', note })
  await expect(decide(later(ben, null), { id, outcome: 'release', note })).rejects.toMatchObject({ code: 'step_up_required' })
  expect(await decide(ben, { id, outcome: 'release', note: 'I compared them as well: not the same.' })).toMatchObject({ status: 'decided' })

  const made = await ann.db.select().from(exceptions)
  expect(made.length).toBeGreaterThan(0)
  expect(made[0]).toMatchObject({ state: 'active', author: ann.actor.id, approved_by: ben.actor.id, reason: note })
  expect((await verify()).body).toMatchObject({ verified: true, verification_status: 'basic' })
  const [told] = await ann.db.select().from(events).where(eq(events.type, 'case.decided'))
  expect(told!.object).toMatchObject({ case: { id, outcome: 'released' } })
  const acts = await ann.db.select().from(auditLogs).where(eq(auditLogs.subject_id, id)).orderBy(auditLogs.timestamp)
  expect(acts.map((one) => one.action).filter((action) => action !== 'case_read')).toEqual([
    'case_assigned',
    'case_release_proposed',
    'case_release_refused',
    'case_release_proposed',
    'case_released',
  ])
  expect(JSON.stringify(acts)).not.toContain('Another birth date')
})

/** A passkey in software: signs whatever challenge it is shown, as an authenticator that checked its owner. */
async function softPasskey(ctx: Ctx) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const credentialID = createHash('sha256').update(String(jwk.x)).digest('base64url')
  // COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(jwk.x!, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(jwk.y!, 'base64url'),
  ])
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  await ctx.db.insert(passkey).values({
    id: crypto.randomUUID(),
    userId: user!.auth_id,
    credentialID,
    publicKey: cose.toString('base64'),
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  const { hostname, origin } = new URL(ctx.services.config.publicUrl)
  let counter = 0
  return (challenge: string) => {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    const authenticator = Buffer.concat([createHash('sha256').update(hostname).digest(), Buffer.from([0x05]), count])
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
    return {
      id: credentialID,
      rawId: credentialID,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticator.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    }
  }
}

test('a passkey signs exactly this act: another reason, case or person is refused, and the log can be checked offline', async () => {
  // A second case about the same wallet, made by hand from the first one's facts.
  const [first] = await ann.db.select().from(cases)
  const id = `${first!.id.slice(0, -1)}${first!.id.endsWith('z') ? 'y' : 'z'}`
  await ann.db
    .insert(cases)
    .values({ ...first!, id, status: 'open', first_approval: null, second_approval: null, outcome: null, decided_at: null })
  await ann.db.update(exceptions).set({ state: 'voided' })

  const annKey = await softPasskey(ann)
  const benKey = await softPasskey(ben)
  const asked = await options(later(ann, null), { id, note })
  expect(Buffer.from(asked.options.challenge, 'base64url').toString('hex')).toBe(asked.act_hash)
  const wrong = 'invalid_verification_code'
  const signedByAnn = annKey(asked.options.challenge)
  const cold = later(ann, null)
  await expect(decide(cold, { id, outcome: 'release', note: `${note}!`, assertion: signedByAnn })).rejects.toMatchObject({
    code: wrong,
  })
  await expect(decide(cold, { id, outcome: 'release', note, assertion: benKey(asked.options.challenge) })).rejects.toMatchObject({
    code: wrong,
  })
  expect(await decide(cold, { id, outcome: 'release', note, assertion: annKey(asked.options.challenge) })).toMatchObject({
    status: 'awaiting_second',
  })

  const second = await options(later(ben, null), { id, note })
  expect(second.act_hash).not.toBe(asked.act_hash)
  await expect(
    decide(later(ben, null), { id, outcome: 'release', note, assertion: benKey(asked.options.challenge) }),
  ).rejects.toMatchObject({
    code: wrong,
  })
  await decide(later(ben, null), { id, outcome: 'release', note, assertion: benKey(second.options.challenge) })
  const proofs = (await ann.db.select().from(auditLogs).where(eq(auditLogs.subject_id, id))).filter(
    (one) => one.details.method === 'passkey',
  )
  expect(proofs).toHaveLength(2)
  for (const { details } of proofs) {
    const client = JSON.parse(Buffer.from(String(details.client_data_json), 'base64url').toString())
    expect(Buffer.from(client.challenge, 'base64url').toString('hex')).toBe(details.act_hash)
  }
})

test('keeping the block takes one person; escalating puts a case first; others see only their own tenant', async () => {
  const [first] = await ann.db.select().from(cases)
  const copy = (last: string, values: Partial<typeof first>) => ({
    ...first!,
    id: `${first!.id.slice(0, -2)}!${last}`,
    status: 'open',
    first_approval: null,
    second_approval: null,
    outcome: null,
    decided_at: null,
    ...values,
  })
  const rows = [
    copy('a', { priority: 90, details: { ...first!.details, score: 0.91 } }),
    copy('b', { priority: 90, details: { ...first!.details, score: 0.95 } }),
    copy('c', { priority: 30, deadline: new Date(Date.now() - 60_000) }),
    copy('d', { priority: 90, details: { ...first!.details, score: 0.91 } }),
  ]
  await ann.db.insert(cases).values(rows as never)
  const order = async () => (await list(ann)).data.map((row) => row.id.at(-1))
  expect(await order()).toEqual(['b', 'a', 'd', 'c'])
  expect((await list(ann)).counts).toMatchObject({ waiting: 4, overdue: 1 })
  expect(await runAllDue(api.services)).toBe(1)
  expect(await runAllDue(api.services)).toBe(0)
  expect(await ann.db.$count(events, eq(events.type, 'case.overdue'))).toBe(1)
  const idOf = (last: string) => rows.find((row) => row.id.endsWith(last))!.id
  await escalateCase({ ctx: ann, input: { id: idOf('c'), note: 'The names are the same in Cyrillic.' } })
  expect(await order()).toEqual(['c', 'b', 'a', 'd'])
  expect(await decide(later(ann, null), { id: idOf('c'), outcome: 'refuse', note })).toMatchObject({ status: 'decided' })
  expect((await list(ann, { status: 'decided', id: idOf('c') })).data[0]).toMatchObject({ outcome: 'refuse' })
  await expect(decide(ann, { id: idOf('c'), outcome: 'refuse', note })).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(assignCase({ ctx: ann, input: { id: idOf('c'), assignee: 'me' } })).rejects.toMatchObject({ code: 'invalid_transition' })

  const stranger = personCtx(api.services, 'issuer')
  expect((await list(stranger, { status: 'all' })).total).toBe(0)
  for (const read of [getCase, openCaseFile])
    await expect(read({ ctx: stranger, input: { id: idOf('a') } })).rejects.toMatchObject({ code: 'not_found' })
  // H6 who reads cases and decides none opens no evidence of how somebody was screened.
  const operations: Ctx = {
    ...ann,
    actor: { ...ann.actor, member: { role: 'issuer_operations', permissions: null, standing: 'issuer' } } as never,
  }
  expect(await getCase({ ctx: operations, input: { id: idOf('a') } })).toMatchObject({ status: 'open' })
  expect((await openCaseFile({ ctx: operations, input: { id: idOf('a') } })).evidence).toMatchObject({ query: null, candidates: [] })
  expect((await openCaseFile({ ctx: ann, input: { id: idOf('a') } })).evidence.candidates).not.toEqual([])
  // An administrator of the platform sees that something waits, of which kind and since when; nobody it is about, and decides nothing.
  const operator = personCtx(api.services, 'admin', { environment: 'sandbox' })
  const everywhere = await searchPlatformCases.sent({ ctx: operator, input: { own: false, status: 'all' } })
  expect(everywhere.data.find((row) => row.id === idOf('a'))).toMatchObject({
    ...{ open: false, kind: 'sanctions_match', status: 'open', organization_id: ann.organizationId },
    ...{ summary: '', details: {}, subject: { type: 'hidden', id: '' }, decided_by: [], notes: [] },
  })
  expect((await searchPlatformCases.sent({ ctx: operator, input: {} })).data.map((row) => row.id)).not.toContain(idOf('a'))
  expect((await searchPlatformCases.sent({ ctx: operator, input: { own: false, status: 'all', id: first!.subject_id } })).total).toBe(0)
  for (const read of [getCase, openCaseFile])
    await expect(read({ ctx: operator, input: { id: idOf('a') } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(decide(operator, { id: idOf('a'), outcome: 'refuse', note })).rejects.toMatchObject({ code: 'not_found' })
  // Nor by suspending those by whom the organisation is an issuer's: it decides nothing then, and what was entrusted to it stays its own.
  const owners = sql`id in (select user_id from memberships where organization_id = ${ann.organizationId} and role = 'owner')`
  const suspend = (at: Date | null) =>
    api.services.connection.db
      .update(users)
      .set({ suspended_at: at, suspended_reason: at && 'misuse' })
      .where(owners)
  await suspend(new Date())
  expect((await searchPlatformCases.sent({ ctx: operator, input: {} })).data.map((row) => row.id)).not.toContain(idOf('a'))
  await expect(openCaseFile({ ctx: operator, input: { id: idOf('a') } })).rejects.toMatchObject({ code: 'not_found' })
  await expect(decide(operator, { id: idOf('a'), outcome: 'refuse', note })).rejects.toMatchObject({ code: 'not_found' })
  await suspend(null)
  await expect(list(personCtx(api.services, 'investor'))).rejects.toMatchObject({ code: 'forbidden' })
})

test('C2 an exact name is let go by two people only with what differs from the entry, which the second sees', async () => {
  const asked = { full_name: 'Mallory Sanctioned', date_of_birth: '1991-02-03' }
  const { body } = await api.call('POST', '/v1/sanctions/check', asked, key)
  expect(body.status, JSON.stringify(body)).toBe('possible_match')
  const { rows } = await api.owner.pool.query("select id from cases where details ->> 'check_id' = $1", [body.id])
  const { id } = rows[0]
  expect((await openCaseFile({ ctx: ann, input: { id } })).evidence.candidates[0]).toMatchObject({ needs_evidence: true, strong: false })
  const told = {
    field: 'date_of_birth',
    listed_value: '1970-01-01',
    person_value: '1991-02-03',
    source: 'passport of France, seen on video',
  }
  const propose = (more: object) => decide(ann, { id, outcome: 'release', note, ...more })
  await expect(propose({})).rejects.toMatchObject({ fields: [{ pointer: '/differences', code: 'evidence_required' }] })
  await expect(options(ann, { id, note })).rejects.toMatchObject({ code: 'validation_failed' })
  expect(await propose({ differences: [told] })).toMatchObject({ status: 'awaiting_second' })
  const evidence = { differences: [{ ...told, entity_id: 'sandbox_sample:SBX-0001' }], document_sha256: null }
  expect((await openCaseFile({ ctx: ben, input: { id } })).proposal).toMatchObject(evidence)
  expect((await api.call('GET', `/v1/cases/${id}`, undefined, key)).body.proposal).toMatchObject({ differences: evidence.differences })
  const kept = await api.owner.pool.query('select first_approval from cases where id = $1', [id])
  expect(JSON.stringify(kept.rows[0])).not.toContain('1991-02-03')
  await decide(ben, { id, outcome: 'release', note: 'I read the same passport: not the same.' })
  const { body: after } = await api.call('POST', '/v1/sanctions/check', asked, key)
  expect(after.status).toBe('clear')
  const made = await api.call('GET', `/v1/exceptions/${after.matches[0].exception.id}`, undefined, key)
  expect(made.body.evidence).toEqual(evidence)
  const entries = await ann.db.select().from(auditLogs).where(eq(auditLogs.subject_id, made.body.id))
  expect(entries.map((one) => one.details.evidence_hash)).toEqual([kept.rows[0].first_approval.evidence_hash])
})

test('exceptions are seen by the organisation’s own people; another person with a second factor decides what one proposed', async () => {
  const search = (ctx: Ctx, input: unknown = {}) => searchExceptions({ ctx, input: searchExceptionsInput.parse(input) })
  const seen = await search(ann, { status: 'all', per_page: 100 })
  expect(seen.total).toBeGreaterThan(0)
  const released = seen.data.find((one) => one.status === 'active')
  expect(released?.people).toEqual({ author: 'ann@tests.example', approver: 'ben@tests.example' })
  expect((await search(ann, { search: released!.entity_name.slice(0, 5).toUpperCase() })).total).toBeGreaterThan(0)
  expect((await search(ann, { search: 'nobody of this name' })).total).toBe(0)

  const other = await api.call(
    'POST',
    '/v1/sanctions/check',
    { wallet_address: '0xde709f2102306220921060314715629080e2fb77', full_name: 'Mallory Sanctioned', country: 'US' },
    key,
  )
  const proposal = { check_id: other.body.id, entity_id: other.body.matches[0].entity_id, reason: note, document_sha256: 'ab'.repeat(32) }
  const open = await api.call('POST', '/v1/exceptions', proposal, key)
  expect(open.status, open.text).toBe(201)
  expect((await search(ben, { status: 'proposed' })).data.map((one) => one.id)).toEqual([open.body.id])
  const settle = (ctx: Ctx, outcome: 'approve' | 'refuse' | 'take_back') => settleException({ ctx, input: { id: open.body.id, outcome } })
  await expect(settle(later(ben, null), 'approve')).rejects.toMatchObject({ code: 'step_up_required' })
  expect(await settle(later(ben, Date.now()), 'approve')).toMatchObject({ status: 'active' })
  await expect(settle(later(ben, Date.now()), 'approve')).rejects.toMatchObject({ code: 'invalid_transition' })
  expect(await settle(later(ann, null), 'take_back')).toMatchObject({ status: 'voided', end_reason: 'taken_back' })
  const issuer = personCtx(api.services, 'admin', { environment: 'sandbox' })
  expect((await search(issuer, { status: 'all' })).total).toBe(0)
  await expect(settle(later(issuer, Date.now()), 'refuse')).rejects.toMatchObject({ code: 'not_found' })
})

test('an offering with nobody in it is cancelled by two people of its issuer', async () => {
  const post = (path: string, body: object = {}, as = key) => api.call('POST', `/v1${path}`, body, as)
  const terms = { name: 'Given up', regulation: 'reg_d_506c', total_supply: 1000, price_per_token: '10', maximum_raise: '10000' }
  const note = 'The project was given up.'
  const draft = (await post('/offerings', { ...terms, status: 'draft' })).body.id
  expect((await post(`/offerings/${draft}/cancel`, { note })).body).toMatchObject({ status: 'cancelled', cancellation_case_id: null })
  expect((await post(`/offerings/${draft}/open`)).body.code).toBe('invalid_transition')
  expect((await post(`/offerings/${draft}/cancel`, { note })).body.code).toBe('invalid_transition')
  expect((await api.call('PATCH', `/v1/offerings/${draft}`, { name: 'Other' }, key)).body.code).toBe('conflict')

  const { id } = (await post('/offerings', terms)).body
  const invest = () =>
    post('/investments', { offering_id: id, wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', amount: '100' })
  const bought = (await invest()).body
  expect((await post(`/offerings/${id}/cancel`, { note })).body).toMatchObject({ code: 'conflict', investments: 1, amount_raised: '100' })
  await post(`/investments/${bought.id}/cancel`, { note })
  const asked = (await post(`/offerings/${id}/cancel`, { note })).body
  expect(asked).toMatchObject({ status: 'open', cancellation_case_id: expect.stringMatching(/^cas_/) })
  expect((await post(`/offerings/${id}/cancel`, { note })).body).toMatchObject({ code: 'conflict', case_id: asked.cancellation_case_id })
  // Not by who asked. In the sandbox another key may answer; refused, the offering goes on and may be asked for again.
  const answer = (outcome: string, as: string) =>
    post(`/cases/${asked.cancellation_case_id}/decide`, { outcome, reason_code: 'seen', note: 'Seen by the desk.' }, as)
  expect((await answer('release', key)).body.code).toBe('second_person_required')
  expect((await answer('refuse', (await api.makeKey('sandbox')).key)).body).toMatchObject({ status: 'decided', outcome: 'refuse' })
  expect((await api.call('GET', `/v1/offerings/${id}`, undefined, key)).body).toMatchObject({ status: 'open', cancellation_case_id: null })

  const again = (await post(`/offerings/${id}/cancel`, { note })).body.cancellation_case_id
  expect(await openCaseFile({ ctx: ann, input: { id: again } })).toMatchObject({
    needs_second_person: false,
    history: [{ what: 'asked to cancel', note }],
    offering: { name: 'Given up', status: 'open', investments: 0, tokens_held: '0', amount_raised: '0' },
  })
  // A case about terms shows what would be offered.
  const large = (await post('/offerings', { ...terms, total_supply: 20_000_000, maximum_raise: '200000000' })).body
  expect(await openCaseFile({ ctx: ann, input: { id: large.terms_case_id } })).toMatchObject({
    kind: 'offering_terms',
    offering: { name: 'Given up', status: 'needs_contact', regulation: 'reg_d_506c', maximum_raise: '200000000' },
  })
  const late = (await invest()).body
  expect(late.status).toBe('accepted')
  const agree = (ctx: Ctx) => decide(ctx, { id: again, outcome: 'release', note })
  await expect(agree(later(ann, null))).rejects.toMatchObject({ code: 'step_up_required' })
  await expect(agree(ann)).rejects.toMatchObject({ code: 'conflict', extra: { investments: 1 } })
  await post(`/investments/${late.id}/cancel`, { note })
  expect(await agree(ann)).toMatchObject({ status: 'decided' })
  expect(
    (await api.call('GET', '/v1/offerings?status=cancelled', undefined, key)).body.data.map((each: { id: string }) => each.id),
  ).toEqual([id, draft])
  expect((await invest()).body.code).toBe('offering_not_open')
  const issue = { offering_id: id, wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', quantity: 1 }
  expect((await post('/tokens/issue', issue)).body.code).toBe('offering_not_issuable')
  const told = await ann.db.select().from(events).where(eq(events.resource_id, id)).orderBy(events.position)
  expect(told.at(-1)).toMatchObject({ type: 'offering.closed', object: { status: 'cancelled' } })
})

test('a case is overdue by the clock of the sandbox it belongs to', async () => {
  const { db } = api.services.connection
  const at = Date.now() + 400 * 86_400_000
  const row = {
    organization_id: api.ctx('sandbox').organizationId,
    environment: 'sandbox' as const,
    kind: 'nfts_review',
    subject_type: 'wallet',
    summary: 'Waits',
    created_at: new Date(),
  }
  const late = { ...row, id: 'cas_of_a_later_day', subject_id: 'wal_later', deadline: new Date(at - 60_000) }
  const soon = { ...row, id: 'cas_of_that_day', subject_id: 'wal_soon', deadline: new Date(at + 3_600_000) }
  await db.insert(cases).values([late, soon])
  const clock = (body: object) => api.call('POST', '/v1/sandbox/clock', body, key)
  expect((await clock({ set: new Date(at).toISOString() })).status).toBe(200)
  const overdue = async (more: object = {}) => (await list(ann, { kind: 'nfts_review', ...more })).data.map((one) => [one.id, one.overdue])
  expect(await overdue()).toEqual([
    ['cas_of_a_later_day', true],
    ['cas_of_that_day', false],
  ])
  expect(await overdue({ overdue: true })).toEqual([['cas_of_a_later_day', true]])
  expect((await getCase({ ctx: { ...ann, now: at }, input: { id: 'cas_of_a_later_day' } })).overdue).toBe(true)
  await clock({ resume: true })
})

test('a key is no second person for whoever made it', async () => {
  const { db } = api.services.connection
  const own = { ...ann, environment: 'production' as const }
  const made = await createApiKey({ ctx: own, input: { name: 'Ann’s', environment: 'production', scopes: ['*'], allowed_ips: [] } })
  await db.insert(cases).values({
    id: 'cas_of_one_person',
    organization_id: ann.organizationId,
    environment: 'production',
    kind: 'defi_review',
    subject_type: 'wallet',
    subject_id: 'wal_of_nobody',
    summary: 'Waits',
    details: { market: 'defi' },
    deadline: new Date(Date.now() + 3_600_000),
    created_at: new Date(),
  })
  const word = { outcome: 'release', reason_code: 'seen', note: 'Seen by the desk of today.' }
  const first = await api.call('POST', '/v1/cases/cas_of_one_person/decide', word, made.key)
  expect(first.body, first.text).toMatchObject({ status: 'awaiting_second' })
  const confirm = (ctx: Ctx) =>
    decide(later(ctx, Date.now()), { id: 'cas_of_one_person', outcome: 'release', note: 'Looked at it once more.' })
  await expect(confirm(ann)).rejects.toMatchObject({ code: 'second_person_required' })
  await expect(options(ann, { id: 'cas_of_one_person', note: 'Looked at it once more.' })).rejects.toMatchObject({
    code: 'second_person_required',
  })
  expect(await confirm(ben)).toMatchObject({ status: 'decided' })

  // Nor does anybody answer what their key had asked for.
  await db.insert(cases).values({
    id: 'cas_of_one_asker',
    organization_id: ann.organizationId,
    environment: 'production',
    kind: 'offering_cancellation',
    subject_type: 'offering',
    subject_id: 'off_of_nobody',
    summary: 'Asked',
    details: { asked_by: made.id },
    deadline: new Date(Date.now() + 3_600_000),
    created_at: new Date(),
  })
  const answer = (ctx: Ctx) => decide(later(ctx, Date.now()), { id: 'cas_of_one_asker', outcome: 'release', note })
  await expect(answer(ann)).rejects.toMatchObject({ code: 'second_person_required' })
  await expect(answer(ben)).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody is told, by page, key or search, that they or what a colleague shows of themselves is looked at', async () => {
  const { db } = api.services.connection
  const there = personCtx(api.services, 'investor', { organizationId: ann.organizationId, environment: 'production' })
  const [own, theirs] = [ann, ben].map(({ actor }) => ({ ...there, actor })) as [Ctx, Ctx]
  const made = await createApiKey({ ctx: own, input: { name: 'Ann’s own', environment: 'production', scopes: ['*'], allowed_ips: [] } })
  const holder = { full_name: 'Ann Holder', email: 'ann@tests.example', country: 'DE' }
  const { id: investor } = (await api.call('POST', '/v1/investors', holder, made.key)).body
  await db.update(investors).set({ user_id: ann.actor.id }).where(eq(investors.id, investor))
  const at = { organization_id: ann.organizationId, environment: 'production' as const, created_at: new Date(), updated_at: new Date() }
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await db.insert(wallets).values({ ...at, id: 'wal_of_ann', address, family: 'evm', user_id: ann.actor.id })
  await db.insert(transactions).values({
    ...{ ...at, id: 'txn_of_ann', market: 'stablecoins', type: 'payment', status: 'review', to_address: address, amount: '1' },
    ...{ restriction_code: 0, checks: {}, decision_id: 'dec_y' },
  })
  await db.insert(screenings).values({
    ...{ ...at, id: 'chk_of_ann', wallet_address: address, status: 'hit', subject_key_id: 'x' },
    ...{ subject_sealed: Buffer.from('x'), result: {} },
  })
  const about = (id: string, subject_type: string, subject_id: string, details: object = {}) => ({
    ...{ id, organization_id: ann.organizationId, environment: 'production' as const, kind: 'sanctions_match' },
    ...{ subject_type, subject_id, summary: 'Waits', details: details as Record<string, unknown>, created_at: new Date() },
    deadline: new Date(Date.now() + 3_600_000),
  })
  await db.insert(cases).values([
    about('cas_of_ann_by_id', 'sanctions_check', 'chk_x', { user_id: ann.actor.id }),
    about('cas_of_ann_as_investor', 'investor', investor),
    // A movement of hers, and what was thought of it; what was checked of a wallet that she proved.
    { ...about('cas_of_ann_moving', 'transaction', 'txn_of_ann'), kind: 'transaction_review' },
    about('cas_of_ann_watched', 'decision', 'dec_x', { about: 'txn_of_ann' }),
    about('cas_of_ann_checked', 'sanctions_check', 'chk_of_ann'),
    about('cas_of_an_account', 'user', ben.actor.id),
    about('cas_of_a_stranger', 'wallet', 'wal_x'),
  ])
  const listed = async (ctx: Ctx) => {
    const { data } = await listCases({ ctx, input: { status: 'all', limit: 100 } })
    const searched = await list(ctx, { status: 'all', per_page: 100 })
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).filter((id) => id.startsWith('cas_of_a_') || /ann|account/.test(id))
    expect(ids(data).toSorted()).toEqual(ids(searched.data).toSorted())
    return ids(data).toSorted()
  }
  expect(await listed(own)).toEqual(['cas_of_a_stranger'])
  const ofAnn = ['as_investor', 'by_id', 'checked', 'moving', 'watched'].map((one) => `cas_of_ann_${one}`)
  expect(await listed(theirs)).toEqual(['cas_of_a_stranger', ...ofAnn])
  const { text } = await api.call('GET', '/v1/cases?status=all&limit=100', undefined, made.key)
  expect([text.includes('cas_of_ann'), text.includes('cas_of_an_account'), text.includes('cas_of_a_stranger')]).toEqual([
    false,
    false,
    true,
  ])
  // Nor by what happened to it, by what its programs were sent of that, and by the log.
  const hidden = [...ofAnn, 'cas_of_an_account']
  const ids = [...hidden, 'cas_of_a_stranger']
  const [endpoint, delivery] = ['whe_of_cases', 'whd_of_cases']
  await db.insert(webhookEndpoints).values({
    ...{
      ...at,
      id: endpoint,
      url: 'https://receiver.example/hooks',
      event_types: ['case.*'],
      secret_sealed: '',
      api_version: '2026-11-27',
    },
  })
  await db.insert(webhookDeliveries).values({
    ...{ id: delivery, organization_id: at.organization_id, environment: at.environment, endpoint_id: endpoint, event_id: 'evt_x' },
    ...{ resource_id: 'x', sequence: 1, next_attempt_at: new Date(), created_at: new Date() },
  })
  const opened = { kind: 'sanctions_match', subject: { type: 'wallet', id: 'wal_x' }, deadline: at.created_at.toISOString(), outcome: null }
  const told = { type: 'case.opened', resource_type: 'case', sequence: 1, actor_type: 'system' as const, actor_id: 'system' }
  for (const [i, id] of ['cas_before', ...ids].entries()) {
    const event = `evt_of_${id}`
    const { organization_id, environment, created_at } = at
    await db.insert(events).values({
      ...{
        ...told,
        id: event,
        organization_id,
        environment,
        created_at,
        resource_id: id,
        object: { case: { ...opened, id } },
        published: 1_000_000 + i,
      },
    })
    await db.insert(webhookAttempts).values({
      ...{
        id: `wha_of_${id}`,
        delivery_id: delivery,
        endpoint_id: endpoint,
        event_id: event,
        attempt: 1,
        status: 200,
        request_headers: {},
      },
      ...{ request_body: JSON.stringify({ id: event, about: id }) as never, duration_ms: 1, created_at },
    })
  }
  for (const id of ofAnn) await escalateCase({ ctx: theirs, input: { id, note: 'The names are the same in Cyrillic.' } })
  const read = async (path: string) => {
    const answer = await api.call('GET', `/v1${path}`, undefined, made.key)
    expect(answer.status, path).toBe(200)
    return ids.filter((id) => answer.text.includes(id))
  }
  for (const path of [
    '/events?limit=100',
    '/events/stream?wait=0&after=evt_of_cas_before',
    `/webhook-endpoints/${endpoint}/attempts?limit=100`,
  ])
    expect([path, await read(path)]).toEqual([path, ['cas_of_a_stranger']])
  for (const id of hidden) expect((await api.call('GET', `/v1/events/evt_of_${id}`, undefined, made.key)).status).toBe(404)
  expect(await read('/audit-entries?limit=100&action=case_escalated')).toEqual([])
  const inLog = async (ctx: Ctx) =>
    (await searchOwnAudit({ ctx, input: { action: 'case_escalated', per_page: 100 } })).data.map((one) => one.subject!.id)
  expect([await inLog(own), (await inLog(theirs)).toSorted()]).toEqual([[], ofAnn])
  const heard = await listEvents({ ctx: theirs, input: { type: 'case.opened', limit: 100 } })
  expect(ids.filter((id) => heard.data.some(({ resource }) => resource.id === id))).toEqual([...ofAnn, 'cas_of_a_stranger'])
  for (const id of hidden) {
    await expect(getCase({ ctx: own, input: { id } })).rejects.toMatchObject({ code: 'not_found' })
    await expect(openCaseFile({ ctx: ann, input: { id } })).rejects.toMatchObject({ code: 'not_found' })
    expect((await api.call('GET', `/v1/cases/${id}`, undefined, made.key)).status).toBe(404)
    const steps = { notes: { note: 'Looked.' }, ask: { question: 'What is on the passport?' }, answer: { answer: 'A name.' }, assign: {} }
    for (const [step, body] of Object.entries(steps))
      expect([step, (await api.call('POST', `/v1/cases/${id}/${step}`, body, made.key)).status]).toEqual([step, 404])
  }
  expect((await getCase({ ctx: theirs, input: { id: 'cas_of_ann_by_id' } })).id).toBe('cas_of_ann_by_id')
  // Who knows its id all the same decides nothing by it.
  for (const id of ofAnn)
    for (const act of [decideCaseOnPage, decideCase])
      await expect(
        act({ ctx: own, input: { id, outcome: 'refuse', reason_code: 'true_match', note: 'Looked at the list, it is me.' } }),
      ).rejects.toMatchObject({ code: 'not_found' })
  // That her payment waits for a person its status says: she hears why she is not the one.
  await expect(
    decideTransaction({
      ctx: own,
      input: { id: 'txn_of_ann', outcome: 'deny', reason_code: 'looked_at', note: 'Looked at it, it is mine.' },
    }),
  ).rejects.toMatchObject({ code: 'second_person_required', message: expect.stringContaining('party to this transaction') })
  await expect(options(own, { id: 'cas_of_ann_by_id', note: 'Looked at the list, it is me.' })).rejects.toMatchObject({ code: 'not_found' })
})

test('H6 pages and API show a case in the same fields and words, and its holder’s words are read by name', async () => {
  const { body } = await api.call('GET', '/v1/cases?status=all&limit=100', undefined, key)
  const ids = new Set(body.data.map((row: { id: string }) => row.id))
  const onPage = (await list(ann, { status: 'all', per_page: 100 })).data.filter((row) => ids.has(row.id))
  const bare = onPage.map(({ organization_name, assigned_email, open: _, theirs: __, ...row }) => row)
  expect(new Map(bare.map((row) => [row.id, row]))).toEqual(new Map(body.data.map((row: { id: string }) => [row.id, row])))
  expect(new Set(onPage.map((row) => row.organization_name)).size).toBe(1)
  for (const { id } of onPage) {
    const { success: _, ...read } = (await api.call('GET', `/v1/cases/${id}`, undefined, key)).body
    expect(await openCaseFile({ ctx: ann, input: { id } })).toMatchObject(read)
  }
  // An appeal read with a key is in the log as one read on a page is.
  const [row] = await ann.db.select().from(cases).where(eq(cases.id, onPage[0]!.id))
  const said = await sealStatement(ann.db, ann, PLATFORM_KEY, 'apl_x', 'That is not me.')
  await ann.db
    .update(cases)
    .set({ appeal: { id: 'apl_x', statement_key_id: PLATFORM_KEY, statement_sealed: said } as never })
    .where(eq(cases.id, row!.id))
  const reads = () => ann.db.$count(auditLogs, and(eq(auditLogs.subject_id, row!.id), eq(auditLogs.action, 'case_read')))
  const before = await reads()
  await api.call('GET', `/v1/cases/${row!.id}`, undefined, key)
  expect(await reads()).toBe(before + 1)
})
