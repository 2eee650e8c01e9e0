import { and, eq, isNull } from 'drizzle-orm'
import SCIMMY from 'scimmy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLogs, directoryUsers, domains, memberships, session, tenantFacts, userRoles, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { mailsTo } from '#tests/stored.ts'

let api: Awaited<ReturnType<typeof startApi>>
let bank = ''
let token = ''
const owner = () => people.owner!
const people: Record<string, Person> = {}
const db = () => api.services.connection.db
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const scim = (method: string, path: string, body?: unknown, bearer: string | null = token) =>
  api.call(method, `/scim/v2${path}`, body, bearer)
const patch = (path: string, ...Operations: unknown[]) => scim('PATCH', path, { schemas: [PATCH], Operations })
const member = async (userId: string) =>
  (
    await db()
      .select()
      .from(memberships)
      .where(and(eq(memberships.user_id, userId), eq(memberships.organization_id, bank), isNull(memberships.ended_at)))
  )[0]
const idOf = async (email: string) => {
  const { findByEmail } = await import('#core/kernel/people.ts')
  return (await findByEmail(db(), api.services, email))?.id ?? ''
}

beforeAll(async () => {
  api = await startApi()
  await makeAccount(api, 'owner@bank.example', 'issuer')
  people.owner = new Person(api)
  await owner().signIn('owner@bank.example')
  bank = (await owner().session()).actor.organizationId
  await db()
    .insert(domains)
    .values({
      ...{ id: 'dom_bank', organization_id: bank, environment: 'production', domain: 'bank.example', token: 't', status: 'verified' },
      ...{ method: 'dns', verified_at: new Date(), sign_on_since: new Date(), created_at: new Date() },
    })
  ;({ token } = await (await owner().verbs()).createDirectory({ name: 'Entra' }))
})
afterAll(() => api.stop())

const person = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@bank.example`,
  externalId: `entra-${name}`,
  name: { givenName: name, familyName: 'Example' },
  emails: [{ value: `${name}@bank.example`, type: 'work', primary: true }],
  active: true,
})

it('a token is shown once, and without a good one nothing is said', async () => {
  expect(token).toMatch(/^scim_/)
  expect(JSON.stringify((await api.owner.pool.query('select * from directories')).rows)).not.toContain(token)
  for (const bearer of [null, 'scim_wrong', `${token.slice(0, -1)}x`]) {
    const refused = await scim('GET', '/Users', undefined, bearer)
    expect([refused.status, refused.body.schemas, refused.body.status]).toEqual([
      401,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      '401',
    ])
  }
  const investor = new Person(api)
  await makeAccount(api, 'else@elsewhere.example')
  await investor.signIn('else@elsewhere.example')
  expect((await (await investor.verbs()).readDirectories()).directories).toEqual([])
})

it('describes itself, and its answers hold for a SCIM library of other hands', async () => {
  const config = await scim('GET', '/ServiceProviderConfig')
  expect([config.status, config.headers.get('content-type'), config.body.patch.supported]).toEqual([200, 'application/scim+json', true])
  expect((await scim('GET', '/ResourceTypes')).body.Resources.map((one: { id: string }) => one.id)).toEqual(['User', 'Group'])
  expect((await scim('GET', '/Schemas')).body.totalResults).toBe(3)
  const made = await scim('POST', '/Users', person('dora'))
  expect([made.status, made.headers.get('location')]).toEqual([201, made.body.meta.location])
  const read = new SCIMMY.Schemas.User(made.body, 'out')
  expect([read.userName, read.emails?.[0]?.value, read.active]).toEqual(['dora@bank.example', 'dora@bank.example', true])
  const group = await scim('POST', '/Groups', { displayName: 'Readers', members: [{ value: made.body.id }] })
  const shown = new SCIMMY.Schemas.Group(group.body, 'out')
  expect([shown.displayName, shown.members?.[0]?.value]).toEqual(['Readers', made.body.id])
})

it('somebody put in is a member at once, found by filters and pages, and an address of another domain is refused', async () => {
  const made = await scim('POST', '/Users', person('ben'))
  const user = await idOf('ben@bank.example')
  expect(await member(user)).toMatchObject({ came: 'directory', role: 'auditor' })
  for (const filter of [
    'userName eq "BEN@bank.example"',
    'externalId eq "entra-ben"',
    'emails[type eq "work"].value eq "ben@bank.example"',
    'emails.value eq "ben@bank.example"',
    'userName eq "ben@bank.example" and active eq true',
  ])
    expect([
      filter,
      (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map((one: { id: string }) => one.id),
    ]).toEqual([filter, [made.body.id]])
  expect((await scim('GET', '/Users?filter=userName eq "none@bank.example"')).body).toMatchObject({ totalResults: 0, Resources: [] })
  expect((await scim('GET', '/Users?filter=title co "x"')).body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  for (const none of ['userName eq "ben@bank.example" and externalId eq "other"', 'userName eq "ben@bank.example" AND active eq false'])
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(none)}`)).body, none).toMatchObject({ totalResults: 0 })
  // Names and addresses are sealed: they are found whole.
  for (const wrong of ['userName co "ben"', 'userName eq "a" or id eq "b"', 'userName eq "a" and', 'and', 'not (id eq "a")'])
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(wrong)}`)).body, wrong).toMatchObject({ scimType: 'invalidFilter' })
  expect((await scim('GET', '/Users?startIndex=2&count=1')).body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 })
  expect((await scim('POST', '/Users', person('ben'))).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
  const foreign = await scim('POST', '/Users', { ...person('eve'), userName: 'eve@evil.example', emails: [{ value: 'eve@evil.example' }] })
  expect(foreign.body).toMatchObject({ status: '400', scimType: 'invalidValue' })
  expect(JSON.stringify((await api.owner.pool.query('select * from directory_users')).rows)).not.toMatch(/ben@|Example/)
})

it('groups give roles, the one that may most, and never that of an owner', async () => {
  const { body: made } = await scim('POST', '/Users', person('gus'))
  const user = await idOf('gus@bank.example')
  const { body: desk } = await scim('POST', '/Groups', { displayName: 'Desk', externalId: 'g-1' })
  const { body: lead } = await scim('POST', '/Groups', { displayName: 'Leads' })
  const verbs = await owner().verbs()
  await verbs.giveGroupRole({ id: desk.id, role: 'reviewer' })
  await verbs.giveGroupRole({ id: lead.id, role: 'compliance_officer' })
  await expect(verbs.giveGroupRole({ id: lead.id, role: 'owner' })).rejects.toMatchObject({ code: 'validation_failed' })
  // As Entra writes it, and as Okta does.
  await patch(`/Groups/${desk.id}`, { op: 'Add', path: 'members', value: [{ value: made.id }] })
  expect((await member(user))?.role).toBe('reviewer')
  await patch(`/Groups/${lead.id}`, { op: 'replace', path: 'members', value: [{ value: made.id, display: 'Gus' }] })
  expect(await member(user)).toMatchObject({ role: 'compliance_officer', role_given_by: [(await owner().session()).actor.id] })
  const gone = await patch(`/Groups/${lead.id}`, { op: 'Remove', path: `members[value eq "${made.id}"]` })
  expect([gone.body.members ?? [], (await member(user))?.role]).toEqual([[], 'reviewer'])
  await patch(`/Groups/${desk.id}`, { op: 'replace', value: { id: desk.id, displayName: 'The desk' } })
  for (const [filter, found] of [
    ['displayName co "DESK"', 1],
    ['displayName sw "the"', 1],
    ['displayName sw "desk"', 0],
    ['displayName co "%"', 0],
    ['displayName sw "the" and displayName co "desk"', 1],
  ] as const)
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body, filter).toMatchObject({ totalResults: found })
  expect((await scim('GET', `/Groups?filter=displayName eq "the desk"&excludedAttributes=members`)).body.Resources[0]).not.toHaveProperty(
    'members',
  )
  expect((await scim('DELETE', `/Groups/${desk.id}`)).status).toBe(204)
  expect((await member(user))?.role).toBe('auditor')
})

it('a role that a group gives is not deleted while it does', async () => {
  const verbs = await owner().verbs()
  const { id: role_id } = await verbs.createOrganizationRole({ name: 'Mapped', permissions: ['wallets.read'] })
  const group = await scim('POST', '/Groups', { displayName: 'Mapped', members: [] })
  await verbs.giveGroupRole({ id: group.body.id, role: 'custom', role_id })
  await expect(verbs.deleteOrganizationRole({ id: role_id })).rejects.toMatchObject({ code: 'conflict' })
  await verbs.giveGroupRole({ id: group.body.id, role: null })
  expect(await verbs.deleteOrganizationRole({ id: role_id })).toMatchObject({ deleted: true })
})

it('somebody deactivated is a member no more and their sessions end at once, in both ways of writing it; activated, they are back', async () => {
  const { body: made } = await scim('POST', '/Users', person('cai'))
  const user = await idOf('cai@bank.example')
  const [row] = await db().select().from(users).where(eq(users.id, user))
  const opened = async () => {
    await db()
      .insert(session)
      .values({
        id: crypto.randomUUID(),
        token: crypto.randomUUID(),
        userId: row!.auth_id,
        expiresAt: new Date(Date.now() + 3_600_000),
        method: 'sign_on',
        signOnOrganizationId: bank,
      })
    return (await db().select().from(session).where(eq(session.userId, row!.auth_id))).length
  }
  for (const [off, on] of [
    [
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Replace', path: 'active', value: 'True' },
    ],
    [
      { op: 'replace', value: { active: false } },
      { op: 'replace', value: { active: true } },
    ],
  ]) {
    expect(await opened()).toBe(1)
    expect((await patch(`/Users/${made.id}`, off)).body.active).toBe(false)
    expect([await member(user), await db().select().from(session).where(eq(session.userId, row!.auth_id))]).toEqual([undefined, []])
    expect((await patch(`/Users/${made.id}`, on)).body.active).toBe(true)
    expect((await member(user))?.came).toBe('directory')
  }
  await patch(`/Users/${made.id}`, { op: 'Add', value: { 'name.givenName': 'Kai', displayName: 'Kai Example' } })
  expect((await scim('GET', `/Users/${made.id}`)).body).toMatchObject({
    name: { givenName: 'Kai', familyName: 'Example' },
    displayName: 'Kai Example',
  })
  expect((await scim('PUT', `/Users/${made.id}`, { ...person('cai'), active: false })).body.active).toBe(false)
  expect(await member(user)).toBeUndefined()
  expect((await scim('DELETE', `/Users/${made.id}`)).status).toBe(204)
  expect((await scim('GET', `/Users/${made.id}`)).body.status).toBe('404')
  const actions = (await db().select().from(auditLogs).where(eq(auditLogs.organization_id, bank))).map((one) => one.action)
  expect(actions).toEqual(
    expect.arrayContaining(['directory_made', 'directory_user_put_in', 'member_joined', 'member_removed', 'directory_user_taken_out']),
  )
})

/** Holds the organisation, as a change of its members does, until it is let go of. */
async function held() {
  const client = await api.owner.pool.connect()
  await client.query('begin')
  await client.query('select 1 from organizations where id = $1 for update', [bank])
  // Asked outside of the transaction, which would be told the same again.
  const waiting = async () => {
    const { rows } = await api.owner.pool.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].n as number
  }
  const letGo = async () => {
    await client.query('commit')
    client.release()
  }
  return { client, waiting, letGo }
}

it('of two changes at once the later sees what the earlier left: nobody comes back by it', async () => {
  const { body: x } = await scim('POST', '/Users', person('xaver'))
  const { body: y } = await scim('POST', '/Users', person('yara'))
  const { body: group } = await scim('POST', '/Groups', { displayName: 'Officers', members: [{ value: x.id }] })
  const during = async (work: Promise<{ status: number }>, sql: string, ...values: string[]) => {
    await expect.poll(lock.waiting).toBe(1)
    await lock.client.query(sql, values)
    await lock.letGo()
    expect((await work).status).toBe(200)
  }
  let lock = await held()
  const added = patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: y.id }] })
  await during(added, 'delete from directory_group_members where directory_user_id = $1', x.id)
  expect((await scim('GET', `/Groups/${group.id}`)).body.members.map((one: { value: string }) => one.value)).toEqual([y.id])
  lock = await held()
  const named = patch(`/Users/${x.id}`, { op: 'replace', path: 'displayName', value: 'Xaver X' })
  await during(named, 'update directory_users set active = false where id = $1', x.id)
  const [row] = await db().select().from(directoryUsers).where(eq(directoryUsers.id, x.id))
  expect([row!.active, (await scim('GET', `/Users/${x.id}`)).body.displayName]).toEqual([false, 'Xaver X'])
  lock = await held()
  const gone = patch(`/Users/${x.id}`, { op: 'replace', path: 'active', value: true })
  await expect.poll(lock.waiting).toBe(1)
  await lock.client.query('delete from directory_users where id = $1', [x.id])
  await lock.letGo()
  expect((await gone).status).toBe(404)
})

it('however much a directory sends at once, one change of it waits in the database, and other organisations go on', async () => {
  const { body: group } = await scim('POST', '/Groups', { displayName: 'Busy' })
  await makeAccount(api, 'other@else.example', 'issuer')
  const other = new Person(api)
  await other.signIn('other@else.example')
  const verbs = await other.verbs()
  const own = await owner().verbs()
  const lock = await held()
  const sent = Array.from({ length: 30 }, (_, i) => patch(`/Groups/${group.id}`, { op: 'replace', value: { externalId: `busy-${i}` } }))
  await expect.poll(lock.waiting).toBe(1)
  expect((await verbs.createApiKey({ name: 'Meanwhile', environment: 'sandbox' })).key).toMatch(/^sw_/)
  // Nor does a page of the organisation hold its place for long.
  await expect(own.createOrganizationRole({ name: 'Late', permissions: ['wallets.read'] })).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await lock.waiting()).toBeLessThan(2)
  await lock.letGo()
  const answers = await Promise.all(sent)
  const late = answers.filter(({ status }) => status === 429)
  expect(late.length).toBeGreaterThanOrEqual(9)
  expect(late.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  expect(answers.filter(({ status }) => status !== 429).map(({ status }) => status)).toContain(200)
  expect((await patch(`/Groups/${group.id}`, { op: 'replace', value: { externalId: 'calm' } })).body.externalId).toBe('calm')
})

it('names count in whatever letters they are written, in paths, values, filters and whole users', async () => {
  const { body: made } = await scim('POST', '/Users', { ...person('cas'), active: undefined, Active: false })
  expect([made.active, await idOf('cas@bank.example')]).toEqual([false, ''])
  await patch(`/Users/${made.id}`, { op: 'replace', path: 'ACTIVE', value: 'TRUE' })
  const user = await idOf('cas@bank.example')
  expect((await member(user))?.came).toBe('directory')
  const on = { op: 'replace', path: 'active', value: true }
  for (const off of [
    { op: 'Replace', path: 'Active', value: 'False' },
    { op: 'replace', value: { Active: false } },
    { OP: 'replace', Path: 'urn:ietf:params:scim:schemas:core:2.0:User:Active', Value: false },
    { op: 'add', value: { 'urn:ietf:params:scim:schemas:core:2.0:user:ACTIVE': 'FALSE' } },
  ]) {
    const { status, body } = await patch(`/Users/${made.id}`, off)
    expect([status, body.active, await member(user)], JSON.stringify(off)).toEqual([200, false, undefined])
    expect((await patch(`/Users/${made.id}`, on)).body.active).toBe(true)
  }
  const { body: named } = await patch(
    `/Users/${made.id}`,
    { op: 'replace', path: 'Name.GivenName', value: 'Caspar' },
    { op: 'replace', path: 'Emails[Type EQ "work"].Value', value: 'cas@bank.example' },
    { op: 'replace', value: { Name: { FamilyName: 'Named' }, DisplayName: 'Cas' } },
  )
  expect(named).toMatchObject({ name: { familyName: 'Named' }, displayName: 'Cas', emails: [{ value: 'cas@bank.example', type: 'work' }] })
  const { body: group } = await scim('POST', '/Groups', { DisplayName: 'Casers', Members: [{ Value: made.id }] })
  expect(group.members).toHaveLength(1)
  const removed = await patch(`/Groups/${group.id}`, { op: 'remove', path: `Members[Value EQ "${made.id}"]` })
  expect([removed.status, removed.body.members]).toEqual([200, []])
  const added = await patch(`/Groups/${group.id}`, { op: 'add', value: { MEMBERS: [{ VALUE: made.id }] } })
  expect(added.body.members).toHaveLength(1)
  expect((await scim('PUT', `/Users/${made.id}`, { ...person('cas'), active: undefined, ACTIVE: 'False' })).body.active).toBe(false)
  expect(await member(user)).toBeUndefined()
})

it('a directory reaches nothing of the process but its own users and groups, whatever its paths and values name', async () => {
  const made = await scim('POST', '/Users', person('pia'))
  const before = Object.getOwnPropertyNames(Object.prototype)
  for (const operation of [
    { op: 'add', path: '__proto__.polluted', value: 'yes' },
    { op: 'replace', path: 'name.__proto__.polluted', value: 'yes' },
    { op: 'add', path: 'constructor.prototype.polluted', value: 'yes' },
    { op: 'add', path: 'userName.trim.polluted', value: 'yes' },
    { op: 'add', path: 'emails.push.polluted', value: 'yes' },
    { op: 'add', path: 'title.__proto__.polluted', value: 'yes' },
    { op: 'replace', path: 'emails[value eq "q:__proto__.polluted"]', value: 'yes' },
    { op: 'replace', path: '__proto__', value: { polluted: 'yes' } },
    { op: 'add', path: 'name', value: { 'constructor.prototype.polluted': 'yes' } },
    { op: 'replace', value: JSON.parse('{ "__proto__": { "polluted": "yes" } }') },
    { op: 'replace', value: { 'name.__proto__.polluted': 'yes' } },
    { op: 'remove', path: 'constructor.prototype.toLocaleString' },
  ]) {
    const refused = await patch(`/Users/${made.body.id}`, operation)
    expect([refused.status, refused.body.scimType], JSON.stringify(operation)).toEqual([400, 'invalidPath'])
  }
  const leaked = 'polluted' in {} || 'polluted' in ''.trim || 'polluted' in [].push
  expect([leaked, Object.getOwnPropertyNames(Object.prototype)]).toEqual([false, before])
  const work = await patch(`/Users/${made.body.id}`, { op: 'replace', path: 'emails[type eq "work"].value', value: 'pia@bank.example' })
  expect(work.status).toBe(200)
})

it('more than a directory says at once is refused, with the amount it may', async () => {
  const { body: made } = await scim('POST', '/Users', person('lou'))
  const { body: group } = await scim('POST', '/Groups', { displayName: 'Many', members: [{ value: made.id }] })
  const list = <T>(length: number, of: (i: number) => T) => Array.from({ length }, (_, i) => of(i))
  const values = (length: number) => list(length, (i) => ({ value: `dru_${i}` }))
  const attributes = (length: number) => Object.fromEntries(list(length, (i) => [`attribute${i}`, 'x']))
  const deep = (length: number) => list(length, (i) => ({ value: `lou+${i}@bank.example`, type: 'work' }))
  for (const [path, status, ...operations] of [
    ['/Groups', 413, { op: 'add', path: 'members', value: values(2_501) }, { op: 'add', path: 'members', value: values(2_500) }],
    ['/Groups', 413, { op: 'remove', path: 'members', value: values(5_001) }],
    ['/Groups', 413, ...list(2, () => ({ op: 'replace', value: attributes(501) }))],
    ['/Groups', 413, { op: 'add', path: 'displayName', value: values(400) }],
    ['/Groups', 400, { op: 'add', path: `displayName${'.a'.repeat(4_000)}`, value: 'x' }],
    ['/Groups', 400, { op: 'remove', path: 'members[value eq "a"].display' }],
    ['/Groups', 400, { op: 'add', path: 'members', value: ['dru_1'] }],
    ['/Users', 413, { op: 'add', path: 'emails', value: deep(90) }, { op: 'add', path: 'emails', value: deep(90) }],
    ['/Users', 400, { op: 'replace', path: `emails[value eq "${'.'.repeat(300)}"].value`, value: 'x' }],
    ['/Users', 400, { op: 'replace', path: 'emails', value: { [`value${'.a'.repeat(4_000)}`]: 'x' } }],
  ] as [string, number, ...unknown[]][]) {
    const refused = await patch(`${path}/${path === '/Users' ? made.id : group.id}`, ...operations)
    expect([refused.status, refused.body.status], JSON.stringify(operations).slice(0, 80)).toEqual([status, String(status)])
  }
  // What is not kept counts for nothing.
  const other = { op: 'add', path: 'phoneNumbers', value: deep(400) }
  expect((await patch(`/Users/${made.id}`, other, { op: 'replace', path: 'displayName', value: 'Lou' })).body.displayName).toBe('Lou')
  const left = async (...operations: unknown[]) =>
    ((await patch(`/Groups/${group.id}`, ...operations)).body.members ?? []).map((one: { value: string }) => one.value)
  const { body: second } = await scim('POST', '/Users', person('ida'))
  const [a, b] = [made.id as string, second.id as string]
  expect(await left({ op: 'add', path: 'members', value: { value: b } }, { op: 'add', path: 'members', value: [{ value: a }] })).toEqual(
    [a, b].sort(),
  )
  // As Entra takes one out: by the value, with other parts than those it was shown.
  expect(await left({ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] })).toEqual([b])
  expect(await left({ op: 'replace', path: 'members', value: [{ value: a }] }, { op: 'replace', value: { displayName: 'More' } })).toEqual([
    a,
  ])
  expect(await left({ op: 'add', value: { members: [{ value: b }] } })).toEqual([a, b].sort())
  expect(await left({ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` })).toEqual([])
  expect(await left({ op: 'add', path: 'members', value: [{ value: a }, { value: b }] }, { op: 'remove', path: 'members' })).toEqual([])
})

it('a list of groups says no more members than one group has: its page ends earlier, and goes on from there', async () => {
  const [first, second] = await Promise.all(
    ['Large one', 'Large two'].map(async (displayName) => (await scim('POST', '/Groups', { displayName })).body.id as string),
  )
  const { body: made } = await scim('POST', '/Users', person('max'))
  const insert = (group: string, members: number) =>
    api.owner.pool.query(
      `with made as (insert into directory_users (id, organization_id, user_name_hash, email_hash, attributes_sealed, active)
         select 'dru_of_' || $1 || i, organization_id, encode(sha256(convert_to($1 || i, 'utf8')), 'hex'),
           encode(sha256(convert_to('mail' || $1 || i, 'utf8')), 'hex'), attributes_sealed, false
         from directory_users, generate_series(1, $2::int) i where id = $3 returning id)
       insert into directory_group_members (organization_id, group_id, directory_user_id) select $4, $1, id from made`,
      [group, members, made.id, bank],
    )
  await insert(first!, 3_000)
  await insert(second!, 2_500)
  const page = async (query: string) => (await scim('GET', `/Groups?filter=${encodeURIComponent('displayName sw "large"')}${query}`)).body
  const sizes = (body: { Resources: { members?: unknown[] }[] }) => body.Resources.map(({ members }) => members?.length)
  const whole = await page('')
  expect([whole.totalResults, whole.itemsPerPage, whole.Resources.length]).toEqual([2, 1, 1])
  const rest = await page(`&startIndex=${1 + whole.itemsPerPage}`)
  expect([...sizes(whole), ...sizes(rest)].toSorted()).toEqual([2_500, 3_000])
  for (const without of [
    '&excludedAttributes=members',
    '&attributes=displayName',
    `&excludedAttributes=${encodeURIComponent('urn:ietf:params:scim:schemas:core:2.0:Group:members')}`,
  ])
    expect([without, sizes(await page(without))]).toEqual([without, [undefined, undefined]])
  expect((await page('&count=1&attributes=members')).itemsPerPage).toBe(1)
  await api.owner.pool.query("delete from directory_users where id like 'dru_of_%'")
})

it('what cannot be read or kept of an address or a filter is refused in words', async () => {
  for (const [path, status] of [
    [`/Users?filter=${encodeURIComponent('userName eq "a\\x"')}`, 400],
    [`/Users?filter=${encodeURIComponent('userName eq "a\tb"')}`, 400],
    [`/Users?filter=${encodeURIComponent('id eq "\\u0000"')}`, 400],
    [`/Groups?filter=${encodeURIComponent('displayName eq "\\u0000"')}`, 400],
    [`/Groups?filter=${encodeURIComponent('displayName eq "\0"')}`, 422],
    ['/Users/%00', 404],
    ['/Groups/%00', 404],
    ['/Users/%E0%A4%A', 404],
  ] as const)
    expect([path, (await scim('GET', path)).status]).toEqual([path, status])
})

it('where changes of members take two people, whoever comes or may more waits for the second, and whoever goes is gone at once', async () => {
  const verbs = async (name: string) => {
    await db().update(session).set({ secondFactorAt: new Date() })
    return people[name]!.verbs()
  }
  await makeAccount(api, 'bea@elsewhere.example')
  people.bea = new Person(api)
  await people.bea.signIn('bea@elsewhere.example')
  await (await verbs('owner')).inviteMember({ email: 'bea@elsewhere.example', role: 'admin' })
  const mails = await mailsTo(api.services, 'bea@elsewhere.example')
  const link = mails.flatMap((mail) => /\/join\/([\w-]+)/.exec(mail.text)?.[1] ?? []).at(-1)!
  await (await verbs('bea')).acceptInvitation({ token: link })
  await db()
    .update(memberships)
    .set({ role_since: new Date(Date.now() - 3 * 86_400_000) })
  await db().update(userRoles).set({ granted_at: null })
  await (await (await verbs('owner')).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: true } })
  const waiting = async () => (await verbs('bea')).listMemberChanges()
  const MEMBERSHIP = 'urn:sealwright:params:scim:schemas:extension:membership:2.0:User'

  // Both can be set up: the word of one is the first of two.
  const { body: desk } = await scim('POST', '/Groups', { displayName: 'Two' })
  await (await verbs('owner')).giveGroupRole({ id: desk.id, role: 'reviewer' })
  const { body: made } = await scim('POST', '/Users', person('eli'))
  expect(made).toMatchObject({ active: false, [MEMBERSHIP]: { status: 'awaiting_second', reason: expect.stringContaining('two people') } })
  const user = await idOf('eli@bank.example')
  expect(await member(user)).toBeUndefined()
  const [asked] = await waiting()
  expect(asked).toMatchObject({ subject_id: user, who: 'eli Example (eli@bank.example)', summary: expect.stringContaining('auditor') })
  const found = async (active: boolean) =>
    (await scim('GET', `/Users?filter=userName eq "eli@bank.example" and active eq ${active}`)).body.totalResults
  expect([await found(true), await found(false)]).toEqual([0, 1])
  // What is said again meanwhile changes nothing, and another role is asked for anew.
  expect((await patch(`/Users/${made.id}`, { op: 'replace', value: { active: true, displayName: 'Eli' } })).body.active).toBe(false)
  await patch(`/Groups/${desk.id}`, { op: 'add', path: 'members', value: [{ value: made.id }] })
  const [anew] = await waiting()
  expect([anew!.id === asked!.id, anew!.summary.includes('reviewer'), (await waiting()).length]).toEqual([false, true, 1])
  await expect((await verbs('owner')).decideMemberChange({ id: anew!.id, outcome: 'release' })).rejects.toMatchObject({
    code: 'second_person_required',
  })
  await (await verbs('bea')).decideMemberChange({ id: anew!.id, outcome: 'release' })
  const ids = [(await owner().session()).actor.id, (await people.bea.session()).actor.id]
  expect(await member(user)).toMatchObject({ role: 'reviewer', came: 'directory', role_given_by: ids })
  expect((await mailsTo(api.services, 'eli@bank.example')).at(-1)!.subject).toMatch(/You are a member/)
  expect((await scim('GET', `/Users/${made.id}`)).body).toMatchObject({ active: true, [MEMBERSHIP]: { status: 'member' } })

  // A role that may more waits, and one that may less is given at once.
  await (await verbs('owner')).giveGroupRole({ id: desk.id, role: 'compliance_officer' })
  expect([(await member(user))?.role, (await waiting())[0]?.summary]).toEqual(['reviewer', expect.stringContaining('compliance officer')])
  await patch(`/Users/${made.id}`, { op: 'replace', value: { displayName: 'Eli E' } })
  expect(await waiting()).toHaveLength(1)
  await (await verbs('bea')).decideMemberChange({ id: (await waiting())[0]!.id, outcome: 'release' })
  expect((await member(user))?.role).toBe('compliance_officer')
  await (await verbs('owner')).giveGroupRole({ id: desk.id, role: 'reviewer' })
  expect([(await member(user))?.role, await waiting()]).toEqual(['reviewer', []])

  // Gone at once, also while they wait, and declined they stay out until they are activated anew.
  expect((await patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } })).body[MEMBERSHIP].status).toBe('inactive')
  expect(await member(user)).toBeUndefined()
  await patch(`/Users/${made.id}`, { op: 'replace', value: { active: true } })
  const [again] = await waiting()
  expect(again!.subject_id).toBe(user)
  await patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } })
  expect(await waiting()).toEqual([])
  await patch(`/Users/${made.id}`, { op: 'replace', value: { active: true } })
  await (await verbs('bea')).decideMemberChange({ id: (await waiting())[0]!.id, outcome: 'refuse' })
  const declined = await patch(`/Users/${made.id}`, { op: 'replace', value: { active: true } })
  expect(declined.body).toMatchObject({ active: false, [MEMBERSHIP]: { status: 'not_a_member' } })
  expect(await waiting()).toEqual([])
  await db()
    .delete(tenantFacts)
    .where(and(eq(tenantFacts.organization_id, bank), eq(tenantFacts.fact, 'member_changes_by_two')))
})

it('the last owner is not taken out, an account that was there waits for its owner, and an ended directory changes nothing', async () => {
  const { body: made } = await scim('POST', '/Users', person('owner'))
  expect((await patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } })).body).toMatchObject({
    status: '409',
    scimType: 'mutability',
  })
  await makeAccount(api, 'old@bank.example')
  expect((await scim('POST', '/Users', person('old'))).status).toBe(201)
  expect(await member(await idOf('old@bank.example'))).toBeUndefined()
  const verbs = await owner().verbs()
  const { directories, users: counted } = await verbs.readDirectories()
  expect([directories.map((one) => one.name), counted.waiting]).toEqual([['Entra'], 1])
  const lock = await held()
  const late = scim('POST', '/Users', person('late'))
  await expect.poll(lock.waiting).toBe(1)
  await verbs.endDirectory({ id: directories[0]!.id })
  await lock.letGo()
  expect((await late).status).toBe(401)
  expect((await scim('GET', '/Users')).status).toBe(401)
})
