import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUngranted } from '#core/record/audit/verify-rights.ts'
import { auditLogs, memberships } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { healMemberships } from './heal-memberships.ts'

let api: Awaited<ReturnType<typeof startApi>>
const db = () => api.services.connection.db
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

it('an account that a process from before made becomes the owner of its organisation, once, and the log says so', async () => {
  const old = await makeAccount(api, 'old@heal.example', 'issuer')
  const left = await makeAccount(api, 'left@heal.example', 'investor')
  await db().delete(memberships).where(eq(memberships.user_id, old))
  await db().update(memberships).set({ ended_at: new Date(), ended_by: 'system' }).where(eq(memberships.user_id, left))
  await healMemberships(api.services)
  await healMemberships(api.services)
  const [own] = await db().select().from(memberships).where(eq(memberships.user_id, old))
  expect(own).toMatchObject({ role: 'owner', came: 'founded', ended_at: null })
  expect(await db().select().from(auditLogs).where(eq(auditLogs.action, 'membership_backfilled'))).toHaveLength(1)
  const [other] = await db().select().from(memberships).where(eq(memberships.user_id, left))
  expect(other!.ended_at).not.toBeNull()
  expect(await findUngranted(api.services)).toEqual([])
})

it('a membership that no entry of the log made, or with another role than it says, is named', async () => {
  const one = await makeAccount(api, 'one@heal.example', 'issuer')
  const two = await makeAccount(api, 'two@heal.example', 'issuer')
  const [row] = await db().select().from(memberships).where(eq(memberships.user_id, one))
  await db()
    .insert(memberships)
    .values({ id: 'mem_put', organization_id: row!.organization_id, user_id: two, role: 'owner', came: 'founded' })
  await db().update(memberships).set({ role: 'auditor' }).where(eq(memberships.id, row!.id))
  expect((await findUngranted(api.services)).map(({ subject, fault }) => [subject, fault]).sort()).toEqual(
    [
      ['mem_put', 'is a membership that no entry of the log gave'],
      [row!.id, 'is a membership that no entry of the log gave'],
    ].sort(),
  )
})
