import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { makeApiKey } from '#core/access/api-keys/create.ts'
import { revokeApiKey } from '#core/access/api-keys/revoke.ts'
import { rotateApiKey } from '#core/access/api-keys/rotate.ts'
import { endSecondFactorByOperator } from '#core/access/second-factor/end-by-operator.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { putStated } from '#core/securities/issuer/profile.ts'
import { users } from '#db/schema.ts'
import { createTestDatabase } from '#db/test-database.ts'
import { composeServices } from '#server/compose.ts'
import { startApi } from '#tests/api/harness.ts'
import { appendAudit } from '../log/append.ts'
import { write } from '../transaction.ts'
import { insertEndpoint, rotateWebhookSecret } from '../webhooks/endpoints.ts'
import { acceptStanding } from './accept-standing.ts'
import { verifyAudit } from './verify.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api?.stop())

const faults = async () => (await verifyAudit(api.services)).faults.map((each) => each.fault)

test('S6 a role put straight into the table is named, and so is a production key nobody made', async () => {
  expect(await faults()).toEqual([])
  const { id } = await api.makeKey('production')
  expect(await faults()).toEqual([])
  const { rows } = await api.owner.pool.query('select id from users')
  await api.owner.pool.query("insert into user_roles (id, user_id, role) values ('rol_x', $1, 'admin')", [rows[0].id])
  await api.owner.pool.query("update api_keys set id = 'key_x' where id = $1", [id])
  expect((await verifyAudit(api.services)).faults.map((each) => [each.audit_id, each.fault])).toEqual([
    [rows[0].id, 'has the role admin, which no entry of the log gave'],
    ['key_x', 'is a live production key that no entry of the log made'],
    [id, 'the key went without an entry of the log'],
  ])
})

test('S6 what gives power and was changed in the tables is named: scopes, ended keys, verification, suspension', async () => {
  const { db } = api.owner
  const email = 'standing@integrator.example'
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  const id = await createAccount(api.services, auth, { email, password: 'A-long-one-9', role: 'investor', verified: false })
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const ctx = systemCtx(api.services, { id: 'operator', organizationId: user!.organization_id, environment: 'production' })
  const make = (scopes: string[]) =>
    makeApiKey({ ctx, input: { name: 'one', environment: 'production', scopes, allowed_ips: [] }, madeFor: id })
  const narrow = await make(['wallets:read'])
  const revoked = await make(['wallets:read'])
  const spent = await make(['wallets:read'])
  await revokeApiKey({ ctx, input: { id: revoked.id } })
  const renewed = await rotateApiKey({ ctx, input: { id: spent.id, overlap_hours: 0 } })
  await write(ctx, async (tx) => {
    await tx.update(users).set({ suspended_at: new Date(), suspended_reason: 'compromised' }).where(eq(users.id, id))
    const audit = {
      action: 'account_suspended',
      category: 'admin' as const,
      subject: { type: 'user', id },
      details: { reason: 'misuse', keys: [] },
    }
    return { result: null, audit }
  })
  expect(await faults()).toEqual([])
  await db.execute(sql`update api_keys set scopes = '["*"]' where id in (${narrow.id}, ${renewed.id})`)
  await db.execute(sql`update api_keys set is_active = true, expires_at = null where id in (${revoked.id}, ${spent.id})`)
  await db.execute(sql`update users set suspended_at = null, suspended_reason = null, is_verified = true where id = ${id}`)
  const found = (await verifyAudit(api.services)).faults.map((each) => `${each.audit_id} ${each.fault}`)
  expect(found.sort()).toEqual(
    [
      `${narrow.id} can do more than the entry of the log that made it says`,
      `${renewed.id} can do more than the entry of the log that made it says`,
      `${revoked.id} works, and an entry of the log ended it`,
      `${spent.id} works, and an entry of the log ended it`,
      `${id} is marked as verified, and the log says otherwise`,
      `${id} is not suspended, and the log says otherwise`,
    ].sort(),
  )
})

test('S6 rights taken, settings, keys, endpoints and factors changed behind the log are named; what its verbs did is not', async () => {
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  const email = 'held@integrator.example'
  const id = await createAccount(api.services, auth, { email, password: 'A-long-one-9', role: 'issuer', verified: true })
  const { rows } = await api.owner.pool.query('select organization_id from users where id = $1', [id])
  const { organization_id: organizationId } = rows[0]
  const other = await createAccount(api.services, auth, { email: `o${email}`, password: 'A-long-one-9', role: 'investor', verified: true })
  const ctx = systemCtx(api.services, { id: 'operator', organizationId, environment: 'production' })
  const make = (expires_at?: string) =>
    makeApiKey({
      ctx,
      input: { name: 'one', environment: 'production', scopes: ['*'], allowed_ips: ['203.0.113.7'], expires_at },
      madeFor: id,
    })
  const [open, lasting, taken, spent] = [await make(), await make('2030-01-01T00:00:00Z'), await make(), await make()]
  await rotateApiKey({ ctx, input: { id: spent.id, overlap_hours: 2 } })
  const endpoint = (name: string) =>
    write(ctx, async (tx) => {
      const url = `https://${name}.example/`
      const given = { url, description: null, event_types: ['*'], filters: {}, strict_order: false, payload: 'summary' as const }
      const { row } = await insertEndpoint(tx, ctx, given)
      const standing = [`webhook_endpoint:${row.id}` as const, `webhook_state:${row.id}` as const]
      return { result: row.id, audit: { action: 'webhook_endpoint_created', category: 'system', standing } }
    })
  const [moved, resealed, gone] = [await endpoint('a'), await endpoint('b'), await endpoint('c')]
  await rotateWebhookSecret({ ctx, input: { id: resealed, overlap_hours: 1 } })
  const investorId = 'inv_x'
  await write(ctx, async (tx) => {
    await putStated(tx, organizationId, 'production', () => ({ investor_id: investorId, facts: {}, updated_at: null }))
    return { result: null, audit: { action: 'issuer_stated', category: 'investment', standing: [`organization:${organizationId}`] } }
  })
  await endSecondFactorByOperator(api.services, { userId: id, reason: 'lost' })
  expect(await faults()).toEqual([])
  for (const [statement, ...values] of [
    ['delete from user_roles where user_id = $1', id],
    [`update organizations set settings = '{}' where id = $1`, organizationId],
    [`update api_keys set allowed_ips = '[]' where id = $1`, open.id],
    ['update api_keys set expires_at = null where id = $1', lasting.id],
    [`update api_keys set created_by = 'usr_x' where id = $1`, taken.id],
    [`update webhook_endpoints set url = 'https://evil.example/' where id = $1`, moved],
    ['update webhook_endpoints set secret_sealed = previous_secret_sealed where id = $1', resealed],
    ['delete from webhook_endpoints where id = $1', gone],
    [`insert into auth.two_factor (id, secret, user_id, verified) select 't', 's', auth_id, true from users where id = $1`, other],
  ] as [string, string][])
    await api.owner.pool.query(statement, values)
  const found = (await verifyAudit(api.services)).faults.map((each) => `${each.audit_id} ${each.fault}`)
  expect(found.sort()).toEqual(
    [
      `${id} lost the role issuer, which the log says it has`,
      `${organizationId} the organisation changed without an entry of the log`,
      ...[open, lasting, taken].map((key) => `${key.id} the key changed without an entry of the log`),
      ...[moved, resealed].map((one) => `${one} the webhook endpoint changed without an entry of the log`),
      `${gone} the webhook endpoint went without an entry of the log`,
      `${other} the second factors came about without an entry of the log`,
    ].sort(),
  )
})

test('S6 protocols, offerings, exceptions and switched-off endpoints changed behind the log are named; what their verbs did is not', async () => {
  const { key } = await api.makeKey('production')
  const ok = async (answer: ReturnType<typeof api.call>) => {
    const { status, body } = await answer
    expect([status, body]).toEqual([expect.toSatisfy((one: number) => one < 300), body])
    return body
  }
  const make = async (path: string, body: object) => (await ok(api.call('POST', path, body, key))).id as string
  const change = (path: string, body: object) => ok(api.call('PATCH', path, body, key))
  const terms = { type: 'equity', regulation: 'reg_d_506c', total_supply: 1_000, price_per_token: '10.00' }
  const [protocol, paused] = [await make('/v1/protocols', { protocol_name: 'One' }), await make('/v1/protocols', { protocol_name: 'Two' })]
  await change(`/v1/protocols/${paused}`, { paused: true })
  const sold = { ...terms, minimum_investment: '10.00', maximum_raise: '10000.00' }
  const [offering, token] = [await make('/v1/offerings', { ...sold, name: 'A' }), await make('/v1/offerings', { ...sold, name: 'B' })]
  await change(`/v1/offerings/${offering}`, { max_holders: 90 })
  const { rows } = await api.owner.pool.query('select organization_id from offerings where id = $1', [offering])
  const ctx = systemCtx(api.services, { id: 'operator', organizationId: rows[0].organization_id, environment: 'production' })
  const [on, off] = await write(ctx, async (tx) => {
    const given = { description: null, event_types: ['*'], filters: {}, strict_order: false, payload: 'summary' as const }
    const made = [
      (await insertEndpoint(tx, ctx, { ...given, url: 'https://on.example/' })).row.id,
      (await insertEndpoint(tx, ctx, { ...given, url: 'https://off.example/' })).row.id,
    ]
    const standing = made.flatMap((id) => [`webhook_endpoint:${id}` as const, `webhook_state:${id}` as const])
    return { result: made, audit: { action: 'webhook_endpoint_created', category: 'system', standing } }
  })
  await change(`/v1/webhook-endpoints/${off}`, { status: 'disabled' })
  await rotateWebhookSecret({ ctx, input: { id: on!, overlap_hours: 1 } })
  expect(await faults()).toEqual([])
  for (const [statement, ...values] of [
    ["update protocol_policies set policy = '{}' where id = $1", protocol],
    ['update protocol_policies set paused = false where id = $1', paused],
    ['update offerings set max_holders = 2000 where id = $1', offering],
    [`update offerings set token_link = '{"wallet": "0x"}' where id = $1`, token],
    [`update webhook_endpoints set previous_secret_until = '2030-01-01' where id = $1`, on],
    [`update webhook_endpoints set status = 'enabled' where id = $1`, off],
    [
      `insert into exceptions (id, organization_id, environment, subject_id, entity_id, entity_name, check_id, reason, author, subject_hash, entity_hash, state, expires_at, created_at)
       values ('exc_x', $1, 'production', 's', 'e', 'E', 'c', 'r', 'a', 's', 'e', 'active', '2030-01-01', now())`,
      rows[0].organization_id,
    ],
  ])
    await api.owner.pool.query(statement, values)
  const found = (await verifyAudit(api.services)).faults.map((each) => `${each.audit_id} ${each.fault}`)
  expect(found.sort()).toEqual(
    [
      ...[protocol, paused].map((one) => `${one} the protocol changed without an entry of the log`),
      ...[offering, token].map((one) => `${one} the offering changed without an entry of the log`),
      ...[on, off].map((one) => `${one} the webhook endpoint changed without an entry of the log`),
      'exc_x the exception came about without an entry of the log',
    ].sort(),
  )
  for (const id of [protocol, paused, offering, token, on!, off!, 'exc_x'])
    await acceptStanding(api.services, { id, reason: 'a process of the older release' })
  expect(await faults()).toEqual([])
  await expect(acceptStanding(api.services, { id: off!, reason: 'again' })).rejects.toThrow('lacks an entry')
})

test('S6 what an older version made is taken as it is, once', async () => {
  const database = await createTestDatabase()
  try {
    const make = (id: string) => database.owner.pool.query(`insert into organizations (id, name) values ($1, 'One')`, [id])
    const start = () => composeServices({ env: api.env, connection: database, log: api.services.log, lists: false })
    await make('org_old')
    // What a release noted that knew fewer kinds, and did not say which.
    await appendAudit(database.owner.db, systemCtx(api.services, { id: 'log' }), [
      {
        action: 'standing_noted',
        category: 'system',
        subject: { type: 'log', id: 'standing' },
        standing: ['organization:org_old'],
      },
    ])
    await database.owner.pool.query(
      `insert into protocol_policies (organization_id, environment, id, protocol, policy, updated_at) values ('org_old', 'production', 'ptc_old', 'old', '{}', now())`,
    )
    expect((await verifyAudit(await start())).faults).toEqual([])
    await make('org_new')
    await database.owner.pool.query('update protocol_policies set paused = true')
    expect((await verifyAudit(await start())).faults).toEqual([
      { leaf_index: null, audit_id: 'org_new', fault: 'the organisation came about without an entry of the log' },
      { leaf_index: null, audit_id: 'ptc_old', fault: 'the protocol changed without an entry of the log' },
    ])
  } finally {
    await database.drop()
  }
})

test('S6 to ask for a role gives nobody cover to take it', async () => {
  const { rows } = await api.owner.pool.query('select id from users')
  const ctx = systemCtx(api.services, { id: 'operator' })
  const details = { previous: ['issuer'], roles: ['admin', 'issuer'], case_id: 'case_x' }
  const subject = { type: 'user', id: rows[0].id }
  await write(ctx, async () => ({ result: null, audit: { action: 'admin_grant_asked', category: 'admin', subject, details } }))
  await api.owner.pool.query("insert into user_roles (id, user_id, role) values ('rol_x', $1, 'admin')", [rows[0].id])
  expect(await faults()).toEqual(['has the role admin, which no entry of the log gave'])
})
