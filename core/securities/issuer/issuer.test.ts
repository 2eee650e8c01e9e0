import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { ordinaryAnswer } from '#core/record/facts/ordinary.ts'
import { findChangedStanding } from '#core/record/log/standing.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { loadListFolder, openLists } from '#core/screening/lists/load.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { accredit } from '#tests/reach/accreditation.ts'
import { proposeVenue } from '../venues/propose.ts'
import { readRegister } from '../venues/read.ts'
import { settleVenue } from '../venues/settle.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const call = (method: string, path: string, body?: object) => api.call(method, `/api/v1${path}`, body, key)
const post = (path: string, body: object) => call('POST', path, body)

beforeAll(async () => {
  api = await startApi({}, { passports: true })
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-lists-'))
  const nulls = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
  writeFileSync(join(folder, 'sdn.csv'), `100,"KOWALCZYK, Zenobia","individual","SDGT",${nulls}\r\n\x1a`)
  writeFileSync(
    join(folder, 'consolidated.xml'),
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${new Date().toISOString()}"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Thaddeus Montgomery</FIRST_NAME><UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
  )
  // Small ones: what a first version holds at least is not asked of them.
  await loadListFolder(api.services, folder, {})
  await openLists(api.services, { dir: null, source: 'official' })
  key = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())
// The day of the rules, not of UTC: what is dated tomorrow is not known yet.
const today = rulesDay(Date.now())
const reasons = (answer: { body: { warnings: { code: string }[] } }) => answer.body.warnings.map((warning) => warning.code)
const owners = [{ full_name: 'Olga Owner', share_percent: 100, controls: true, date_of_birth: '1970-01-01', country: 'US' }]
const ISSUER = {
  other_offerings: [],
  domicile: 'US',
  principal_place: 'US',
  ica_status: 'operating',
  investment_securities_bps: 0,
  shell: 'never',
  exchange_act_reporting: false,
  total_assets_fye: { amount: '4000000', currency: 'USD' },
  holder_cap: 'none',
  nonaccredited_holder_cap: 'none',
  bank_holding: false,
  reports_current: true,
  fye: '12-31',
}
const TERMS = {
  name: 'Harbour Series A',
  type: 'equity',
  regulation: 'reg_d_506c',
  total_supply: 10_000,
  price_per_token: '10',
  maximum_raise: '100000',
  compliance_facts: {
    covered_persons: [{ person_id: 'olga', questionnaire_at: today }],
    bad_actor_events: [],
    legend_ids: ['L1', 'L2', 'L3'],
    documents_required: false,
    agreement_sha256: 'cd'.repeat(32),
  },
}

/** An administrator of the platform. */
const platform = (id = 'usr_platform'): Ctx => ({
  ...systemCtx(api.services, { id, organizationId: 'org_platform', environment: 'production' }),
  actor: {
    type: 'user',
    id,
    ...atHome('org_platform', 'admin'),
    email: 'admin@platform.example',
    sessionId: 's',
    secondFactorAt: Date.now(),
    hasSecondFactor: true,
  },
})

/** Another person of the organisation. */
const colleague = (): Ctx => {
  const { organizationId } = api.ctx('production')
  const member = { role: 'reviewer', permissions: null, standing: 'issuer' }
  const { actor } = platform('usr_colleague')
  return { ...platform('usr_colleague'), organizationId, actor: { ...actor, organizationId, role: 'investor', member } as Ctx['actor'] }
}

/** Somebody whose letter was uploaded, and read by a colleague. */
const accredited = (investor: string) => {
  const ok = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    (await api.call(method, `/api/v1${path}`, body, key, headers)).body
  const caller = { ok, post: (path: string, body?: unknown) => ok('POST', path, body), get: (path: string) => ok('GET', path) }
  const settle = (id: string, outcome: 'release' | 'refuse', _by?: string, more: object = {}) =>
    decideCase({ ctx: colleague(), input: { id, outcome, reason_code: 'read', note: 'The letter was read.', ...more } })
  return accredit({ settle }, caller, investor)
}

async function entity(full_name: string): Promise<string> {
  const { body } = await post('/investors', { type: 'entity', full_name, email: `${full_name[0]}@works.example`, country: 'US' })
  const address = { address: '1 Quay', city: 'Dover', state: 'DE' }
  await post(`/investors/${body.id}/verify`, { identity: { registration_number: '123', registration_country: 'US', ...address, owners } })
  return body.id
}

test('in production an issuer says what holds of it, is established by others, and then opens and sells', async () => {
  const { db } = api.services.connection
  await db.execute(sql`update users set is_verified = false`)
  const unknown = await post('/offerings', TERMS)
  expect(unknown.body.status).toBe('draft')
  expect(reasons(unknown)).toEqual([
    'issuer_not_verified',
    'integration_152b1_30_days',
    'integration_safe',
    'ica_status_registered_or_unknown',
  ])
  expect((await call('GET', '/issuer')).body).toMatchObject({ verification: 'unverified', sanctions_status: null, compliance_facts: {} })

  const stated = await call('PATCH', '/issuer', { investor_id: await entity('Harbour Works Inc'), compliance_facts: ISSUER })
  expect(stated.body, stated.text).toMatchObject({
    verification: 'unverified',
    sanctions_status: 'clear',
    control_persons_screened: true,
    compliance_facts: ISSUER,
  })
  expect(reasons(await post('/offerings', TERMS))).toEqual(['issuer_not_verified'])
  await db.execute(sql`update users set is_verified = true`)
  expect((await call('GET', '/issuer')).body.verification).toBe('verified')
  const offering = await post('/offerings', TERMS)
  expect(offering.body, offering.text).toMatchObject({ status: 'open', warnings: [] })

  const investor = await post('/investors', {
    full_name: 'Paula Produce',
    email: 'paula@people.example',
    wallet_address: `0x${'ab'.repeat(20)}`,
    date_of_birth: '1980-01-01',
    country: 'US',
    affiliation: 'none',
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
  })
  const verified = await post(`/investors/${investor.body.id}/verify`, { accepted_terms: true })
  await accredited(investor.body.id)
  expect(verified.body.status, verified.text).toBe('verified')
  const sale = {
    offering_id: offering.body.id,
    investor_id: investor.body.id,
    amount: '1000',
    payment_method: 'wire',
    agreement_sha256: 'cd'.repeat(32),
  }
  const said = { 'investment.own_account_representation': true, 'investment.paid_by_investor': true }
  const [own, paid] = Object.entries(said)
  const held = await post('/investments', { ...sale, compliance_facts: Object.fromEntries([own!]) })
  expect(held.body, held.text).toMatchObject({ status: 'pending' })
  expect(held.body.decision.missing).toEqual(['/investment/payer_person_id'])
  const refused = await post(`/investments/${held.body.id}/approve`, { note: 'Nothing more is known.' })
  expect(refused).toMatchObject({ status: 409, body: { missing: held.body.decision.missing } })
  // Decided again with the word of another, each word keeps its author.
  const first = held.body.facts_stated[own![0]].by
  const other2 = await api.makeKey('production')
  const rest = { note: 'As the subscription says.', compliance_facts: Object.fromEntries([paid!]) }
  const approved = await api.call('POST', `/api/v1/investments/${held.body.id}/approve`, rest, other2.key)
  expect(approved.body, approved.text).toMatchObject({
    status: 'accepted',
    compliance_facts: said,
    facts_stated: { [own![0]]: { by: first }, [paid![0]]: { by: other2.id } },
  })
  for (const { decision } of [approved.body, (await call('GET', `/investments/${held.body.id}`)).body]) {
    const used = (path: string) => decision.facts_used.find((one: { path: string }) => one.path === path)
    expect(used('investment.own_account_representation')).toMatchObject({ source: 'stated', id: first })
  }
  const { data } = (await call('GET', `/investments/${held.body.id}/facts/history`)).body
  expect(data).toMatchObject([
    { fact: paid![0], value: true, stated_by: other2.id, role: 'issuer' },
    { fact: own![0], value: true, stated_by: first },
  ])
  expect((await post('/investments', { ...sale, compliance_facts: said })).body).toMatchObject({ status: 'accepted' })
  const other = await post('/investments', { ...sale, compliance_facts: { ...said, 'investment.paid_by_investor': false } })
  expect(other.body.status).not.toBe('accepted')

  // As a confirmed mint leaves it, of a contract that was linked.
  await db.execute(sql`insert into lots (id, organization_id, environment, offering_id, person_id, investor_id, wallet_address, quantity,
      acquired_at, paid_in_full_at, acquired_from, acquired_under, created_at)
    select 'lot_a', organization_id, environment, offering_id, person_id, investor_id, ${investor.body.wallet_address}, 100,
      now() - interval '200 days', now() - interval '200 days', 'issuer', 'reg_d_506c', now() from investments where id = ${held.body.id}`)
  const to_address = `0x${'ac'.repeat(20)}`
  const kyc_data = { full_name: 'Quentin Recipient', date_of_birth: '1975-05-05', country: 'US' }
  expect((await post('/wallets/verify', { wallet_address: to_address, kyc_data })).body.verified).toBe(true)
  const transfer = { type: 'transfer', offering_id: offering.body.id, from_address: `0x${'ab'.repeat(20)}`, to_address, amount: '1' }
  const judged = async (compliance_facts: object) => (await post('/transactions', { ...transfer, compliance_facts })).body.decision
  const unsaid = await judged({})
  expect(unsaid.reason_codes).toContain('buyer_reps')
  expect(unsaid.missing).toContain('/transfer/sec_4a7')
  const sec_4a7 = {
    general_solicitation: false,
    seller_issuer_or_subsidiary: false,
    seller_bad_actor: false,
    unsold_allotment: false,
    information_package: true,
    issuer_in_business: true,
  }
  const representation = { hash: 'ef'.repeat(32), signed_at: today }
  const known = await judged({ 'transfer.representation': representation, 'transfer.sec_4a7': sec_4a7 })
  expect(known.reason_codes).not.toContain('buyer_reps')
  expect(known.missing).not.toContain('/transfer/sec_4a7')
})

test('A13 a trade is allowed at a venue that two people hold registered, and at no other', async () => {
  const reason = 'Compared with the register of the regulator.'
  const venue = {
    name: 'Harbour Trading System',
    kind: 'ats' as const,
    registration: '008-00999',
    regulator: 'U.S. SEC',
    jurisdictions: ['US'],
    valid_from: '2026-01-05',
    evidence_url: 'https://www.sec.gov/foia/docs/atslist',
  }
  const one = platform('usr_venue_one')
  const two = platform('usr_venue_two')
  const settle = (ctx: Ctx, id: string, outcome: 'approve' | 'refuse' | 'withdraw' | 'keep') =>
    settleVenue({ ctx, input: { id, outcome, reason } })
  const { db } = api.services.connection
  const { rows } = await db.execute<{ id: string }>(sql`select id from offerings where environment = 'production' and status = 'open'`)
  const offering_id = rows[0]!.id
  const trade = {
    ...{ type: 'trade', offering_id, from_address: `0x${'ab'.repeat(20)}`, to_address: `0x${'ac'.repeat(20)}`, amount: '1', dry_run: true },
    compliance_facts: {
      'transfer.representation': { hash: 'ef'.repeat(32), signed_at: today },
      'transfer.prearranged_us_resale': false,
      'transfer.to_location_at_order': 'US',
    },
  }
  const judged = async (more: object) => {
    const { status, body, text } = await post('/transactions', { ...trade, ...more })
    expect(status, text).toBe(200)
    return body.decision.reason_codes.includes('venue_approved') ? 'refused there' : 'may trade there'
  }
  const unknown = await post('/transactions', { ...trade, venue: 'Nowhere Exchange' })
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/venue', code: 'unknown_venue' }] } })
  expect((await post('/transactions', { ...trade, venue_id: 'ven_sandbox_ats' })).body.errors).toMatchObject([{ pointer: '/venue_id' }])
  expect(await judged({})).toBe('refused there')

  const { id } = await proposeVenue({ ctx: one, input: venue })
  await expect(proposeVenue({ ctx: two, input: { ...venue, registration: '1' } })).rejects.toMatchObject({ code: 'already_exists' })
  await call('PATCH', `/offerings/${offering_id}`, { compliance_facts: { venue_ids: [id] } })
  expect(await judged({ venue_id: id })).toBe('refused there')
  await expect(settle(one, id, 'approve')).rejects.toMatchObject({ code: 'second_person_required' })
  const stale: Ctx = { ...two, actor: { ...two.actor, secondFactorAt: null } as Ctx['actor'] }
  await expect(settle(stale, id, 'approve')).rejects.toMatchObject({ code: 'step_up_required' })
  expect(await settle(two, id, 'approve')).toMatchObject({ status: 'active', live: true })
  expect((await call('GET', `/venues/${id}`)).body).toMatchObject({ ...venue, status: 'active', live: true, not_live_because: null })
  expect((await call('GET', '/venues?status=active')).body.data.map((each: { id: string }) => each.id)).toEqual([id])
  expect(await judged({ venue_id: id })).toBe('may trade there')
  // Named as before, by its name.
  expect(await judged({ venue: 'harbour trading system' })).toBe('may trade there')
  const bought = await post('/transactions', { ...trade, venue_id: id, dry_run: false })
  expect(bought.body, bought.text).toMatchObject({ venue_id: id })
  expect(bought.body.decision.reason_codes).not.toContain('venue_approved')

  expect(await settle(one, id, 'withdraw')).toMatchObject({ status: 'withdrawing', live: false })
  expect(await judged({ venue_id: id })).toBe('refused there')
  await expect(settle(one, id, 'keep')).rejects.toMatchObject({ code: 'second_person_required' })
  expect(await settle(two, id, 'keep')).toMatchObject({ status: 'active', live: true })
  await db.execute(sql`update venues set valid_until = '2026-01-06' where id = ${id}`)
  // What nobody's word changed is told by the log, and a registration that ended counts no more.
  expect(await findChangedStanding(api.services, id)).toMatchObject([{ fault: 'the venue changed without an entry of the log' }])
  expect(await judged({ venue_id: id })).toBe('refused there')
  await db.execute(sql`update venues set valid_until = null where id = ${id}`)
  await settle(two, id, 'withdraw')
  expect(await settle(one, id, 'withdraw')).toMatchObject({ status: 'withdrawn' })
  expect(await judged({ venue: venue.name })).toBe('refused there')
  expect((await readRegister({ ctx: one }))[0]).toMatchObject({ id, status: 'withdrawn', proposed: { own: true }, decided: {} })
  expect(await findChangedStanding(api.services, id)).toEqual([])
  // In the sandbox both answers can be tried.
  const made = await api.call('GET', '/api/v1/venues', undefined, (await api.makeKey('sandbox')).key)
  expect(made.body.data.slice(0, 2)).toMatchObject([{ live: true }, { live: false }])
})

test('nobody states who they are, what no rule reads, or another kind of record; and a listed owner is found', async () => {
  const wrong = await call('PATCH', '/issuer', { compliance_facts: { verification: 'verified', shoe_size: 42 } })
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/compliance_facts/verification' }, { pointer: '/compliance_facts/shoe_size' }] },
  })
  const { body } = await post('/investors', { full_name: 'Una Natural', email: 'una@people.example', country: 'US' })
  expect(await call('PATCH', '/issuer', { investor_id: body.id })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/investor_id' }] },
  })
  expect((await post('/investments', { offering_id: 'off_x', amount: '1', compliance_facts: { 'investment.amount': '1' } })).status).toBe(
    422,
  )
  const listed = await post('/investors', { type: 'entity', full_name: 'Kowal Holdings', email: 'k@works.example', country: 'US' })
  await post(`/investors/${listed.body.id}/verify`, { identity: { owners: [{ ...owners[0], full_name: 'Zenobia Kowalczyk' }] } })
  const { body: found } = await call('PATCH', '/issuer', { investor_id: listed.body.id })
  expect(found.sanctions_status).not.toBe('clear')
  expect(reasons(await post('/offerings', TERMS))).toContain('issuer_not_verified')
  // What is said in one environment does not hold in the other.
  const sandbox = (await api.makeKey('sandbox')).key
  expect((await api.call('GET', '/api/v1/issuer', undefined, sandbox)).body).toMatchObject({ investor_id: null, compliance_facts: {} })
  const ask = (method: string, path: string, body?: object, with_ = sandbox) => api.call(method, `/api/v1${path}`, body, with_)
  await ask('PATCH', '/issuer', { compliance_facts: { ica_status: 'registered' } })
  const fork = (await ask('POST', '/sandbox/fork', {})).body.key
  expect((await ask('GET', '/issuer', undefined, fork)).body.compliance_facts).toEqual({ ica_status: 'registered' })
  await ask('POST', '/sandbox/reset', {})
  expect((await ask('GET', '/issuer')).body.compliance_facts).toEqual({})
  expect((await ask('GET', '/issuer', undefined, key)).body.investor_id).toBe(listed.body.id)
})

test('A2 what our own records say is derived: beside two offerings under 506(c) none under 506(b) opens on the word that there are none', async () => {
  const { db } = api.services.connection
  await db.execute(sql`update users set is_verified = true`)
  await db.execute(sql`update organizations set settings = '{}'`)
  const facts = { ...TERMS.compliance_facts, general_solicitation: false, listing_visibility: 'gated' }
  const told = await post('/offerings', { ...TERMS, regulation: 'reg_d_506b', compliance_facts: { ...facts, integration: [], form_d: {} } })
  expect(told).toMatchObject({
    status: 422,
    body: {
      errors: [
        { pointer: '/compliance_facts/integration', code: 'derived_fact', detail: expect.stringContaining('other_offerings') },
        { pointer: '/compliance_facts/form_d', code: 'derived_fact' },
      ],
    },
  })
  const terms = await post('/offerings', { ...TERMS, maximum_raise: '100000001', compliance_facts: { commercial_terms_recorded: true } })
  expect(terms.body.errors).toMatchObject([{ pointer: '/compliance_facts/commercial_terms_recorded', code: 'established_fact' }])
  await call('PATCH', '/issuer', { investor_id: await entity('Wharf Works Inc'), compliance_facts: { ...ISSUER, holder_cap: 'none' } })
  // The one of the test before runs already.
  const beside = await post('/offerings', { ...TERMS, regulation: 'reg_d_506b', compliance_facts: facts })
  expect(beside.body).toMatchObject({ status: 'draft' })
  expect(reasons(beside)).toEqual(['integration_152b1_30_days', 'integration_safe'])
  const refused = await post(`/offerings/${beside.body.id}/open`, {})
  expect(refused).toMatchObject({ status: 403, body: { code: 'compliance_denied' } })
  // A word from before the types were closed counts no more.
  await db.execute(
    sql`update offerings set facts = facts || '{"integration": [], "commercial_terms_recorded": true}' where id = ${beside.body.id}`,
  )
  expect(await post(`/offerings/${beside.body.id}/open`, {})).toMatchObject({ status: 403 })

  // A13: what the general test of Rule 152(a) answers, two people say; it holds for those offerings and no further one.
  const running = await db.execute<{ id: string }>(sql`select id from offerings where environment = 'production' and status = 'open'`)
  const ids = running.rows.map((row) => row.id)
  const apart = (other_offering_ids: string[]) =>
    post(`/offerings/${beside.body.id}/integration`, {
      other_offering_ids,
      document_sha256: 'ab'.repeat(32),
      reason_code: 'general_test_met',
      note: 'Each complies by itself, says counsel.',
    })
  expect((await apart(['off_foo'])).body.errors).toMatchObject([
    { pointer: '/other_offering_ids', detail: expect.stringContaining(ids[0]!) },
  ])
  const asked = await apart(ids)
  expect(asked.body, asked.text).toMatchObject({ object: 'offering_integration', second_person: { status: 'awaiting_second' } })
  expect((await apart(ids)).body.code).toBe('already_exists')
  const agree = { outcome: 'release', reason_code: 'agreed', note: 'The analysis was read.' } as const
  const id = asked.body.second_person.case_id
  expect((await post(`/cases/${id}/decide`, agree)).body).toMatchObject({ code: 'second_person_required' })
  expect((await post(`/offerings/${beside.body.id}/open`, {})).status).toBe(403)
  await decideCase({ ctx: colleague(), input: { id, ...agree } })
  expect((await post(`/offerings/${beside.body.id}/open`, {})).body).toMatchObject({ status: 'open' })
  await post(`/offerings/${beside.body.id}/pause`, {})
  const further = { id: 'elsewhere', kind: 'reg_d_506b', starts_on: today, ended_on: 'none' }
  await call('PATCH', '/issuer', { compliance_facts: { ...ISSUER, other_offerings: [further] } })
  expect((await post(`/offerings/${beside.body.id}/open`, {})).body).toMatchObject({ code: 'compliance_denied' })
  await db.execute(sql`update offerings set status = 'cancelled', first_sale_at = null where id = ${beside.body.id}`)
})

test('A8 facts are typed: unknown and mistyped ones are refused by name, and all are read back with who stated them and when', async () => {
  const wrong = { foo: 1, covered_persons: [{ person_id: 'olga' }], security_class: 'debt' }
  expect((await post('/offerings', { ...TERMS, compliance_facts: wrong })).body.errors).toMatchObject([
    { pointer: '/compliance_facts/covered_persons/0/questionnaire_at' },
    { pointer: '/compliance_facts/foo', code: 'unknown_field' },
  ])
  expect(await call('PATCH', '/issuer', { compliance_facts: { ica_status: 'banana' } })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/compliance_facts/ica_status', code: 'invalid_enum' }] },
  })
  expect(await post('/offerings', { ...TERMS, compliance_facts: { security_class: 'debt' } })).toMatchObject({
    status: 422,
    body: { code: 'conflicting_fields' },
  })
  const made = await post('/offerings', {
    ...TERMS,
    status: 'draft',
    compliance_facts: { bad_actor_events: [], documents_required: false },
  })
  const by = { by: expect.stringMatching(/^key_/), at: expect.any(String) }
  await call('PATCH', `/offerings/${made.body.id}`, { compliance_facts: { documents_required: null, legend_ids: ['L1'] } })
  expect((await call('GET', `/offerings/${made.body.id}`)).body).toMatchObject({
    compliance_facts: { bad_actor_events: [], legend_ids: ['L1'] },
    facts_stated: { bad_actor_events: by, legend_ids: by },
  })
  const { body } = await call('PATCH', '/issuer', { compliance_facts: { shell: 'former' } })
  expect([body.compliance_facts.shell, body.facts_stated.shell]).toEqual(['former', by])
})

test('A8 a first sale in production needs one round: what readiness lists is all that open and the acceptance ask for', async () => {
  const { db } = api.services.connection
  await db.execute(sql`update organizations set settings = '{}'`)
  await call('PATCH', '/issuer', { investor_id: await entity('Quay Works Inc') })
  const { body: investor } = await post('/investors', {
    full_name: 'Rosalind Firstbuyer',
    email: 'rosalind@people.example',
    wallet_address: `0x${'b1'.repeat(20)}`,
    date_of_birth: '1981-01-01',
    country: 'US',
    affiliation: 'none',
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
  })
  await post(`/investors/${investor.id}/verify`, { accepted_terms: true })
  await accredited(investor.id)
  const { body: abroad } = await post('/investors', {
    full_name: 'Ottilie Fernkauf',
    email: 'ottilie@people.example',
    wallet_address: `0x${'b2'.repeat(20)}`,
    date_of_birth: '1982-02-02',
    country: 'DE',
    affiliation: 'none',
  })
  await post(`/investors/${abroad.id}/verify`, { identity: { country: 'DE' }, accepted_terms: true })

  for (const regulation of ['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s']) {
    const buyer = regulation === 'reg_s' ? abroad : investor
    const place = regulation === 'reg_s' ? 'DE' : 'US'
    await db.execute(sql`update offerings set status = 'cancelled', first_sale_at = null where environment = 'production'`)
    // Each time nothing is stated yet.
    await db.execute(sql`update organizations set settings = jsonb_set(settings, '{issuer,production,facts}', '{}')`)
    const { compliance_facts: _, ...terms } = { ...TERMS, regulation, name: regulation }
    const { body: made } = await post('/offerings', { ...terms, status: 'draft' })
    const { body: ready, text } = await call('GET', `/offerings/${made.id}/readiness`)
    expect(ready, text.slice(-900)).toMatchObject({
      object: 'readiness',
      ready_to: { open: false, sell: false, issue: false, trade: false },
    })
    // A13: what can be sold and then not issued is said before anything is sold.
    expect(ready.obstacles.map((one: { code: string; keeps_from: string[] }) => `${one.code}: ${one.keeps_from}`)).toEqual([
      'token_not_linked: issue,transfer,trade',
      'venue_approved: trade',
    ])
    const other = regulation === 'reg_s' ? /qualif|506|form_1|circular/ : /reg_s_|us_market|offshore/
    expect(ready.missing.filter((one: { fact: string }) => other.test(one.fact))).toEqual([])
    for (const one of ready.missing) expect([one.means, one.from, one.how].every(Boolean), one.fact).toBe(true)

    const answer = ordinaryAnswer(Date.now(), { personId: buyer.id, place, agreement: 'f'.repeat(64) })
    const asked = (object: string) =>
      ready.missing.filter((one: { fact: string; when: null }) => one.when === null && one.fact.startsWith(`${object}.`))
    const said = (object: string, whole: boolean) =>
      Object.fromEntries(
        asked(object)
          .filter((one: { source: string }) => one.source === 'stated')
          .map(({ fact }: { fact: string }) => [
            whole ? fact : fact.slice(object.length + 1),
            fact === 'investment.paid_by_investor' ? true : answer(fact),
          ]),
      )
    const stated = await call('PATCH', '/issuer', { compliance_facts: said('issuer', false) })
    expect(stated.status, stated.text).toBe(200)
    const written = await call('PATCH', `/offerings/${made.id}`, { compliance_facts: said('offering', false) })
    expect(written.status, written.text).toBe(200)
    expect((await call('GET', `/offerings/${made.id}/readiness`)).body).toMatchObject({ ready_to: { open: true, sell: true } })
    const opened = await post(`/offerings/${made.id}/open`, {})
    expect(opened.body, `${regulation} ${opened.text}`).toMatchObject({ status: 'open' })
    const sale = { offering_id: made.id, investor_id: buyer.id, amount: '1000' }
    // Before it is asked for, and of the investor alone, the same is known as after: nothing of it is stored.
    const before = (await post('/investments/readiness', sale)).body
    const ofInvestor = (await call('GET', `/investors/${buyer.id}/readiness?offering_id=${made.id}`)).body
    const underIt = (await call('GET', `/investors/${buyer.id}/readiness?regulation=${regulation}`)).body
    expect((await call('GET', `/investments?offering_id=${made.id}`)).body.data).toEqual([])
    // Without what is of the sale it waits, and its own readiness names what is left, and no more.
    const held = await post('/investments', sale)
    expect(held.body, held.text).toMatchObject({ status: 'pending' })
    const own = (await call('GET', `/investments/${held.body.id}/readiness`)).body
    expect(own).toMatchObject({ investment_id: held.body.id })
    expect(own.obstacles.map((one: { code: string }) => one.code).slice(0, 2)).toEqual(['token_not_linked', 'venue_approved'])
    const names = (from: typeof own) =>
      from.missing.filter((one: { when: null }) => one.when === null).map((one: { fact: string }) => one.fact)
    expect(names(before)).toEqual(names(own))
    expect(names(ofInvestor)).toEqual(expect.arrayContaining(names(own)))
    expect(ofInvestor).toMatchObject({ investor_id: buyer.id, offering_id: made.id, regulation, ready_to: { accept: false, verify: null } })
    expect(names(underIt)).toEqual(expect.arrayContaining(names(own).filter((name: string) => !name.startsWith('investment.agreement'))))
    // Their terms this investor accepted already.
    const left = [...asked('investor'), ...asked('investment')]
      .map((one) => one.fact)
      .filter((fact) => fact !== 'investment.accepted_terms')
    expect(names(own).sort(), regulation).toEqual(left.sort())
    const fields = { payment_method: 'wire', agreement_sha256: 'f'.repeat(64) }
    const sold = await post('/investments', {
      ...sale,
      ...fields,
      compliance_facts: { ...said('investor', true), ...said('investment', true) },
    })
    expect(sold.body, `${regulation} ${sold.text}`).toMatchObject({ status: 'accepted' })
    // What was left out can be given on approving, as readiness says: the one that waits is no dead end.
    expect(own.missing).toContainEqual(
      expect.objectContaining({ fact: 'investment.payment_method', how: expect.stringMatching(/its approval, with payment_method$/) }),
    )
    const paid = { note: 'The papers came.', compliance_facts: { ...said('investor', true), ...said('investment', true) } }
    const crypto = await post(`/investments/${held.body.id}/approve`, { ...paid, ...fields, payment_method: 'crypto' })
    expect(crypto.body).toMatchObject({ code: 'payment_method_not_enabled' })
    const approved = await post(`/investments/${held.body.id}/approve`, { ...paid, ...fields })
    expect(approved.body, `A13 ${regulation} ${approved.text}`).toMatchObject({ status: 'accepted' })
  }
})

test('A18 fields needed one for another are named with all others at once, and a fact with a word for its absence names both ways', async () => {
  const pointers = async (path: string, body: object) =>
    (await post(path, body)).body.errors.map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`).sort()
  expect(await pointers('/investments', { currency: 'nothing' })).toEqual([
    '/amount required',
    '/currency invalid_format',
    '/investor_id required',
    '/offering_id required',
  ])
  // What was sent and is wrong is not missing too.
  expect(await pointers('/investments', { offering_id: 'off_x', wallet_address: 'x', amount: '-1' })).toEqual([
    '/amount invalid_format',
    '/wallet_address invalid_address',
  ])
  expect(await pointers('/transactions', {})).toEqual(['/amount required', '/from_address required', '/to_address required'])
  expect(await pointers('/transactions', { type: 'burn' })).toEqual(['/amount required', '/from_address required'])
  expect(await pointers('/tokens/issue', {})).toEqual(['/investor_id required', '/offering_id required', '/quantity required'])
  expect(await pointers('/offerings', { name: 'A', total_supply: 1 })).toEqual([
    '/maximum_raise required',
    '/price_per_token required',
    '/regulation required',
  ])
  const ways = { [-5]: /at least 0\.$/, many: /number, or "none"\.$/ }
  for (const holder_cap of [-5, 'many'] as const)
    expect((await call('PATCH', '/issuer', { compliance_facts: { holder_cap } })).body.errors).toMatchObject([
      { pointer: '/compliance_facts/holder_cap', detail: expect.stringMatching(ways[holder_cap]) },
    ])
})

test('A8 evidence of an accreditation that says too little is told what it lacks', async () => {
  const { body: made } = await post('/investors', { full_name: 'Theodora Brandmeier', email: 'brandmeier@people.example', country: 'US' })
  expect(made).toMatchObject({ object: 'investor' })
  const letter = { type: 'income', method: 'third_party_letter', evidence_sha256: 'cd'.repeat(32) }
  const { body } = await post(`/investors/${made.id}/verify`, { checks: ['accreditation'], accreditation: letter })
  const left = ['/accreditation/dated', '/accreditation/verifier', '/accreditation/good_standing']
  expect(body).toMatchObject({ verification: { accreditation_status: 'pending' }, missing: expect.arrayContaining(left) })
  expect(body.next_action).toMatchObject({ type: 'provide', detail: expect.stringContaining('/accreditation/dated') })
})

test('A7 a wallet named for an investor who exists is bound when it signs, and never dropped; changes are checked anew', async () => {
  const who = { full_name: 'Odalys Bindewald', email: 'odalys@people.example', date_of_birth: '1979-05-06', country: 'DE' }
  const { body: made } = await call('POST', '/investors', { ...who, external_id: 'a7' })
  const account = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
  const named = { investor_id: made.id, wallet_address: account.address }
  const unsigned = await call('POST', '/investors/verify', named)
  expect(unsigned, unsigned.text).toMatchObject({ status: 422, body: { errors: [{ pointer: '/signature', code: 'required' }] } })
  const sign = async (with_ = account) => {
    const { message } = (await call('POST', '/wallets/challenge', { wallet_address: with_.address })).body
    return { message, signature: await with_.signMessage({ message }) }
  }
  const bound = await call('POST', '/investors/verify', { ...named, signature: await sign() })
  expect(bound.body, bound.text).toMatchObject({ created: false, investor: { id: made.id, wallet_address: account.address } })
  const again = await call('POST', '/investors/verify', { wallet_address: account.address, force: true })
  expect(again.body).toMatchObject({ created: false, investor_id: made.id })

  const other = (await call('POST', '/investors', { ...who, full_name: 'Perpetua Anders', email: 'perpetua@people.example' })).body
  expect(await call('PATCH', `/investors/${other.id}`, { wallet_address: account.address, signature: await sign() })).toMatchObject({
    status: 409,
    body: { code: 'wallet_bound_to_other_person' },
  })
  const second = privateKeyToAccount(`0x${'a8'.repeat(32)}`)
  expect(
    await call('POST', '/investors/verify', { investor_id: made.id, wallet_address: second.address, signature: await sign(second) }),
  ).toMatchObject({ status: 409, body: { code: 'conflict' } })

  const contact = await call('PATCH', `/investors/${made.id}`, { email: 'odalys.new@people.example', external_id: 'a7b' })
  expect(contact.body, contact.text).toMatchObject({
    email: 'odalys.new@people.example',
    external_id: 'a7b',
    wallet_address: account.address,
  })
  expect(await call('PATCH', `/investors/${made.id}`, { email: 'perpetua@people.example' })).toMatchObject({
    status: 409,
    body: { code: 'investor_exists' },
  })
  // A word does not overwrite what was checked: it is screened and decided anew.
  const { db } = api.services.connection
  const screened = async () =>
    Number((await db.execute<{ count: string }>(sql`select count(*) from screenings where subject_id = ${made.id}`)).rows[0]!.count)
  const before = await screened()
  const moved = await call('PATCH', `/investors/${made.id}`, { country: 'FR' })
  expect(moved.body, moved.text).toMatchObject({ country: 'FR' })
  expect(await screened()).toBe(before + 1)
  expect((await call('PATCH', `/investors/${made.id}`, {})).status).toBe(422)
})

test('A13 above $100,000,000 an administrator of Sealwright records that terms were agreed, and the offering is a draft that opens', async () => {
  const { db } = api.services.connection
  await db.execute(sql`update organizations set settings = '{}'`)
  await db.execute(sql`update offerings set status = 'cancelled', first_sale_at = null where environment = 'production'`)
  await call('PATCH', '/issuer', { investor_id: await entity('Berth Works Inc'), compliance_facts: ISSUER })
  const terms = { ...TERMS, total_supply: 20_000_000, maximum_raise: '200000000' }
  const made = await post('/offerings', terms)
  expect(made.body, made.text).toMatchObject({
    status: 'needs_contact',
    requires_contact: true,
    terms_case_id: expect.stringMatching(/^cas_/),
  })
  expect((await call('GET', `/offerings/${made.body.id}/readiness`)).body.obstacles).toMatchObject([
    { code: 'offering_contact_required', from: 'administrator' },
    { code: 'token_not_linked' },
    { code: 'venue_approved' },
  ])
  // Neither the issuer nor another of its keys settles it.
  const word = { outcome: 'release', reason_code: 'agreed', note: 'Terms were agreed.' }
  const refused = await post(`/cases/${made.body.terms_case_id}/decide`, word)
  expect(refused).toMatchObject({ status: 403, body: { code: 'second_person_required' } })
  await decideCase({ ctx: platform(), input: { id: made.body.terms_case_id, ...word, outcome: 'release' } })
  expect((await call('GET', `/offerings/${made.body.id}`)).body).toMatchObject({ status: 'draft', terms_case_id: null })
  expect((await post(`/offerings/${made.body.id}/open`, {})).body).toMatchObject({ status: 'open' })

  // S7: whoever became an administrator after it was asked may refuse it, never agree; so there is always a way on, and it is asked anew.
  await db.execute(sql`update offerings set status = 'cancelled' where id = ${made.body.id}`)
  const { body: later } = await post('/offerings', { ...terms, name: 'Asked before' })
  const newcomer = await makeAccount(api, 'newer@platform.example', 'admin')
  await db.execute(sql`update user_roles set granted_at = now() + interval '1 second' where user_id = ${newcomer}`)
  const newer = (id: string, outcome: 'release' | 'refuse') => decideCase({ ctx: platform(newcomer), input: { id, ...word, outcome } })
  await expect(newer(later.terms_case_id, 'release')).rejects.toMatchObject({ code: 'second_person_required' })
  expect(await newer(later.terms_case_id, 'refuse')).toMatchObject({ status: 'decided', outcome: 'refuse' })
  const asked = (await call('PATCH', `/offerings/${later.id}`, { description: 'Asked anew.' })).body
  expect(asked.terms_case_id).not.toBe(later.terms_case_id)
  await db.execute(sql`update user_roles set granted_at = now() - interval '1 minute' where user_id = ${newcomer}`)
  expect(await newer(asked.terms_case_id, 'release')).toMatchObject({ status: 'decided', outcome: 'release' })
})

test('A8 what a movement of value will be asked for is told before it is made, by its market, and nothing of it is kept', async () => {
  const { db } = api.services.connection
  const kept = async () =>
    (
      await db.execute(
        sql`select (select count(*) from decisions) d, (select count(*) from wallets) w, (select count(*) from transactions) t`,
      )
    ).rows
  const of = { from_address: `0x${'c1'.repeat(20)}`, to_address: `0x${'c2'.repeat(20)}`, amount: '5000' }
  const before = await kept()
  const asset = { chain: 'ethereum', contract: `0x${'c3'.repeat(20)}`, token_id: '1' }
  for (const [market, body, missing] of [
    [
      'stablecoins',
      { ...of, currency: 'USDC' },
      {
        'from.credential':
          'parties: POST /v1/wallets/verify with level enhanced and kyc_data, of it address, id_number, document and notice_shown_at too',
        'tenant.serves_eu': 'tenant: PATCH /v1/tenant-facts with facts.serves_eu',
        'tx.travel.seats': 'tenant: PATCH /v1/tenant-facts with facts.travel_seats',
        'tx.travel.message.originator.name': 'parties: POST /v1/transactions with originator.name',
        'tx.travel.message.originator.address': 'parties: POST /v1/transactions with originator.address',
        'tx.travel.message.beneficiary.name': 'parties: POST /v1/transactions with beneficiary.name',
        'tx.travel.message.beneficiary.vasp': 'parties: POST /v1/transactions with beneficiary.vasp',
      },
    ],
    [
      'nfts',
      { ...of, currency: 'USD', type: 'sale', asset, amount: '20000' },
      {
        'creator.tier': 'parties: POST /v1/nfts/verify-creator',
        'tenant.art_trader': 'tenant: PATCH /v1/tenant-facts with facts.art_trader',
      },
    ],
    [
      'gaming',
      { ...of, currency: 'USDC', market: 'gaming', type: 'redemption' },
      { 'from.tax_form': 'parties: POST /v1/transactions with compliance_facts.from.tax_form' },
    ],
  ] as const) {
    const { body: ready, text } = await post('/transactions/readiness', body)
    expect(ready, text.slice(0, 900)).toMatchObject({ object: 'readiness', market, ready_to: { transact: false, open: null } })
    const told = Object.fromEntries(
      ready.missing.map((one: { fact: string; from: string; how: string }) => [one.fact, `${one.from}: ${one.how}`]),
    )
    expect(told, market).toMatchObject(missing)
    // What the call itself would ask for is among it, and nothing is asked that has no name.
    const asked = (await post('/transactions', { ...body, dry_run: true })).body.decision.missing as string[]
    for (const pointer of asked.filter((one) => !one.startsWith('/tx/travel/message')))
      expect(Object.keys(told), market).toContain(pointer.slice(1).replaceAll('/', '.'))
    for (const one of ready.missing) expect([one.means, one.from, one.how].every(Boolean), one.fact).toBe(true)
  }
  const same = await post('/transactions/readiness', { ...of, to_address: of.from_address, currency: 'USDC' })
  expect(same).toMatchObject({ status: 422, body: { code: 'same_address' } })
  expect(await kept()).toEqual(before)
})
