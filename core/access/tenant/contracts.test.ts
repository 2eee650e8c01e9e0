import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { readInbox } from '#core/portal/work/place.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { getCase, openCaseFile } from '#core/review/cases/get.ts'
import { searchCases } from '#core/review/cases/list.ts'
import { auditLogs, cases } from '#db/schema.ts'
import { startProduction, type Tenant } from '#tests/reach/production.ts'
import { establishTenantFacts, readFactsOfTenant } from './facts.ts'

let installation: Awaited<ReturnType<typeof startProduction>>
beforeAll(async () => {
  installation = await startProduction()
})
afterAll(() => installation?.stop())

const ANN = 'usr_ann'
const BEN = 'usr_ben'
const note = 'The signed paper was read.'
type Environment = 'sandbox' | 'production'

const establish = (of: Tenant, facts: Record<string, unknown>, by = ANN, environment: Environment = 'production', ctx?: Ctx) =>
  establishTenantFacts({
    ctx: ctx ?? installation.administrator(by),
    input: { organization_id: of.ctx.organizationId, environment, facts: facts as never, note: 'Drawer 7' },
  })
const askFor = async (of: Tenant, facts: Record<string, unknown>, environment: Environment = 'production') =>
  (await establish(of, facts, ANN, environment)).second_person!.case_id
const page = (of: Tenant) =>
  readFactsOfTenant({
    ctx: installation.administrator(BEN),
    input: { organization_id: of.ctx.organizationId, environment: 'production' },
  })
const known = async (of: Tenant, fact: string) => (await page(of)).facts.find((one) => one.fact === fact)
const answer = (ctx: Ctx, id: string, outcome: 'release' | 'refuse') =>
  decideCase({ ctx, input: { id, outcome, reason_code: 'looked_at', note } })
const answered = (ctx: Ctx, id: string, outcome: 'release' | 'refuse') =>
  answer(ctx, id, outcome).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const statusOf = async (id: string) => (await installation.db.select().from(cases).where(eq(cases.id, id)))[0]!.status
/** An issuer of the organisation, or an administrator of Sealwright who belongs to it, signed in. */
const ownPerson = (of: Tenant, role: 'issuer' | 'admin', environment: Environment = 'production'): Ctx => ({
  ...systemCtx(installation.api.services, { id: `usr_own_${role}`, organizationId: of.ctx.organizationId, environment }),
  actor: {
    ...{ type: 'user', id: `usr_own_${role}`, ...atHome(of.ctx.organizationId, role), email: `${role}@own.example` },
    ...{ sessionId: 's', secondFactorAt: Date.now(), hasSecondFactor: true },
  },
})

test('one administrator alone puts no contract in force: it waits, other facts of the same call count at once', async () => {
  const of = await installation.tenant('alone')
  const done = await establish(of, { reliance_agreement: true, serves_eu: true })
  expect(done.second_person).toMatchObject({ status: 'awaiting_second', asked_by: ANN })
  const case_id = done.second_person!.case_id
  expect(await known(of, 'serves_eu')).toMatchObject({ value: true, source: 'established', stated_by: ANN })
  expect(await known(of, 'reliance_agreement')).toMatchObject({ value: null, source: null })
  const shown = await page(of)
  expect(shown.waiting).toEqual({ case_id, facts: ['reliance_agreement'], asked_by: ANN })
  expect(shown.history.map((word) => word.fact)).toEqual(['serves_eu'])
  // Not asked twice, nor beside it, and nothing else of such a call is kept.
  for (const facts of [{ reliance_agreement: true }, { enterprise_contract: true, art_trader: true }])
    await expect(establish(of, facts, BEN)).rejects.toMatchObject({ code: 'already_exists', extra: { existing_id: case_id } })
  expect(await known(of, 'art_trader')).toMatchObject({ value: null })
  // Nor does whoever asked answer, one way or the other.
  for (const outcome of ['release', 'refuse'] as const)
    expect(await answered(installation.administrator(ANN), case_id, outcome)).toBe('second_person_required')
  expect(await statusOf(case_id)).toBe('awaiting_second')
  expect(await known(of, 'reliance_agreement')).toMatchObject({ value: null })
})

test('asking and agreeing each take a fresh second factor', async () => {
  const of = await installation.tenant('stale')
  const stale = (id: string): Ctx => {
    const ctx = installation.administrator(id)
    return { ...ctx, actor: { ...ctx.actor, secondFactorAt: Date.now() - 6 * 60_000 } as Ctx['actor'] }
  }
  await expect(establish(of, { enterprise_contract: true }, ANN, 'production', stale(ANN))).rejects.toMatchObject({
    code: 'step_up_required',
  })
  expect((await page(of)).waiting).toBeNull()
  const id = await askFor(of, { enterprise_contract: true })
  expect(await answered(stale(BEN), id, 'release')).toBe('step_up_required')
  expect(await known(of, 'enterprise_contract')).toMatchObject({ value: null })
})

test('agreed by another administrator it is in force and in the history, and the log names both', async () => {
  const of = await installation.tenant('agreed')
  const id = await askFor(of, { enterprise_contract: true, reliance_agreement: true })
  await answer(installation.administrator(BEN), id, 'release')
  for (const fact of ['enterprise_contract', 'reliance_agreement'])
    expect(await known(of, fact)).toMatchObject({ value: true, source: 'established', stated_by: ANN, note: 'Drawer 7' })
  const { waiting, history } = await page(of)
  expect(waiting).toBeNull()
  expect(history.map((word) => [word.fact, word.value]).sort()).toEqual([
    ['enterprise_contract', true],
    ['reliance_agreement', true],
  ])
  const log = await installation.db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.subject_id, of.ctx.organizationId))
    .orderBy(desc(auditLogs.timestamp))
  expect(log.find((entry) => entry.action === 'tenant_facts_established')?.details).toMatchObject({
    facts: ['enterprise_contract', 'reliance_agreement'],
    asked_by: ANN,
    countersigned_by: BEN,
    case_id: id,
  })
  expect(log.find((entry) => entry.action === 'tenant_contract_asked')?.details).toMatchObject({ case_id: id })
})

test('refused, the old value stays and nothing is in the history', async () => {
  const of = await installation.tenant('refused')
  await establish(of, { enterprise_contract: false })
  const id = await askFor(of, { enterprise_contract: true })
  await answer(installation.administrator(BEN), id, 'refuse')
  expect(await known(of, 'enterprise_contract')).toMatchObject({ value: false })
  const { waiting, history } = await page(of)
  expect([waiting, history.length]).toEqual([null, 1])
})

test.each(['production', 'sandbox'] as const)('in %s the organisation’s own people read it and answer nothing', async (environment) => {
  const of = await installation.tenant(`own-${environment}`)
  const id = await askFor(of, { reliance_agreement: true }, environment)
  const { key } = await installation.api.makeKey(environment)
  for (const role of ['issuer', 'admin'] as const)
    for (const outcome of ['release', 'refuse'] as const)
      expect(await answered(ownPerson(of, role, environment), id, outcome), `${role} ${outcome}`).toBe('second_person_required')
  expect(await getCase({ ctx: ownPerson(of, 'issuer', environment), input: { id } })).toMatchObject({ status: 'awaiting_second' })
  // In their queue it is told as somebody else's, and no work of theirs.
  const own = ownPerson(of, 'issuer', environment)
  const { data, counts } = await searchCases.sent({ ctx: own, input: {} })
  expect(data.filter((one) => one.theirs).map((one) => one.id)).toEqual([id])
  expect(counts.waiting).toBe(data.length - 1)
  expect(JSON.stringify((await readInbox({ ctx: own, input: {} })).due)).not.toContain(id)
  expect(await openCaseFile({ ctx: own, input: { id } })).toMatchObject({ theirs: true, decides: false })
  if (environment === 'production') {
    const byKey = await of.call('POST', `/cases/${id}/decide`, { outcome: 'refuse', reason_code: 'no', note })
    expect(byKey.body.code).toBe('second_person_required')
  }
  // Another organisation does not even find it.
  const stranger = await installation.api.call('GET', `/v1/cases/${id}`, undefined, key)
  expect(stranger.status).toBe(404)
  expect(await statusOf(id)).toBe('awaiting_second')
})

test('taking a contract back takes one administrator and counts at once', async () => {
  const of = await installation.tenant('back')
  for (const taken of [false, null]) {
    await answer(installation.administrator(BEN), await askFor(of, { reliance_agreement: true }), 'release')
    expect(await known(of, 'reliance_agreement')).toMatchObject({ value: true })
    expect((await establish(of, { reliance_agreement: taken })).second_person).toBeNull()
    expect(await known(of, 'reliance_agreement')).toMatchObject({ value: taken })
  }
})

test('what was taken back meanwhile is not given by an older request, also where its value is as it was', async () => {
  const of = await installation.tenant('moved')
  const id = await askFor(of, { enterprise_contract: true })
  // Nobody said it before, and nobody says it now; but somebody looked.
  await establish(of, { enterprise_contract: null }, BEN)
  expect(await answered(installation.administrator(BEN), id, 'release')).toBe('conflict')
  expect(await statusOf(id)).toBe('awaiting_second')
  expect(await known(of, 'enterprise_contract')).toMatchObject({ value: null })
  await answer(installation.administrator(BEN), id, 'refuse')
  await answer(installation.administrator(BEN), await askFor(of, { enterprise_contract: true }), 'release')
  expect(await known(of, 'enterprise_contract')).toMatchObject({ value: true })
})

test('agreed and taken back in one moment, it is taken back, whichever came first', async () => {
  const of = await installation.tenant('race')
  for (let round = 0; round < 5; round++) {
    const id = await askFor(of, { enterprise_contract: true })
    const [agreed] = await Promise.all([
      answered(installation.administrator(BEN), id, 'release'),
      establish(of, { enterprise_contract: false }),
    ])
    // Agreed first, it is taken back; taken back first, the agreement is refused.
    expect(['done', 'conflict']).toContain(agreed)
    expect(await known(of, 'enterprise_contract')).toMatchObject({ value: false })
    if (agreed === 'conflict') await answer(installation.administrator(BEN), id, 'refuse')
  }
})
