import { describe, expect, it } from 'vitest'
import { canonical, type Json } from './canonical.ts'
import { parseDay } from './dates.ts'
import { mismatch, runGolden } from './goldens.ts'
import { RULES } from './rulesets.ts'

describe('worked cases', () => {
  for (const rule of RULES) {
    it(`${rule.code} v${rule.version}`, () => {
      for (const golden of rule.goldens) {
        const outcome = runGolden(rule, golden)
        expect(mismatch(golden, outcome), golden.name).toBeNull()
        expect(outcome.reason, golden.name).not.toBe('RULE_COULD_NOT_RUN')
        expect(() => canonical(outcome as unknown as Json), golden.name).not.toThrow()
        expect(outcome.message ?? '', `${golden.name}: a message has an unfilled name`).not.toMatch(/\{[a-z0-9_]+\}/)
      }
    })
  }
})

describe('the form of every rule', () => {
  it.each(RULES.map((rule) => [rule.code, rule] as const))('%s', (_code, rule) => {
    expect(rule.code).toMatch(/^[A-Z][A-Z0-9_]+$/)
    expect(rule.goldens.length).toBeGreaterThanOrEqual(2)
    expect(new Set(rule.goldens.map((golden) => golden.name)).size).toBe(rule.goldens.length)
    expect(rule.sentence).toMatch(/^[A-Z0-9].*\.$/)
    expect(rule.citation.label).not.toBe('')
    if (rule.citation.url !== null) expect(rule.citation.url).toMatch(/^https:\/\//)
    expect(parseDay(rule.in_force_from)).not.toBeNull()
    expect(rule.checks.length).toBeGreaterThan(0)
    expect(() => canonical(rule.params as Json)).not.toThrow()
  })

  it('no two files hold the same code and version', () => {
    const keys = RULES.map((rule) => `${rule.code} ${rule.version}`)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })
})
