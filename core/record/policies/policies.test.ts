import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellPolicies } from '#core/upkeep/deadlines/tell.ts'
import { auditLogs } from '#db/schema.ts'
import { currentRuleset, rulesetWith } from '#engine/rulesets.ts'
import { startApi } from '#tests/api/harness.ts'
import { noteRuleset } from './note.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let stranger: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
})
afterAll(() => api.stop())

const get = (path: string, as = key) => api.call('GET', path, undefined, as)
const told = async (as = key) => (await get('/v1/events?type=policy.*', as)).body.data

test('rules that came into force are noted once by all processes, and told to whom they concern with what they would change', async () => {
  const { services } = api
  const current = currentRuleset.ref
  // A first start tells nobody, and a start with the same rules notes nothing.
  await noteRuleset(services)
  expect(await tellPolicies(services)).toBe(0)
  const first = await get('/v1/policies/current')
  expect(first.body).toMatchObject({ success: true, object: 'policy', change: 'first', version: current.version, sha256: current.sha256 })
  expect((await get('/v1/policies')).body).toMatchObject({ data: [{ id: first.body.id }], has_more: false })

  const play = (years: number) =>
    api.call(
      'POST',
      '/v1/gaming/verify-age',
      {
        wallet_address: `0x${String(years).repeat(20)}`,
        date_of_birth: `${new Date().getUTCFullYear() - years - 1}-01-01`,
        jurisdiction: 'US',
        required_age_tier: '18+',
      },
      key,
    )
  for (const years of [14, 16, 30]) expect((await play(years)).status).toBe(200)

  // Rules that hold where these refuse, as three processes start with them at one moment.
  const later = rulesetWith({ AGE_BELOW_REQUIRED: { severity: 'hold' } }, `${current.version}-next`)
  await Promise.all([1, 2, 3].map(() => noteRuleset(services, later)))
  const [published, ...rest] = (await get('/v1/policies')).body.data
  expect(published).toMatchObject({ change: 'published', version: later.ref.version, sha256: later.ref.sha256 })
  expect(rest).toHaveLength(1)
  // Two jobs of one moment tell each organisation once; who has neither decisions nor endpoints is left alone.
  const counts = await Promise.all([tellPolicies(services), tellPolicies(services)])
  expect(counts[0]! + counts[1]!).toBe(1)
  expect(await told(stranger)).toEqual([])
  const [event, ...others] = await told()
  expect(others).toEqual([])
  expect(event).toMatchObject({
    type: 'policy.published',
    resource: { type: 'policy', id: published.id },
    data: {
      object: {
        policy: { id: published.id, version: later.ref.version, sha256: later.ref.sha256 },
        replaces: { sha256: current.sha256 },
        flip_summary: {
          decisions: 3,
          flipped: 2,
          changes: [{ from: 'deny', to: 'review', count: 2 }],
          responsible: [{ code: 'AGE_BELOW_REQUIRED', count: 2 }],
          skipped: { erased: 0 },
        },
      },
    },
  })

  // Back to the rules of before: named as such, and nobody is told twice.
  await noteRuleset(services)
  expect(await tellPolicies(services)).toBe(1)
  expect(await tellPolicies(services)).toBe(0)
  expect((await told()).map((each: { type: string }) => each.type)).toEqual(['policy.rolled_back', 'policy.published'])
  expect((await get('/v1/policies/current')).body).toMatchObject({ change: 'rolled_back', sha256: current.sha256 })
  const page = await get('/v1/policies?limit=2')
  expect((await get(`/v1/policies?limit=2&cursor=${page.body.next_cursor}`)).body.data).toMatchObject([{ id: first.body.id }])

  const { db } = services.connection
  const leaves = await db.select({ action: auditLogs.action }).from(auditLogs).where(eq(auditLogs.subject_id, published.id))
  expect(leaves.map((leaf) => leaf.action).filter((action) => action !== 'policy_known')).toEqual(['policy_published', 'policy_told'])
  const open = await api.call('GET', '/rules', undefined, null, { accept: 'application/json' })
  expect(open.body.in_force_since).toBe((await get('/v1/policies/current')).body.in_force_since)
})
