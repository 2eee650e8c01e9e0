import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#core/kernel/context.ts'
import { decisions, rulesetVersions, subjectKeys } from '#db/schema.ts'
import { buildRuleset, type RulesetData } from '#engine/ruleset.ts'
import { currentRuleset, RULES, rulesetWith } from '#engine/rulesets.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { compareRulesets } from './compare.ts'
import { listCurrentRules, listRulesets } from './list.ts'
import { whatIf } from './what-if.ts'

let api: Awaited<ReturnType<typeof startApi>>
let ctx: Ctx
beforeAll(async () => {
  api = await startApi()
  ctx = personCtx(api.services, 'admin')
})
afterAll(() => api?.stop())

const run = (input: unknown = {}) => whatIf.sent({ ctx, input })

test('the present rules flip nothing; a lower age flips exactly the young player, and names the rule', async () => {
  const key = (await api.makeKey('sandbox')).key
  const years = (age: number) => `${new Date().getUTCFullYear() - age - 1}-01-01`
  const ages = [14, 16, 25]
  for (const [i, age] of ages.entries()) {
    const { status, text } = await api.call(
      'POST',
      '/v1/gaming/verify-age',
      {
        wallet_address: `0x5ea15ea15ea15ea15ea15ea15ea15ea10000001${i}`,
        date_of_birth: years(age),
        jurisdiction: 'US',
        required_age_tier: '18+',
      },
      key,
    )
    expect(status, text).toBe(200)
  }
  const same = await run()
  expect(same).toMatchObject({ total: 3, flipped: 0, flips: [], skipped: { erased: 0, altered: 0, ruleset_unavailable: 0 } })

  const rules = (await listCurrentRules({ ctx })).data
  expect(rules.length).toBeGreaterThan(100)
  const denied = await ctx.db.select().from(decisions).where(eq(decisions.outcome, 'deny'))
  expect(denied).toHaveLength(2)
  const code = denied[0]!.reason_codes.find((one) => rules.some((rule) => rule.code === one))!
  const softer = await run({ overrides: { [code]: { severity: 'hold' } } })
  expect(softer.flipped).toBe(2)
  expect(softer.flips.map((flip) => flip.id).sort()).toEqual(denied.map((row) => row.id).sort())
  expect(softer.responsible).toContainEqual({ code, count: 2 })
  expect(softer.matrix.deny.review).toBe(2)
  expect(softer.matrix.allow.allow).toBe(1)
  expect(softer.ruleset.sha256).not.toBe(currentRuleset.ref.sha256)

  // Counted from the newest, within what was asked for.
  expect((await run({ last: 2 })).total).toBe(2)
  expect((await run({ market: 'securities' })).total).toBe(0)
  // Nothing was written.
  expect(await ctx.db.$count(decisions)).toBe(3)
})

test('what was erased is counted, never guessed', async () => {
  const [row] = await ctx.db.select().from(decisions).limit(1)
  const key = row!.subject_key_id
  const sealed = await ctx.db.$count(decisions, eq(decisions.subject_key_id, key))
  await ctx.db.update(subjectKeys).set({ wrapped_key: null, destroyed_at: new Date() }).where(eq(subjectKeys.id, key))
  api.services.keyring.forget(key)
  const after = await run()
  expect(after).toMatchObject({ total: 3 - sealed, skipped: { erased: sealed } })
})

test('an unknown rule, an unknown parameter and a wrong kind of value are refused', async () => {
  await expect(run({ overrides: { NO_SUCH_RULE: {} } })).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(run({ overrides: { COPPA_UNDER_13: { params: { ages: 12 } } } })).rejects.toMatchObject({ code: 'unknown_field' })
  await expect(run({ overrides: { COPPA_UNDER_13: { params: { age: '12' } } } })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('versions are listed and compared field by field', async () => {
  const other = rulesetWith({ COPPA_UNDER_13: { params: { age: 14 } }, ADVERSE_MEDIA: { severity: 'warn' } }, '2026.10.1')
  const without: RulesetData = { ...other.data, rules: other.data.rules.filter((rule) => rule.code !== 'BLUE_SKY_NOTICE') }
  const { ref } = buildRuleset(without, RULES)
  await ctx.db.insert(rulesetVersions).values({
    version: ref.version,
    sha256: ref.sha256,
    data: without as unknown as Record<string, unknown>,
    published_at: new Date('2026-10-01T00:00:00Z'),
  })
  const { data } = await listRulesets({ ctx })
  expect(data.map((one) => [one.version, one.current])).toEqual([
    [currentRuleset.ref.version, true],
    ['2026.10.1', false],
  ])
  expect(data[0]!.rules - data[1]!.rules).toBe(1)
  const { version, sha256 } = currentRuleset.ref
  const changes = await compareRulesets({ ctx, input: { from: { version: ref.version, sha256: ref.sha256 }, to: { version, sha256 } } })
  expect(changes.data).toEqual([
    { code: 'ADVERSE_MEDIA', change: 'changed', fields: [{ name: 'severity', from: 'warn', to: expect.any(String) }] },
    { code: 'BLUE_SKY_NOTICE', change: 'added', fields: [] },
    { code: 'COPPA_UNDER_13', change: 'changed', fields: [{ name: 'params.age', from: 14, to: 13 }] },
  ])
  const nowhere = { version: 'x', sha256: 'y' }
  await expect(compareRulesets({ ctx, input: { from: nowhere, to: nowhere } })).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody but an admin reads any of it', async () => {
  const other = personCtx(api.services, 'issuer')
  await expect(whatIf({ ctx: other })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listRulesets({ ctx: other })).rejects.toMatchObject({ code: 'forbidden' })
})
