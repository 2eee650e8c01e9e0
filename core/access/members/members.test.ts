import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { GRANTABLE } from '#core/kernel/permissions.ts'
import { apiKeys, auditLogs, memberInvitations, memberships, session, userRoles, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { mailsTo } from '#tests/stored.ts'

let api: Awaited<ReturnType<typeof startApi>>
const db = () => api.services.connection.db
const ids: Record<string, string> = {}
const people: Record<string, Person> = {}
const at = (name: string) => `${name}@team.example`

async function person(name: string, role: 'issuer' | 'investor' = 'investor'): Promise<Person> {
  ids[name] = await makeAccount(api, at(name), role)
  people[name] = new Person(api)
  await people[name].signIn(at(name))
  return people[name]
}
const verbs = (name: string) => people[name]!.verbs()
/** The token of the newest invitation to somebody. */
async function linkTo(name: string): Promise<string> {
  const mails = await mailsTo(api.services, at(name))
  const links = mails.flatMap((mail) => /\/join\/([\w-]+)/.exec(mail.text)?.[1] ?? [])
  return links.at(-1)!
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const words = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
async function joined(name: string, role: string, by = 'ann'): Promise<string> {
  await (await verbs(by)).inviteMember({ email: at(name), role })
  await (await verbs(name)).acceptInvitation({ token: await linkTo(name) })
  const { data } = await (await verbs(by)).listMembers({ limit: '100' })
  return data.find((one) => one.user_id === ids[name])!.id
}

beforeAll(async () => {
  api = await startApi()
  await person('ann', 'issuer')
  for (const name of ['bea', 'cyd', 'dan', 'eve', 'fay', 'gus']) await person(name)
})
afterAll(() => api.stop())

it('somebody invited joins with the link once, works there as what they were invited, and everybody is told', async () => {
  const invited = await (await verbs('ann')).inviteMember({ email: at('bea').toUpperCase(), role: 'reviewer' })
  expect(invited).toMatchObject({ email: at('bea'), role: 'reviewer', status: 'open', invited_by: ids.ann })
  const [stored] = await db().select().from(memberInvitations).where(eq(memberInvitations.id, invited.id))
  expect(JSON.stringify(stored)).not.toContain('team.example')
  const token = await linkTo('bea')
  expect(stored!.token_hash).not.toBe(token)
  expect(await (await verbs('bea')).readInvitation({ token })).toMatchObject({ problem: null, role: 'reviewer', yours: true })
  const home = (await people.bea!.session()).actor.organizationId
  await (await verbs('bea')).acceptInvitation({ token })
  const { actor, worksAs } = await people.bea!.session()
  expect(actor).toMatchObject({ organizationId: (await people.ann!.session()).actor.organizationId, home, role: 'investor' })
  expect([actor.member, worksAs]).toEqual([{ role: 'reviewer', permissions: null, standing: 'issuer' }, 'issuer'])
  const { data } = await (await verbs('ann')).listMembers({})
  expect(data.map(({ email, role, invited_by }) => [email, role, invited_by])).toEqual([
    [at('ann'), 'owner', null],
    [at('bea'), 'reviewer', ids.ann],
  ])
  expect((await mailsTo(api.services, at('ann'))).map(({ subject }) => subject).join()).toContain('joined')
  const log = await db().select().from(auditLogs).where(eq(auditLogs.organization_id, actor.organizationId))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['member_invited', 'member_joined']))
  // Where they work next time, they worked last.
  const again = new Person(api)
  await again.signIn(at('bea'))
  expect((await again.session()).actor.organizationId).toBe(actor.organizationId)
})

it('an invitation is refused in its own words: used, of another, taken back, expired, unknown, to a member and twice', async () => {
  const ann = await verbs('ann')
  const cyd = await verbs('cyd')
  const accept = (token: string) => words(cyd.acceptInvitation({ token }))
  expect(await accept(await linkTo('bea'))).toContain('accepted already')
  const first = await ann.inviteMember({ email: at('cyd'), role: 'auditor' })
  const token = await linkTo('cyd')
  expect(await words((await verbs('dan')).acceptInvitation({ token }))).toContain('another address')
  expect(await code(ann.inviteMember({ email: at('cyd'), role: 'developer' }))).toBe('already_exists')
  expect(await words(ann.inviteMember({ email: at('bea'), role: 'developer' }))).toContain('a member already')
  await ann.revokeMemberInvitation({ id: first.id })
  expect(await accept(token)).toContain('withdrawn')
  const second = await ann.inviteMember({ email: at('cyd'), role: 'auditor' })
  await db()
    .update(memberInvitations)
    .set({ expires_at: new Date(0) })
    .where(eq(memberInvitations.id, second.id))
  expect(await accept(await linkTo('cyd'))).toContain('expired')
  // Who came in another way meanwhile is a member once, as what they are.
  const third = await ann.inviteMember({ email: at('gus'), role: 'admin' })
  const { organizationId } = (await people.ann!.session()).actor
  const entered = {
    id: 'mem_of_gus',
    organization_id: organizationId,
    user_id: ids.gus!,
    role: 'auditor' as const,
    came: 'directory' as const,
  }
  await db().insert(memberships).values(entered)
  const gus = await verbs('gus')
  const again = { token: await linkTo('gus') }
  expect(await words(gus.acceptInvitation(again))).toContain('a member of this organisation already')
  expect(await code(gus.acceptInvitation(again))).toBe('already_exists')
  expect((await ann.listMembers({})).data.filter((one) => one.user_id === ids.gus).map(({ role }) => role)).toEqual(['auditor'])
  await db().delete(memberships).where(eq(memberships.id, entered.id))
  await ann.revokeMemberInvitation({ id: third.id })
  expect(await accept('x'.repeat(43))).toContain('not one of ours')
  expect(await code((await verbs('dan')).inviteMember({ email: 'x@team.example', role: 'owner' }))).toBe('done')
  const refusals = await db().select().from(auditLogs).where(eq(auditLogs.action, 'member_invitation_refused'))
  expect(refusals.map(({ details }) => (details as { why: string }).why).sort()).toEqual([
    'accepted',
    'another_address',
    'expired',
    'member_already',
    'member_already',
    'revoked',
    'unknown',
  ])
})

it('nobody gives, changes or ends what may more than they do, and no organisation is left without an owner', async () => {
  const [dan, eve] = [await joined('dan', 'admin'), await joined('eve', 'auditor')]
  const admin = await verbs('dan')
  const { data } = await admin.listMembers({})
  const owner = data.find((one) => one.role === 'owner')!.id
  const auditor = await verbs('eve')
  for (const work of [
    () => admin.inviteMember({ email: 'new@team.example', role: 'owner' }),
    () => admin.changeMemberRole({ id: owner, role: 'auditor' }),
    () => admin.changeMemberRole({ id: eve, role: 'owner' }),
    () => admin.removeMember({ id: owner }),
    () => admin.transferOwnership({ id: eve }),
    () => auditor.changeMemberRole({ id: eve, role: 'admin' }),
    () => auditor.inviteMember({ email: 'new@team.example', role: 'auditor' }),
  ])
    expect(await code(work())).toBe('forbidden')
  const ann = await verbs('ann')
  for (const work of [
    () => ann.changeMemberRole({ id: owner, role: 'admin' }),
    () => ann.removeMember({ id: owner }),
    () => ann.leaveOrganization(),
  ])
    expect(await code(work())).toBe('last_owner')
  // Each leaves a word in the log: who, at what, and why not.
  const noted = await db()
    .select({ by: auditLogs.actor_id, details: auditLogs.details, status: auditLogs.status })
    .from(auditLogs)
    .where(eq(auditLogs.action, 'act_refused'))
  const of = (who: string, verb: string, why: string) =>
    noted.filter(({ by, details }) => by === ids[who] && details.verb === verb && details.why === why).map(({ details }) => details.about)
  expect(of('eve', 'members.change_role', 'forbidden')).toEqual([eve])
  expect(of('dan', 'members.change_role', 'forbidden')).toEqual([owner, eve])
  expect(of('dan', 'members.transfer_ownership', 'forbidden')).toEqual([eve])
  expect(of('ann', 'members.change_role', 'last_owner')).toEqual([owner])
  expect(of('ann', 'members.leave', 'last_owner')).toEqual([undefined])
  expect(of('ann', 'members.invite', 'already_exists')).toHaveLength(2)
  expect(noted.every(({ status }) => status === 'failure')).toBe(true)
  // However often somebody tries, the log does not grow with it.
  for (let i = 0; i < 30; i++) await code(auditor.inviteMember({ email: 'new@team.example', role: 'auditor' }))
  const tried = await db()
    .select({ details: auditLogs.details })
    .from(auditLogs)
    .where(and(eq(auditLogs.action, 'act_refused'), eq(auditLogs.actor_id, ids.eve!)))
  const invited = tried.filter(({ details }) => details.verb === 'members.invite')
  expect(invited).toHaveLength(20)
  expect(invited.at(-1)!.details).toMatchObject({ further: 'not_noted' })
  // Nor does one that is an issuer's become nobody's desk by a change of its owners: not handed over, not by leaving beside another owner.
  expect(await words(ann.transferOwnership({ id: dan }))).toContain('none of its other owners has the role issuer')
  await ann.changeMemberRole({ id: dan, role: 'owner' })
  for (const work of [
    async () => (await verbs('dan')).changeMemberRole({ id: owner, role: 'admin' }),
    async () => (await verbs('dan')).removeMember({ id: owner }),
    async () => (await verbs('ann')).leaveOrganization(),
  ])
    expect(await code(work())).toBe('conflict')
  await ann.changeMemberRole({ id: dan, role: 'admin' })
  await db()
    .insert(userRoles)
    .values({ id: newId('user_role'), user_id: ids.dan!, role: 'issuer' })
  expect(await ann.transferOwnership({ id: dan })).toEqual({ owner: ids.dan })
  expect((await people.dan!.session()).actor.member).toMatchObject({ role: 'owner', standing: 'issuer' })
  expect((await people.ann!.session()).actor.member).toEqual({ role: 'admin', permissions: null, standing: 'issuer' })
  for (const who of ['ann', 'dan'])
    expect((await mailsTo(api.services, at(who))).some(({ subject }) => subject.endsWith('has another owner'))).toBe(true)
  await (await verbs('dan')).changeMemberRole({ id: owner, role: 'owner' })
  await db().delete(userRoles).where(eq(userRoles.user_id, ids.dan!))
  expect((await people.ann!.session()).actor.member).toMatchObject({ role: 'owner', standing: 'issuer' })
})

it('of two owners who leave at once one stays, of two who open one link one joins, and a role taken away gives none by a link of before', async () => {
  for (const name of ['gil', 'hal', 'ivy']) await person(name)
  const gil = await verbs('gil')
  const { id: organization_id } = await gil.createOrganization({ name: 'Of two' })
  await gil.workIn({ organization_id })
  const hal = await joined('hal', 'owner', 'gil')
  const leave = async (name: string) => code((await verbs(name)).leaveOrganization())
  expect((await Promise.all([leave('gil'), leave('hal')])).sort()).toEqual(['done', 'last_owner'])
  const [left, stays] = (await people.gil!.session()).actor.organizationId === organization_id ? ['hal', 'gil'] : ['gil', 'hal']
  const owner = await verbs(stays!)
  await owner.inviteMember({ email: at(left!), role: 'admin' })
  const token = await linkTo(left!)
  const again = await verbs(left!)
  const both = await Promise.all([code(again.acceptInvitation({ token })), code(again.acceptInvitation({ token }))])
  expect(both.filter((one) => one === 'done')).toHaveLength(1)
  const rows = await db().select().from(memberships).where(eq(memberships.organization_id, organization_id))
  expect(rows.filter((row) => row.ended_at === null)).toHaveLength(2)
  expect(hal).toBeTruthy()
  // An admin asks a second address of theirs in, and is made an auditor before the link is opened.
  await (await verbs(left!)).inviteMember({ email: at('ivy'), role: 'admin' })
  const admin = rows.find((row) => row.ended_at === null && row.user_id === ids[left!])!.id
  await owner.changeMemberRole({ id: admin, role: 'auditor' })
  expect(await words((await verbs('ivy')).acceptInvitation({ token: await linkTo('ivy') }))).toContain('may not give this role any more')
})

it('who is removed reads nothing of the organisation any more, their invitations are taken back, and they work at home', async () => {
  const fay = await joined('fay', 'admin')
  const organization = (await people.fay!.session()).actor.organizationId
  const sent = await (await verbs('fay')).inviteMember({ email: 'guest@team.example', role: 'auditor' })
  await (await verbs('ann')).removeMember({ id: fay })
  const { actor } = await people.fay!.session()
  expect(actor.organizationId).toBe(actor.home)
  expect((await (await verbs('fay')).listMembers({})).data.map((one) => one.email)).toEqual([at('fay')])
  expect(await code((await verbs('fay')).workIn({ organization_id: organization }))).toBe('not_found')
  const open = (await (await verbs('ann')).listMemberInvitations({})).data
  expect(open.find((one) => one.id === sent.id)).toMatchObject({ status: 'revoked', email: null })
  expect((await mailsTo(api.services, at('fay'))).at(-1)!.subject).toContain('not a member')
  const [row] = await db().select().from(memberships).where(eq(memberships.id, fay))
  expect(row).toMatchObject({ ended_by: ids.ann })
})

it('a member of two organisations reads only the one they work in', async () => {
  const made = await (await verbs('bea')).createOrganization({ name: 'Bea and daughters' })
  const own = await verbs('bea')
  expect((await own.listOwnOrganizations()).map(({ name, active }) => [name, active])).toContainEqual(['Bea and daughters', true])
  const developer = await own.developer('production')
  const endpoint = await developer.createWebhookEndpoint({ url: 'https://1.1.1.1/hooks', event_types: ['*'] })
  const key = await own.createApiKey({ name: 'Bea', environment: 'sandbox' })
  const team = (await own.listOwnOrganizations()).find(({ role }) => role === 'reviewer')!
  await own.workIn({ organization_id: team.id })
  const there = await verbs('bea')
  // The page of another organisation, in a window that was left open.
  const stale = { 'sealwright-shown': `${made.id}/sandbox` }
  for (const [path, body] of [
    ['/api/api-keys', { name: 'Elsewhere' }],
    [`/api/api-keys/${key.id}/revoke`, {}],
    [`/api/api-keys/${key.id}/rotate`, {}],
    [`/api/api-keys/${key.id}/version`, { version: '2026-11-27' }],
  ] as const)
    expect((await people.bea!.call('POST', path, body, stale)).body.code, path).toBe('conflict')
  const thereToo = await there.developer('production')
  expect(await code(thereToo.getWebhookEndpoint({ id: endpoint.id }))).toBe('forbidden')
  expect(await code(there.revokeApiKey({ id: key.id }))).toBe('forbidden')
  // As its owner they may, and still do not find what is another organisation's.
  await (await verbs('ann')).changeMemberRole({
    id: (await there.listMembers({})).data.find((one) => one.user_id === ids.bea)!.id,
    role: 'owner',
  })
  const owner = await verbs('bea')
  expect(await code((await owner.developer('production')).getWebhookEndpoint({ id: endpoint.id }))).toBe('not_found')
  expect(await code(owner.revokeApiKey({ id: key.id }))).toBe('not_found')
  expect((await owner.listApiKeys()).data.map((one) => one.id)).not.toContain(key.id)
  expect((await owner.listMembers({})).data.map((one) => one.role).filter((role) => role === 'owner')).toHaveLength(3)
  const [row] = await db().select().from(users).where(eq(users.id, ids.bea!))
  const [active] = await db().select().from(session).where(eq(session.userId, row!.auth_id))
  expect(active!.activeOrganizationId).not.toBe(made.id)
})

it('a role of its own and a service account do what they name, and are not taken from who has them', async () => {
  const ann = await verbs('ann')
  expect(await code(ann.createOrganizationRole({ name: 'Everything', permissions: ['users.read'] }))).toBe('validation_failed')
  const role = await ann.createOrganizationRole({ name: 'Clerk', permissions: ['offerings.read', 'members.read'] })
  expect(await code(ann.createOrganizationRole({ name: 'clerk', permissions: ['offerings.read'] }))).toBe('already_exists')
  const program = await ann.createServiceAccount({ name: 'Settlement', role: 'custom', role_id: role.id })
  expect(program).toMatchObject({ role: 'custom', role_name: 'Clerk' })
  expect(await code(ann.deleteOrganizationRole({ id: role.id }))).toBe('conflict')
  const made = await ann.createApiKey({ name: 'Settlement', environment: 'production', service_account_id: program.id })
  expect(made.scopes).toEqual(['keys:read', 'members:read', 'offerings:read'])
  const call = (method: string, path: string) => api.call(method, path, method === 'POST' ? {} : undefined, made.key)
  expect((await call('GET', '/v1/offerings')).status).toBe(200)
  expect((await call('POST', '/v1/offerings')).body.code).toBe('insufficient_scope')
  expect((await call('GET', '/v1/members')).body.data).toHaveLength((await ann.listMembers({ limit: '100' })).data.length)
  await ann.changeOrganizationRole({ id: role.id, permissions: ['members.read'] })
  expect((await call('GET', '/v1/offerings')).body.code).toBe('insufficient_scope')
  await ann.endServiceAccount({ id: program.id })
  expect((await call('GET', '/v1/members')).body.code).toBe('service_account_ended')
  expect(await ann.deleteOrganizationRole({ id: role.id })).toMatchObject({ deleted: true })
  expect((await ann.listOrganizationRoles({ limit: '100' })).data.map((one) => one.name)).not.toContain('Clerk')
})

it('who may not make a key of a service account does not renew it, and a role of its own hands on what it may', async () => {
  const ann = await verbs('ann')
  for (const name of ['jon', 'kay']) await person(name)
  await joined('jon', 'developer')
  const program = await ann.createServiceAccount({ name: 'Desk', role: 'admin' })
  const made = await ann.createApiKey({ name: 'Desk', environment: 'production', service_account_id: program.id })
  const developer = await verbs('jon')
  expect(await code(developer.createApiKey({ name: 'Mine', environment: 'production', service_account_id: program.id }))).toBe('forbidden')
  const renewed = await people.jon!.post(`/api/api-keys/${made.id}/rotate`, { overlap_hours: 0 })
  expect([renewed.status, renewed.body.code]).toEqual([403, 'forbidden'])
  expect((await api.call('GET', '/v1/members', undefined, made.key)).status).toBe(200)
  expect((await people.ann!.post(`/api/api-keys/${made.id}/rotate`, { overlap_hours: 0 })).status).toBe(201)
  // Nor that of somebody who may more, of either environment, there or gone; one that can do no more than they may they renew, and own.
  const rotate = (id: string) => people.jon!.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 0 })
  for (const environment of ['production', 'sandbox'] as const) {
    const owners = await ann.createApiKey({ name: 'Owner', environment })
    const refused = await rotate(owners.id)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.detail).toContain('Who made it, or an owner, can rotate it')
    expect((await api.call('GET', '/v1/members', undefined, owners.key)).status).toBe(200)
    await db().update(apiKeys).set({ created_by: ids.kay! }).where(eq(apiKeys.id, owners.id))
    expect((await rotate(owners.id)).status).toBe(403)
  }
  // Who is at a page has no key, and is told where to look.
  expect(await words(ann.revokeApiKey({ id: 'key_none' }))).toContain('This is not here')
  const little = await ann.createApiKey({ name: 'Little', environment: 'production', scopes: ['webhooks:write'] })
  expect((await rotate(little.id)).body).toMatchObject({ scopes: ['webhooks:write'], replaces: little.id })
  const { id: role } = await ann.createOrganizationRole({ name: 'Everything', permissions: [...GRANTABLE] })
  await ann.inviteMember({ email: at('kay'), role: 'custom', role_id: role })
  await (await verbs('kay')).acceptInvitation({ token: await linkTo('kay') })
  const kay = await verbs('kay')
  expect(await code(kay.inviteMember({ email: 'audit@team.example', role: 'auditor' }))).toBe('done')
  expect(await code(kay.inviteMember({ email: 'owner@team.example', role: 'owner' }))).toBe('forbidden')
})

it('a key changes members as far as its maker may, in the sandbox too', async () => {
  const key = (await (await verbs('ann')).createApiKey({ name: 'Members', environment: 'sandbox' })).key
  const invited = await api.call('POST', '/v1/member-invitations', { email: 'by.key@team.example', role: 'developer' }, key)
  expect([invited.status, invited.body.role_name]).toEqual([201, 'developer'])
  expect((await api.call('DELETE', `/v1/member-invitations/${invited.body.id}`, undefined, key)).body.status).toBe('revoked')
  const { data } = (await api.call('GET', '/v1/members', undefined, key)).body
  const eve = data.find((one: { user_id: string }) => one.user_id === ids.eve)
  expect((await api.call('POST', `/v1/members/${eve.id}/role`, { role: 'developer' }, key)).body.role).toBe('developer')
  const weak = (await (await verbs('eve')).createApiKey({ name: 'Weak', environment: 'sandbox' })).key
  expect((await api.call('POST', `/v1/members/${eve.id}/role`, { role: 'owner' }, weak)).body.code).toBe('insufficient_scope')
  expect((await api.call('DELETE', `/v1/members/${eve.id}`, undefined, key)).body.removed).toBe(true)
  expect((await api.call('GET', '/v1/members', undefined, weak)).body.code).toBe('maker_left')
})

it('authors of what a page shows are named: members, who left, keys; nobody else', async () => {
  await joined('gus', 'developer')
  const { actor } = await people.ann!.session()
  await db()
    .insert(apiKeys)
    .values({
      ...{ id: newId('api_key'), organization_id: actor.organizationId, environment: 'sandbox', name: 'Nightly import' },
      ...{ key_prefix: 'sw_x', key_hash: '0'.repeat(64), scopes: ['*'], api_version: '2026-11-27' },
    })
  const [key] = await db().select().from(apiKeys).where(eq(apiKeys.name, 'Nightly import'))
  const ask = [ids.ann!, ids.gus!, key!.id, 'usr_of_nobody', 'sandbox']
  const before = await (await verbs('ann')).nameAuthors({ ids: ask })
  expect(before).toEqual({
    [ids.ann!]: expect.stringMatching(/\w/),
    [ids.gus!]: expect.stringMatching(/\w/),
    [key!.id]: 'the key “Nightly import”',
  })
  const { data } = await (await verbs('ann')).listMembers({ limit: '100' })
  await (await verbs('ann')).removeMember({ id: data.find((one) => one.user_id === ids.gus)!.id })
  expect((await (await verbs('ann')).nameAuthors({ ids: ask }))[ids.gus!]).toBe('a former member')
  // Of another organisation nobody is told.
  expect(await (await verbs('gus')).nameAuthors({ ids: ask })).toEqual({ [ids.gus!]: expect.stringMatching(/\w/) })
})
