import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userCtx } from '#core/access/accounts/session.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { findChangedStanding } from '#core/record/log/standing.ts'
import { auditLogs, events, memberships, session, tenantFacts, userRoles } from '#db/schema.ts'
import { WALLET_VERIFY } from '#engine/cases/minimal.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { simulate } from '#engine/simulate.ts'
import { LASTING } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { makeAuthority } from '#tests/identity/authorities.ts'
import { startProduction } from '#tests/reach/production.ts'
import { mailsTo } from '#tests/stored.ts'
import { writeCli } from '#tools/sdks/cli.ts'
import { readPolicy } from './file.ts'
import { underSettings } from './under-settings.ts'

let api: Awaited<ReturnType<typeof startProduction>>['api']
let key: string
const ids: Record<string, string> = {}
const people: Record<string, Person> = {}
const at = (name: string) => `${name}@policy.example`
const db = () => api.services.connection.db
/** As somebody who has just proven a second factor, in production. */
async function as(name: string) {
  await db().update(session).set({ secondFactorAt: new Date() })
  return (await people[name]!.verbs()).developer('production')
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message?: string }) => error.code ?? String(error),
  )

beforeAll(async () => {
  api = (await startProduction()).api
  key = (await api.makeKey('production')).key
  for (const name of ['ann', 'bob', 'cyd']) {
    ids[name] = await makeAccount(api, at(name), name === 'ann' ? 'issuer' : 'investor')
    people[name] = new Person(api)
    await people[name].signIn(at(name))
  }
})
afterAll(() => api?.stop())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  api.call(method, `/v1${path}`, body, key, headers)
const plan = (policy: unknown, more: object = {}) => call('POST', '/policy/plan', { policy, ...more })
const apply = (plan_id: string, headers?: Record<string, string>) => call('PUT', '/policy', { plan_id }, headers)
const wallet_address = '0x1111111111111111111111111111111111111111'
const play = (jurisdiction: string) =>
  call('POST', '/gaming/verify-age', { wallet_address, date_of_birth: '1990-01-01', jurisdiction, activity: 'gambling' })
const rule = (answer: Awaited<ReturnType<typeof play>>, code: string) =>
  answer.body.decision.rules.find((one: { code: string }) => one.code === code)

it('a file says what would change and which decisions would turn; applied, that is what changed, and nothing besides', async () => {
  await call('PATCH', '/tenant-facts', { facts: { game_blocklist: [], licences: ['gambling:US-NJ:sports'], serves_eu: false } })
  const before = await play('US-NJ')
  const now = await call('GET', '/policy')
  expect(now.body).toMatchObject({ object: 'tenant_policy', by_two: false, waiting: [] })
  expect(now.body.yaml).toContain('licences:\n    - gambling:US-NJ:sports')
  const text = `version: 1
# Nobody plays in New Jersey any more.
settings:
  game_blocklist: [US-NJ]
  licences:
    - gambling:US-NJ:sports
protocols:
  Alpine Earn:
    min_level: defi-enhanced
    blocked_countries: [DE]
`
  const tried = await plan(text, { dry_run: true })
  expect(tried.body).toMatchObject({ id: null, status: 'planned' })
  const planned = await plan(text)
  expect(planned.status).toBe(200)
  expect(planned.body.changes).toEqual([
    { path: '/settings/game_blocklist', from: [], to: ['US-NJ'] },
    { path: '/settings/serves_eu', from: false, to: null },
    {
      path: '/protocols/Alpine Earn',
      from: null,
      to: { min_level: 'defi-enhanced', blocked_countries: ['DE'], contracts: [], paused: false },
    },
  ])
  // The decision on record does not turn here: without identity it was no allow before. What is responsible is named where it does.
  const flip = planned.body.decisions.flips.find((one: { id: string }) => one.id === before.body.decision.id)
  expect(flip).toMatchObject({ to: 'deny', because: expect.arrayContaining(['GEO_NOT_ALLOWED']) })
  // Nothing has changed yet.
  expect(rule(await play('US-NJ'), 'geo_not_allowed')?.result ?? 'pass').toBe('pass')

  const { etag } = Object.fromEntries((await call('GET', '/policy')).headers) as { etag: string }
  expect((await apply(planned.body.id, { 'if-match': '"other"' })).status).toBe(412)
  const done = await apply(planned.body.id, { 'if-match': etag })
  expect(done).toMatchObject({ status: 200, body: { status: 'applied', id: planned.body.id } })
  expect((await apply(planned.body.id)).body).toMatchObject({ status: 'applied', applied_at: done.body.applied_at })
  expect(rule(await play('US-NJ'), 'geo_not_allowed')).toMatchObject({ result: 'fail' })
  const after = await call('GET', '/policy')
  expect(after.body.policy).toEqual(planned.body.policy)
  expect((await call('GET', `/policy/plans/${planned.body.id}`)).body).toMatchObject({ status: 'applied' })
  const [event] = await db().select().from(events).where(eq(events.type, 'policy.applied'))
  expect(event?.object).toMatchObject({ plan: { id: planned.body.id, effective_at: null } })
  const log = (await db().select().from(auditLogs)).map((entry) => entry.action)
  expect(log).toEqual(expect.arrayContaining(['policy_planned', 'policy_applied', 'protocol_registered']))
  expect(await verifyAudit(api.services)).toMatchObject({ faults: [] })
  // Sent as it is, nothing would change.
  expect((await plan(after.body.yaml)).body).toMatchObject({ status: 409, code: 'conflict' })
})

it('a budget of age is tried on the decisions there are: what would have been too old for it turns', async () => {
  const facts = { ...WALLET_VERIFY, lists: WALLET_VERIFY.lists!.map((list) => ({ ...list, published_at: '2026-11-01T00:00:00Z' })) }
  const under = (...data_budgets: string[]) =>
    simulate([{ id: 'dec_1', facts }], currentRuleset, currentRuleset, underSettings({ data_budgets })).flips
  expect(under('list_publications:30d:deny', 'sanctions_lists:6h:review')).toEqual([])
  expect(under('list_publications:7d:deny')).toEqual([{ id: 'dec_1', from: 'allow', to: 'deny', because: ['DATA_TOO_OLD'] }])
  expect(under('list_publications:7d:review')[0]).toMatchObject({ to: 'review' })
  // Nobody says a budget any more: nothing turns. One that is none is unknown, and unknown is no allow.
  expect(simulate([{ id: 'dec_1', facts }], currentRuleset, currentRuleset, underSettings({ data_budgets: null })).flips).toEqual([])
  expect(under('list_publications:6d:deny')[0]).toMatchObject({ to: 'needs_info' })
  expect((await plan({ version: 1, settings: { data_budgets: ['list_publications:6d:deny'] } })).body).toMatchObject({
    ...{ status: 422, code: 'validation_failed' },
    errors: [expect.objectContaining({ pointer: '/policy/settings/data_budgets/0' })],
  })
})

it('what was made from another state is not applied, and a plan may count later', async () => {
  const { policy } = (await call('GET', '/policy')).body
  const one = await plan({ ...policy, settings: { ...policy.settings, serves_eu: true } })
  await call('PATCH', '/tenant-facts', { facts: { art_trader: true } })
  expect((await apply(one.body.id)).body.code).toBe('version_conflict')
  const fresh = (await call('GET', '/policy')).body.policy
  const effective_at = new Date(Date.now() + 86_400_000).toISOString()
  const later = await plan({ ...fresh, settings: { ...fresh.settings, serves_eu: true } }, { effective_at })
  expect((await apply(later.body.id)).body).toMatchObject({ status: 'applied', effective_at })
  const facts = (await call('GET', '/tenant-facts')).body
  expect(facts.pending).toMatchObject([{ fact: 'serves_eu', value: true, effective_at }])
  expect((await apply('pln_01kah3m8v0x5q7w9e2r4t6y8zc')).status).toBe(404)
})

it('what is wrong is named by its place in the file', async () => {
  const wrong = async (policy: unknown, more?: object) => {
    const { status, body } = await plan(policy, more)
    expect(status, JSON.stringify(body)).toBe(422)
    return body.errors.map((one: { pointer: string; detail: string }) => [one.pointer, one.detail])
  }
  const protocols = '\nprotocols:\n  Alpine Earn: {min_level: defi-enhanced, blocked_countries: [DE]}\n'
  const [[pointer, detail]] = await wrong(`version: 1\nsettings:\n  licences:\n    - gambling:US-NJ\n    - fishing${protocols}`)
  expect(pointer).toBe('/policy/settings/licences/1')
  expect(detail).toMatch(/^Line 5: /)
  // What is not there has no line: it is named.
  expect(await wrong('settings: {}')).toEqual([['/policy/version', 'version: This field is required.']])
  expect(await wrong({ version: 1, settings: { licence: [] } })).toEqual([
    ['/policy/settings/licence', expect.stringContaining('licence is not part of a policy')],
  ])
  expect(await wrong({ version: 2 })).toMatchObject([['/policy/version', expect.anything()]])
  expect(await wrong('a: &a [x]\nb: *a')).toMatchObject([['/policy', expect.stringContaining('Line 1')]])
  expect(await wrong('version: 1\nversion: 1')).toMatchObject([['/policy', expect.stringContaining('unique')]])
  expect(await wrong('version: !!js/function "x"')).toMatchObject([['/policy', expect.anything()]])
  expect(await wrong(`${'['.repeat(50_000)}`)).toMatchObject([['/policy', expect.anything()]])
  expect(await wrong('- version')).toMatchObject([['/policy', expect.stringContaining('object')]])
  expect(await wrong({ version: 1, protocols: {} })).toMatchObject([
    ['/policy/protocols/Alpine Earn', expect.stringContaining('paused: true')],
  ])
  expect(
    await wrong(
      `version: 1\nsettings: {serves_eu: true}\nprotocols: {Other: {}, Alpine Earn: {min_level: defi-enhanced, blocked_countries: [DE]}}`,
      {
        effective_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    ),
  ).toMatchObject([['/effective_at', expect.anything()]])
  expect(() =>
    readPolicy('version: 1\nprotocols: {A: {}, a: {}}', {
      trust: { trusted_issuers: [], authorities: [], providers: {} },
      now: Date.now(),
    }),
  ).toThrow()
  expect((await call('GET', '/policy/schema')).body.schema).toMatchObject({
    type: 'object',
    required: ['version'],
    additionalProperties: false,
  })
})

it('where settings take two people a plan waits for another one, and nobody changes them around it', async () => {
  const own = async (name: string) => (await as(name)).getPolicy()
  const withSettings = async (name: string, settings: Record<string, unknown>, known?: Record<string, unknown>) => {
    const { policy } = await own(name)
    const made = await (await as(name)).planPolicy({ policy: { ...policy, settings: { ...(known ?? policy.settings), ...settings } } })
    return made.id!
  }
  const put = async (name: string, id: string) => (await as(name)).applyPolicy({ plan_id: id })
  // There is no rule of two people where there is one.
  expect(await code(put('ann', await withSettings('ann', { policy_changes_by_two: true })))).toBe('second_person_required')
  for (const [name, role] of [
    ['bob', 'compliance_officer'],
    ['cyd', 'developer'],
  ] as const) {
    await db().update(session).set({ secondFactorAt: new Date() })
    await (await people.ann!.verbs()).inviteMember({ email: at(name), role })
    const mails = await mailsTo(api.services, at(name))
    const token = mails.flatMap((mail) => /\/join\/([\w-]+)/.exec(mail.text)?.[1] ?? []).at(-1)!
    await (await people[name]!.verbs()).acceptInvitation({ token })
  }
  // As in an organisation that has been one for a while.
  await db()
    .update(memberships)
    .set({ role_since: new Date(Date.now() - 3 * 86_400_000) })
  await db().update(userRoles).set({ granted_at: null })
  expect(await put('ann', await withSettings('ann', { policy_changes_by_two: true }))).toMatchObject({ status: 'applied' })

  expect(await code((await as('ann')).stateTenantFacts({ facts: { serves_eu: true } }))).toBe('second_person_required')
  const id = await withSettings('ann', { serves_eu: true })
  const waits = await put('ann', id)
  expect(waits).toMatchObject({ status: 'waiting', by_two: true, second_person: { status: 'awaiting_second' } })
  const { case_id } = waits.second_person!
  const value = async () => (await (await as('ann')).readTenantFacts()).facts.find(({ fact }) => fact === 'serves_eu')?.value
  expect(await value()).toBeNull()
  expect((await own('bob')).waiting).toMatchObject([{ id, case_id, changes: ['/settings/serves_eu'] }])
  const answer = async (name: string, outcome: 'release' | 'refuse', of = case_id) =>
    (await as(name)).decidePolicyChange({ id: of, outcome })
  expect(await code(answer('ann', 'release'))).toBe('second_person_required')
  expect(await code(answer('cyd', 'release'))).toMatch(/forbidden|insufficient/)
  expect(await code(answer('bob', 'release'))).toBe('done')
  expect(await value()).toBe(true)
  const [entry] = (await db().select().from(auditLogs)).filter(
    ({ details }) => (details as { case_id?: string }).case_id === case_id && (details as { countersigned_by?: string }).countersigned_by,
  )
  expect(entry).toMatchObject({ action: 'policy_applied', details: { asked_by: ids.ann, countersigned_by: ids.bob } })

  const refused = await put('ann', await withSettings('ann', { serves_eu: null }))
  expect(await code(answer('bob', 'refuse', refused.second_person!.case_id))).toBe('done')
  expect(await value()).toBe(true)
  // To end the rule is for two who may change members, and a compliance officer may not.
  expect(await code(put('bob', await withSettings('bob', { policy_changes_by_two: null })))).toBe('forbidden')
  expect(await code(put('ann', await withSettings('ann', { policy_changes_by_two: null })))).toBe('second_person_required')
  const words = await db().select().from(tenantFacts).where(eq(tenantFacts.fact, 'policy_changes_by_two'))
  expect(words.map((word) => word.value)).toEqual([true])
})

it('whom an organisation trusts stands in the file: shown by the plan, let in and let go by two', async () => {
  const { key: own } = await createApiKey({
    ctx: userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await people.ann!.session(), 'production'),
    input: { name: 'Policy', environment: 'production', scopes: ['*'], allowed_ips: [] },
  })
  const asAnn = (method: string, path: string, body?: unknown) => api.call(method, `/v1${path}`, body, own)
  const issuer = { kind: 'did', name: 'Register of Utopia', level: 'basic', identifier: 'did:web:utopia.example' }
  const claims = { Residency: { fields: { name: 'full_name' } } }
  const { policy } = (await asAnn('GET', '/policy')).body
  expect(policy).toMatchObject({ trusted_issuers: [], providers: {} })
  const planned = await asAnn('POST', '/policy/plan', { policy: { ...policy, trusted_issuers: [{ ...issuer, claims }] } })
  expect(planned.body, planned.text).toMatchObject({
    by_two: true,
    changes: [{ path: '/trusted_issuers/did did:web:utopia.example', from: null, to: issuer }],
  })
  const waits = await asAnn('PUT', '/policy', { plan_id: planned.body.id })
  expect(waits.body, waits.text).toMatchObject({ status: 'waiting', second_person: { status: 'awaiting_second' } })
  expect((await asAnn('GET', '/identity/trusted-issuers')).body.data).toEqual([])
  await (await as('bob')).decidePolicyChange({ id: waits.body.second_person.case_id, outcome: 'release' })
  const [row] = (await asAnn('GET', '/identity/trusted-issuers')).body.data
  expect(row).toMatchObject({ state: 'active', author: ids.ann, approved_by: ids.bob, identifier: issuer.identifier })
  expect(await findChangedStanding(api.services)).toEqual([])
  // Left out as a whole it stays; named as none it goes.
  const now = (await asAnn('GET', '/policy')).body
  const { trusted_issuers: _, ...without } = now.policy
  expect((await asAnn('POST', '/policy/plan', { policy: without })).body).toMatchObject({ status: 409, code: 'conflict' })
  expect((await asAnn('POST', '/policy/plan', { policy: now.yaml })).body).toMatchObject({ status: 409, code: 'conflict' })
  for (const [trust, pointer] of [
    [{ trusted_issuers: [{ kind: 'csca', name: 'Utopia', level: 'basic' }] }, '/policy/trusted_issuers/0/kind'],
    [{ trusted_issuers: [{ ...issuer, claims, level: 'enhanced' }] }, '/policy/trusted_issuers/0/level'],
    [{ providers: { onfido: { flow: 'x' } } }, '/policy/providers/onfido'],
  ] as const)
    expect((await asAnn('POST', '/policy/plan', { policy: { ...now.policy, ...trust } })).body.errors?.[0]?.pointer).toBe(pointer)
  const gone = await asAnn('POST', '/policy/plan', { policy: { ...now.policy, trusted_issuers: [] } })
  expect(gone.body.changes).toMatchObject([{ path: '/trusted_issuers/did did:web:utopia.example', to: null }])
  const { second_person } = (await asAnn('PUT', '/policy', { plan_id: gone.body.id })).body
  await (await as('bob')).decidePolicyChange({ id: second_person.case_id, outcome: 'release' })
  expect((await asAnn('GET', '/identity/trusted-issuers')).body.data).toMatchObject([{ state: 'ended', ended_by: ids.ann }])
  expect(await verifyAudit(api.services)).toMatchObject({ faults: [] })
})

it('the command line plans and applies in production, says that another person is waited for, and how it ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-policy-'))
  const server = createServer(LASTING, getRequestListener(api.app.fetch))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { key: own } = await createApiKey({
    ctx: userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await people.ann!.session(), 'production'),
    input: { name: 'Pipeline', environment: 'production', scopes: ['*'], allowed_ips: [] },
  })
  const program = await writeCli(folder)
  const env = {
    ...{ PATH: process.env.PATH, SEALWRIGHT_CONFIG_DIR: folder, SEALWRIGHT_API_KEY: own },
    SEALWRIGHT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  /** Ends as a shell sees it, and says what a person reads. */
  const sealwright = (args: string[], input = '') =>
    new Promise<{ code: number | null; out: string }>((done) => {
      const child = spawn(process.execPath, [program, ...args], { env, cwd: folder })
      let out = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
      child.once('close', (code) => done({ code, out }))
      child.stdin.end(input)
    })
  const planned = async (settings: string) => {
    const { policy, yaml } = await (await as('ann')).getPolicy()
    expect(Object.keys(policy.settings).length).toBeGreaterThan(0)
    const plan = await sealwright(['policy', 'plan', '-'], yaml.replace('settings:\n', `settings:\n  ${settings}\n`))
    expect([plan.code, plan.out], plan.out).toEqual([0, expect.stringContaining('It takes two people')])
    return /pln_\w+/.exec(plan.out)![0]
  }
  for (const [settings, outcome, ended] of [
    ['art_trader: true', 'release', 0],
    ['casp_auth: true', 'refuse', 1],
  ] as const) {
    const id = await planned(settings)
    for (let time = 0; time < 2; time++) {
      const waits = await sealwright(['policy', 'apply', id])
      expect([waits.code, waits.out], waits.out).toEqual([4, expect.stringContaining('It waits for another person')])
    }
    const { waiting } = await (await as('ann')).getPolicy()
    await (await as('bob')).decidePolicyChange({ id: waiting.find((one) => one.id === id)!.case_id, outcome })
    const shown = await sealwright(['policy', 'apply', id])
    expect([shown.code, (await sealwright(['policy', 'show'])).out.includes(settings)], shown.out).toEqual([ended, ended === 0])
  }
  // A key that may not change settings plans nothing.
  const { key: reads } = await createApiKey({
    ctx: userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await people.ann!.session(), 'production'),
    input: { name: 'Reader', environment: 'production', scopes: ['decisions:read'], allowed_ips: [] },
  })
  env.SEALWRIGHT_API_KEY = reads
  expect(await sealwright(['policy', 'plan', '-'], 'version: 1\nsettings:\n  art_trader: false\n')).toMatchObject({
    ...{ code: 1, out: expect.stringContaining('insufficient_scope') },
  })
  server.close()
  rmSync(folder, { recursive: true })
})

it('authorities that came in lists stand in the file by their digest: sent as it is nothing changes, and it has them checked, or go', async () => {
  const { key: own } = await createApiKey({
    ctx: userCtx(systemCtx(api.services, { id: 'pages', environment: 'production' }), await people.ann!.session(), 'production'),
    input: { name: 'Lists', environment: 'production', scopes: ['*'], allowed_ips: [] },
  })
  const asAnn = (method: string, path: string, body?: unknown) => api.call(method, `/v1${path}`, body, own)
  // As in an organisation whose settings one person changes.
  await db().delete(tenantFacts).where(eq(tenantFacts.fact, 'policy_changes_by_two'))
  const made = await Promise.all(['UT', 'XA'].map((country) => makeAuthority({ name: `C=${country}, CN=CSCA` })))
  const sent = await api.app.request('/v1/identity/trusted-issuers/import?kind=csca&level=basic&note=From%20the%20state', {
    method: 'POST',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/octet-stream' },
    body: made.map(({ pem }) => pem).join('\n'),
  })
  const { second_person } = (await sent.json()) as { second_person: { case_id: string } }
  await as('bob')
  await (await people.bob!.verbs()).decideCase({
    id: second_person.case_id,
    outcome: 'release',
    reason_code: 'checked',
    note: 'Seen by us.',
  })
  await asAnn('POST', '/protocols', { protocol_name: 'Known', contracts: [{ chain_id: 1, address: wallet_address }] })
  const now = (await asAnn('GET', '/policy')).body
  expect(Object.values(now.policy.protocols as Record<string, { contracts: unknown[] }>).some((one) => one.contracts.length)).toBe(true)
  const [group] = now.policy.authorities
  expect(group).toMatchObject({
    kind: 'csca',
    list: null,
    revocation: 'review',
    certificates: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const path = `/authorities/csca ${group.sha256}`
  for (const whole of [now.policy, now.yaml, { ...now.policy, authorities: undefined }])
    expect((await asAnn('POST', '/policy/plan', { policy: whole })).body).toMatchObject({ status: 409, code: 'conflict' })
  for (const wrong of [
    { ...group, certificates: 3 },
    { ...group, sha256: 'f'.repeat(64) },
    { ...group, kind: 'iaca' },
  ])
    expect((await asAnn('POST', '/policy/plan', { policy: { ...now.policy, authorities: [wrong] } })).body.errors[0].detail).toContain(
      'Import',
    )
  const put = async (authorities: unknown[]) => {
    const planned = await asAnn('POST', '/policy/plan', { policy: { ...(await asAnn('GET', '/policy')).body.policy, authorities } })
    expect(planned.body.changes, planned.text).toMatchObject([{ path }])
    const { second_person } = (await asAnn('PUT', '/policy', { plan_id: planned.body.id })).body
    if (second_person) await (await as('bob')).decidePolicyChange({ id: second_person.case_id, outcome: 'release' })
    return [planned.body.by_two, (await asAnn('GET', '/policy')).body.policy.authorities]
  }
  expect(await put([{ ...group, revocation: 'require' }])).toEqual([false, [{ ...group, revocation: 'require' }]])
  // To let them count without a list of revoked ones is for two.
  expect(await put([group])).toEqual([true, [group]])
  expect(await put([])).toEqual([false, []])
  expect((await asAnn('GET', '/identity/trusted-issuers?kind=csca')).body.data).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
  expect(await findChangedStanding(api.services)).toEqual([])
  expect(await verifyAudit(api.services)).toMatchObject({ faults: [] })
})
