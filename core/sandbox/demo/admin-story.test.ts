import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { cases, contactInquiries, roleRequests } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
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
