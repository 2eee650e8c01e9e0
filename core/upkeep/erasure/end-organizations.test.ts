import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { endThrowaways } from '#core/sandbox/worlds/end-throwaways.ts'
import { auditLogs, erasures, memberships, offerings, organizations, persons, session, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { mailsTo } from '#tests/stored.ts'
import { endOrganizations } from './end-organizations.ts'

let api: Awaited<ReturnType<typeof startApi>>
let owner: Person
const db = () => api.services.connection.db
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

beforeAll(async () => {
  api = await startApi()
  await makeAccount(api, 'owner@ending.example', 'issuer')
  owner = new Person(api)
  await owner.signIn('owner@ending.example')
})
afterAll(() => api.stop())

it('an organisation is deleted 30 days after its owner asked, its keys stop at once, and until then it can be called off', async () => {
  const { id } = await (await owner.verbs()).createOrganization({ name: 'Short-lived GmbH' })
  const verbs = await owner.verbs()
  const key = (await verbs.createApiKey({ name: 'Real', environment: 'production' })).key
  const sandbox = (await verbs.createApiKey({ name: 'Tried', environment: 'sandbox' })).key
  const created = await api.call('POST', '/v1/investors', { full_name: 'Ada Example', email: 'ada@ending.example' }, key)
  expect(created.status).toBe(201)
  expect((await api.call('POST', '/v1/investors', { full_name: 'Bob Example', email: 'bob@ending.example' }, sandbox)).status).toBe(201)
  const self = async () => (await api.call('GET', '/v1/keys/self', undefined, key)).body.code ?? 'works'
  expect(await code(verbs.endOrganization({ name: 'Another name' }))).toBe('conflict')
  const terms = { total_supply: '100', price_per_token: '1', minimum_investment: '0', maximum_raise: '100', currency: 'USD' }
  const offering = { id: 'off_ending', organization_id: id, name: 'Notes', ...terms, created_at: new Date(), updated_at: new Date() }
  await db()
    .insert(offerings)
    .values({ ...offering, environment: 'production', type: 'equity', regulation: 'reg_s', status: 'open' })
  expect(await code(verbs.endOrganization({ name: 'Short-lived GmbH' }))).toBe('conflict')
  await db().delete(offerings).where(eq(offerings.id, offering.id))

  await verbs.endOrganization({ name: 'Short-lived GmbH' })
  expect(await self()).toBe('organization_ending')
  expect(await code(verbs.inviteMember({ email: 'x@ending.example', role: 'auditor' }))).toBe('organization_ending')
  expect((await mailsTo(api.services, 'owner@ending.example')).at(-1)!.subject).toContain('about to be deleted')
  expect((await (await owner.verbs()).listOwnOrganizations()).find((one) => one.id === id)!.ends_at).not.toBeNull()
  await verbs.keepOrganization()
  expect(await self()).toBe('works')
  expect(await code(verbs.keepOrganization())).toBe('invalid_transition')

  await verbs.endOrganization({ name: 'Short-lived GmbH' })
  expect(await endOrganizations(api.services)).toBe(0)
  await db()
    .update(organizations)
    .set({ ends_at: new Date(Date.now() - 1_000) })
    .where(eq(organizations.id, id))
  expect(await endOrganizations(api.services)).toBe(1)
  expect(await endOrganizations(api.services)).toBe(0)
  const [row] = await db().select().from(organizations).where(eq(organizations.id, id))
  expect(row).toMatchObject({ name: 'Deleted organisation', ended_at: expect.any(Date) })
  expect(await db().select().from(erasures).where(eq(erasures.organization_id, id))).toHaveLength(1)
  const [live] = await db().select().from(memberships).where(eq(memberships.organization_id, id))
  expect(live!.ended_at).not.toBeNull()
  expect(await self()).toBe('revoked_api_key')
  const { actor } = await owner.session()
  expect(actor.organizationId).toBe(actor.home)
  expect(await db().$count(auditLogs, and(eq(auditLogs.organization_id, id), eq(auditLogs.action, 'organization_ended')))).toBe(1)
  await endThrowaways(api.services)
  expect(await db().$count(persons, and(eq(persons.organization_id, id), eq(persons.environment, 'sandbox')))).toBe(0)
})

it('where changes of members take two people two owners delete an organisation, and any owner calls it off', async () => {
  const { id } = await (await owner.verbs()).createOrganization({ name: 'Two Owners Ltd' })
  const people: Record<string, Person> = { owner }
  for (const [name, role] of [
    ['second', 'owner'],
    ['clerk', 'admin'],
  ] as const) {
    const user = await makeAccount(api, `${name}@ending.example`, 'issuer')
    await db()
      .insert(memberships)
      .values({ id: newId('membership'), organization_id: id, user_id: user, role, came: 'invited' })
    people[name] = new Person(api)
    await people[name].signIn(`${name}@ending.example`)
    await (await people[name].verbs()).workIn({ organization_id: id })
    await db().update(users).set({ mfa_enabled: true }).where(eq(users.id, user))
    const { authId } = await people[name].session()
    await db().update(session).set({ secondFactorAt: new Date() }).where(eq(session.userId, authId))
  }
  const by = (name: string) => people[name]!.verbs()
  await (await (await by('owner')).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: true } })
  const ending = async () => (await db().select().from(organizations).where(eq(organizations.id, id)))[0]!.ending_by

  const asked = await (await by('owner')).endOrganization({ name: 'Two Owners Ltd' })
  expect(asked).toMatchObject({ ends_at: null, second_person: { case_id: expect.any(String) } })
  const { case_id } = asked.second_person!
  // The rule itself can be put to the second person meanwhile: one does not wait for the other.
  const rule = async () =>
    (await (await by('second')).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: false } })
  const ends = await rule()
  expect([ends.second_person!.case_id === case_id, await code(rule())]).toEqual([false, 'already_exists'])
  expect((await (await by('clerk')).listMemberChanges()).map(({ summary }) => summary).toSorted()).toEqual([
    'One person alone is to change members again',
    'The organisation is to be deleted',
  ])
  const agree = async (name: string) => (await by(name)).decideMemberChange({ id: case_id, outcome: 'release' })
  expect(await code((await by('second')).endOrganization({ name: 'Two Owners Ltd' }))).toBe('already_exists')
  for (const name of ['owner', 'clerk']) expect([name, await code(agree(name))]).toEqual([name, 'second_person_required'])
  expect(await ending()).toBeNull()
  expect(await code(agree('second'))).toBe('done')
  expect(await ending()).not.toBeNull()
  for (const name of Object.keys(people))
    expect((await mailsTo(api.services, `${name}@ending.example`)).at(-1)!.subject).toBe('Two Owners Ltd is about to be deleted')
  const log = await db().select().from(auditLogs).where(eq(auditLogs.organization_id, id))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['organization_ending_asked', 'organization_ending']))
  expect(await code((await by('clerk')).keepOrganization())).toBe('forbidden')
  expect(await (await by('second')).keepOrganization()).toEqual({ kept: true })

  // Once the rule is over one owner is enough, and what still waits from before begins nothing anew.
  const waits = (await (await by('owner')).endOrganization({ name: 'Two Owners Ltd' })).second_person!.case_id
  await (await by('clerk')).decideMemberChange({ id: ends.second_person!.case_id, outcome: 'release' })
  const { ends_at } = await (await by('second')).endOrganization({ name: 'Two Owners Ltd' })
  expect(ends_at).not.toBeNull()
  const late = (await by('second')).decideMemberChange({ id: waits, outcome: 'release' })
  expect(await code(late)).toBe('organization_ending')
  expect((await (await by('owner')).listOwnOrganizations()).find((one) => one.id === id)!.ends_at).toBe(ends_at)

  // Who removed the other owner is not the only one by that; once it was long enough ago they are.
  await (await by('owner')).keepOrganization()
  await (await (await by('owner')).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: true } })
  const alone = async () => code((await by('owner')).endOrganization({ name: 'Two Owners Ltd' }))
  const rows = await db().select().from(memberships).where(eq(memberships.organization_id, id))
  const other = rows.find(({ role, came }) => role === 'owner' && came === 'invited')!
  await (await by('owner')).removeMember({ id: other.id })
  expect(await alone()).toBe('second_person_required')
  expect(await ending()).toBeNull()
  const ended = (at: number, ended_by: string) =>
    db()
      .update(memberships)
      .set({ ended_at: new Date(at), ended_by })
      .where(eq(memberships.id, other.id))
  await ended(Date.now(), other.user_id)
  expect(await alone()).toBe('done')
  await (await by('owner')).keepOrganization()
  await ended(Date.now() - 31 * 86_400_000, rows.find(({ came }) => came !== 'invited')!.user_id)
  expect(await alone()).toBe('done')
})
