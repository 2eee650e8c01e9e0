import { expect, it } from 'vitest'
import { RULES } from '#engine/rulesets.ts'

it('applications tell the person nothing of what only the organisation may know of them', async () => {
  // By its address: its types come with the SDK of an application that was written out.
  const { tell } = (await import(new URL('../../templates/base/server/decisions.ts', import.meta.url).href)) as {
    tell(decision: object): { reasons: { code: string }[] }
  }
  const rules = RULES.map(({ code }) => ({ code: code.toLowerCase(), result: 'review', message: code, citation: null }))
  const decision = { id: 'dec_1', outcome: 'review', missing: [], supply: [], rules, evaluated_at: '2026-11-21T12:00:00.000Z' }
  const told = new Set(tell(decision).reasons.map(({ code }) => code))
  const kept = RULES.filter((rule) => rule.visibility === 'tenant').map((rule) => rule.code.toLowerCase())
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((code) => told.has(code))).toEqual([])
  expect(told.has('sanctions_address_exact')).toBe(true)
})
