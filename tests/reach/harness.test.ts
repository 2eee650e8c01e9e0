import { expect, test } from 'vitest'
import { RULES } from '#engine/rulesets.ts'
import { NOT_YET, WORKS } from './not-yet.ts'
import { notReached } from './production.ts'

test('L3 a rule that nobody reached is named, and one on the list that was reached too', () => {
  const markets = [...new Set(RULES.map((rule) => rule.market))]
  const codes = (lines: string[]) => new Set(lines.map((line) => line.split(' ')[0]))
  const all = new Map(RULES.map((rule) => [rule.code, new Set(['holds', 'speaks'] as const)]))
  expect(codes(notReached(all, markets))).toEqual(new Set(Object.keys(NOT_YET)))
  expect(notReached(new Map(), ['credential']).length).toBeGreaterThan(0)
})

test('L3 what stands on the list is a rule, and says what is missing and what will end it', () => {
  const codes = new Set(RULES.map((rule) => rule.code))
  for (const [code, { missing, fact, work }] of Object.entries(NOT_YET)) {
    expect(codes, code).toContain(code)
    expect([missing.length > 0, fact.length > 3, work.length > 10], code).toEqual([true, true, true])
  }
})

test('L3 what keeps a rule from being reached is counterparties or chain data, and nothing else', () => {
  const works: readonly string[] = Object.values(WORKS)
  expect(Object.keys(NOT_YET).filter((code) => !works.includes(NOT_YET[code]!.work))).toEqual([])
})

test('L3 a rule that ended is reached by nobody any more, and one in force has to be', () => {
  const ended = RULES.filter((rule) => rule.in_force_to !== undefined).map((rule) => rule.code)
  expect(ended).toEqual(['DATA_MINIMISED'])
  expect(notReached(new Map(), ['credential']).join()).not.toContain('DATA_MINIMISED')
})
