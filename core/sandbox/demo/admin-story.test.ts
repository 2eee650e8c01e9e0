import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { cases, contactInquiries, roleRequests, session } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { Person } from '#tests/api/person.ts'
import { tellAdminStory } from './admin-story.ts'
import { seedDemo } from './seed.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

test('the demo admin has something to decide, once, and made by the verbs', async () => {
  const { services } = api
  expect(await tellAdminStory(services)).toBe(false)
  await seedDemo(services, createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: false }))
  expect(await tellAdminStory(services)).toBe(true)
  expect(await tellAdminStory(services)).toBe(false)
  const { db } = services.connection
  expect(await db.$count(cases)).toBe(2)
  expect(await db.$count(roleRequests)).toBe(1)
  expect(await db.$count(contactInquiries)).toBe(1)
})

test('a colleague of the demo issuer is there on the first start, works with them on what waits, and stays away once removed', async () => {
  const { services } = api
  const seed = () => seedDemo(services, createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: false }))
  const { users, colleague } = await seed()
  expect([users.map((one) => one.role), colleague.role]).toEqual([['admin', 'issuer', 'investor'], 'compliance_officer'])
  const [issuer, officer] = [new Person(api), new Person(api)]
  await issuer.signIn(users[1]!.email, users[1]!.password)
  await officer.signIn(colleague.email, colleague.password)
  const { actor } = await officer.session()
  expect(actor).toMatchObject({ organizationId: (await issuer.session()).actor.organizationId, member: { role: 'compliance_officer' } })
  const [waiting] = await services.connection.db.select().from(cases)
  for (const person of [issuer, officer])
    expect((await (await person.verbs('sandbox')).openCaseFile({ id: waiting!.id })).evidence.query?.full_name).toBeTruthy()
  const members = (await (await issuer.verbs()).listMembers({ limit: '10' })).data
  await services.connection.db.update(session).set({ confirmedAt: new Date() })
  await (await issuer.verbs()).removeMember({ id: members.find((one) => one.email === colleague.email)!.id })
  await seed()
  expect((await (await issuer.verbs()).listMembers({ limit: '10' })).data).toHaveLength(1)
})
