import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keyCache } from '#core/access/api-keys/authenticate.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { readDecisionPage } from '#core/portal/decisions/read.ts'
import { findAnything } from '#core/portal/work/find.ts'
import { getDecision } from '#core/record/decision-views/get.ts'
import { caseApprovalOptions } from '#core/review/cases/decide.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { cases, credentials, decisions, evidence, investors, timers, userRoles, wallets } from '#db/schema.ts'
import { party, verified } from './people.ts'
import { startProduction, type Tenant } from './production.ts'

let installation: Awaited<ReturnType<typeof startProduction>>
let tenant: Tenant
let european: Tenant
let next = 0

beforeAll(async () => {
  installation = await startProduction()
  tenant = await installation.tenant('monitored')
  await tenant.patch('/tenant-facts', { facts: { us_bsa_type: 'msb', serves_eu: false, casp_auth: false } })
  european = await installation.tenant('european')
  await european.patch('/tenant-facts', {
    facts: { us_bsa_type: 'none', cdd_regime: 'EU', serves_eu: true, casp_auth: true },
  })
})
afterAll(async () => {
  vi.useRealTimers()
  await installation?.stop()
})

const holder = () => installation.holder(++next)
const look = (of = tenant) => runDue(installation.api.services, { organizationId: of.ctx.organizationId, environment: 'production' })
const judged = (subject: string) =>
  installation.db
    .select({ id: decisions.id, outcome: decisions.outcome, type: decisions.subject_type })
    .from(decisions)
    .where(and(eq(decisions.check, 'monitoring'), eq(decisions.subject_id, subject)))
const casesOf = (decisionId: string) =>
  installation.db
    .select({ kind: cases.kind, deadline: cases.deadline, summary: cases.summary })
    .from(cases)
    .where(eq(cases.decision_id, decisionId))
const payment = (from: string, to: string, amount: string, more: Record<string, unknown> = {}, of = tenant) =>
  of.post('/transactions', {
    type: 'payment',
    from_address: from,
    to_address: to,
    amount,
    currency: 'USDC',
    originator: party('originator'),
    beneficiary: { ...party('beneficiary'), self_hosted: true },
    ...more,
  })

test('L3 a payment that sanctions law blocked is judged once for its report, and a person has a case with its day', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  const blocked = await payment(from, to, '50', { beneficiary: { ...party('beneficiary', 'IR'), self_hosted: true } })
  expect(blocked.decision).toMatchObject({ outcome: 'deny' })
  await look()
  await look()
  const found = await judged(blocked.id)
  expect(found).toMatchObject([{ type: 'blocked_movement', outcome: 'allow' }])
  const told = await tenant.get(`/decisions/${found[0]!.id}`)
  expect(JSON.stringify(told), 'what officers look at is not told').not.toContain('sanctions_block_report')
  const [opened, ...more] = await casesOf(found[0]!.id)
  expect(more).toEqual([])
  expect(opened).toMatchObject({ kind: 'monitoring_review' })
  expect(opened!.deadline.getTime()).toBeGreaterThan(Date.now() + 9 * 86_400_000)
  expect(opened!.summary).not.toMatch(/suspic|report|sanction/i)
})

const DAY_MS = 86_400_000
const daysLeft = ({ deadline }: { deadline: Date }) => (deadline.getTime() - Date.now()) / DAY_MS

test('L3 a suspicion in the European Union has its case within days, whatever the amount', async () => {
  const from = await verified(european, holder(), 'enhanced')
  const to = await verified(european, holder(), 'enhanced')
  let last: { id: string; decision: { outcome: string; rules: unknown } } | undefined
  for (let i = 0; i < 3; i++) last = await payment(from, to, '2900', {}, european)
  expect(last!.decision.outcome, JSON.stringify(last!.decision.rules)).toBe('review')
  await look(european)
  const [suspected] = await judged(last!.id)
  expect(suspected).toMatchObject({ type: 'suspected_movement' })
  const [opened] = await casesOf(suspected!.id)
  expect(opened).toMatchObject({ kind: 'monitoring_review' })
  expect(daysLeft(opened!)).toBeLessThan(4)
})

test('L3 what the law of the European Union blocked is told to its authority in two weeks, beside what is told to OFAC', async () => {
  const from = await verified(european, holder(), 'enhanced')
  const to = await verified(european, holder(), 'enhanced')
  await european.patch('/tenant-facts', { facts: { nexus: ['EU'] } })
  const blocked = async (amount: string, country: string) => {
    const { id, decision } = await payment(
      from,
      to,
      amount,
      { beneficiary: { ...party('beneficiary', country), self_hosted: true } },
      european,
    )
    expect(decision.outcome, JSON.stringify(decision.rules)).toBe('deny')
    await look(european)
    await look(european)
    return judged(id)
  }
  const [eu, ...more] = await blocked('50', 'RU')
  expect(more).toEqual([])
  expect(eu).toMatchObject({ type: 'blocked_movement_eu', outcome: 'allow' })
  const [told] = await casesOf(eu!.id)
  expect(told).toMatchObject({ kind: 'monitoring_review' })
  expect(daysLeft(told!)).toBeGreaterThan(13)
  expect(daysLeft(told!)).toBeLessThan(16)
  expect(await blocked('60', 'IR')).toMatchObject([{ type: 'blocked_movement' }])
})

test('L3 what monitoring found ends with a person: confirmed by one, put aside by two, and neither changes what was decided', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  const found = async (amount: string) => {
    const blocked = await payment(from, to, amount, { beneficiary: { ...party('beneficiary', 'IR'), self_hosted: true } })
    await look()
    const [decision] = await judged(blocked.id)
    const [row] = await installation.db.select().from(cases).where(eq(cases.decision_id, decision!.id))
    return { id: row!.id, payment: blocked.id as string, decision: decision! }
  }
  const [so, notSo] = [await found('70'), await found('80')]
  expect(await installation.settle(so.id, 'refuse')).toMatchObject({ status: 'decided', outcome: 'refuse' })
  expect(await installation.settle(notSo.id, 'release')).toMatchObject({ status: 'awaiting_second', outcome: null })
  await expect(installation.settle(notSo.id, 'release')).rejects.toMatchObject({ code: 'second_person_required' })
  expect(await installation.settle(notSo.id, 'release', 'usr_other')).toMatchObject({ status: 'decided', outcome: 'release' })
  const told = (await tenant.get('/events?type=case.decided&limit=100')).data
  for (const [one, result] of [
    [so, 'refuse'],
    [notSo, 'release'],
  ] as const) {
    expect(told.filter((each: object) => JSON.stringify(each).includes(one.id))).toHaveLength(1)
    expect(JSON.stringify(told)).toContain(`"result":"${result}"`)
    expect(await tenant.get(`/transactions/${one.payment}`)).toMatchObject({ status: 'denied' })
    await look()
    expect(await judged(one.payment)).toEqual([one.decision])
    expect(await casesOf(one.decision.id)).toHaveLength(1)
  }
})

test('L3 payments split below the travel amount are judged once for a report of suspicion', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  for (let i = 0; i < 2; i++) await payment(from, to, '2900')
  const third = await payment(from, to, '2900')
  expect(third.decision.reason_codes).toEqual(['manual_review'])
  await look()
  await look()
  const suspected = await judged(third.id)
  expect(suspected).toMatchObject([{ type: 'suspected_movement' }])
  const [about, movement] = [suspected[0]!.id, third.decision.id as string]

  // Who works for the organisation and is one of the two reads what its party may, and nothing of what was suspected.
  const { organizationId, actor } = tenant.ctx
  const searched = async (q: string, ctx: Ctx) => (await findAnything({ ctx, input: { q } })).map(({ id }) => id)
  const page = (id: string, by = actor.id) => readDecisionPage({ ctx: installation.colleague(organizationId, by), input: { id } })
  const member = installation.colleague(organizationId, actor.id)
  const seen = async () => [
    (await tenant.call('GET', `/decisions/${about}`)).status,
    (await tenant.call('POST', `/decisions/${about}/replay`)).status,
    (await tenant.get(`/decisions?subject_id=${third.id}&limit=100`)).data.some(({ id }: { id: string }) => id === about),
    (await searched(third.id, member)).includes(about),
    await page(about).then(
      ({ seen: { as } }) => as,
      ({ code }) => code,
    ),
  ]
  const told = async () => (await getDecision({ ctx: member, input: { id: movement } })).rules
  // What happened and what was done, by the API and in the log: neither names a case about whoever reads it.
  const [waits] = await installation.db.select({ id: cases.id }).from(cases).where(eq(cases.decision_id, about))
  const heard = (await tenant.get('/events?type=case.opened&limit=100')).data.find(
    (event: { resource: { id: string } }) => event.resource.id === waits!.id,
  )
  const found = async (path: string, id: string) => JSON.stringify((await tenant.get(path)).data).includes(id)
  const hears = async () => [
    await found('/events?limit=100', waits!.id),
    (await tenant.call('GET', `/events/${heard.id}`)).status,
    await found(`/audit-entries?subject_id=${about}`, about),
  ]
  const moved = async () => {
    const { data } = await tenant.get(`/transactions?from_address=${from}&limit=100`)
    const one = await tenant.get(`/transactions/${third.id}`)
    const { facts_used: _, ...alone } = one.decision
    expect(data.find(({ id }: { id: string }) => id === third.id)).toMatchObject({
      ...{ decision: alone, checks: one.checks, restriction_code: one.restriction_code, risk_score: one.risk_score },
    })
    return one
  }
  const simulated = async () =>
    (await tenant.call('POST', '/simulations', { decision_id: movement, changes: { 'tx.amount.amount': '1' } })).status
  expect(await seen()).toEqual([200, 200, true, true, 'tenant'])
  const whole = await told()
  expect(await hears()).toEqual([true, 200, true])
  const all = await moved()
  expect(all.events.map(({ type }: { type: string }) => type)).toContain('transaction.review')
  expect(await simulated()).toBe(200)
  expect((await page(movement)).inside?.others).toMatchObject([{ id: about }])
  for (const address of [from, to]) {
    await installation.db.update(wallets).set({ user_id: actor.id }).where(eq(wallets.address, address))
    expect(await seen()).toEqual([404, 404, false, false, 'not_found'])
    expect(await page(movement)).toMatchObject({ seen: { as: 'holder' }, inside: null })
    const own = await told()
    expect(own.length).toBeLessThan(whole.length)
    expect(whole).toEqual(expect.arrayContaining(own))
    expect(await hears()).toEqual([false, 404, false])
    const mine = await moved()
    expect(mine).toMatchObject({ status: all.status, restriction_code: 250, risk_score: 0, facts_stated: {}, compliance_facts: {} })
    expect(mine.decision.facts_used.length).toBeLessThan(all.decision.facts_used.length)
    const reasons = mine.events.flatMap(
      ({ data }: { data: { object: { decision?: { reason_codes: string[] } } } }) => data.object.decision?.reason_codes ?? [],
    )
    expect(new Set(reasons)).toEqual(new Set(mine.decision.reason_codes))
    expect(await simulated()).toBe(404)
    await installation.db.update(wallets).set({ user_id: null }).where(eq(wallets.address, address))
  }
  // Their colleagues read on.
  expect((await page(about, 'usr_colleague')).seen.as).toBe('tenant')
})

test('L3 a killed process leaves the look to the next one, and it is made once', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  const blocked = await payment(from, to, '60', { beneficiary: { ...party('beneficiary', 'KP'), self_hosted: true } })
  // Two processes look at once, and neither hears of the other.
  await Promise.all([look(), look()])
  await look()
  expect(await judged(blocked.id)).toHaveLength(1)
  const [timer] = await installation.db
    .select({ done: timers.done_at })
    .from(timers)
    .where(and(eq(timers.kind, 'monitor_decision'), eq(timers.subject_id, blocked.decision.id)))
  expect(timer!.done).not.toBeNull()
})

test('L3 currency of a day is judged at its end, over all payments of the holder', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  const cash = { 'tx.cash': { direction: 'in', place: 'Albany', voucher: false } }
  await payment(from, to, '6000', { compliance_facts: cash })
  const second = await payment(from, to, '4500', { compliance_facts: cash })
  const { db } = installation
  const [{ person_id } = assert.fail()] = await db.select().from(wallets).where(eq(wallets.address, from))
  await db.update(credentials).set({ level: 'accredited' }).where(eq(credentials.person_id, person_id!))
  await db.update(evidence).set({ level: 'basic' }).where(eq(evidence.person_id, person_id!))
  expect(second.success).toBe(true)
  const [timer, ...more] = await installation.db.select().from(timers).where(eq(timers.kind, 'monitor_cash'))
  expect(more).toEqual([])
  expect(timer!.due_at.getTime()).toBeGreaterThan(Date.now())
  vi.useFakeTimers({ toFake: ['Date'], now: timer!.due_at.getTime() + 1_000 })
  await look()
  vi.useRealTimers()
  const [found] = await judged(timer!.subject_id)
  // That they are accredited identifies nobody whose papers were not read (31 CFR 1010.312): a report of them lacks that.
  expect(found).toMatchObject({ type: 'cash_day', outcome: 'needs_info' })
  expect(await casesOf(found!.id)).toMatchObject([{ kind: 'monitoring_review' }])
})

test('L8 words about a coin and a yield are judged before they are published', async () => {
  const coin = (text: string) => tenant.post('/publications', { kind: 'stablecoin', text })
  expect((await coin('USDX is not insured by the FDIC.')).decision).toMatchObject({ outcome: 'allow' })
  const claim = await coin('Your coins are FDIC insured.')
  expect(claim).toMatchObject({ object: 'publication', kind: 'stablecoin', text_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  // The Act binds from 18 January 2027: until then the claim is told.
  expect(claim.decision.rules).toContainEqual(expect.objectContaining({ code: 'genius_marketing', result: 'info' }))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-18T17:00:00Z') })
  const bound = await coin('Your coins are FDIC insured.')
  vi.useRealTimers()
  expect(bound.decision).toMatchObject({ outcome: 'deny', reason_codes: ['genius_marketing'] })
  expect((await tenant.get(`/decisions/${claim.decision.id}`)).id).toBe(claim.decision.id)

  const fresh = { apy_at: new Date(Date.now() - 3_600_000).toISOString(), source: 'on-chain', rate: 'variable' }
  const earn = (text: string, more: object = fresh) => tenant.post('/publications', { kind: 'yield', text, ...more })
  expect((await earn('variable, 30-day average 4.1 %')).decision.outcome).toBe('allow')
  expect((await earn('Guaranteed 8 %')).decision).toMatchObject({ outcome: 'deny', reason_codes: ['defi_yield_disclosure'] })
  expect((await earn('4.1 %', {})).decision.outcome).toBe('review')
})

test('L8 the size and reach of a token are judged by the thresholds of MiCA', async () => {
  const measures = {
    token: 'USDX',
    class: 'art',
    eu_currency: false,
    holders: 1_000,
    value_eur: '100000000',
    transactions: 10,
    daily_eur: '1000',
    gatekeeper: false,
    international: false,
    interconnected: false,
    issues_others: false,
  }
  const measure = (more: object) => tenant.post('/stablecoins/measures', { ...measures, ...more })
  expect(await measure({})).toMatchObject({ quarterly_report: false, significant: false, decision: { outcome: 'allow' } })
  expect(await measure({ value_eur: '100000000.01' })).toMatchObject({ quarterly_report: true, significant: false })
  expect(await measure({ gatekeeper: true, international: true, interconnected: true })).toMatchObject({ significant: true })
})

/** Somebody of whom nothing was shown: evidence of who somebody is is kept for five years. */
const unshown = async (of: Tenant): Promise<string> =>
  (await of.post('/investors', { full_name: 'Nora Nobody', email: `${randomUUID()}@people.example`, country: 'US' })).id

test('L3 a request for erasure is answered by the rules of retention, and its decision is told', async () => {
  const erased = await tenant.post('/erasures', { investor_id: await unshown(tenant), law: 'gdpr' })
  expect(erased).toMatchObject({ status: 'erased', decision: { outcome: 'allow' } })
  const kept = await verified(tenant, holder())
  const today = new Date().toISOString().slice(0, 10)
  const restricted = await tenant.post('/erasures', {
    wallet_address: kept,
    law: 'ccpa',
    duties: [{ kind: 'identity', from: '2025-01-01' }],
  })
  expect(restricted).toMatchObject({
    status: 'restricted',
    decision: { outcome: 'deny', reason_codes: expect.arrayContaining(['retention_erase_not_before']) },
  })
  expect(
    await tenant.post('/erasures', {
      investor_id: await unshown(tenant),
      asked_on: today,
      duties: [{ kind: 'identity', from: '2010-01-01' }],
    }),
  ).toMatchObject({
    status: 'erased',
  })
})

test('whoever has personal data of others erases it, issuer or not, but nothing that somebody shows of themselves', async () => {
  const plain = await installation.tenant('no-issuer')
  const { actor, organizationId } = plain.ctx
  const [gone, own] = [await unshown(plain), await verified(plain, holder())]
  const { db } = installation
  await db.delete(userRoles).where(eq(userRoles.user_id, actor.id))
  keyCache.clear()
  expect((await plain.call('GET', '/offerings')).body.code).toBe('insufficient_scope')
  const [{ person_id, id: wallet_id } = assert.fail()] = await db.select().from(wallets).where(eq(wallets.address, own))
  const at = { organization_id: organizationId, environment: 'production' as const, created_at: new Date(), updated_at: new Date() }
  const self = { external_id: 'self', user_id: actor.id, person_id: person_id!, wallet_id }
  await db.insert(investors).values({ ...at, ...self, id: 'inv_of_themselves', type: 'individual' })
  const answered = async (of: object) => (await plain.call('POST', '/erasures', of)).body
  expect(await answered({ wallet_address: own })).toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('shows of themselves'),
  })
  const erased = await answered({ investor_id: gone })
  expect(erased).toMatchObject({ status: 'erased' })
  expect((await plain.get('/erasures')).data).toMatchObject([{ id: erased.id }])
})

test('L3 a redemption of the own coin that is not paid in two business days is found', async () => {
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  await tenant.post('/stablecoins/reserve-statements', {
    token: 'USDC',
    month,
    outstanding: '100',
    reserves: [{ type: 'demand_deposit', amount: '110', custodian_country: 'US', encumbered: false }],
    accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
    certified_by: (['ceo', 'cfo'] as const).map((role) => ({
      name: `The ${role}`,
      role,
      signed_at: new Date(Date.now() - 60_000).toISOString(),
    })),
    document_sha256: 'a'.repeat(64),
  })
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  const asked = await payment(from, to, '100', { type: 'redemption' })
  const [timer] = await installation.db.select().from(timers).where(eq(timers.kind, 'monitor_redemption'))
  expect(timer, JSON.stringify(asked)).toMatchObject({ subject_id: asked.id })
  expect(timer!.due_at.getTime()).toBeGreaterThan(Date.now() + 86_400_000)
  expect(await judged(asked.id)).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: timer!.due_at.getTime() + 1_000 })
  await look()
  vi.useRealTimers()
  expect(await judged(asked.id)).toMatchObject([{ type: 'redemption' }])
})

test('L3 whoever is suspected hears nothing of it by deciding the case, by a share link or by a receipt', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'enhanced')
  for (let i = 0; i < 2; i++) await payment(from, to, '2900')
  const third = await payment(from, to, '2900')
  await look()
  const [suspected] = await judged(third.id)
  const rows = await installation.db
    .select({ id: decisions.id, entry: decisions.audit_id })
    .from(decisions)
    .where(inArray(decisions.id, [suspected!.id, third.decision.id]))
  const entryOf = (id: string) => rows.find((row) => row.id === id)!.entry
  const [waits] = await installation.db.select({ id: cases.id }).from(cases).where(eq(cases.decision_id, suspected!.id))
  const { organizationId, actor } = tenant.ctx
  const member = installation.colleague(organizationId, actor.id)
  const signedOut: Ctx = { ...member, actor: { type: 'anonymous', id: 'anonymous' } }
  const opens = (id: string) =>
    readDecisionPage({ ctx: signedOut, input: { id, entry: entryOf(id) } }).then(
      ({ seen: { as } }) => as,
      ({ code }) => code,
    )
  const note = 'I looked at these payments.'
  const decides = async (id: string) => {
    const { status, body } = await tenant.call('POST', `/cases/${id}/decide`, { outcome: 'refuse', reason_code: 'looked_at', note })
    return [status, body.code, body.detail]
  }
  const receipt = async () => (await tenant.call('GET', `/decisions/${third.decision.id}/receipt`)).status

  // What monitoring thought is public for nobody; the payment's own decision is, for whoever has its link.
  expect([await opens(suspected!.id), await opens(third.decision.id)]).toEqual(['not_found', 'public'])
  const page = (id: string) => readDecisionPage({ ctx: member, input: { id } })
  expect([(await page(suspected!.id)).inside?.share, (await page(third.decision.id)).inside?.share]).toEqual([
    null,
    expect.stringContaining(`?entry=${entryOf(third.decision.id)}`),
  ])
  expect(await receipt()).toBe(200)
  await tenant.get(`/cases/${waits!.id}`)
  await installation.api.requestLog.flush()
  const logs = async () => (await tenant.get('/request-logs?limit=100')).data as { id: string; path: string }[]
  const asked = (await logs()).find(({ path }) => path.includes(waits!.id))!
  const logged = async () => (await tenant.call('GET', `/request-logs/${asked.id}`)).status
  expect(await logged()).toBe(200)
  await installation.db.update(wallets).set({ user_id: actor.id }).where(eq(wallets.address, to))
  const unknown = `${waits!.id.slice(0, -4)}0000`
  expect(await decides(waits!.id)).toEqual(await decides(unknown))
  expect((await decides(waits!.id))[0]).toBe(404)
  const options = (id: string) => caseApprovalOptions({ ctx: member, input: { id, reason_code: 'looked_at', note } })
  await expect(options(waits!.id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await receipt()).toBe(404)
  // Nor by what their colleagues asked for and were answered.
  expect(await logged()).toBe(404)
  expect((await logs()).map(({ id }) => id)).not.toContain(asked.id)
})

test('L3 who is a party of a decision reads nothing of the other one in what other rules would have made of it, nor in a log of requests', async () => {
  const from = await verified(tenant, holder(), 'enhanced')
  const to = await verified(tenant, holder(), 'basic')
  const suspended = { state: 'suspended' as const }
  const [sender] = await installation.db.select({ id: wallets.id }).from(wallets).where(eq(wallets.address, from))
  await installation.db.update(credentials).set(suspended).where(eq(credentials.wallet_id, sender!.id))
  const { id, decision } = await payment(from, to, '20')
  const codes = (of: { rules: { code: string; result: string }[] }) =>
    of.rules.filter(({ result }) => result === 'review' || result === 'fail').map(({ code }) => code)
  expect(codes(decision)).not.toEqual([])
  await tenant.get('/transactions?limit=1')
  await tenant.get(`/transactions/${id}`)
  await installation.api.requestLog.flush()
  type Logged = typeof decision & { decision: typeof decision; data: Logged[] }
  const logged = async () => {
    const bodies = new Map<string, Logged>()
    for (const { id: log, operation } of (await tenant.get('/request-logs?limit=30')).data)
      if (operation && !bodies.has(operation)) bodies.set(operation, (await tenant.get(`/request-logs/${log}`)).response_body)
    return (operation: string) => bodies.get(operation)!
  }
  const policy_patch = { CREDENTIAL_LEVEL_TOO_LOW: { severity: 'info' } }
  const weighed = async () => (await tenant.post('/simulations', { policy_patch, population: { decision_ids: [decision.id] } })).total
  const read = await logged()
  expect(await weighed()).toBe(1)
  expect(codes(read('transactions.create').decision)).toEqual(codes(decision))
  expect(codes(read('transactions.get').decision)).toEqual(codes(decision))
  expect(codes(read('transactions.list').data[0].decision)).toEqual(codes(decision))

  const { actor } = tenant.ctx
  await installation.db.update(wallets).set({ user_id: actor.id }).where(eq(wallets.address, to))
  expect(await weighed()).toBe(0)
  const told = await logged()
  const own = await tenant.get(`/decisions/${decision.id}`)
  expect(codes(own)).not.toEqual(codes(decision))
  expect(codes(told('transactions.create').decision)).toEqual(codes(own))
  expect(told('transactions.create')).toMatchObject({ id, decision: { id: decision.id } })
  expect(Object.keys(told('transactions.create')).sort()).toEqual(['decision', 'id', 'object', 'status'])
  expect(codes(told('transactions.get').decision)).toEqual(codes(own))
  expect(told('transactions.list').data).toEqual([])
  // A party is told less than was sealed.
  const { told: seen } = installation.api
  seen.splice(0, seen.length, ...seen.filter((one) => one.id !== decision.id))
})
