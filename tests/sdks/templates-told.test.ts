import { expect, it } from 'vitest'
import { RULES } from '#engine/rulesets.ts'
import { tell } from '../../templates/base/server/decisions.ts'

it('applications tell the person nothing of what only the organisation may know of them', () => {
  const rules = RULES.map(({ code }) => ({ code: code.toLowerCase(), result: 'review', message: code, citation: null }))
  const decision = { id: 'dec_1', outcome: 'review', missing: [], supply: [], rules, evaluated_at: '2026-11-21T12:00:00.000Z' }
  const told = new Set(tell(decision as never).reasons.map(({ code }) => code))
  const kept = RULES.filter((rule) => rule.visibility === 'tenant').map((rule) => rule.code.toLowerCase())
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter((code) => told.has(code))).toEqual([])
  expect(told.has('sanctions_address_exact')).toBe(true)
})
