import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { cases, credentials, investors, persons, timers } from '#db/schema.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import { accredit, file, letterOf, looks, type Shown, upload } from './accreditation.ts'
import { OFFERING, startIssuer, TERMS } from './issuers.ts'
import { loadSmallLists, notReached, SHOWN_BY, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let people = 0

beforeAll(async () => {
  house = await startProduction()
  of = await startIssuer(await house.tenant('accredits'), 'accredits')
})
afterAll(() => {
  vi.useRealTimers()
  return house?.stop()
})

const today = rulesDay(Date.now())
const usd = (amount: string) => ({ amount, currency: 'USD' })

async function person(more: Any = {}): Promise<string> {
  const n = ++people
  const made = await of.post('/investors', {
    full_name: `Rufina Quillon${'abcdefghijklmnop'[n % 16]}${'abcdefghijklmnop'[n >> 4]}`,
    email: `rufina-${n}@people.example`,
    wallet_address: house.holder(n).address,
    date_of_birth: '1980-01-01',
    country: 'US',
    address: { line1: '1 Street', city: 'Austin', state: 'TX' },
    ...more,
  })
  return made.id
}
const statuses = async (id: string) => (await of.get(`/investors/${id}/status`)).verification

test('L5 a letter is uploaded, filed, read by another person, and only then is anybody accredited', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  const digest = { type: 'net_worth', method: 'third_party_letter', verifier: 'attorney', dated: today, good_standing: true }
  const word = await of.post(`/investors/${id}/verify`, { accreditation: { ...digest, evidence_sha256: 'a'.repeat(64) } })
  expect(word).toMatchObject({ verification: { accreditation_status: 'pending' }, missing: ['/accreditation'] })
  const [open] = (await of.get(`/investors/${id}/accreditation`)).data
  expect(open).toMatchObject({ status: 'open', missing: ['/documents/letter', '/letter'] })

  const filed = await file(of, id, letterOf(today), [{ shows: 'letter', dated: today }])
  expect((await of.get(`/investors/${id}/documents`)).data).toMatchObject([{ id: filed.documents[0].document_id, status: 'uploaded' }])
  expect(filed).toMatchObject({ status: 'in_review', method_rule: { result: 'pass' }, basis_rule: null })
  const own = { outcome: 'release', reason_code: 'read', note: 'I read it myself.', ...looks(letterOf(today)) }
  expect((await of.call('POST', `/cases/${filed.case_id}/decide`, own)).body.code).toBe('second_person_required')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'pending' })
  await house.settle(filed.case_id, 'release', 'usr_platform', looks(letterOf(today)))
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })
  const done = await of.get(`/investors/${id}/accreditation/${filed.id}`)
  expect(done).toMatchObject({ status: 'accepted', said: { letter: { author: 'Lena Lawyer', license_number: 'NY 1' } } })
  expect(await of.get(`/identity/evidence/${done.evidence_id}`)).toMatchObject({
    ...{ proves: 'accreditation', method: 'accreditation_review', level: 'accredited', state: 'valid' },
    ...{ voucher: { kind: 'author', name: 'Lena Lawyer', id: 'NY 1' }, reviewer: 'usr_platform', case_id: filed.case_id },
    proof: { author: 'attorney', looked_up: [{ register: 'The bar of New York', looked_up_on: today, good_standing: true }] },
  })
})

test('a file that was sent by mistake is withdrawn by its sender before anybody decides, and another one filed', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  const wrong = await file(of, id, letterOf(today), [{ shows: 'letter', dated: today }])
  expect(await of.post(`/investors/${id}/accreditation/${wrong.id}/withdraw`, {})).toMatchObject({ id: wrong.id, status: 'withdrawn' })
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'incomplete' })
  expect(await of.get(`/cases/${wrong.case_id}`)).toMatchObject({ status: 'decided' })
  expect((await of.get(`/events?type=case.decided&resource_id=${wrong.case_id}`)).data).toHaveLength(1)
  const again = await of.call('POST', `/investors/${id}/accreditation/${wrong.id}/withdraw`, {})
  expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
  expect((await of.call('POST', `/investors/${await person()}/accreditation/${wrong.id}/withdraw`, {})).status).toBe(404)
  const right = await file(of, id, letterOf(today), [{ shows: 'letter', dated: today }])
  await house.settle(right.case_id, 'release', 'usr_platform', looks(letterOf(today)))
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })
})

test('a kind of entity that has a test of its own is not accredited by its investments, nor a client of a family office by the amount', async () => {
  const id = await person({ type: 'entity', full_name: 'Quillon Holdings LLC', date_of_birth: undefined })
  const filed = (body: object) => of.call('POST', `/investors/${id}/accreditation`, { documents: [], ...body })
  const figures = { investments: usd('6000000'), formed_for_purchase: false }
  for (const entity_type of ['llc', 'trust', 'bank', 'erisa_plan'])
    expect(await filed({ basis: 'entity_investments', method: 'principles_based', figures: { ...figures, entity_type } })).toMatchObject({
      body: { code: 'conflicting_fields', detail: expect.stringContaining('230.501(a)(9)') },
    })
  const tribe = await filed({ basis: 'entity_investments', method: 'principles_based', figures: { ...figures, entity_type: 'tribe' } })
  expect(tribe.status, JSON.stringify(tribe.body)).toBe(201)
  const client = { family_role: 'family_client', purchase_directed_by_office: true }
  expect((await filed({ basis: 'family_office', method: 'minimum_investment', figures: client })).body).toMatchObject({
    errors: [{ pointer: '/method' }],
  })
})

test('contacts of an investor are taken away as well as changed', async () => {
  const id = await person({ phone: '+12025550123', external_id: 'crm-1' })
  const [row] = await house.db.select().from(investors).where(eq(investors.id, id))
  const phone = async () => {
    const [one] = await house.db.select().from(persons).where(eq(persons.id, row!.person_id))
    return (await openPerson(house.db, of.ctx, one!)).phone
  }
  expect(await phone()).toBe('+12025550123')
  const { status, body } = await of.call('PATCH', `/investors/${id}`, { phone: null, external_id: null })
  expect([status, body.external_id]).toEqual([200, null])
  expect(await phone()).toBeNull()
})

test('L5 what turns out untrue takes the accreditation along: evidence taken back, and knowledge that a person confirms', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  const done = await accredit(house, of, id)
  const credential = async () => (await of.get(`/investors/${id}/status`)).credential
  const run = () => runDue(house.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
  await of.post(`/identity/evidence/${done.evidence_id}/withdraw`, { reason_code: 'letter_forged' })
  await run()
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'pending' })
  expect(await credential()).not.toMatchObject({ level: 'accredited', state: 'active' })
  await accredit(house, of, id)
  expect(await credential()).toMatchObject({ level: 'accredited', state: 'active' })
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })

  // What is known speaks against the evidence that was there, until a person says otherwise or newer evidence comes.
  const word = { reason_code: 'income_untrue', note: 'The author denies the letter.' }
  await of.post(`/investors/${id}/contrary-knowledge`, word)
  await of.post(`/investors/${id}/verify`, { checks: ['accreditation'] })
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'pending' })
  const { data } = await of.get(`/cases?subject_id=${id}`)
  await house.settle(data[0].id, 'refuse')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'rejected' })
  const { data: kept } = await of.get(`/identity/evidence?investor_id=${id}&proves=accreditation`)
  expect(kept.map((one: Any) => one.state)).toEqual(['withdrawn', 'withdrawn'])
  await run()
  expect(await credential()).not.toMatchObject({ level: 'accredited', state: 'active' })
  await accredit(house, of, id)
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })
})

test('L5 no tax form is about a year that is not over, and none carries an accreditation beyond the year', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  const last = Number(today.slice(0, 4)) - 1
  const two = { y1: usd('240000'), y2: usd('231000') }
  const body = { basis: 'income', method: 'income_documents', figures: { income: two, income_expected_same: true } }
  const papers = []
  for (const paper of [
    ...[last - 1, last, last + 1, 2099].map((one) => ({ shows: 'tax_form', year: one })),
    { shows: 'income_expectation', dated: today },
  ])
    papers.push({ ...paper, document_id: await upload(of, id, JSON.stringify(paper)) })
  const refused = await of.call('POST', `/investors/${id}/accreditation`, { ...body, documents: papers })
  expect(refused.status).toBe(422)
  expect(refused.body.errors.map((one: Any) => [one.pointer, one.code])).toEqual([
    ['/documents/2/year', 'future_date'],
    ['/documents/3/year', 'future_date'],
  ])
  // One form does not stand for two years, nor one uploaded twice; that of a joint return stands for both spouses.
  const again = await upload(of, id, JSON.stringify({ shows: 'tax_form', year: last }))
  for (const document_id of [papers[1]!.document_id, again]) {
    const twice = [{ ...papers[0], document_id }, papers[1], papers[4]]
    const one = await of.call('POST', `/investors/${id}/accreditation`, { ...body, documents: twice })
    expect(one.body.errors, one.text).toMatchObject([{ pointer: '/documents/1/year', code: 'conflicting' }])
  }
  const joint = { ...papers[1], of: 'spouse' }
  const filed = await of.post(`/investors/${id}/accreditation`, { ...body, documents: [papers[0], papers[1], joint, papers[4]] })
  // A reviewer says what they read on each, and confirms nothing that the file says otherwise.
  const [first, second] = [papers[0]!.document_id, papers[1]!.document_id]
  const says = (...tax_forms: Any[]) => house.settle(filed.case_id, 'release', 'usr_platform', { tax_forms }).catch((error) => error.fields)
  const [of1, of2] = [
    { document_id: first, year: last - 1 },
    { document_id: second, year: last },
  ]
  expect(await says()).toMatchObject([{ pointer: '/tax_forms' }])
  expect(await says(of1)).toMatchObject([{ pointer: '/tax_forms' }])
  expect(await says(of1, { ...of2, year: last - 1 })).toMatchObject([{ pointer: '/tax_forms/1/year', code: 'conflicting' }])
  expect(await says(of1, of2, { ...of2, document_id: 'doc_of_nobody' })).toMatchObject([{ pointer: '/tax_forms/2/year' }])
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'pending' })
  await house.settle(filed.case_id, 'release', 'usr_platform', { tax_forms: [of1, of2] })
  const { evidence_id } = await of.get(`/investors/${id}/accreditation/${filed.id}`)
  expect((await of.get(`/identity/evidence/${evidence_id}`)).expires_at.slice(0, 4)).toBe(String(last + 1))
})

test('L5 two people confirm a file where the organisation says so, neither of them who sent it', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  await of.patch('/tenant-facts', { facts: { accreditation_second_person: true } })
  const filed = await file(of, id, letterOf(today), [{ shows: 'letter', dated: today }])
  // The only one of an organisation does not end alone what takes two.
  const ends = await of.call('PATCH', '/tenant-facts', { facts: { accreditation_second_person: null } })
  expect(ends.body).toMatchObject({ code: 'second_person_required' })
  const { organizationId: organization_id, environment } = of.ctx
  const facts = { accreditation_second_person: null }
  await bindVerbs(house.administrator()).establishTenantFacts({ organization_id, environment, facts })
  expect(await of.get(`/cases/${filed.case_id}`)).toMatchObject({ needs_second_person: true })
  const decide = (id_: string) =>
    bindVerbs(house.colleague(of.ctx.organizationId, id_)).decideCase({
      id: filed.case_id,
      outcome: 'release',
      note: 'I read the letter.',
      ...looks(letterOf(today)),
    })
  // Its own people read the file, and nothing of how the person was screened.
  const colleague = bindVerbs(house.colleague(of.ctx.organizationId))
  expect((await colleague.listAccreditationCases()).map((row) => row.id)).toContain(filed.case_id)
  expect((await colleague.openCaseFile({ id: filed.case_id })).evidence).toMatchObject({
    ...{ query: null, candidates: [], lists: [] },
    accreditation: { basis: 'net_worth', said: { letter: { author: 'Lena Lawyer' } }, documents: [{ shows: 'letter' }] },
  })
  await decide('usr_reader_one')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'pending' })
  await expect(decide('usr_reader_one')).rejects.toMatchObject({ code: 'second_person_required' })
  const own = { outcome: 'release', reason_code: 'read', note: 'I read it myself.', ...looks(letterOf(today)) }
  expect((await of.call('POST', `/cases/${filed.case_id}/decide`, own)).body.code).toBe('second_person_required')
  await decide('usr_reader_two')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })
  const { evidence_id } = await of.get(`/investors/${id}/accreditation/${filed.id}`)
  const shown = await of.get(`/identity/evidence/${evidence_id}`)
  expect([shown.reviewer, shown.second_reviewer]).toEqual(['usr_reader_one', 'usr_reader_two'])
})

test('L5 a credential from before there were files is revoked by the upgrade and told of, and then another one is sealed on evidence', async () => {
  const id = await person()
  await of.post(`/investors/${id}/verify`, { accepted_terms: true })
  await accredit(house, of, id)
  const credential = async () => (await of.get(`/investors/${id}/status`)).credential
  const old = await credential()
  expect(old).toMatchObject({ level: 'accredited', state: 'active' })
  // As the upgrade leaves it: suspended, the investor waiting, and nobody vouching.
  await house.db.update(credentials).set({ state: 'suspended', reason_code: 'evidence_missing' }).where(eq(credentials.id, old.id))
  await house.db.update(investors).set({ accreditation_status: 'pending', accreditation: null }).where(eq(investors.id, id))
  const scope = { organization_id: of.ctx.organizationId, environment: 'production' as const }
  const at = new Date()
  await house.db
    .insert(timers)
    .values({ id: `tmr_${'a'.repeat(26)}`, ...scope, kind: 'accreditation_unproven', subject_id: old.id, due_at: at, created_at: at })
  await runDue(house.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
  expect(await of.get(`/credentials/${old.id}`)).toMatchObject({ state: 'revoked', reason_code: 'accreditation_unproven' })
  const { data } = await of.get(`/events?type=credential.revoked&resource_id=${old.id}`)
  expect(data).toHaveLength(1)
  await accredit(house, of, id)
  expect(await credential()).toMatchObject({ level: 'accredited', state: 'active' })
})

test('L5 a person sends a letter from their own dashboard, and it goes along with them to whom they admit', async () => {
  const joan = await house.admittable(900)
  const verbs = joan.verbs()
  const values = {
    accreditationType: 'net_worth',
    method: 'third_party_letter',
    verifier: 'cpa',
    author: 'Carl Counter',
    authorLicense: 'CPA 7',
    dated: today,
  }
  await verbs.saveOwnVerification({ step: 'accreditation', values, complete: true })
  const bytes = new TextEncoder().encode('%PDF-1.7 a letter of Carl Counter')
  await verbs.uploadOwnDocument({ kind: 'accreditation_letter', file_name: 'letter.pdf', bytes })
  await joan.verify()
  const waits = eq(cases.status, 'open')
  const open = await house.db
    .select()
    .from(cases)
    .where(and(eq(cases.kind, 'accreditation_review'), waits))
  const mine = open.find((one) => one.details.user_id === joan.ctx().actor.id)!
  expect(mine.subject_type).toBe('accreditation_file')
  const carl = looks({ method: 'third_party_letter', letter: { license_number: 'cpa-7' } })
  await house.settle(mine.id, 'release', 'usr_platform', carl)
  expect((await verbs.readOwnVerification()).statuses.accreditation).toBe('verified')
  await joan.prove()
  await joan.admit(of, ['accreditation'])
  const there = (await of.get('/investors?limit=5')).data[0]
  expect(there.verification).toMatchObject({ accreditation_status: 'verified' })
  const [kept] = (await of.get(`/identity/evidence?investor_id=${there.id}&proves=accreditation`)).data
  expect(kept).toMatchObject({ state: 'valid', voucher: { kind: 'author', name: 'Carl Counter', id: 'CPA 7' }, reviewer: 'usr_platform' })
  // Whoever was given it did not verify it themselves, and cannot go on with it for five years.
  const upon = { basis: 'net_worth', method: 'prior_verification', prior: { evidence_id: kept.id } }
  const shared = await of.call('POST', `/investors/${there.id}/accreditation`, upon)
  expect([shared.status, shared.body.errors?.[0].pointer]).toEqual([422, '/prior/evidence_id'])
})

const year = Number(today.slice(0, 4))
// Days, and not spans of 24 hours, which are fewer or more of them where a clock is put forward or back.
const dayBefore = (days: number) => isoDay(legalDay(Date.now()) - days)
const other: Shown[] = [{ shows: 'other', dated: today }]
const statements: Shown[] = [{ shows: 'financial_statements', dated: today }]
const role: Shown[] = [{ shows: 'role_record', dated: today }]
const licence: Shown[] = [{ shows: 'licence_record', dated: today }]
const worth = (more: Any = {}) => ({
  net_worth: {
    ...{ assets_without_home: usd('1000000.01'), liabilities_without_mortgage: usd('0'), home_value: usd('500000') },
    ...{ mortgage: usd('400000'), mortgage_added_60_days: usd('0'), ...more },
  },
})
const income = (y1: string, y2: string) => ({ income: { y1: usd(y1), y2: usd(y2) }, income_expected_same: true })
const license = (more: Any = {}) => ({ license: { series: '65', number: '1234567', good_standing: true, checked_at: today, ...more } })
const works = (more: Any = {}) => ({ role: { kind: 'director', at_this_issuer: true, ...more } })
const entityOf = (more: Any) => ({ entity_type: 'llc', total_assets: usd('5000000.01'), formed_for_purchase: false, ...more })
const directed = { directed_by_sophisticated_person: true }
const office = (more: Any) => ({
  ...{ assets_under_management: usd('5000000.01'), formed_for_purchase: false, family_role: 'office' },
  ...{ purchase_directed_by_office: false, ...directed, ...more },
})
const plan = { total_assets: usd('5000000'), plan_adviser_is_fiduciary: false, plan_self_directed: false }

test('L5 the rules compute each ground of 501(a) from the figures of a file, both ways', async () => {
  const company = { type: 'entity', date_of_birth: undefined }
  const bank = { entity_type: 'bank', registration_no: '801-1', ...plan }
  const rows: [basis: string, result: string, figures: Any, papers: Shown[], whom?: Any][] = [
    ['income', 'pass', income('200000.01', '200000.01'), other],
    ['income', 'fail', income('200000', '250000'), other],
    ['income', 'fail', { ...income('250000', '250000'), income_expected_same: false }, other],
    ['net_worth', 'pass', worth(), other],
    ['net_worth', 'fail', worth({ mortgage_added_60_days: usd('60000') }), other],
    ['net_worth', 'fail', worth({ spouse: { assets_without_home: usd('500000'), liabilities_without_mortgage: usd('500000.01') } }), other],
    ['net_worth', 'pass', worth({ spouse: { assets_without_home: usd('500000'), liabilities_without_mortgage: usd('500000') } }), other],
    ['license', 'pass', license(), licence],
    ['license', 'fail', license({ series: '63' }), licence],
    ['license', 'needs_info', license({ checked_at: dayBefore(31) }), licence],
    ['insider', 'pass', works(), role],
    ['insider', 'fail', works({ at_this_issuer: false }), role],
    ['insider', 'review', works({ kind: 'vice_president' }), role],
    ['knowledgeable_employee', 'fail', works({ kind: 'other', same_fund_family: true }), role],
    ['entity_assets', 'pass', entityOf({}), statements, company],
    ['entity_assets', 'fail', entityOf({ formed_for_purchase: true }), statements, company],
    ['entity_investments', 'pass', { investments: usd('5000000.01'), formed_for_purchase: false }, statements, company],
    ['entity_investments', 'fail', { investments: usd('5000000'), formed_for_purchase: false }, statements, company],
    ['trust', 'pass', entityOf(directed), statements, company],
    ['trust', 'fail', entityOf({ directed_by_sophisticated_person: false }), statements, company],
    ['institution', 'pass', bank, [{ shows: 'registration', dated: today }], company],
    ['institution', 'fail', { ...bank, entity_type: 'state_plan' }, [{ shows: 'registration', dated: today }], company],
    ['family_office', 'pass', office({}), statements, company],
    ['family_office', 'fail', office({ family_role: 'family_client' }), statements, company],
  ]
  const tried = async (...[basis, result, figures, papers, whom]: (typeof rows)[number]) => {
    const id = await person(whom)
    const filed = await file(of, id, { basis, method: 'principles_based', figures }, papers)
    expect.soft(filed.basis_rule?.result, `${basis} ${JSON.stringify(filed.basis_rule)}`).toBe(result)
    const status = { pass: 'in_review', review: 'in_review', fail: 'refused', needs_info: 'open' }[result]
    expect.soft(filed.status, `${basis} ${JSON.stringify([filed.missing, filed.decision.missing, filed.basis_rule])}`).toBe(status)
    return { id, filed }
  }
  for (const row of rows) await tried(...row)
  await of.patch('/issuer', { compliance_facts: { ica_status: '3c1' } })
  await tried('knowledgeable_employee', 'pass', works({ kind: 'other', same_fund_family: true }), role)
  await of.patch('/issuer', { compliance_facts: { ica_status: 'operating' } })

  // Figures are told with their working, and never stand in a list.
  const { filed, id } = await tried('net_worth', 'fail', worth({ assets_without_home: usd('900000') }), other)
  expect(filed.basis_rule.message).toContain('900,000.00')
  expect(filed.reason_code).toBe('accredited_net_worth')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'rejected' })
  expect(JSON.stringify(await of.get(`/investors/${id}/accreditation`))).not.toContain('900000')
})

test('L5 a company is accredited by its owners while each of them is', async () => {
  const owner = await person({ full_name: 'Olivia Quillowner' })
  const owners = [{ full_name: 'Olivia Quillowner', share_percent: 100, controls: true, date_of_birth: '1980-01-01', country: 'US' }]
  const part = await person({ type: 'entity', full_name: 'Quillowner Part LLC', date_of_birth: undefined })
  const id = await person({ type: 'entity', full_name: 'Quillowner Holdings LLC', date_of_birth: undefined })
  const identity = { registration_number: '77', registration_country: 'US', address: '1 Quay', city: 'Dover', state: 'DE', owners }
  await of.post(`/investors/${id}/verify`, { identity })
  const named = [{ ...owners[0]!, share_percent: 30 }]
  await of.post(`/investors/${part}/verify`, { identity: { ...identity, registration_number: '78', owners: named } })
  const asked = { basis: 'all_owners', method: 'principles_based' }
  expect(await file(of, id, asked, [{ shows: 'owners_record', dated: today }])).toMatchObject({
    status: 'open',
    basis_rule: { result: 'needs_info' },
  })
  await accredit(house, of, owner)
  expect(await file(of, id, asked, [{ shows: 'owners_record', dated: today }])).toMatchObject({
    status: 'in_review',
    basis_rule: { result: 'pass' },
  })
  // Whom nobody named may be anybody.
  expect(await file(of, part, asked, [{ shows: 'owners_record', dated: today }])).toMatchObject({
    status: 'open',
    basis_rule: { result: 'needs_info' },
  })
})

test('L5 a self-directed plan is accredited while everybody who decides is, and each by a file of their own', async () => {
  const [first, second] = [await person(), await person()]
  const id = await person({ type: 'entity', full_name: 'Quillon Solo 401k', date_of_birth: undefined })
  const figures = { entity_type: 'erisa_plan', total_assets: usd('400000'), plan_adviser_is_fiduciary: false, plan_self_directed: true }
  const filed = (plan_deciders: string[], more: Any = {}) =>
    file(of, id, { basis: 'institution', method: 'principles_based', figures: { ...figures, plan_deciders, ...more } }, [
      { shows: 'financial_statements', dated: today },
    ])
  for (const none of [[], [first], ['inv_nobody']])
    expect(await filed(none)).toMatchObject({ status: 'open', missing: ['/figures/plan_deciders'], basis_rule: { result: 'needs_info' } })
  await accredit(house, of, first!)
  expect(await filed([first!, second!])).toMatchObject({ status: 'open', basis_rule: { result: 'needs_info' } })
  const whole = await filed([first!])
  expect(whole).toMatchObject({ status: 'in_review', basis_rule: { result: 'pass' } })
  await house.settle(whole.case_id, 'release', 'usr_platform')
  expect(await statuses(id)).toMatchObject({ accreditation_status: 'verified' })
  const other = await person({ type: 'entity', full_name: 'Quillon Plan Trust', date_of_birth: undefined })
  const body = { basis: 'institution', method: 'principles_based', figures: { ...figures, plan_self_directed: false } }
  expect(await file(of, other, body, [{ shows: 'financial_statements', dated: today }])).toMatchObject({ status: 'refused' })
})

const forms = (...years: number[]): Shown[] => [
  ...years.map((one) => ({ shows: 'tax_form', year: one }) as const),
  { shows: 'income_expectation' },
]
const balance = (dated: string): Shown[] => [
  { shows: 'asset_statement', dated },
  { shows: 'credit_report', dated },
  { shows: 'liabilities_representation' },
]
const represented: Shown[] = [{ shows: 'representation', dated: today }]
const METHODS: Record<string, { code: string; body: Any; papers: Shown[] }> = {
  income: {
    code: 'REG_D_506C_M1_INCOME_DOCUMENTS',
    body: { basis: 'income', method: 'income_documents', figures: income('240000', '231000') },
    papers: forms(year - 1, year - 2),
  },
  worth: {
    code: 'REG_D_506C_M2_NET_WORTH_DOCUMENTS',
    body: { basis: 'net_worth', method: 'net_worth_documents', figures: worth() },
    papers: balance(today),
  },
  letter: { code: 'REG_D_506C_M3_THIRD_PARTY_LETTER', body: letterOf(today), papers: [{ shows: 'letter' }] },
  grandfathered: {
    code: 'REG_D_506C_M4_GRANDFATHERED',
    body: { basis: 'income', method: 'grandfathered', grandfathered: { bought_on: '2012-03-01', still_holds: true } },
    papers: [...represented, { shows: 'holding_record' }],
  },
  prior: {
    code: 'REG_D_506C_M5_PRIOR_VERIFICATION_5Y',
    body: { basis: 'income', method: 'prior_verification', prior: { verified_at: dayBefore(400) } },
    papers: [...represented, { shows: 'verification_record' }],
  },
  minimum: {
    code: 'REG_D_506C_M6_MINIMUM_INVESTMENT',
    body: {
      ...{ basis: 'net_worth', method: 'minimum_investment' },
      minimum_investment: { paid_or_committed: true, representation_accredited: true, representation_not_financed: true },
    },
    papers: represented,
  },
  principles: {
    code: 'REG_D_506C_M7_PRINCIPLES_BASED',
    body: { basis: 'license', method: 'principles_based', figures: license(), note: 'Holds a Series 65.' },
    papers: licence,
  },
}

test('L5 only a professional whom each reviewer found in a register vouches, and only for a ground of whom it is about', async () => {
  const id = await person()
  const body = letterOf(today)
  const filed = await file(of, id, body, [{ shows: 'letter', dated: today }])
  const refusedAt = async (more: Any): Promise<string> =>
    house.settle(filed.case_id, 'release', 'usr_platform', more).then(
      () => 'released',
      (error) => error.fields?.[0]?.pointer ?? error.code,
    )
  expect(await refusedAt({})).toBe('/looked_up')
  expect(await refusedAt(looks(body, { good_standing: false }))).toBe('/looked_up/good_standing')
  expect(await refusedAt(looks(body, { number: 'NY 2' }))).toBe('/looked_up/number')
  expect(await refusedAt(looks(body, { looked_up_on: dayBefore(31) }))).toBe('/looked_up/looked_up_on')
  expect(await refusedAt(looks(body, { looked_up_on: rulesDay(Date.now() + 2 * 86_400_000) }))).toBe('/looked_up/looked_up_on')
  expect(await refusedAt(looks(body))).toBe('released')
  const own = await file(of, await person(), METHODS.principles!.body, licence)
  await expect(house.settle(own.case_id, 'release')).rejects.toMatchObject({ fields: [{ pointer: '/looked_up' }] })

  const company = await person({ type: 'entity', full_name: 'Quillon Letters LLC', date_of_birth: undefined })
  const refusals: [string, Any][] = [
    [await person(), letterOf(today, { basis: 'trust' })],
    [await person(), letterOf(today, { basis: 'all_owners' })],
    [company, letterOf(today, { basis: 'income' })],
    [company, letterOf(today)],
    [await person(), { basis: 'family_office', method: 'principles_based', figures: office({}) }],
  ]
  for (const [whom, asked] of refusals)
    expect.soft((await of.call('POST', `/investors/${whom}/accreditation`, asked)).body.code, asked.basis).toBe('conflicting_fields')
  const word = { accreditation: { type: 'entity', method: 'third_party_letter' } }
  expect((await of.call('POST', `/investors/${await person()}/verify`, word)).body.code).toBe('conflicting_fields')
  const tomorrow = rulesDay(Date.now() + 2 * 86_400_000)
  const document_id = (await file(of, await person(), body, [{ shows: 'letter' }])).documents[0].document_id
  const forged = { ...body, documents: [{ document_id, shows: 'letter', dated: tomorrow }] }
  const another = await of.call('POST', `/investors/${await person()}/accreditation`, forged)
  expect(another.body.errors.map((one: Any) => [one.pointer, one.code])).toEqual([
    ['/documents/0/dated', 'future_date'],
    ['/documents/0', 'not_found'],
  ])
})

describe('L5 each way of 506(c)', () => {
  test('what a method lacks is asked for, and what it can never show is refused', async () => {
    const rows: [string, Any, Shown[], missing: string[], status?: string][] = [
      ['a year', METHODS.income!.body, forms(year - 1), ['/documents/tax_form']],
      ['an expectation', METHODS.income!.body, forms(year - 1, year - 2).slice(0, 2), ['/documents/income_expectation']],
      [
        'a spouse',
        { ...METHODS.income!.body, figures: { joint_income: income('310000', '310000').income, income_expected_same: true } },
        forms(year - 1, year - 2),
        ['/documents/tax_form/spouse'],
      ],
      ['old statements', METHODS.worth!.body, balance(dayBefore(100)), ['/documents/asset_statement']],
      [
        'a spouse, where both incomes are stated',
        { ...METHODS.income!.body, figures: { ...income('1', '1'), joint_income: income('310000', '310000').income } },
        forms(year - 1, year - 2),
        ['/documents/tax_form/spouse'],
      ],
      [
        'an old credit report',
        METHODS.worth!.body,
        [...balance(today).filter(({ shows }) => shows !== 'credit_report'), { shows: 'credit_report', dated: dayBefore(100) }],
        ['/documents/credit_report'],
      ],
      [
        'a day on each statement',
        METHODS.worth!.body,
        [...balance(today), { shows: 'asset_statement' }],
        ['/documents/asset_statement/dated'],
      ],
      ['a letter of another day', letterOf(today), [{ shows: 'letter', dated: dayBefore(400) }], ['/documents/letter/dated']],
      ['an old letter', letterOf(dayBefore(100)), [{ shows: 'letter' }], ['/letter/dated']],
      ['no letter', letterOf(today), [], ['/documents/letter']],
      [
        'the licence of the author',
        letterOf(today, { letter: { ...letterOf(today).letter, license_number: undefined } }),
        [{ shows: 'letter' }],
        ['/letter/license_number'],
      ],
      ['the day of a record', METHODS.principles!.body, [{ shows: 'licence_record' }], ['/documents/licence_record/dated']],
      [
        'what a spouse owes',
        METHODS.worth!.body,
        [...balance(today), { shows: 'asset_statement', dated: today, of: 'spouse' }],
        ['/figures/net_worth/spouse'],
      ],
      [
        'the papers of a spouse',
        { ...METHODS.worth!.body, figures: worth({ spouse: { assets_without_home: usd('5'), liabilities_without_mortgage: usd('0') } }) },
        balance(today),
        ['/documents/asset_statement/spouse', '/documents/credit_report/spouse', '/documents/liabilities_representation/spouse'],
      ],
      [
        'an old representation',
        METHODS.prior!.body,
        [{ shows: 'representation', dated: dayBefore(40) }, { shows: 'verification_record' }],
        ['/documents/representation'],
      ],
      [
        'a financed purchase',
        {
          ...METHODS.minimum!.body,
          minimum_investment: { ...METHODS.minimum!.body.minimum_investment, representation_not_financed: false },
        },
        represented,
        ['/minimum_investment'],
      ],
      [
        'a state adviser',
        letterOf(today, { letter: { ...letterOf(today).letter, verifier: 'state_adviser' } }),
        [{ shows: 'letter' }],
        [],
        'refused',
      ],
      [
        'bought later',
        { ...METHODS.grandfathered!.body, grandfathered: { bought_on: '2014-01-01', still_holds: true } },
        METHODS.grandfathered!.papers,
        [],
        'refused',
      ],
    ]
    for (const [name, body, papers, missing, status = 'open'] of rows) {
      const filed = await file(of, await person(), body, papers)
      expect.soft([filed.status, filed.missing], name).toEqual([status, missing])
    }
    const wrong = await of.call('POST', `/investors/${await person()}/accreditation`, { basis: 'income', method: 'net_worth_documents' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'conflicting_fields'])
    const client = { ...METHODS.minimum!.body, basis: 'family_office' }
    expect((await of.call('POST', `/investors/${await person()}/accreditation`, client)).body.code).toBe('conflicting_fields')
    const digest = { ...letterOf(today), documents: [{ sha256: 'a'.repeat(64), shows: 'letter' }] }
    const alone = await of.call('POST', `/investors/${await person()}/accreditation`, digest)
    expect([alone.status, alone.body.errors[0].pointer]).toEqual([422, '/documents/0'])
  })

  test('a representation upon an earlier verification does not begin its five years anew', async () => {
    const id = await person()
    await of.post(`/investors/${id}/verify`, { accepted_terms: true })
    const prior = { ...METHODS.prior!.body, prior: { verified_at: dayBefore(4 * 365) } }
    const first = await accredit(house, of, id, prior, METHODS.prior!.papers)
    const again = await accredit(house, of, id, { ...prior, prior: { evidence_id: first.evidence_id } }, represented)
    const [ends, still] = await Promise.all([first, again].map(({ evidence_id }) => of.get(`/identity/evidence/${evidence_id}`)))
    expect(still.expires_at).toBe(ends.expires_at)
  })

  test('a sale is judged by the method that a person confirmed, on the day of the sale', async () => {
    const offering = await of.post('/offerings', { ...TERMS, name: 'By files', regulation: 'reg_d_506c', compliance_facts: OFFERING })
    expect(offering.status, JSON.stringify(offering.warnings)).toBe('open')
    const sell = async (investor_id: string, amount = '1000') => {
      const { body } = await of.call('POST', '/investments', { offering_id: offering.id, investor_id, amount })
      const { rules } = await of.get(`/decisions/${body.decision.id}`)
      return (code: string): string | undefined => rules.find((rule: Any) => rule.code === code.toLowerCase())?.result
    }
    const buyers: Record<string, string> = {}
    for (const [name, { body, papers }] of Object.entries(METHODS)) {
      buyers[name] = await person()
      await accredit(house, of, buyers[name], body, papers)
    }
    for (const [name, { code }] of Object.entries(METHODS)) {
      const said = await sell(buyers[name]!, name === 'minimum' ? '200000' : '1000')
      expect.soft(said(code), name).toBe(name === 'principles' ? 'review' : 'pass')
      expect.soft(said('REG_D_506C_ACCREDITED_ONLY'), name).toBe('pass')
    }
    expect((await sell(buyers.minimum!, '199990'))(METHODS.minimum!.code)).toBe('review')
    // Nobody vouches for who sent only words.
    const stranger = await person()
    const word = { type: 'net_worth', method: 'third_party_letter', verifier: 'attorney', dated: today, good_standing: true }
    await of.post(`/investors/${stranger}/verify`, { accreditation: { ...word, evidence_sha256: 'a'.repeat(64) } })
    const said = await sell(stranger)
    expect([said('REG_D_506C_ACCREDITED_ONLY'), said('REG_D_506C_VERIFICATION')]).toEqual(['review', 'review'])

    const later = async (names: string[], now: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now })
      await loadSmallLists(house.api.services)
      for (const name of names) expect.soft((await sell(buyers[name]!))(METHODS[name]!.code), `${name} later`).toBe('review')
      vi.useRealTimers()
    }
    await later(['grandfathered', 'prior'], Date.now() + 31 * 86_400_000)
    await later(['worth', 'letter'], Date.now() + 93 * 86_400_000)
    await later(['income'], Date.UTC(year + 1, 0, 3))
  })

  test('every rule of accreditation was seen both ways in sealed decisions', async () => {
    const codes = SHOWN_BY.accreditation
    expect(codes.length).toBe(18)
    expect(notReached(await house.reached(), ['securities'], codes)).toEqual([])
  })
})
