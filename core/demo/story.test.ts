import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuth } from '#core/accounts/auth-library.ts'
import { investments, lots, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { issuerVerbs } from '../issuer-verbs.ts'
import { systemCtx } from '../system.ts'
import { seedDemo } from './seed.ts'
import { tellDemoStory } from './story.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
  await seedDemo(api.services, createAuth(api.services, { secret: 'x'.repeat(40), rateLimit: false }))
})
afterAll(() => api.stop())

it('is told through the engine, once, and every cap table sums to what was issued', async () => {
  expect(await tellDemoStory(api.services)).toBe(true)
  const { db } = api.services.connection
  const [issuer] = await db.select().from(users).where(eq(users.email, 'issuer@demo.sealwright.example'))
  const verbs = issuerVerbs(systemCtx(api.services, { id: 'test', organizationId: issuer!.organization_id, environment: 'sandbox' }))
  const rows = (await verbs.listOfferingRows({ page_size: 50 })).rows
  expect(Object.fromEntries(rows.map((row) => [row.name, row.status]))).toEqual({
    'Halyard Community Round I': 'closed',
    'Harbour Street Offices': 'open',
    'Northwind Storage Series B': 'open',
    'Lumen Notes 2029': 'open',
    'Open Meadow Community Round': 'open',
    'Atlas Catalogue Royalties': 'paused',
    'Meridian Infrastructure Fund': 'needs_contact',
    'Quayside Warehouses': 'draft',
  })
  for (const row of rows) {
    const table = await verbs.readCapTable({ offering_id: row.id, page_size: 1000 })
    expect([row.name, table.outstanding, table.issued]).toEqual([row.name, row.tokens_issued, row.tokens_issued])
    expect(table.rows.reduce((sum, each) => sum + BigInt(each.quantity), 0n)).toBe(BigInt(table.outstanding))
  }
  const overview = await verbs.issuerOverview()
  expect(overview.pending).toBeGreaterThan(3)
  expect(overview.transfers_waiting).toBeGreaterThan(2)
  expect(new Set(overview.deadlines.map((each) => each.kind))).toEqual(
    new Set(['letter_expired', 'letter_expiring', 'form_d', 'lockup_ending']),
  )
  const statuses = await db
    .select({ status: investments.status, count: sql<number>`count(*)::int` })
    .from(investments)
    .groupBy(investments.status)
  expect(statuses.map((each) => each.status).sort()).toEqual(['accepted', 'pending', 'rejected'])
  const again = await db.select({ count: sql<number>`count(*)::int` }).from(lots)
  expect(await tellDemoStory(api.services), 'told once').toBe(false)
  expect(await db.select({ count: sql<number>`count(*)::int` }).from(lots)).toEqual(again)
})
