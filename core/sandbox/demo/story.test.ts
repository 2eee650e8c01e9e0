import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { holderVerbs } from '#core/doors/holder-verbs.ts'
import { issuerVerbs } from '#core/doors/issuer-verbs.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { sandboxNow } from '#core/sources/clock/sandbox.ts'
import { investments, lots } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { userByEmail } from '#tests/stored.ts'
import { tellInvestorStory } from './investor-story.ts'
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
  const issuer = await userByEmail(api.services, 'issuer@demo.sealwright.example')
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
    new Set(['letter_expired', 'letter_expiring', 'form_d', 'lockup_ending', 'reservation_ending']),
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

it('goes on with the investor: verified, admitted, locked up, and still invited elsewhere', async () => {
  expect(await tellInvestorStory(api.services)).toBe(true)
  const investor = await userByEmail(api.services, 'investor@demo.sealwright.example')
  const base = systemCtx(api.services, { id: 'test', organizationId: investor!.organization_id, environment: 'sandbox' })
  const verbs = holderVerbs({
    ...base,
    actor: {
      type: 'user',
      id: investor!.id,
      ...atHome(investor!.organization_id, 'investor'),
      email: investor!.email,
      sessionId: 's',
      secondFactorAt: null,
    },
  })
  expect((await verbs.readOwnVerification()).statuses.identity).toBe('verified')
  expect((await verbs.listOwnHoldings({ page: 1, page_size: 10 })).totals).toMatchObject({ lots: 2, locked: 2 })
  const invited = (await verbs.listOwnInvitations()).data.map((each) => [each.offering.name, each.status])
  expect(Object.fromEntries(invited)).toEqual({
    'Lumen Notes 2029': 'accepted',
    'Harbour Street Offices': 'sent',
    'Open Meadow Community Round': 'sent',
  })
  const issued = (await verbs.listOwnCredentials()).credentials.map((each) => each.issued_at.slice(0, 10))
  expect(issued.every((day) => day < new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10))).toBe(true)
  expect(await sandboxNow(api.services, investor!.organization_id)).toBeGreaterThan(Date.now() - 5_000)
  expect(await tellInvestorStory(api.services), 'told once').toBe(false)
})
