import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { statusReport } from '#core/portal/status/report.ts'
import { issuerFacts } from '#core/securities/offerings/facts.ts'
import { tenantWords } from '#core/sources/tenant/production.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { auditLogs, tenantFacts } from '#db/schema.ts'
import { startProduction } from '#tests/reach/production.ts'
import { KeyCache } from '../api-keys/authenticate.ts'
import { listenForChanges } from '../api-keys/listen.ts'
import { establishTenantFacts } from './facts.ts'

let api: Awaited<ReturnType<typeof startProduction>>['api']
let key: string
beforeAll(async () => {
  api = (await startProduction()).api
  key = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())

const wallet_address = '0x1111111111111111111111111111111111111111'
const play = (jurisdiction: string) =>
  api.call('POST', '/v1/gaming/verify-age', { wallet_address, date_of_birth: '1990-01-01', jurisdiction, activity: 'gambling' }, key)
const rule = (answer: Awaited<ReturnType<typeof play>>, code: string) =>
  answer.body.decision.rules.find((one: { code: string }) => one.code === code)
const state = (facts: object, note?: string) => api.call('PATCH', '/v1/tenant-facts', { facts, ...(note && { note }) }, key)
const known = async (fact: string) =>
  (await api.call('GET', '/v1/tenant-facts', undefined, key)).body.facts.find((one: { fact: string }) => one.fact === fact)

test('H2 in production gambling is judged by the licences that the tenant stated, and asked for while it said none', async () => {
  expect(await known('licences')).toMatchObject({ value: null, source: null, from: 'tenant' })
  await state({ game_blocklist: [] })
  const asked = await play('US-NJ')
  expect(rule(asked, 'geo_not_allowed')).toMatchObject({
    result: 'review',
    message: expect.stringContaining('Not known: your organisation’s licences'),
  })
  expect(asked.body.decision.missing).toContain('/tenant/licences')

  expect((await state({ licences: [] })).status).toBe(200)
  expect(rule(await play('US-NJ'), 'geo_not_allowed')).toMatchObject({ result: 'fail' })

  await state({ licences: ['gambling:US-NJ:sports'] }, 'NJ DGE, permit 17')
  expect(rule(await play('US-NJ'), 'geo_not_allowed')?.result ?? 'pass').toBe('pass')
  expect(await known('licences')).toMatchObject({ value: ['gambling:US-NJ:sports'], source: 'configured', note: 'NJ DGE, permit 17' })

  await state({ game_blocklist: ['US-NJ'] })
  expect(rule(await play('US-NJ'), 'geo_not_allowed')).toMatchObject({ result: 'fail' })
})

test('a budget of age lies between what can be kept and what the platform holds, and stands beside the ages of now', async () => {
  for (const wrong of [
    'sanctions_lists:1h:review',
    'sanctions_lists:25h:deny',
    'sanctions_lists:12h:allow',
    'weather:1d:deny',
    'identity:0d:deny',
  ])
    expect(await state({ data_budgets: [wrong] }), wrong).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  expect((await state({ data_budgets: ['identity:30d:review', 'identity:40d:deny'] })).status).toBe(422)
  expect((await state({ data_budgets: ['sanctions_lists:12h:deny'] })).body.data_age[0]).toMatchObject({
    ...{ data: 'sanctions_lists', budget_seconds: 43_200, over: 'deny', within: true },
  })
  await state({ data_budgets: null })
  const status = await statusReport(api.services)
  expect(status.data.find(({ source }) => source === 'us_ofac_sdn')).toMatchObject({ limit_seconds: 86_400, within: true })
})

test('whether a transfer agent keeps the registers is read of the issuer, and the stricter of two words counts', async () => {
  const agent = async () => {
    const ctx = await systemCtxIn(api.services, { id: 'sys', organizationId, environment: 'production' })
    return (await issuerFacts(ctx.db, ctx)).issuer.registered_transfer_agent
  }
  const { organization_id: organizationId } = (await api.call('GET', '/v1/tenant-facts', undefined, key)).body
  expect(await agent()).toBeUndefined()
  await state({ transfer_agent: true })
  expect(await agent()).toBe(true)
  await state({ transfer_agent: false })
  expect(await agent()).toBe(false)
  await state({ transfer_agent: null })
})

test('what was said stays in the history and in the log, and null takes it back', async () => {
  await state({ serves_eu: true })
  await state({ serves_eu: null })
  expect(await known('serves_eu')).toMatchObject({ value: null })
  const { body } = await api.call('GET', '/v1/tenant-facts/history?fact=serves_eu', undefined, key)
  expect(body.object).toBe('fact_history')
  expect(body.data.map((one: { value: unknown }) => one.value)).toEqual([null, true])
  const actions = (await api.services.connection.db.select().from(auditLogs)).map((row) => row.action)
  expect(actions.filter((action) => action === 'tenant_facts_stated').length).toBeGreaterThanOrEqual(2)
  await expect(api.services.connection.pool.query(`update tenant_facts set note = 'changed'`)).rejects.toThrow(
    /append-only|permission denied/,
  )
})

test('contracts are not the tenant’s to state, a licence has a form, and the sandbox says what it takes for granted', async () => {
  expect((await state({ enterprise_contract: true })).status).toBe(422)
  expect((await state({ licences: ['gambling'] })).status).toBe(422)
  await expect(
    establishTenantFacts({
      ctx: api.ctx('production'),
      input: { organization_id: api.ctx('production').organizationId, environment: 'production', facts: { enterprise_contract: true } },
    }),
  ).rejects.toMatchObject({ code: 'second_person_required' })
  const sandbox = (await api.makeKey('sandbox')).key
  const { body } = await api.call('GET', '/v1/tenant-facts', undefined, sandbox)
  expect(body.facts.find((one: { fact: string }) => one.fact === 'us_bsa_type')).toMatchObject({ value: 'none', source: 'simulated' })
})

test('words are kept at hand, and a new one counts here at once and elsewhere as soon as it is heard of', async () => {
  const { services, databaseUrl } = api
  const words = tenantWords(services.connection)
  const stop = await listenForChanges(databaseUrl, new KeyCache(), services.keyring, services.log, words)
  const asked = vi.spyOn(services.connection.pool, 'query')
  const looks = () => asked.mock.calls.filter(([query]) => (query as { name?: string })?.name === 'tenant_facts').length
  try {
    const barred = async () => rule(await play('US-NV'), 'geo_not_allowed')?.result === 'fail'
    await state({ game_blocklist: [], licences: ['gambling:US-NV:sports'] })
    expect(await barred()).toBe(false)
    await state({ game_blocklist: ['US-NV'] })
    expect(await barred()).toBe(true)
    // Once the last word was heard of, nobody looks again.
    await vi.waitFor(async () => {
      await barred()
      const before = looks()
      await barred()
      expect(looks()).toBe(before)
    })
    // Another process writes by its own connection.
    await services.connection.db.insert(tenantFacts).values({
      ...{ id: 'tfa_elsewhere', organization_id: api.ctx('production').organizationId, environment: 'production' },
      ...{ fact: 'game_blocklist', value: [], note: null, stated_by: 'somebody', stated_as: 'tenant', at: new Date() },
    })
    await vi.waitFor(async () => expect(await barred()).toBe(false))
  } finally {
    asked.mockRestore()
    await stop()
  }
  // Without the line nothing is kept.
  const before = words.get(`${api.ctx('production').organizationId}\nproduction`)
  expect(before).toBeUndefined()
})

test('a word may name the time from which it counts: until then the earlier one does, and each decision names which it used', async () => {
  await state({ game_blocklist: [], licences: ['gambling:US-PA:sports'] })
  const day = 86_400_000
  const from = new Date(Date.now() + 30 * day).toISOString()
  const later = (facts: object, effective_at: unknown) => api.call('PATCH', '/v1/tenant-facts', { facts, effective_at }, key)
  const said = await later({ game_blocklist: ['US-PA'] }, from)
  expect(said.status).toBe(200)
  expect(said.body.pending).toMatchObject([{ fact: 'game_blocklist', value: ['US-PA'], effective_at: from }])
  expect(await known('game_blocklist')).toMatchObject({ value: [] })
  expect(rule(await play('US-PA'), 'geo_not_allowed')?.result ?? 'pass').toBe('pass')

  // The clock alone decides, with words that are at hand.
  const ctx = api.ctx('production')
  const blocked = async (days: number) => {
    const facts = await ctx.world.tenant.forDecision({ ...ctx, now: Date.now() + days * day })
    return facts.find(({ fact }) => fact === 'game_blocklist')
  }
  expect((await blocked(29))?.value).toEqual([])
  expect(await blocked(31)).toMatchObject({ value: ['US-PA'], effective_at: new Date(from) })
  const there = { ...ctx, now: Date.now() + 31 * day }
  const found = await ctx.world.tenant.inForce(ctx.db, there)
  expect(found.find(({ fact }) => fact === 'game_blocklist')?.value).toEqual(['US-PA'])

  // Said again before its time, the earlier word ends.
  const again = await state({ game_blocklist: ['US-UT'] })
  expect(again.body.pending).toEqual([])
  expect((await blocked(31))?.value).toEqual(['US-UT'])
  const history = await api.call('GET', '/v1/tenant-facts/history?fact=game_blocklist', undefined, key)
  expect(history.body.data[1]).toMatchObject({ value: ['US-PA'], effective_at: from })

  for (const [facts, at, detail] of [
    [{ serves_eu: true }, new Date(Date.now() - day).toISOString(), 'in_the_past'],
    [{ serves_eu: true }, new Date(Date.now() + 800 * day).toISOString(), 'too_far'],
    [{ reliance_keys: [] }, from, 'not_allowed'],
  ] as const) {
    const refused = await later(facts, at)
    expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { pointer: '/effective_at', code: detail }])
  }
})

test('in a sandbox moved clocks bring what waits into effect, in the decision too', async () => {
  const { key } = await api.makeKey('sandbox')
  const call = (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)
  const asked = () =>
    call('POST', '/gaming/verify-age', { wallet_address, date_of_birth: '1990-01-01', jurisdiction: 'XB', activity: 'general' })
  const from = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await call('PATCH', '/tenant-facts', { facts: { game_blocklist: ['XB'] }, effective_at: from })
  expect(rule(await asked(), 'geo_not_allowed')?.result).not.toBe('fail')
  expect((await call('POST', '/sandbox/clock', { advance: '3d' })).status).toBe(200)
  const then = await asked()
  expect(rule(then, 'geo_not_allowed')?.result).toBe('fail')
  const used = then.body.decision.facts_used.find((one: { path: string }) => one.path === 'tenant.game_blocklist')
  expect(used).toMatchObject({ source: 'configured', as_of: from })
})
