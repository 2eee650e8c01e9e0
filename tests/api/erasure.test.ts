import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setAsideId } from '#core/kernel/keys/keyring.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { openCaseFile } from '#core/review/cases/get.ts'
import { searchPlatformCases } from '#core/review/cases/list.ts'
import { holdErasure } from '#core/review/erasure/acts.ts'
import { eraseDue, getErasure, listErasures } from '#core/review/erasure/erase.ts'
import { openErasureFile, readErasureFile } from '#core/review/erasure/file.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { auditLogs, investors, organizations, screenings, userRoles } from '#db/schema.ts'
import { mailsTo } from '../stored.ts'
import { personCtx } from './admin-caller.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object) => api.call('POST', `/api/v1${path}`, body, key)
const get = (path: string) => api.call('GET', `/api/v1${path}`, undefined, key)

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const person = (name: string, wallet: string) => ({
  full_name: name,
  email: `${name.split(' ')[0]!.toLowerCase()}@people.example`,
  wallet_address: wallet,
  date_of_birth: '1984-03-02',
  country: 'DE',
  metadata: { note: `${name} likes chess` },
})

/** Where in all tables a text appears. */
async function mentions(text: RegExp): Promise<string[]> {
  const { rows: tables } = await api.services.connection.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await api.services.connection.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) {
      const at = row.search(text)
      if (at >= 0) found.push(`${name}: ${row.slice(Math.max(0, at - 40), at + 60)}`)
    }
  }
  return found
}

test('after erasure nothing opens the person, no table names them, and the log is whole', async () => {
  const wallet = `0x${'c1'.repeat(20)}`
  const terms = { type: 'equity', regulation: 'reg_d_506c', total_supply: '1000', price_per_token: '100', maximum_raise: '100000' }
  const offering = await post('/offerings', { name: 'Harbour', status: 'open', ...terms })
  expect(offering.status, offering.text).toBe(201)
  expect((await post('/invitations', { offering_id: offering.body.id, email: 'zebedee@people.example' })).status).toBe(201)
  const endpoint = await post('/webhook-endpoints', { url: 'http://127.0.0.1:9/', payload: 'full' })
  expect(endpoint.status).toBe(201)
  const tries = async () => (await get(`/webhook-endpoints/${endpoint.body.id}/attempts?limit=100`)).text
  const investor = await api.call('POST', '/api/v1/investors', person('Zebedee Quuxworth', wallet), key, { 'idempotency-key': 'first' })
  expect(investor.status).toBe(201)
  const checked = await post('/sanctions/check', { full_name: 'Zebedee Quuxworth', date_of_birth: '1984-03-02' })
  await post('/sanctions/check', { wallet_address: wallet, full_name: 'Zebedee Quuxworth', monitor: true })
  const verified = await post('/wallets/verify', {
    wallet_address: wallet,
    kyc_data: { full_name: 'Zebedee Quuxworth', date_of_birth: '1984-03-02', country: 'DE' },
  })
  expect(verified.body.verified).toBe(true)
  expect((await post(`/investors/${investor.body.id}/verify`, { force: true })).body.status).toBe('verified')

  await dispatchEvents(api.services)
  await deliverDue(api.services, 100)
  // Mails, answers and what was sent to endpoints are sealed.
  expect(await mailsTo(api.services, 'zebedee@people.example')).toMatchObject([{ subject: expect.stringContaining('Harbour') }])
  expect(await tries()).toMatch(/zebedee/i)
  expect((await mentions(/zebedee/i)).map((found) => found.split(':')[0])).toEqual(['public.investors'])

  await api.requestLog.flush()
  // Words about somebody stand where they were written, and in no log.
  expect((await mentions(/likes chess/)).map((found) => found.split(':')[0])).toEqual(['public.investors'])
  const erased = await post('/erasures', { investor_id: investor.body.id })
  expect(erased).toMatchObject({ status: 201, body: { status: 'erased', retained: [], erase_from: null } })
  expect(await get(`/erasures/${erased.body.id}`)).toMatchObject({ status: 200, body: { id: erased.body.id } })
  // H1: the decision is told alike by its id.
  const { id: decided, outcome } = erased.body.decision
  expect((await get(`/decisions/${decided}`)).body).toMatchObject({ id: decided, outcome })
  expect((await get('/erasures')).body.data).toHaveLength(1)
  const types = (await get('/events?limit=100')).body.data.map((event: { type: string }) => event.type)
  expect(types).toEqual(expect.arrayContaining(['wallet.unlinked', 'investor.verification.incomplete']))

  await api.requestLog.flush()
  expect(await mentions(/quuxworth|zebedee|likes chess/i)).toEqual([])
  expect(await tries()).not.toMatch(/zebedee/i)
  const [revoked] = (await get('/events?type=credential.revoked')).body.data
  expect(revoked.data.object).toEqual({
    credential: expect.objectContaining({ state: 'revoked', level: 'basic', hash: expect.stringMatching(/^0x/) }),
    reason_code: 'erasure',
    chain_state: 'none',
    asked_by: null,
    countersigned_by: null,
    affected_decisions: [],
  })
  expect((await get(`/invitations?offering_id=${offering.body.id}`)).body.data).toEqual([])
  for (const id of [verified.body.decision.id, checked.body.decision.id])
    expect((await post(`/decisions/${id}/replay`, {})).body.status).toBe('facts_erased')
  expect((await get(`/investors/${investor.body.id}`)).body).toMatchObject({ full_name: null, email: null, country: null, metadata: {} })
  const first = (await get(`/credentials/${verified.body.credential.id}`)).body
  expect(first).toMatchObject({ state: 'superseded' })
  expect((await get(`/credentials/${first.superseded_by}`)).body).toMatchObject({ state: 'revoked', reason_code: 'erasure' })
  expect((await get(`/wallets/${wallet}/status`)).body.verification_status).toBe('none')
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })

  expect(await post('/erasures', { investor_id: investor.body.id })).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  // The same person may come back, as somebody new.
  const again = await post('/investors', person('Zebedee Quuxworth', wallet))
  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(investor.body.id)
})

test('a namesake of somebody erased is screened as before, and can be erased alone', async () => {
  const names = [{ full_name: 'Ophelia Vandersteen', date_of_birth: '1984-03-02' }, { full_name: 'Ophelia Vandersteen' }]
  const wallet = `0x${'c7'.repeat(20)}`
  const erase = async () => {
    const investor = await post('/investors', person('Ophelia Vandersteen', wallet))
    const checks = []
    for (const name of names) checks.push(await post('/sanctions/check', name), await post('/sanctions/check', { ...name, monitor: true }))
    expect(checks.map((check) => check.status)).toEqual([200, 200, 200, 200])
    expect((await post('/erasures', { investor_id: investor.body.id })).body.status).toBe('erased')
    for (const { body } of checks) expect((await post(`/decisions/${body.decision.id}/replay`, {})).body.status).toBe('facts_erased')
  }
  await erase()
  await erase()
  for (const name of [...names, { wallet_address: wallet }])
    expect(await post('/sanctions/check', name)).toMatchObject({ status: 200, body: { status: 'clear' } })
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })
})

test('a snapshot from before brings nobody back who was erased or restricted since', async () => {
  const terms = { type: 'equity', regulation: 'reg_d_506c', total_supply: '1000', price_per_token: '100', maximum_raise: '100000' }
  const offering = await post('/offerings', { name: 'Restored', status: 'open', ...terms })
  const people = [person('Vesper Wraxall', `0x${'c3'.repeat(20)}`), person('Orson Plimpton', `0x${'c4'.repeat(20)}`)]
  const made: { id: string; wallet: string; credential: string }[] = []
  for (const one of people) {
    const wallet = one.wallet_address
    const { id } = (await post('/investors', { ...one, external_id: `crm-${one.email}` })).body
    const kyc_data = { full_name: one.full_name, date_of_birth: one.date_of_birth, country: one.country }
    const verified = await post('/wallets/verify', { wallet_address: wallet, kyc_data })
    await post('/sanctions/check', { wallet_address: wallet, ...kyc_data, monitor: true })
    expect((await post('/invitations', { offering_id: offering.body.id, email: one.email })).status).toBe(201)
    await post('/nfts/verify-creator', { wallet_address: wallet, creator_name: `${one.full_name} Art`, social_links: {} })
    made.push({ id, wallet, credential: verified.body.credential.id })
  }
  const [first, second] = made
  const snapshot = (await post('/sandbox/snapshot', { label: 'Before' })).body
  await api.requestLog.flush()
  expect((await post('/erasures', { investor_id: first!.id })).body.status).toBe('erased')
  const duties = [{ kind: 'identity', from: new Date().toISOString().slice(0, 10) }]
  expect((await post('/erasures', { investor_id: second!.id, duties })).body.status).toBe('restricted')
  expect((await post('/sandbox/restore', { id: snapshot.id })).status).toBe(200)
  for (const one of made) {
    const investor = (await get(`/investors/${one.id}`)).body
    expect(investor).toMatchObject({ email: null, external_id: null, metadata: {}, status: 'incomplete', wallet_id: null })
    expect((await get(`/wallets/${one.wallet}/status`)).body.verification_status).toBe('none')
    expect((await get(`/credentials/${one.credential}`)).body).toMatchObject({ state: 'revoked', reason_code: 'erasure' })
  }
  expect((await get('/sanctions/monitored')).body.data).toEqual([])
  expect((await get(`/invitations?offering_id=${offering.body.id}`)).body.data).toEqual([])
  expect(await mentions(/wraxall|vesper/i)).toEqual([])
})

test('what a law keeps is restricted, named with its ground, and erased on its day', async () => {
  const investor = await post('/investors', person('Yolanda Xerxes', `0x${'c2'.repeat(20)}`))
  const asked = await post('/erasures', { investor_id: investor.body.id, law: 'gdpr', duties: [{ kind: 'identity', from: '2025-01-01' }] })
  expect(asked.body).toMatchObject({
    status: 'restricted',
    erase_from: '2030-01-02',
    // A law of the United States is no duty of the law of the Union.
    retained: [
      {
        ...{ kind: 'identity', from: '2025-01-01', until: '2030-01-02', ground: '31 CFR 1020.220(a)(3)(ii)' },
        ...{ exception: null, exception_note: expect.stringContaining('you say which ground applies') },
      },
    ],
  })
  const view = await get(`/investors/${investor.body.id}`)
  // It is stored and not used: no answer names them, and nothing is changed about them.
  expect(view.body).toMatchObject({ full_name: null, email: null, metadata: {} })
  const listed = (await get('/investors?limit=100')).body.data.find(({ id }: { id: string }) => id === investor.body.id)
  expect([listed.full_name, JSON.stringify(view.body) + JSON.stringify(listed)]).toEqual([
    null,
    expect.not.stringMatching(/yolanda|1984-03-02/i),
  ])
  const change = await api.call('PATCH', `/api/v1/investors/${investor.body.id}`, { full_name: 'Yolanda Other' }, key)
  expect(change.body.code).toBe('facts_erased')
  await eraseDue(api.services)
  expect((await get(`/erasures/${asked.body.id}`)).body.status).toBe('restricted')
  // The rules judge the records once more on the day: their period has to be over as well.
  await api.services.connection.db.execute(
    sql`update erasures set erase_from = '2026-01-01', records = jsonb_set(records, '{0,from}', '"2020-12-31"') where id = ${asked.body.id}`,
  )
  await eraseDue(api.services)
  expect((await get(`/erasures/${asked.body.id}`)).body).toMatchObject({ status: 'erased', retained: [] })
  expect(await mentions(/xerxes|yolanda/i)).toEqual([])
})

test('a legal hold ends with a reason, and then what nothing keeps is erased at once, the rest on its day', async () => {
  const duty = { kind: 'identity', from: '2026-01-15' }
  const why = { reason_code: 'litigation_ended', note: 'The action was withdrawn for good.' }
  const erase = async (name: string, wallet: string, more: object) => {
    const investor = await post('/investors', person(name, wallet))
    return (await post('/erasures', { investor_id: investor.body.id, ...more })).body
  }
  const held = await erase('Ulrich Heldover', `0x${'d1'.repeat(20)}`, { legal_hold: 'LG Hamburg 3 O 17/26' })
  expect(held).toMatchObject({ status: 'restricted', erase_from: null, acts: [] })
  await eraseDue(api.services)
  expect((await post(`/erasures/${held.id}/carry-out`, why)).body.code).toBe('invalid_transition')
  expect((await post(`/erasures/${held.id}/release-hold`, { ...why, note: 'short' })).status).toBe(422)
  expect((await post(`/erasures/${held.id}/release-hold`, why)).body).toMatchObject({
    status: 'erased',
    legal_hold: null,
    second_person: null,
    acts: [{ act: 'release_hold', reason_code: 'litigation_ended', countersigned_by: null }],
  })
  expect(await mentions(/heldover|ulrich/i)).toEqual([])
  for (const act of ['hold', 'release-hold', 'carry-out'])
    expect((await post(`/erasures/${held.id}/${act}`, act === 'hold' ? { legal_hold: 'A court', reason_code: 'x1' } : why)).body.code).toBe(
      'invalid_transition',
    )

  const kept = await erase('Wilma Dutybound', `0x${'d2'.repeat(20)}`, { duties: [duty, { kind: 'sar', from: '2026-02-01' }] })
  expect((await post(`/erasures/${kept.id}/hold`, { legal_hold: 'S.D.N.Y. 26-cv-1', reason_code: 'litigation' })).body.legal_hold).toBe(
    'S.D.N.Y. 26-cv-1',
  )
  // The law still keeps it once the hold is gone.
  expect((await post(`/erasures/${kept.id}/release-hold`, why)).body).toMatchObject({ status: 'restricted', erase_from: '2031-02-02' })
  expect((await post(`/erasures/${kept.id}/carry-out`, why)).body.code).toBe('invalid_transition')
  const withdraw = (withdrawn: object[]) => post(`/erasures/${kept.id}/carry-out`, { ...why, withdrawn })
  expect((await withdraw([{ kind: 'sar', from: '2026-02-01' }])).body.errors).toMatchObject([
    { pointer: '/withdrawn/0', code: 'not_allowed' },
  ])
  expect((await withdraw([{ kind: 'owner', from: '2026-02-01' }])).status).toBe(422)
  expect((await withdraw([duty])).body).toMatchObject({ status: 'restricted', erase_from: '2031-02-02', retained: [{ kind: 'sar' }] })
  const mistaken = await erase('Xaver Mistaken', `0x${'d3'.repeat(20)}`, { duties: [duty] })
  expect((await post(`/erasures/${mistaken.id}/carry-out`, { ...why, withdrawn: [duty] })).body).toMatchObject({
    status: 'erased',
    retained: [],
  })
  const told = (await get('/events?type=erasure.updated&limit=100')).body.data.map(
    (event: { data: { object: object } }) => event.data.object,
  )
  expect(told[0]).toMatchObject({ id: mistaken.id, status: 'erased', legal_hold: false, act: { act: 'carry_out' } })
  expect(JSON.stringify(told)).not.toContain('S.D.N.Y.')
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })
})

/** What is kept of somebody restricted, which no call opens. */
async function keptOf(personId: string) {
  const { connection, keyring } = api.services
  const { rows } = await connection.pool.query<{ key: string; sealed: Buffer }>(
    'select subject_key_id as key, pii_sealed as sealed from persons where id = $1',
    [personId],
  )
  return keyring.open<Record<string, unknown>>(connection.db, setAsideId(rows[0]!.key), `persons.pii:${personId}`, rows[0]!.sealed)
}

test('a restriction keeps the whole file of identification, and a legal hold all else as well, until it is released', async () => {
  const wallet = `0x${'d4'.repeat(20)}`
  const id_number = { type: 'passport', country: 'DE', number: 'C01X00T47' }
  const kyc_data = { full_name: 'Quentin Evidence', date_of_birth: '1984-03-02', country: 'DE', id_number }
  expect((await post('/wallets/verify', { wallet_address: wallet, kyc_data })).status).toBe(200)
  const investor = await post('/investors', person('Quentin Evidence', wallet))
  await post(`/investors/${investor.body.id}/verify`, { force: true })
  await post('/sanctions/check', { wallet_address: wallet, full_name: 'Quentin Evidence' })
  const paid_to = { wallet_address: `0x${'d6'.repeat(20)}`, kyc_data: { ...kyc_data, full_name: 'Pia Payee' } }
  expect((await post('/wallets/verify', paid_to)).status).toBe(200)
  const payee = { to_address: paid_to.wallet_address, amount: '2900', currency: 'USDC', originator: { name: 'Quentin Evidence' } }
  const named = { ...payee, beneficiary: { name: 'Pia Payee' } }
  const paid = await post('/transactions', { from_address: wallet, ...named })
  expect(paid.status, paid.text).toBe(201)
  const terms = { type: 'equity', regulation: 'reg_d_506c', total_supply: '1000', price_per_token: '100', maximum_raise: '100000' }
  const offering = await post('/offerings', { name: 'Harbour', status: 'open', ...terms })
  const sale = await post('/investments', { offering_id: offering.body.id, investor_id: investor.body.id, amount: '1000' })
  expect(sale.body.decision, sale.text).toBeDefined()
  const duties = ['identity', 'eu'].map((kind) => ({ kind, from: new Date().toISOString().slice(0, 10) }))
  const { body: held } = await post('/erasures', {
    investor_id: investor.body.id,
    duties,
    legal_hold: 'S.D.N.Y. 26-cv-2',
    hold_reason: 'legal_claim',
  })
  expect(held.retained).toMatchObject([
    { exception: 'Regulation (EU) 2016/679 art. 17(3)(e)', exception_note: 'For as long as the legal hold stands.' },
    { exception: 'Regulation (EU) 2016/679 art. 17(3)(b)', exception_note: null },
  ])
  expect(held.erased).toEqual(['credentials (revoked)', 'monitoring', 'kept answers'])
  const file = { full_name: 'Quentin Evidence', id_number, wallets: [{ address: expect.stringMatching(new RegExp(wallet, 'i')) }] }
  expect(await keptOf(held.person_id)).toMatchObject({
    ...file,
    held: { records: [{ id: investor.body.id, metadata: { note: 'Quentin Evidence likes chess' } }] },
  })
  // One person plays both in the sandbox: the file is open at once.
  const asking = { authority: 'S.D.N.Y., subpoena of 2 March', reason_code: 'subpoena', note: 'The court asks for the whole record.' }
  const openFor = (opened_for: string) => post(`/erasures/${held.id}/open-file`, { ...asking, opened_for })
  // Nothing of it is kept for OFAC, and no regulator has it held.
  for (const other of ['ofac', 'other_authority'])
    expect((await openFor(other)).body.errors).toMatchObject([{ pointer: '/opened_for', code: 'not_allowed' }])
  const opened = await openFor('legal_claim')
  expect(opened.body).toMatchObject({
    status: 'restricted',
    second_person: null,
    acts: [{ act: 'open_file', authority: asking.authority, opened_for: 'legal_claim' }],
  })
  const whole = (await get(`/erasures/${held.id}/file`)).body
  expect(whole).toMatchObject({ person: { ...file, held: {} }, open_until: opened.body.acts[0].until })
  // All that was decided with what is sealed for them, whatever it was about: nothing of it is found in another way any more.
  const { rows: sealed } = await api.services.connection.pool.query<{ id: string }>(
    'select d.id from decisions d join persons p on p.subject_key_id = d.subject_key_id where p.id = $1',
    [held.person_id],
  )
  const decided = whole.decisions.map(({ id }: { id: string }) => id)
  expect(decided.toSorted()).toEqual(sealed.map(({ id }) => id).toSorted())
  expect(decided).toEqual(expect.arrayContaining([paid.body.decision.id, sale.body.decision.id]))
  // Whom they paid is no business of a claim.
  const parties = { originator: { name: 'Quentin Evidence' } }
  expect(whole.travel_rule).toEqual([{ transaction_id: paid.body.id, created_at: expect.any(String), parties }])
  const verified = whole.decisions.find(({ check }: { check: string }) => check === 'wallet.verify')
  expect(verified.facts).toBeNull()
  const judged = (await get(`/erasures/${held.id}/file?with=${verified.id}`)).body.decisions.find(
    ({ id }: { id: string }) => id === verified.id,
  )
  expect(JSON.stringify(judged.facts)).toContain('1984-03-02')
  // Of whom they paid nothing is told for a claim, and to nobody but the authorities of the Bank Secrecy Act what was looked at as suspicious.
  const look = async () => (await get(`/erasures/${held.id}/file?with=${paid.body.decision.id}`)).body.decisions
  const factsIn = (list: { id: string; facts: object }[]) => list.find(({ id }) => id === paid.body.decision.id)?.facts
  const own = factsIn(await look())
  expect(own).toHaveProperty('from')
  // Nor of how often and to whom they paid before, nor what was said of where it goes.
  expect(
    Object.keys(own!)
      .filter((name) => !['check', 'as_of', 'environment', 'tenant', 'lists'].includes(name))
      .toSorted(),
  ).toEqual(['from', 'tx'])
  expect(own).toMatchObject({ tx: { amount: expect.anything() } })
  expect(own).not.toHaveProperty('tx.travel')
  await api.services.connection.db.execute(
    sql`update decisions set subject_type = 'suspected_movement' where id = ${paid.body.decision.id}`,
  )
  const claimed = (await get(`/erasures/${held.id}/file`)).body.decisions
  expect(claimed.map(({ id }: { id: string }) => id)).not.toContain(paid.body.decision.id)
  await openFor('eu_authority')
  expect((await get(`/erasures/${held.id}/file?with=${paid.body.decision.id}`)).status).toBe(422)
  await openFor('bsa_authority')
  expect(factsIn(await look())).toMatchObject({ from: {}, to: {} })
  expect((await get(`/erasures/${held.id}/file`)).body.travel_rule).toMatchObject([
    { parties: { ...parties, beneficiary: { name: 'Pia Payee' } } },
  ])
  await api.requestLog.flush()
  const { rows: logged } = await api.services.connection.pool.query("select * from request_logs where path like '%file%'")
  expect(logged.length).toBeGreaterThan(1)
  expect(JSON.stringify(logged)).not.toMatch(/Quentin|C01X00T47|1984-03-02|subpoena of/)
  const other = await post('/investors', person('Rosalind Reachable', `0x${'d5'.repeat(20)}`))
  // Whoever was known before gave their number later.
  const later = { ...kyc_data, full_name: 'Rosalind Reachable' }
  expect((await post('/wallets/verify', { wallet_address: `0x${'d5'.repeat(20)}`, kyc_data: later })).status).toBe(200)
  // A hold that is said to be for no legal claim is no exception of art. 17(3)(e).
  const duty = [{ kind: 'identity', from: new Date().toISOString().slice(0, 10) }]
  const asks = { investor_id: other.body.id, duties: duty, legal_hold: 'FinCEN, request 2026-0417', hold_reason: 'regulator_request' }
  const { body: reachable } = await post('/erasures', asks)
  expect(reachable).toMatchObject({ hold_reason: 'regulator_request', retained: [{ exception: null }] })
  expect(await keptOf(reachable.person_id)).toMatchObject({ id_number, held: { email: 'rosalind@people.example' } })
  const why = { reason_code: 'litigation_ended', note: 'The action was withdrawn for good.' }
  const { body: released } = await post(`/erasures/${held.id}/release-hold`, why)
  expect(released).toMatchObject({ status: 'restricted', erased: expect.arrayContaining(['e-mail', 'metadata and external id']) })
  const kept = await keptOf(held.person_id)
  expect(kept).toMatchObject(file)
  expect(JSON.stringify(kept)).not.toMatch(/chess|people\.example/)
})

test('in production a hold ends by two people, and a hold placed meanwhile stands', async () => {
  const { key: production } = await api.makeKey('production')
  const send = (path: string, body: object) => api.call('POST', `/v1${path}`, body, production)
  const investor = await send('/investors', { full_name: 'Petra Twofold', email: 'petra@people.example', country: 'DE' })
  const { body: held } = await send('/erasures', { investor_id: investor.body.id, legal_hold: 'LG Hamburg 3 O 18/26' })
  const why = { reason_code: 'litigation_ended', note: 'The action was withdrawn for good.' }
  const asked = await send(`/erasures/${held.id}/release-hold`, why)
  expect(asked.body).toMatchObject({
    status: 'restricted',
    legal_hold: 'LG Hamburg 3 O 18/26',
    second_person: { status: 'awaiting_second' },
  })
  expect((await send(`/erasures/${held.id}/release-hold`, why)).body.code).toBe('already_exists')
  const { case_id } = asked.body.second_person
  const agree = { outcome: 'release' as const, reason_code: 'agreed', note: 'The order of the court was read.' }
  expect((await send(`/cases/${case_id}/decide`, agree)).body.code).toBe('second_person_required')
  const { organizationId } = api.ctx('production')
  await decideCase({
    ctx: systemCtx(api.services, { id: 'officer', organizationId, environment: 'production' }),
    input: { id: case_id, ...agree },
  })
  const ended = await api.call('GET', `/v1/erasures/${held.id}`, undefined, production)
  expect(ended.body).toMatchObject({ status: 'erased', legal_hold: null, acts: [{ act: 'release_hold', countersigned_by: 'officer' }] })

  // The second person reads which duties are said not to keep it, and a hold placed meanwhile stops what they agree to.
  const other = await send('/investors', { full_name: 'Quirin Twofold', email: 'quirin@people.example', country: 'DE' })
  const duty = { kind: 'identity', from: '2026-01-15' }
  const { body: kept } = await send('/erasures', { investor_id: other.body.id, duties: [duty] })
  const carried = await send(`/erasures/${kept.id}/carry-out`, { ...why, withdrawn: [duty] })
  const second = carried.body.second_person.case_id
  const shown = await api.call('GET', `/v1/cases/${second}`, undefined, production)
  expect(shown.body.summary).toContain('identity of 2026-01-15')
  await send(`/erasures/${kept.id}/hold`, { legal_hold: 'LG Hamburg 3 O 19/26', reason_code: 'litigation' })
  const agreed = decideCase({
    ctx: systemCtx(api.services, { id: 'officer', organizationId, environment: 'production' }),
    input: { id: second, ...agree },
  })
  await expect(agreed).rejects.toMatchObject({ code: 'invalid_transition' })
  expect((await api.call('GET', `/v1/erasures/${kept.id}`, undefined, production)).body).toMatchObject({
    ...{ status: 'restricted', legal_hold: 'LG Hamburg 3 O 19/26', retained: [duty] },
  })
})

test('where an organisation has no desk, an administrator of the platform is the second person of its erasures, and sees nobody', async () => {
  const studio = await makeAccount(api, 'studio@people.example', 'issuer')
  const person = new Person(api)
  await person.signIn('studio@people.example')
  const { key: production } = await (await person.verbs()).createApiKey({ name: 'Studio', environment: 'production' })
  const send = (path: string, body: object) => api.call('POST', `/v1${path}`, body, production)
  const desk = { full_name: 'Rosalind Deskless', email: 'rosalind@people.example', country: 'DE' }
  const { body: investor } = await send('/investors', desk)
  const { body: held } = await send('/erasures', { investor_id: investor.id, legal_hold: 'LG Hamburg 3 O 20/26' })
  // As one that never was an issuer's, which has people by its wallets alone.
  const { db } = api.services.connection
  await db.delete(userRoles).where(eq(userRoles.user_id, studio))
  await db
    .update(organizations)
    .set({ issuer_since: null })
    .where(eq(organizations.id, (await person.session()).actor.organizationId))
  const why = { reason_code: 'litigation_ended', note: 'The action was withdrawn for good.' }
  const { case_id } = (await send(`/erasures/${held.id}/release-hold`, why)).body.second_person
  const agree = { outcome: 'release' as const, reason_code: 'agreed', note: 'The order of the court was read.' }
  expect((await send(`/cases/${case_id}/decide`, agree)).body.code).toBe('insufficient_scope')
  const operator = personCtx(api.services, 'admin', { environment: 'production' })
  const { data } = await searchPlatformCases.sent({ ctx: operator, input: {} })
  expect(data.find(({ id }) => id === case_id)).toMatchObject({ kind: 'erasure_act', open: true, needs_second_person: true })
  const file = await openCaseFile({ ctx: operator, input: { id: case_id } })
  expect(JSON.stringify([file, data])).not.toMatch(/Rosalind|Deskless/i)
  expect(await decideCase({ ctx: operator, input: { id: case_id, ...agree } })).toMatchObject({ status: 'decided' })
  const ended = await api.call('GET', `/v1/erasures/${held.id}`, undefined, production)
  expect(ended.body).toMatchObject({
    status: 'erased',
    legal_hold: null,
    acts: [{ act: 'release_hold', countersigned_by: operator.actor.id }],
  })
})

test('a restricted file is read for an authority by who asked, once another person agreed and for a time, and each reading is in the log', async () => {
  const { key: production, id: keyId } = await api.makeKey('production')
  const send = (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, production)
  const { organizationId } = api.ctx('production')
  const { db } = api.services.connection
  const investor = await send('POST', '/investors', {
    ...{ full_name: 'Frieda Archived', email: 'frieda@people.example', country: 'DE', date_of_birth: '1979-04-11' },
    phone: '+4930555123',
  })
  const duties = [{ kind: 'identity', from: '2026-01-15' }]
  const { body: kept } = await send('POST', '/erasures', { investor_id: investor.body.id, duties })
  expect(kept).toMatchObject({ status: 'restricted', acts: [] })
  const read = (query = '') => send('GET', `/erasures/${kept.id}/file${query}`)
  expect((await read()).body.code).toBe('second_person_required')
  const why = { reason_code: 'examination', note: 'The examiner asks for the records of this account.' }
  expect(
    (await send('POST', `/erasures/${kept.id}/open-file`, { ...why, authority: 'BaFin', opened_for: 'eu_authority', hours: 100 })).status,
  ).toBe(422)
  const asked = await send('POST', `/erasures/${kept.id}/open-file`, {
    ...why,
    authority: 'BaFin GW 3-2026',
    opened_for: 'eu_authority',
    hours: 2,
  })
  expect(asked.body).toMatchObject({ status: 'restricted', acts: [], second_person: { status: 'awaiting_second' } })
  const { case_id } = asked.body.second_person
  const { body: asking } = await send('GET', `/cases/${case_id}`)
  expect(asking).toMatchObject({
    summary: expect.stringContaining('for 2 hours'),
    details: { authority: 'BaFin GW 3-2026', opened_for: 'eu_authority' },
  })
  // Who reads cases and no erasure is not told which authority it is, and no list tells it.
  const { key: desk } = await api.makeKey('production', ['cases:read'])
  for (const path of [`/cases/${case_id}`, '/cases?status=all']) {
    const seen = await api.call('GET', `/v1${path}`, undefined, desk)
    expect(seen.text).toContain(case_id)
    expect(seen.text).not.toMatch(/BaFin|eu_authority/)
  }
  const agree = { outcome: 'release' as const, reason_code: 'agreed', note: 'The order of the authority was read.' }
  expect((await send('POST', `/cases/${case_id}/decide`, agree)).body.code).toBe('second_person_required')
  expect((await read()).body.code).toBe('second_person_required')
  const officer = systemCtx(api.services, { id: 'officer', organizationId, environment: 'production' })
  await decideCase({ ctx: officer, input: { id: case_id, ...agree } })
  const { body: file } = await read()
  expect(file).toMatchObject({
    ...{ object: 'erasure_file', erasure_id: kept.id, documents: [] },
    person: { full_name: 'Frieda Archived', date_of_birth: '1979-04-11' },
  })
  // What no law keeps is gone from it.
  expect(JSON.stringify(file)).not.toMatch(/people\.example|555123/)
  expect((await read('?with=dec_of_somebody_else')).status).toBe(422)
  // Nobody else reads it: not who agreed, and no operator of the platform.
  for (const id of ['officer', 'usr_operator'])
    await expect(readErasureFile({ ctx: { ...officer, actor: { type: 'system', id } }, input: { id: kept.id } })).rejects.toMatchObject({
      code: 'second_person_required',
    })
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.subject_id, kept.person_id))
  const acts = entries.flatMap(({ action, actor_id: by }) => (/file/.test(action) ? [[action, by]] : []))
  expect(acts.toSorted()).toEqual([
    ['erasure_file_asked', keyId],
    ['erasure_file_opened', 'officer'],
    ['erasure_file_read', keyId],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/Frieda|BaFin/)
  const told = (await send('GET', '/events?type=erasure.updated&limit=100')).body.data[0].data.object
  // Nor is anybody told why it is read: it may be a suspicion.
  expect(told).toMatchObject({ id: kept.id, act: { act: 'open_file', reason_code: null, countersigned_by: 'officer' } })
  expect(JSON.stringify(told)).not.toMatch(/BaFin|examination/)
  // An auditor reads that it was opened and for whom, changes nothing, and reads no file.
  const auditor = {
    ...officer,
    actor: {
      ...{
        type: 'user' as const,
        id: 'usr_auditor',
        organizationId,
        home: organizationId,
        role: 'issuer' as const,
        email: 'a@people.example',
      },
      ...{
        member: { role: 'auditor' as const, permissions: null, standing: 'issuer' as const },
        sessionId: 's',
        secondFactorAt: Date.now(),
      },
      hasSecondFactor: true,
    },
  }
  const seen = await getErasure({ ctx: auditor, input: { id: kept.id } })
  expect(seen.acts).toMatchObject([{ act: 'open_file', authority: 'BaFin GW 3-2026', countersigned_by: 'officer' }])
  expect((await listErasures({ ctx: auditor })).data.length).toBeGreaterThan(0)
  for (const act of [
    () => readErasureFile({ ctx: auditor, input: { id: kept.id } }),
    () => openErasureFile({ ctx: auditor, input: { id: kept.id, ...why, authority: 'BaFin', opened_for: 'eu_authority' } }),
    () =>
      holdErasure({ ctx: auditor, input: { id: kept.id, legal_hold: 'A court', hold_reason: 'legal_claim', reason_code: 'litigation' } }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  // The time ends by itself.
  await db.execute(
    sql`update erasures set acts = jsonb_set(acts, '{0,until}', to_jsonb(${new Date(Date.now() - 1_000).toISOString()}::text)) where id = ${kept.id}`,
  )
  expect((await read()).body.code).toBe('second_person_required')
})

test('an organisation keeps for longer than the law what a law has kept, and never shorter', async () => {
  const keep = (retention_years: number | null) => api.call('PATCH', '/v1/tenant-facts', { facts: { retention_years } }, key)
  const duties = ['identity', 'eu'].map((kind) => ({ kind, from: '2020-01-01' }))
  const ask = async (wallet: string) =>
    (await post('/erasures', { investor_id: (await post('/investors', person('Otis Ashby', wallet))).body.id, law: 'gdpr', duties })).body
  expect((await keep(4)).status).toBe(422)
  expect((await keep(10)).status).toBe(200)
  // A rule says so, and the decision proves it.
  expect(await ask(`0x${'c3'.repeat(20)}`)).toMatchObject({
    ...{ status: 'restricted', erase_from: '2030-01-02' },
    retained: [
      { until: '2030-01-02', ground: '31 CFR 1020.220(a)(3)(ii); 10 years by your own setting', exception: null },
      // From the day on which the Regulation applies, it has deleted what is older than five years.
      {
        until: '2027-07-10',
        ground: expect.stringMatching(/art 77; .*; until 2027-07-09 by your own setting$/),
        exception: 'Regulation (EU) 2016/679 art. 17(3)(b)',
        exception_note: expect.stringMatching(/^Until 2025-01-02\./),
      },
    ],
    decision: { outcome: 'deny', reason_codes: expect.arrayContaining(['own_retention']) },
  })
  // What the law of the Union keeps, nobody keeps for thirty years.
  expect((await keep(30)).status).toBe(200)
  const { body: investor } = await post('/investors', person('Odile Ashby', `0x${'c5'.repeat(20)}`))
  const eu = await post('/erasures', { investor_id: investor.id, duties: [{ kind: 'eu', from: '2014-01-01' }] })
  expect(eu.body).toMatchObject({ status: 'erased' })
  await keep(null)
  expect(await ask(`0x${'c4'.repeat(20)}`)).toMatchObject({ status: 'erased', erase_from: null })
})

test('an unknown person, both ways of naming one, and a day to come are refused', async () => {
  expect((await post('/erasures', { investor_id: 'inv_00000000000000000000000000' })).status).toBe(404)
  expect((await post('/erasures', { investor_id: 'inv_x', wallet_address: `0x${'c1'.repeat(20)}` })).status).toBe(422)
  expect((await post('/erasures', { wallet_address: `0x${'c9'.repeat(20)}`, asked_on: '2099-01-01' })).body.errors[0].code).toBe(
    'future_date',
  )
})

test('a hit on an investor keeps the person for ten years, as one on their wallet does', async () => {
  const { body: investor } = await post('/investors', person('Yolanda Quimby', `0x${'c9'.repeat(20)}`))
  const { db } = api.services.connection
  const [made] = await db.select().from(investors).where(eq(investors.id, investor.id))
  const { organization_id, environment, subject_key_id, subject_sealed, created_at } = (await db.select().from(screenings).limit(1))[0]!
  await db.insert(screenings).values({
    ...{ id: 'scr_of_investor', organization_id, environment, kind: 'verification', subject_type: 'investor', subject_id: made!.id },
    ...{ status: 'hit', subject_key_id, subject_sealed, result: {}, created_at, updated_at: created_at },
  })
  expect((await post('/erasures', { investor_id: investor.id, law: 'gdpr' })).body).toMatchObject({
    status: 'restricted',
    retained: [{ kind: 'sanctions', from: created_at.toISOString().slice(0, 10) }],
  })
})

test('who was refused for an embargoed place, where no list names them, is kept for ten years from the last refusal', async () => {
  const wallet = `0x${'ca'.repeat(20)}`
  const kyc_data = { full_name: 'Parviz Embargo', date_of_birth: '1984-03-02', country: 'IR' }
  const refused = await post('/wallets/verify', { wallet_address: wallet, kyc_data })
  expect(refused.body.decision, refused.text).toMatchObject({ outcome: 'deny' })
  const { db } = api.services.connection
  const found = await db.select().from(screenings).where(eq(screenings.decision_id, refused.body.decision.id))
  expect(found.map(({ status }) => status)).toEqual(['clear'])
  const day = refused.body.decision.evaluated_at.slice(0, 10)
  const { body: kept } = await post('/erasures', { wallet_address: wallet, law: 'ccpa' })
  expect(kept).toMatchObject({ status: 'restricted', retained: [{ kind: 'sanctions', from: day, ground: '31 CFR 501.601' }] })
  expect(Number(kept.erase_from.slice(0, 4)) - Number(day.slice(0, 4))).toBeGreaterThanOrEqual(10)
})
