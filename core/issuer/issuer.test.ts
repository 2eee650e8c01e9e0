import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLists } from '#core/lists/load.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const call = (method: string, path: string, body?: object) => api.call(method, `/api/v1${path}`, body, key)
const post = (path: string, body: object) => call('POST', path, body)

beforeAll(async () => {
  api = await startApi()
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-lists-'))
  const nulls = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
  writeFileSync(join(folder, 'sdn.csv'), `100,"KOWALCZYK, Zenobia","individual","SDGT",${nulls}\r\n\x1a`)
  writeFileSync(
    join(folder, 'consolidated.xml'),
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${new Date().toISOString()}"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Thaddeus Montgomery</FIRST_NAME><UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
  )
  await openLists(api.services, { dir: folder, source: 'official' })
  key = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())
const today = new Date().toISOString().slice(0, 10)
const reasons = (answer: { body: { warnings: { code: string }[] } }) => answer.body.warnings.map((warning) => warning.code)
const owners = [{ full_name: 'Olga Owner', share_percent: 100, controls: true, date_of_birth: '1970-01-01', country: 'US' }]
const ISSUER = {
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
    integration: [],
    legend_ids: ['L1', 'L2', 'L3'],
    documents_required: false,
    agreement_sha256: 'cd'.repeat(32),
    form_d: { filed_at: 'none' },
    max_pct_per_person_bps: 'none',
    first_sale_in_state_at: 'none',
    reg_s_category: 'none',
    minimum_each_time: false,
  },
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
  expect(reasons(unknown)).toEqual(['issuer_not_verified', 'ica_status_registered_or_unknown'])
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
  const letter = { type: 'net_worth', method: 'third_party_letter', verifier: 'attorney', evidence_sha256: 'ab'.repeat(32), dated: today }
  const verified = await post(`/investors/${investor.body.id}/verify`, {
    accreditation: { ...letter, good_standing: true },
    accepted_terms: true,
  })
  expect(verified.body.status, verified.text).toBe('verified')
  const sale = {
    offering_id: offering.body.id,
    investor_id: investor.body.id,
    amount: '1000',
    payment_method: 'wire',
    agreement_sha256: 'cd'.repeat(32),
  }
  const said = { 'investment.own_account_representation': true, 'investment.paid_by_investor': true }
  const held = await post('/investments', sale)
  expect(held.body, held.text).toMatchObject({ status: 'pending' })
  expect(held.body.decision.missing).toEqual(['/investment/own_account_representation', '/investment/payer_person_id'])
  const refused = await post(`/investments/${held.body.id}/approve`, { note: 'Nothing more is known.' })
  expect(refused).toMatchObject({ status: 409, body: { missing: held.body.decision.missing } })
  const approved = await post(`/investments/${held.body.id}/approve`, { note: 'As the subscription says.', compliance_facts: said })
  expect(approved.body, approved.text).toMatchObject({ status: 'accepted' })
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
