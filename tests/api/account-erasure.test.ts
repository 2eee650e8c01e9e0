import { and, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { eraseDue, LAST_MAIL } from '#core/review/erasure/erase.ts'
import { endThrowaways } from '#core/sandbox/worlds/end-throwaways.ts'
import { ORGANIZATION_TABLES } from '#core/sandbox/worlds/tables.ts'
import { auditLogs, decisions, documents, mails, organizations, subjectKeys, userRoles } from '#db/schema.ts'
import { mailsTo, userById } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
let admin: string
beforeAll(async () => {
  api = await startApi()
  admin = await makeAccount(api, 'root@erasure.example', 'admin')
})
afterAll(() => api.stop())
const db = () => api.services.connection.db

/** The verbs of a signed-in person, as a page calls them. */
async function as(id: string, more: object = {}) {
  const user = await userById(api.services, id)
  const actor = {
    type: 'user',
    id,
    organizationId: user!.organization_id,
    role: user!.role,
    email: user!.email,
    sessionId: 's',
    secondFactorAt: Date.now(),
    ...more,
  }
  const ctx = { ...systemCtx(api.services, { id, environment: 'sandbox' }), organizationId: user!.organization_id, actor } as Ctx
  return bindVerbs(ctx)
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

async function mentions(text: RegExp): Promise<string[]> {
  const { rows: tables } = await db().execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await api.services.connection.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) if (text.test(row)) found.push(`${name}: ${row.slice(Math.max(0, row.search(text) - 40)).slice(0, 120)}`)
  }
  return found
}

test('an account is erased by an admin with a second factor; nothing names the person but the last mail, and the log is whole', async () => {
  const id = await makeAccount(api, 'quincy.xylophone@erasure.example')
  const person = new Person(api)
  expect((await person.signIn('quincy.xylophone@erasure.example')).status).toBe(200)
  const own = await as(id)
  const rest = { companyName: '', country: '' as const, state: '', address: '', postalCode: '', dateOfBirth: '' }
  await own.updateOwnProfile({ firstName: 'Quincy', lastName: 'Xylophone', phone: '+12025550123', city: 'Xylophone City', ...rest })
  await own.uploadDocument({
    owner_type: 'user',
    owner_id: id,
    kind: 'passport',
    file_name: 'quincy.pdf',
    bytes: new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF'),
  })
  const { id: request } = await own.requestErasure({ reason: 'I, Quincy Xylophone, move to the sea.' })

  const root = await as(admin)
  const listed = await root.listAccountErasures({ status: 'pending' })
  expect(listed.data).toMatchObject([{ id: request, name: 'Quincy Xylophone', status: 'pending', days_left: 30 }])
  const shown = await root.getAccountErasure({ id: request })
  expect(shown.plan).toMatchObject({ blocked: [], erased: expect.arrayContaining(['1 documents, with the key that sealed them']) })
  expect(await code((await as(id)).carryOutErasure({ id: request }))).toBe('forbidden')
  expect(await code((await as(admin, { secondFactorAt: null, hasSecondFactor: true })).carryOutErasure({ id: request }))).toBe(
    'step_up_required',
  )

  expect(await root.carryOutErasure({ id: request })).toMatchObject({ success: true, blocked: [] })
  expect(await code(root.carryOutErasure({ id: request }))).toBe('conflict')
  expect((await person.signIn('quincy.xylophone@erasure.example')).status).toBe(401)
  expect((await person.get('/api/session')).body.user ?? null).toBeNull()
  expect(await db().select().from(documents).where(eq(documents.owner_id, id))).toEqual([])
  const [key] = await db()
    .select()
    .from(subjectKeys)
    .where(eq(subjectKeys.id, `user:${id}`))
  expect(key).toMatchObject({ wrapped_key: null })
  const [account] = await db()
    .select()
    .from(subjectKeys)
    .where(eq(subjectKeys.id, `account:${id}`))
  expect(account).toMatchObject({ wrapped_key: null })
  const [last] = await mailsTo(api.services, 'quincy.xylophone@erasure.example')
  expect(last).toMatchObject({ id: `${LAST_MAIL}${request}`, subject: 'Your account was erased' })
  await db()
    .update(mails)
    .set({ status: 'sent', created_at: new Date(Date.now() - 2 * 86_400_000) })
    .where(eq(mails.id, last!.id))
  await eraseDue(api.services)
  expect(await mentions(/quincy|xylophone|2025550123/i)).toEqual([])
  expect((await root.listAccountErasures({ status: 'done' })).data).toMatchObject([{ id: request, email: null, name: null, reason: null }])
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })
})

test('a request can be refused with a reason; the last admin and one’s own account are never erased', async () => {
  const id = await makeAccount(api, 'stays@erasure.example')
  const { id: request } = await (await as(id)).requestErasure({})
  const root = await as(admin)
  expect(await code(root.refuseErasure({ id: request, reason: 'no' }))).toBe('validation_failed')
  await root.refuseErasure({ id: request, reason: 'A court ordered us to keep your records until it decides.' })
  const told = await mailsTo(api.services, 'stays@erasure.example')
  expect(told.map((mail) => mail.subject)).toContain('About your request for erasure')
  const { id: own } = await root.requestErasure({})
  expect(await code(root.carryOutErasure({ id: own }))).toBe('second_person_required')
  const other = await as(await makeAccount(api, 'second@erasure.example', 'admin'))
  expect((await other.getAccountErasure({ id: own })).plan).toMatchObject({ blocked: [] })
})

test('an ended throw-away organisation is removed with all its rows; its log stays whole', async () => {
  const { key } = (await api.call('POST', '/api/playground/session', {})).body
  const wallet_address = `0x${'ee'.repeat(20)}`
  const kyc_data = { full_name: 'Fleeting Visitor', date_of_birth: '1990-05-17', country: 'US' }
  expect((await api.call('POST', '/v1/wallets/verify', { wallet_address, kyc_data }, key, { 'idempotency-key': 'k' })).status).toBe(200)
  await api.call('POST', '/v1/sandbox/snapshot', {}, key)
  await api.requestLog.flush()
  const [org] = await db().select().from(organizations).where(eq(organizations.kind, 'throwaway'))
  expect(await endThrowaways(api.services)).toBe(0)
  await db()
    .update(organizations)
    .set({ expires_at: new Date(Date.now() - 2 * 86_400_000) })
    .where(eq(organizations.id, org!.id))
  expect(await endThrowaways(api.services)).toBe(1)
  for (const table of ORGANIZATION_TABLES) {
    const rows = await db().select().from(table).where(eq(table.organization_id, org!.id))
    if (([auditLogs, decisions, subjectKeys] as unknown[]).includes(table)) expect(rows.length).toBeGreaterThan(0)
    else expect(rows).toEqual([])
  }
  const open = await db()
    .select()
    .from(subjectKeys)
    .where(and(eq(subjectKeys.organization_id, org!.id), isNotNull(subjectKeys.wrapped_key)))
  expect(open).toEqual([])
  expect(await db().select().from(organizations).where(eq(organizations.id, org!.id))).toEqual([])
  expect(await mentions(/fleeting/i)).toEqual([])
  expect(await verifyAudit(api.services)).toMatchObject({ whole: true, faults: [] })
})

test('two admins who erase each other in one moment leave one', async () => {
  const both = [await makeAccount(api, 'one@erasure.example', 'admin'), await makeAccount(api, 'two@erasure.example', 'admin')]
  await db()
    .delete(userRoles)
    .where(and(eq(userRoles.role, 'admin'), notInArray(userRoles.user_id, both)))
  const requests = []
  for (const id of both) requests.push((await (await as(id)).requestErasure({})).id)
  const [one, two] = [await as(both[0]!), await as(both[1]!)]
  const ends = await Promise.all([code(one.carryOutErasure({ id: requests[1]! })), code(two.carryOutErasure({ id: requests[0]! }))])
  expect(ends.sort()).toEqual(['conflict', 'done'])
  expect(await db().select().from(userRoles).where(eq(userRoles.role, 'admin'))).toHaveLength(1)
})
