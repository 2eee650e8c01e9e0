import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadInvestorDocument } from '#core/identity/documents/of-investor.ts'
import { concludeSession, lockSession } from '#core/identity/sessions/conclude.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { investors } from '#db/schema.ts'
import { showIdentity } from '../evidence.ts'
import { notReached, SHOWN_BY, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let next = 0
const DAY = 86_400_000

beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('companies', { shows: false })
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'none', cdd_regime: 'US', serves_eu: false, casp_auth: false } })
})
afterAll(() => house?.stop())

/** Somebody else of the organisation, who looks at what the first one sent. */
const colleague = () => systemCtx(house.api.services, { ...of.ctx, id: 'usr_colleague' })
const settled = () => runDue(house.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })

const born = () => `19${60 + (++next % 30)}-0${1 + (next % 9)}-1${next % 9}`
const individual = (name: string, more: Any = {}) => ({ full_name: `${name} Owner`, date_of_birth: born(), country: 'GB', ...more })
const COMPANY = {
  entity_type: 'company',
  formation_date: '2015-03-02',
  registration: { country: 'GB', number: '01234567' },
  address: { line1: '1 Harbour Street', city: 'Leeds', country: 'GB' },
  notice_shown_at: new Date(Date.now() - 60_000).toISOString(),
  owners_doubt: false,
}

const company = (name: string): Promise<Any> =>
  of.post('/investors', { type: 'entity', full_name: name, email: `${name.replaceAll(/\W/g, '')}@companies.example`, country: 'GB' })
const file = (id: string, more: Any = {}): Promise<Any> => of.post(`/investors/${id}/entity`, { ...COMPANY, ...more })
const verify = (id: string): Promise<Any> => of.post(`/investors/${id}/verify`, { force: true })
/** What the rules said of an investor's file, as the sealed decision tells it. */
const rulesOf = async ({ decision }: Any, by = of): Promise<Record<string, string>> =>
  Object.fromEntries((await by.get(`/decisions/${decision.id}`)).rules.map((rule: Any) => [rule.code.toUpperCase(), rule.result]))

/** Somebody proves who they are in a session of their own. */
async function prove(person: string): Promise<string> {
  const opened = await of.post('/identity/sessions', { person_id: person })
  const shown = await write(of.ctx, async (tx) => {
    const session = await lockSession(tx, of.ctx, opened.id)
    const { evidence, audit, events } = await concludeSession(tx, of.ctx, session, {
      ...{ proves: 'identity', method: 'passport_chip', level: 'enhanced', ial: 'IAL1', eidas: 'low' },
      voucher: { kind: 'issuer', name: 'Utopia', id: null },
      digest: createHash('sha256').update(person).digest('hex'),
      rejected: null,
      read: {},
      covers: ['full_name', 'date_of_birth'],
      takenAt: new Date(),
      expiresAt: new Date(Date.now() + 300 * DAY),
    })
    return { result: evidence.id, audit: [audit[0]!, ...audit.slice(1)], events }
  })
  await settled()
  return shown
}

/** An extract of the register, as a file that people can open. */
async function upload(id: string, kind = 'register_extract') {
  const bytes = Buffer.from(`%PDF-1.4\n% ${id} ${kind} ${++next}\n%%EOF\n`)
  const upload = { stream: new Blob([bytes]).stream() as ReadableStream<Uint8Array>, mediaType: 'application/pdf' }
  return uploadInvestorDocument.run({ ctx: of.ctx, input: { id, kind: kind as 'other', file_name: 'extract.pdf' }, upload })
}

const EXTRACT = { country: 'GB', number: '1234567', formation_date: '2015-03-02', dated: rulesDay(Date.now() - 5 * DAY) }
const decide = (caseId: string, more: Any, by = colleague()) =>
  decideCase({ ctx: by, input: { id: caseId, outcome: 'release', reason_code: 'extract_seen', note: 'The extract was read.', ...more } })

/** A company whose papers a colleague saw. */
async function shown(name: string, more: Any = {}) {
  const made = await company(name)
  const filed = await file(made.id, more)
  await upload(made.id)
  const { case_id } = await of.post(`/investors/${made.id}/entity/review`)
  await decide(case_id, { entity: { ...EXTRACT, legal_name: name } })
  await settled()
  return { id: made.id as string, filed }
}

test('A1 a number that its register would not give is refused, and one in order is no evidence yet', async () => {
  const made = await company('Asserted Ltd')
  const wrong = (registration: Any) => of.call('POST', `/investors/${made.id}/entity`, { ...COMPANY, registration })
  for (const registration of [
    { country: 'DE', number: 'DE-123456' },
    { country: 'DE', number: 'HRB 12345' },
    { country: 'FR', number: '732829321' },
    { country: 'CH', number: 'CHE-116.281.711' },
  ]) {
    const { status, body } = await wrong(registration)
    expect([status, body.errors?.[0]?.pointer], JSON.stringify(registration)).toEqual([
      422,
      expect.stringMatching(/^\/registration\/(number|court)$/),
    ])
  }
  const lei = await of.call('POST', `/investors/${made.id}/entity`, { ...COMPANY, lei: '5493001KJTIIGC8Y1R13' })
  expect(lei.body.errors[0]).toMatchObject({ pointer: '/lei' })
  const filed = await file(made.id, { lei: '5493001KJTIIGC8Y1R12' })
  expect(filed).toMatchObject({
    status: 'filed',
    registration: { number: '01234567', register: 'Companies House', status: 'well_formed' },
    lei: { status: 'unconfirmed' },
  })
  expect((await file(made.id, { registration: { country: 'US', region: 'US-NV', number: 'x 1' } })).registration.status).toBe('unchecked')
  const judged = await verify(made.id)
  expect(judged.status).not.toBe('verified')
  expect(judged.missing).toContain('/entity/control_persons')
  // Nobody sends a company to a page that asks for a passport.
  expect(judged.next_action.detail).toMatch(/entity\/look-up or …\/entity\/review.*with person_id/)
  expect(judged.next_action.detail).not.toContain('with investor_id')
  // Nobody is configured to be asked, and says so.
  const asked = await of.call('POST', `/investors/${made.id}/entity/look-up`, {})
  expect([asked.status, asked.body.detail]).toEqual([409, expect.stringContaining('register_extract')])
})

test('A1 a company is verified once its papers were seen by somebody else and everybody behind it proved who they are', async () => {
  const owners = [
    { ref: 'holding', type: 'entity', full_name: 'Quay Holding Ltd', country: 'GB', share_percent: 60 },
    individual('Ida', { share_percent: 50, of: 'holding' }),
    individual('Max', { share_percent: 40, roles: ['control_person'] }),
    { ...individual('Small'), share_percent: 50, of: 'holding' },
  ]
  const made = await company('Quay Ltd')
  const filed = await file(made.id, { owners })
  const [holding, ida, max, small] = filed.owners
  expect([holding, ida, max, small].map(({ required }: Any) => required)).toEqual([false, true, true, true])
  expect((await of.call('POST', `/investors/${made.id}/entity/review`, {})).body).toMatchObject({ code: 'conflict' })
  await upload(made.id)
  const { case_id, status } = await of.post(`/investors/${made.id}/entity/review`)
  expect(status).toBe('in_review')
  expect((await of.call('POST', `/investors/${made.id}/entity`, { ...COMPANY, owners })).body.code).toBe('verification_in_progress')
  const entity = { ...EXTRACT, legal_name: 'Quay Limited' }
  await expect(decide(case_id, { entity }, of.ctx)).rejects.toMatchObject({ code: 'second_person_required' })
  await expect(decide(case_id, {})).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(decide(case_id, { entity: { ...entity, number: '7654321' } })).rejects.toMatchObject({ code: 'conflict' })
  await expect(decide(case_id, { entity: { ...entity, dated: rulesDay(Date.now() - 91 * DAY) } })).rejects.toMatchObject({
    code: 'conflict',
  })
  await decide(case_id, { entity })
  await settled()
  const confirmed = await of.get(`/investors/${made.id}/entity`)
  expect(confirmed).toMatchObject({ status: 'confirmed', registration: { status: 'confirmed' } })
  const evidence = await of.get(`/identity/evidence/${confirmed.evidence_id}`)
  expect(evidence).toMatchObject({ proves: 'entity', method: 'document_review', reviewer: 'usr_colleague', state: 'valid', case_id })
  let judged = await verify(made.id)
  expect(judged.status, JSON.stringify(judged.decision.reason_codes)).not.toBe('verified')
  const asks = { CDD_OWNER_25: 'review', CDD_CONTROL_PERSON: 'review', CDD_REVERIFY: 'review' }
  expect(await rulesOf(judged)).toMatchObject(asks)
  // Each of them by a session of their own; the last one lets the company pass by itself.
  for (const { person_id } of [ida, small]) await prove(person_id)
  expect(await rulesOf(await verify(made.id))).toMatchObject(asks)
  const last = await prove(max.person_id)
  expect((await of.get(`/investors/${made.id}`)).status).toBe('verified')
  judged = await verify(made.id)
  expect(await rulesOf(judged)).toMatchObject({
    ...{ CDD_OWNER_25: 'pass', CDD_CONTROL_PERSON: 'pass', CDD_REVERIFY: 'pass', CDD_OWNERSHIP_IMPOSSIBLE: 'pass' },
    ...{ CDD_EXEMPT: 'pass', CDD_INDIRECT_SHARE: 'info', CIP_NOT_VERIFIED: 'pass' },
  })
  // Names stand with whom they are of, and nowhere in what was decided.
  expect(JSON.stringify(judged)).not.toContain('Ida')
  // What an owner showed is taken back: the company falls with it.
  await of.post(`/identity/evidence/${last}/withdraw`, { reason_code: 'document_stolen' })
  await settled()
  expect((await of.get(`/investors/${made.id}`)).status).not.toBe('verified')
})

test('A1 what was shown of an entity counts no more under another name, number or day', async () => {
  const { id } = await shown('Renamed Ltd')
  expect((await of.get(`/investors/${id}/entity`)).status).toBe('confirmed')
  // Who owns it may change; what it is may not.
  expect(await file(id, { owners: [individual('New', { share_percent: 100 })] })).toMatchObject({ status: 'confirmed' })
  const other = await file(id, { registration: { country: 'GB', number: '07654321' } })
  expect(other).toMatchObject({ status: 'filed', evidence_id: null, registration: { status: 'well_formed' } })
  const { data } = await of.get(`/identity/evidence?investor_id=${id}`)
  expect(data.map(({ state, reason_code }: Any) => [state, reason_code])).toEqual([['withdrawn', 'entity_changed']])
})

test('L6 a broker-dealer has of an investor who is a person what it has of the holder of an account, before they are verified', async () => {
  const broker = await house.tenant('broker', { shows: false })
  await broker.patch('/tenant-facts', { facts: { us_bsa_type: 'broker_dealer', cdd_regime: 'US', serves_eu: false, casp_auth: false } })
  const person = { date_of_birth: '1979-04-12', country: 'US' }
  const address = { line1: 'PO Box 17', city: 'Albany', state: 'NY', postal_code: '12207' }
  const investor = (tenant: Tenant, full_name: string): Promise<Any> =>
    tenant.post('/investors', { ...person, full_name, email: `${full_name.replaceAll(' ', '.')}@people.example`, address })
  const show = async (tenant: Tenant, { id }: Any) => {
    const [row] = await house.db.select().from(investors).where(eq(investors.id, id))
    await showIdentity(tenant.ctx, row!.person_id, { shownFor: [id] })
  }
  const made = await investor(broker, 'Wendel Marchetti')
  const asked = (identity?: Any): Promise<Any> =>
    broker.post(`/investors/${made.id}/verify`, { ...(identity && { identity }), force: true })
  const first = await asked()
  expect(first).toMatchObject({ status: 'incomplete', decision: { outcome: 'review' } })
  const file = ['/identity/address', '/identity/id_number', '/identity/notice_shown_at']
  expect(first.missing).toEqual(expect.arrayContaining([...file, '/identity/verification/status']))
  expect(first.decision.supply).toContainEqual({
    ...{ fact: 'investor.id_number', from: 'investor' },
    how: expect.stringContaining('POST /v1/investors/{id}/verify with identity.id_number'),
  })
  const { missing } = await broker.get(`/investors/${made.id}/readiness`)
  expect(missing.map(({ how }: Any) => how)).toEqual(
    expect.arrayContaining(['address', 'id_number', 'notice_shown_at'].map((field) => expect.stringContaining(`identity.${field}`))),
  )
  // A passport alone opens no account.
  await show(broker, made)
  expect((await broker.get(`/investors/${made.id}`)).status).toBe('incomplete')
  const notice_shown_at = new Date(Date.now() - 60_000).toISOString()
  const passport = { type: 'passport', country: 'US', number: 'X1234567' }
  const early = { identity: { notice_shown_at: new Date(Date.now() + 600_000).toISOString() } }
  expect((await broker.call('POST', `/investors/${made.id}/verify`, early)).body.errors).toMatchObject([
    { pointer: '/identity/notice_shown_at' },
  ])
  const some = await asked({
    notice_shown_at,
    address: '1 Main Street',
    city: 'Albany',
    state: 'NY',
    zip_code: '12207',
    id_number: passport,
  })
  expect([some.status, some.missing]).toEqual(['incomplete', ['/identity/id_number']])
  const whole = await asked({ id_number: { type: 'ssn', country: 'US', number: '900-00-0000' } })
  expect([whole.status, whole.missing], JSON.stringify(whole.decision.reason_codes)).toEqual(['verified', []])
  expect(await rulesOf(whole, broker)).toMatchObject({
    ...{ CIP_ADDRESS_MISSING: 'pass', CIP_ID_NUMBER_MISSING: 'pass', CIP_NOTICE_MISSING: 'pass', CIP_DATA_CONFLICT: 'pass' },
    ...{ CIP_NOT_VERIFIED: 'pass', IDENTITY_NOT_PROVEN: 'pass' },
  })
  expect(JSON.stringify(whole)).not.toContain('900-00-0000')
  // Who is no such institution asks for evidence alone.
  const plain = await investor(of, 'Philippa Grantham')
  await of.post(`/investors/${plain.id}/verify`, { force: true })
  await show(of, plain)
  const basic = await of.get(`/investors/${plain.id}`)
  expect(basic.status).toBe('verified')
})

test('L6 what was found out of who somebody is, is kept by the law that the organisation follows', async () => {
  const keeper = await house.tenant('keeper', { shows: false })
  const said = (facts: Any) => keeper.patch('/tenant-facts', { facts: { us_bsa_type: null, cdd_regime: null, casp_auth: null, ...facts } })
  const kept: [Any, [kind: string, ground: RegExp, exception: string | null][]][] = [
    [{}, [['verification', /^31 CFR 1020\.220\(a\)\(3\)\(ii\)$/, null]]],
    [
      { us_bsa_type: 'broker_dealer', cdd_regime: 'US' },
      [
        ['verification', /^31 CFR 1023\.220\(a\)\(3\)\(ii\)$/, null],
        ['identity', /^31 CFR 1023\.220\(a\)\(3\)\(ii\)$/, null],
      ],
    ],
    [{ cdd_regime: 'EU' }, [['eu', /^Directive \(EU\) 2015\/849 art 40, /, 'Regulation (EU) 2016/679 art. 17(3)(b)']]],
    [{ casp_auth: true }, [['eu', /^Directive \(EU\) 2015\/849 art 40, /, 'Regulation (EU) 2016/679 art. 17(3)(b)']]],
    [{ cdd_regime: 'UK' }, [['uk', /reg 40\(3\)$/, 'UK GDPR art. 17(3)(b)']]],
  ]
  for (const [at, [facts, duties]] of kept.entries()) {
    await said({})
    const [first, date_of_birth] = [['Ottilie', 'Lambert', 'Konrad', 'Mireille', 'Jocasta'][at]!, `198${at}-06-14`]
    const made = await keeper.post('/investors', {
      ...{ full_name: `${first} Vandermeer`, email: `${first}@kept.example`, date_of_birth, country: 'US' },
    })
    const [row] = await house.db.select().from(investors).where(eq(investors.id, made.id))
    await showIdentity(keeper.ctx, row!.person_id, { shownFor: [made.id] })
    await said(facts)
    const { status, retained } = await keeper.post('/erasures', { investor_id: made.id, law: 'gdpr' })
    expect([status, retained.map(({ kind, ground, exception }: Any) => [kind, ground, exception])], JSON.stringify(facts)).toEqual([
      'restricted',
      duties.map(([kind, ground, exception]) => [kind, expect.stringMatching(ground), exception]),
    ])
  }
})

test('L6 each rule of owners speaks: shares beyond the whole, a rest nobody explains, a bank without number, doubts', async () => {
  const { id } = await shown('Rules Ltd')
  const judged = async (more: Any) => {
    await file(id, more)
    return rulesOf(await verify(id))
  }
  const [most, more] = [individual('Most', { share_percent: 70 }), individual('More', { share_percent: 60 })]
  expect(await judged({ owners: [most, more] })).toMatchObject({ CDD_OWNERSHIP_IMPOSSIBLE: 'review' })
  expect(await judged({ owners: [most] })).toMatchObject({ CDD_OWNERSHIP_IMPOSSIBLE: 'review' })
  const dispersed = { ownership_remainder: 'dispersed' }
  expect(await judged(dispersed)).toMatchObject({ CDD_OWNERSHIP_IMPOSSIBLE: 'pass', CDD_INDIRECT_SHARE: 'pass' })
  expect(await judged({ entity_type: 'bank' })).toMatchObject({ CDD_EXEMPT: 'review' })
  const bank = await judged({ entity_type: 'bank', regulator: { name: 'PRA', number: '204503' } })
  expect(bank).toMatchObject({ CDD_EXEMPT: 'pass' })
  expect(await judged({ ...dispersed, owners_doubt: true })).toMatchObject({ CDD_REVERIFY: 'review' })
  // A trustee stands for the trust.
  const owners = [
    { type: 'trust', full_name: 'Family Trust', country: 'GB', share_percent: 100, trustee: 'tina' },
    individual('Tina', { ref: 'tina', roles: ['director'] }),
  ]
  expect(await judged({ owners })).toMatchObject({ CDD_OWNER_25: 'review' })
  await prove((await of.get(`/investors/${id}/entity`)).owners[1].person_id)
  expect(await judged({ owners })).toMatchObject({ CDD_OWNER_25: 'pass' })
  const circle = [
    { ref: 'a', type: 'entity', full_name: 'Alpha', country: 'GB', share_percent: 100, of: 'b' },
    { ref: 'b', type: 'entity', full_name: 'Beta', country: 'GB', share_percent: 100, of: 'a' },
  ]
  expect((await of.call('POST', `/investors/${id}/entity`, { ...COMPANY, owners: circle })).body.errors[0].pointer).toBe('/owners/0/of')
})

test('L6 papers that show another entity reject it, papers that show nothing are asked for again', async () => {
  const { id } = await company('Refused Ltd')
  await file(id)
  const sent = async () => {
    await upload(id)
    return (await of.post(`/investors/${id}/entity/review`)).case_id as string
  }
  await decide(await sent(), { outcome: 'refuse', reason_code: 'document_unreadable' })
  expect((await of.get(`/investors/${id}/entity`)).status).toBe('filed')
  await decide(await sent(), { outcome: 'refuse', reason_code: 'data_mismatch' })
  await settled()
  expect((await of.get(`/investors/${id}/entity`)).status).toBe('refused')
  expect(await rulesOf(await verify(id))).toMatchObject({ CIP_NOT_VERIFIED: 'fail' })
  expect((await of.get(`/investors/${id}`)).status).toBe('rejected')
})

test('A1 an issuer is verified while evidence shows that it exists, and Sealwright looks at its papers', async () => {
  const { id } = await company('Issuer Ltd')
  const { owners } = await file(id, { owners: [individual('Boss', { share_percent: 100, roles: ['control_person'] })] })
  await of.patch('/issuer', { investor_id: id })
  await upload(id)
  const { case_id } = await of.post(`/investors/${id}/entity/review`)
  const entity = { ...EXTRACT, legal_name: 'Issuer Ltd' }
  await expect(decide(case_id, { entity })).rejects.toMatchObject({ code: 'second_person_required' })
  const issuer = async () => (await of.get('/issuer')).verification
  expect(await issuer()).toBe('pending')
  await decide(case_id, { entity }, house.administrator())
  await settled()
  expect(await issuer()).toBe('pending')
  await prove(owners[0].person_id)
  expect(await issuer()).toBe('verified')
  const { evidence_id } = await of.get(`/investors/${id}/entity`)
  await of.post(`/identity/evidence/${evidence_id}/withdraw`, { reason_code: 'extract_forged' })
  expect(await issuer()).toBe('pending')
  expect((await of.get(`/investors/${id}/entity`)).status).toBe('filed')
})

test('L6 every rule on those behind an entity was seen both ways in sealed decisions', async () => {
  expect(notReached(await house.reached(), ['kyc'], SHOWN_BY.company)).toEqual([])
})
