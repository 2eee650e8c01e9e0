import { and, eq, ilike } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MemberRole, may, memberMay, PERMISSIONS, type PermissionName } from '#core/kernel/permissions.ts'
import { apiKeys, auditLogs, cases, memberships, session, supportAccess, users, wallets } from '#db/schema.ts'
import { mailsTo } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
const db = () => api.services.connection.db
const people: Record<string, Person> = {}
const ids: Record<string, string> = {}
let key: string
/** The organisation whose data nobody else reads. */
let tenant: string
const POSSIBLE = '0x5ea15ea15ea15ea15ea15ea15ea15ea100002003'
let caseId: string

async function person(name: string, role: 'admin' | 'issuer' | 'investor', as?: MemberRole) {
  ids[name] = await makeAccount(api, `${name}@desk.example`, role)
  if (as)
    await db()
      .update(memberships)
      .set({ organization_id: tenant, role: as, came: 'invited', role_since: new Date(Date.now() - 99 * 3_600_000) })
      .where(eq(memberships.user_id, ids[name]))
  people[name] = new Person(api)
  await people[name].signIn(`${name}@desk.example`)
}
const verbs = (name: string) => people[name]!.verbs('sandbox')

beforeAll(async () => {
  api = await startApi()
  tenant = api.ctx('sandbox').organizationId
  key = (await api.makeKey('sandbox')).key
  await person('operator', 'admin')
  for (const as of ['owner', 'compliance_officer', 'reviewer', 'issuer_operations', 'developer', 'auditor'] as const)
    await person(as, 'investor', as)
  await api.call(
    'POST',
    '/v1/wallets/verify',
    { wallet_address: POSSIBLE, kyc_data: { full_name: 'Adelheid Exampleton', date_of_birth: '1990-05-17', country: 'US' } },
    key,
  )
  const [row] = await db().select().from(cases).where(eq(cases.organization_id, tenant))
  caseId = row!.id
})
afterAll(() => api.stop())

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const note = 'Another birth date and another country: not the listed person.'

it('an organisation reads its own audit log by the API, page after page, and nobody else’s', async () => {
  const first = (await api.call('GET', '/v1/audit-entries?limit=1', undefined, key)).body
  expect(first).toMatchObject({ success: true, has_more: true, data: [{ object: 'audit_entry', environment: 'sandbox' }] })
  const second = (await api.call('GET', `/v1/audit-entries?limit=100&cursor=${first.next_cursor}`, undefined, key)).body
  const all = [...first.data, ...second.data]
  expect(new Set(all.map((row: { id: string }) => row.id)).size).toBe(all.length)
  expect(all.map((row: { action: string }) => row.action)).toContain('compliance_decision')
  const stranger = await api.makeStranger()
  const theirs = (await api.call('GET', '/v1/audit-entries?limit=100', undefined, stranger)).body.data
  expect(theirs.filter((row: { id: string }) => all.some((one) => one.id === row.id))).toEqual([])
  const one = (await api.call('GET', `/v1/audit-entries?subject_id=${caseId}`, undefined, key)).body.data
  expect(one.every((row: { subject: { id: string } }) => row.subject.id === caseId)).toBe(true)
})

it('each member has of the desk what the table says', async () => {
  const reads = {
    cases: ['owner', 'compliance_officer', 'reviewer', 'issuer_operations', 'auditor'],
    log: ['owner', 'compliance_officer', 'auditor'],
  }
  for (const name of Object.keys(people).filter((one) => one !== 'operator')) {
    const own = await verbs(name)
    // What is due is so for who may decide it alone, and nobody finds what they may not read.
    const due = (await own.readInbox()).due.flatMap((each) => each.items.map((item) => item.id))
    expect([name, due.includes(caseId)]).toEqual([name, ['owner', 'compliance_officer', 'reviewer'].includes(name)])
    const found = (await own.findAnything({ q: caseId })).map((each) => each.id)
    expect([name, found]).toEqual([name, reads.cases.includes(name) ? [caseId] : []])
    expect([name, await code(own.openCaseFile({ id: caseId }))]).toEqual([name, reads.cases.includes(name) ? 'done' : 'forbidden'])
    expect([name, await code(own.searchSubjects())]).toEqual([name, reads.cases.includes(name) ? 'done' : 'forbidden'])
    expect([name, await code(own.searchOwnAudit())]).toEqual([name, reads.log.includes(name) ? 'done' : 'forbidden'])
  }
  const found = await (await verbs('reviewer')).searchSubjects({ q: POSSIBLE.toUpperCase().replace('0X', '0x') })
  expect(found.rows).toMatchObject([{ kind: 'natural', wallets: [{ status: 'active' }] }])
  expect((await (await verbs('operator')).searchSubjects({ q: POSSIBLE })).total).toBe(0)
  for (const name of ['issuer_operations', 'auditor', 'developer'])
    for (const act of [
      async () => (await verbs(name)).decideCase({ id: caseId, outcome: 'refuse', note }),
      async () => (await verbs(name)).assignCase({ id: caseId }),
      async () => (await verbs(name)).searchExceptions({}),
    ])
      expect([name, await code(act())]).toEqual([name, 'forbidden'])
  expect(await (await verbs('auditor')).openCaseFile({ id: caseId })).toMatchObject({
    decides: false,
    evidence: { query: expect.any(Object) },
  })
  expect(await (await verbs('reviewer')).openCaseFile({ id: caseId })).toMatchObject({ decides: true })
  expect((await (await verbs('issuer_operations')).openCaseFile({ id: caseId })).evidence.query).toBeNull()
})

it('the platform’s administrator sees what waits and what was done without persons, opens nothing and decides nothing', async () => {
  const operator = await verbs('operator')
  const { data } = await operator.searchPlatformCases({ own: false, status: 'all' })
  const row = data.find((one) => one.id === caseId)!
  expect(row).toMatchObject({ open: false, organization_id: tenant, kind: 'sanctions_match', status: 'open' })
  expect(JSON.stringify(row)).not.toMatch(/5ea15ea1|wal_|per_|dec_/)
  for (const act of [
    () => operator.openCaseFile({ id: caseId }),
    () => operator.decideCase({ id: caseId, outcome: 'release', note }),
    () => operator.decideCase({ id: caseId, outcome: 'refuse', note }),
    () => operator.assignCase({ id: caseId }),
    () => operator.askQuestion({ id: caseId, question: 'Who is this person, and how do you know?' }),
    () => operator.caseApprovalOptions({ id: caseId, note }),
  ])
    expect(await code(act())).toBe('not_found')
  expect((await operator.searchCases({ status: 'all' })).total).toBe(0)

  const log = await operator.searchAudit({ id: tenant, per_page: 100 })
  const own = log.data.filter((one) => one.organization_id === tenant && one.category !== 'auth' && one.subject?.type !== 'user')
  expect(own.length).toBeGreaterThan(2)
  for (const entry of own)
    expect([entry.action, entry.actor.id, entry.subject, entry.user_id, entry.details]).toEqual([entry.action, '', null, null, {}])
  // Nor is an entry found by what it hides, nor proven by a receipt that holds it.
  expect((await operator.searchAudit({ id: caseId })).total).toBe(0)
  const [opened] = own.filter(({ action }) => action === 'case_read')
  expect(await code(operator.auditReceipt({ id: opened!.id }))).toBe('not_found')
  expect((await operator.searchAudit({ email: 'auditor@desk.example' })).data.map(({ action }) => action)).not.toContain('case_read')
  const activity = await operator.listUserActivity({ id: ids.auditor!, per_page: 100 })
  const reads = activity.data.filter(({ action }) => action === 'case_read')
  expect([reads.length > 0, reads.every(({ details }) => Object.keys(details).length === 0)]).toEqual([true, true])
})

it('two people of the organisation let the match go; one of them alone does not', async () => {
  const release = async (name: string) => {
    const session = await people[name]!.session()
    const { auth_id } = (await db().select().from(users).where(eq(users.id, ids[name]!)))[0]!
    await db().execute(`update auth.session set second_factor_at = now() where user_id = '${auth_id}'`)
    expect(session.actor.organizationId).toBe(tenant)
    return (await verbs(name)).decideCase({ id: caseId, outcome: 'release', note })
  }
  expect(await release('compliance_officer')).toMatchObject({ status: 'awaiting_second' })
  expect(await code(release('compliance_officer'))).toBe('second_person_required')
  expect(await code(release('auditor'))).toBe('forbidden')
  // Reading is refused as acting is: to who may not here, and to who belongs elsewhere and knows an id of this organisation.
  await person('outsider', 'issuer')
  const away = (await people.outsider!.session()).actor.organizationId
  const asks = async (name: string, id = caseId) => code((await verbs(name)).openCaseFile({ id }))
  const nothing = `cas_${'0'.repeat(26)}`
  expect([await asks('developer'), await asks('outsider'), await asks('outsider', nothing)]).toEqual([
    'forbidden',
    'not_found',
    'not_found',
  ])
  const noted = await db().select().from(auditLogs).where(eq(auditLogs.action, 'act_refused'))
  const refusals = noted.map((one) => [one.actor_id, one.organization_id, one.status, one.details])
  const decides = { verb: 'cases.decide_on_page', permission: 'cases.decide' }
  const reads = { verb: 'cases.open_file', permission: 'cases.read' }
  for (const [who, where, act, why] of [
    ['compliance_officer', tenant, decides, 'second_person_required'],
    ['auditor', tenant, decides, 'forbidden'],
    ['developer', tenant, reads, 'forbidden'],
    ['outsider', away, reads, 'not_found'],
  ] as const)
    expect(refusals).toContainEqual([ids[who], where, 'failure', { ...act, why, about: caseId }])
  expect(JSON.stringify(refusals)).not.toContain(nothing)
  for (let i = 0; i < 25; i++) await asks('developer')
  const kept = await db()
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.action, 'act_refused'), eq(auditLogs.actor_id, ids.developer!)))
  const last = kept.filter(({ details }) => details.verb === reads.verb)
  expect([last.length, last.at(-1)!.details.further]).toEqual([20, 'not_noted'])
  expect(await release('reviewer')).toMatchObject({ status: 'decided', outcome: 'release' })
  const file = await (await verbs('owner')).openCaseFile({ id: caseId })
  expect(file.words.map((word) => word.email)).toEqual(['compliance_officer@desk.example', 'reviewer@desk.example'])
})

/** As who has just proven their second factor. */
const proven = async (name: string) => {
  const [row] = await db().select({ auth: users.auth_id }).from(users).where(eq(users.id, ids[name]!))
  await db().update(session).set({ secondFactorAt: new Date() }).where(eq(session.userId, row!.auth))
  return verbs(name)
}

it('a member lets the platform look for a time: it reads as an auditor, changes nothing, and both logs hold each look as one pair', async () => {
  const operator = await proven('operator')
  expect(await code(operator.askSupportAccess({ organization_id: 'org_nobody', reason: 'A case that does not open.' }))).toBe('not_found')
  const ask = () => operator.askSupportAccess({ organization_id: tenant, reason: 'A case that does not open.', hours: 2 })
  const { id } = await ask()
  expect(await code(ask())).toBe('already_exists')
  expect((await mailsTo(api.services, 'owner@desk.example')).at(-1)!.subject).toContain('asks to look at the data of')
  expect(await code(operator.beginLooking({ id }))).toBe('invalid_transition')
  for (const name of ['reviewer', 'issuer_operations', 'developer', 'auditor'])
    expect([name, await code((await proven(name)).grantSupportAccess({ id }))]).toEqual([name, 'forbidden'])
  expect(await code((await verbs('auditor')).listSupportAccess())).toBe('done')
  const officer = await proven('compliance_officer')
  expect(await code(officer.grantSupportAccess({ reason: 'They are to help us.', hours: 73 }))).toBe('validation_failed')
  expect(await code(officer.grantSupportAccess({ id, hours: 3 }))).toBe('validation_failed')
  const { granted } = await officer.grantSupportAccess({ id })
  expect(granted!.by).toBe('compliance_officer@desk.example')
  expect(Math.round((Date.parse(granted!.until) - Date.now()) / 3_600_000)).toBe(2)
  expect((await people.owner!.user()).support).toMatchObject({ looking: false })

  // Allowed, the administrator still sees nothing until they begin, which takes a fresh second factor.
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('not_found')
  await (await proven('operator')).beginLooking({ id })
  expect(await people.operator!.user()).toMatchObject({ role: 'investor', support: { looking: true } })
  const looking = await verbs('operator')
  expect((await looking.openCaseFile({ id: caseId })).evidence.query?.full_name).toBeTruthy()
  expect((await looking.searchOwnAudit()).total).toBeGreaterThan(0)
  const { actor } = await people.operator!.session()
  const member = { role: 'auditor', permissions: null, standing: 'issuer' } as const
  for (const name of Object.keys(PERMISSIONS) as PermissionName[])
    expect([name, may(actor, name)]).toEqual([
      name,
      PERMISSIONS[name].members ? memberMay(member, name) : name === 'account.keep' || name === 'account.read',
    ])
  for (const act of [
    () => looking.decideCase({ id: caseId, outcome: 'refuse', note }),
    () => looking.assignCase({ id: caseId }),
    () => looking.grantSupportAccess({ reason: 'A little longer, please.', hours: 72 }),
    () => looking.inviteMember({ email: 'friend@desk.example', role: 'owner' }),
    () => looking.searchUsers({}),
    () => looking.createOrganization({ name: 'Another' }),
  ])
    await expect(act()).rejects.toThrow(/by its leave, and only read it/)

  // Papers of investors are seen, each look noted; pictures of faces and passports are for who decides about them, or audits that.
  const investor = (await api.call('POST', '/v1/investors', { full_name: 'Adelheid Example', email: 'a@example.com' }, key)).body.id
  const asked = (await api.call('POST', '/v1/identity/sessions', { investor_id: investor }, key)).body.id
  const pictures = { owner_type: 'identity_session', owner_id: asked }
  expect(await code(looking.listDocuments({ owner_type: 'investor', owner_id: investor }))).toBe('done')
  expect(await code(looking.listDocuments(pictures))).toBe('forbidden')
  for (const [name, result] of [
    ['auditor', 'done'],
    ['reviewer', 'done'],
    ['issuer_operations', 'forbidden'],
    ['developer', 'forbidden'],
  ] as const)
    expect([name, await code((await verbs(name)).listDocuments(pictures))]).toEqual([name, result])

  const entries = await db().select().from(auditLogs).where(eq(auditLogs.subject_id, id))
  const papers = entries.filter(({ details }) => details.verb === 'documents.read')
  expect(papers.map((row) => `${row.action} ${row.details.about}`).sort()).toEqual([
    ...Array(2).fill(`support_looked ${investor}`),
    ...Array(2).fill(`support_refused ${asked}`),
  ])
  const looks = entries.filter(({ action }) => /^support_(begun|looked|refused)$/.test(action))
  const pairs = Map.groupBy(looks, ({ details }) => String(details.pair))
  expect(pairs.size).toBeGreaterThan(6)
  const home = (await people.operator!.session()).actor.home
  for (const pair of pairs.values()) {
    expect(new Set(pair.map((row) => row.organization_id))).toEqual(new Set([tenant, home]))
    expect(pair.map((row) => [row.action, row.actor_id, row.details.verb])).toEqual(
      Array(2).fill([pair[0]!.action, ids.operator, pair[0]!.details.verb]),
    )
  }
  expect(looks.find(({ details }) => details.verb === 'cases.open_file')!.details.about).toBe(caseId)

  // Ended by the organisation, it is over with the next request; and so by time.
  await (await verbs('owner')).endSupportAccess({ id })
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('not_found')
  expect((await people.operator!.user()).support).toBeUndefined()
  const again = await (await proven('owner')).grantSupportAccess({ reason: 'Unasked, for a question of ours.' })
  await (await proven('operator')).beginLooking({ id: again.id })
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('done')
  await db()
    .update(supportAccess)
    .set({ ends_at: new Date(Date.now() - 1_000) })
    .where(eq(supportAccess.id, again.id))
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('not_found')
  expect(await code((await proven('operator')).beginLooking({ id: again.id }))).toBe('invalid_transition')
  await (await verbs('operator')).stopLooking()
})

it('a key lists, lets and ends what the platform sees as far as its maker may, and the log of looks is read by the id', async () => {
  const asked = await (await proven('operator')).askSupportAccess({
    organization_id: tenant,
    reason: 'Another case does not open.',
    hours: 2,
  })
  const made = async (name: string) => {
    const owner = await proven('owner')
    const { key: made, id } = await owner.createApiKey({ name, environment: 'production', scopes: ['*'] })
    await db().update(apiKeys).set({ created_by: ids[name]! }).where(eq(apiKeys.id, id))
    return made
  }
  const [officer, reviewer] = [await made('compliance_officer'), await made('reviewer')]
  for (const [method, path, body] of [
    ['GET', '/v1/support-grants', undefined],
    ['POST', '/v1/support-grants', { id: asked.id }],
    ['DELETE', `/v1/support-grants/${asked.id}`, undefined],
  ] as const)
    expect((await api.call(method, path, body, reviewer)).body.code).toBe('insufficient_scope')
  const list = async () => (await api.call('GET', '/v1/support-grants?limit=1', undefined, officer)).body
  expect(await list()).toMatchObject({ has_more: true, data: [{ object: 'support_grant', id: asked.id, status: 'asked', granted: null }] })
  const given = await api.call('POST', '/v1/support-grants', { id: asked.id }, officer)
  expect([given.status, given.body.status, given.body.granted.by]).toEqual([201, 'active', 'compliance_officer@desk.example'])
  expect((await mailsTo(api.services, 'owner@desk.example')).at(-1)!.text).toContain('compliance_officer@desk.example')
  await (await proven('operator')).beginLooking({ id: asked.id })
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('done')
  // By a key of the environment that was looked at.
  const log = async (by: string) => (await api.call('GET', `/v1/audit-entries?subject_id=${asked.id}`, undefined, by)).body.data
  expect((await log(officer)).map((one: { action: string }) => one.action)).toContain('support_begun')
  expect((await log(key)).map((one: { details: { verb?: string } }) => one.details.verb)).toContain('cases.open_file')
  const ended = await api.call('DELETE', `/v1/support-grants/${asked.id}`, undefined, officer)
  expect(ended.body).toMatchObject({ status: 'ended', ended: { by: 'compliance_officer@desk.example' } })
  expect(await code((await verbs('operator')).openCaseFile({ id: caseId }))).toBe('not_found')
  expect((await api.call('DELETE', `/v1/support-grants/${asked.id}`, undefined, officer)).body.code).toBe('invalid_transition')
  const long = await api.call('POST', '/v1/support-grants', { reason: 'For as long as we like.', hours: 73 }, officer)
  expect(long.body.code).toBe('validation_failed')
  await (await verbs('operator')).stopLooking()
})

it('no operation of the API is open to an administrator by their session but those of their own organisation', async () => {
  for (const o of api.catalogue.filter((one) => one.method === 'get')) {
    const { status } = await people.operator!.get(`/v1${o.path.replace(/\{\w+\}/g, caseId)}`)
    expect([o.id, status]).toEqual([o.id, 401])
  }
})

it('U8 a decision has a page for its organisation, for whom it is about and for who has its entry, and for nobody else, the operator too', async () => {
  const [sender, other] = ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000001', '0x5ea15ea15ea15ea15ea15ea15ea15ea100007001']
  const payment = { type: 'payment', market: 'stablecoins', from_address: sender, to_address: other, amount: '3141', currency: 'USDC' }
  const { decision } = (await api.call('POST', '/v1/transactions', payment, key)).body
  expect(decision.url).toMatch(new RegExp(`/d/${decision.id}$`))
  const read = async (name: string, entry?: string) => (await verbs(name)).readDecisionPage({ id: decision.id, ...(entry && { entry }) })
  const inside = await read('owner')
  expect(inside.seen).toMatchObject({ as: 'tenant', reader: 'issuer', outcome: 'review', asks: true })
  expect(inside.seen.rules.find((rule) => rule.decided)).toMatchObject({ code: 'TRAVEL_RULE_INCOMPLETE', certainty: 'V' })
  expect((await read('reviewer')).seen.reader).toBe('reviewer')
  // Of each fact that was known: where it is from, and never what is personal.
  expect(inside.inside!.facts.length).toBeGreaterThan(5)
  expect(inside.inside!.facts.every((fact) => fact.source && fact.at)).toBe(true)
  expect(inside.inside!.missing.length).toBeGreaterThan(0)
  // What is moved the engine decides anew, and a replay gives the same bytes rule by rule.
  const moved = await (await verbs('owner')).tryDecision({ id: decision.id, changes: { 'tx.amount.amount': '10' } })
  expect(moved).toMatchObject({ kind: 'decision', from: 'review' })
  const again = await (await verbs('developer')).replayDecisionPage({ id: decision.id })
  expect(again).toMatchObject({ status: 'identical', then: { hash: decision.result_hash }, now: { hash: decision.result_hash } })
  expect(again.then.bytes).toBe(again.now!.bytes)
  expect(again.steps.every((step) => step.same)).toBe(true)

  // Only the receipt and the share link name the entry. Who has it sees no case of anybody.
  const entry = new URL(inside.inside!.share!).searchParams.get('entry')!
  expect(await code(read('operator'))).toBe('not_found')
  expect(await code(read('operator', 'aud_none'))).toBe('not_found')
  expect(await code((await verbs('operator')).replayDecisionPage({ id: decision.id }))).toBe('not_found')
  expect(await code((await verbs('operator')).readDecisionReceipt({ id: decision.id }))).toBe('not_found')
  const shared = await read('operator', entry)
  expect(shared).toMatchObject({ seen: { as: 'public', outcome: 'review' }, inside: null, log: null })
  expect(new RegExp(`${sender}|${other}|3141|accountNumber`, 'i').exec(JSON.stringify(shared))).toBeNull()
  for (const rule of shared.seen.rules) expect(rule).toMatchObject({ facts: [], figures: [], told: null, party: null })
  expect(shared.seen.rules.some((rule) => /^(STRUCTURING|SMURFING|RISK_HIGH|VELOCITY_SPIKE)/.test(rule.code))).toBe(false)
  const receipt = await (await verbs('operator')).readDecisionReceipt({ id: decision.id, entry })
  expect(receipt).toMatchObject({ decision_id: decision.id, receipt: { documents: {}, entry: { id: entry } } })

  // Whoever proved the sending wallet is told what is theirs to know, of two parties nothing of the other.
  await person('sender', 'investor')
  const own = { organization_id: ids.sender!, environment: 'sandbox' as const }
  const [home] = await db().select().from(memberships).where(eq(memberships.user_id, ids.sender!))
  await db()
    .insert(wallets)
    .values({
      ...own,
      organization_id: home!.organization_id,
      id: 'wal_page',
      user_id: ids.sender!,
      address: (await db().select().from(wallets).where(ilike(wallets.address, sender)))[0]!.address,
      family: 'evm',
      control: 'proven',
      created_at: new Date(),
      updated_at: new Date(),
    })
  const about = await read('sender').catch((error) => error)
  expect(about).toMatchObject({ seen: { as: 'holder', reader: 'holder', outcome: 'review' }, inside: null })
  expect(about.seen.rules.every((rule: { party: unknown; facts: unknown[] }) => rule.party === null && rule.facts.length === 0)).toBe(true)
  // The public form names the rules on the other party as well, so its entry is not given to one of the two.
  const receiptOf = async (by?: string) => code((await verbs('sender')).readDecisionReceipt({ id: decision.id, ...(by && { entry: by }) }))
  expect([await receiptOf(), await receiptOf('aud_none'), await receiptOf(entry)]).toEqual(['not_found', 'not_found', 'done'])

  // A wallet that a sandbox plays as proven is everybody's: nobody signed for it.
  await db().update(wallets).set({ control_method: 'sandbox', control_proven_at: new Date() }).where(eq(wallets.id, 'wal_page'))
  expect(await code(read('sender'))).toBe('not_found')
})
