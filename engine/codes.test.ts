import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BEYOND_THE_CODES, MARKETS_CODES, NOT_RULES, SECURITIES_CODES } from './codes.ts'
import { goldenFacts, runAlone } from './goldens.ts'
import { REASONS } from './reasons.ts'
import { RULES } from './rulesets.ts'

const rules = new Set(RULES.map((rule) => rule.code))
const listed = [...SECURITIES_CODES, ...MARKETS_CODES]

describe('codes', () => {
  it('every listed code has a rule', () => {
    expect(listed.filter((code) => !rules.has(code))).toEqual([])
  })

  it('every rule is listed, or named as one beyond the codes', () => {
    const known = new Set([...listed, ...Object.keys(BEYOND_THE_CODES)])
    expect([...rules].filter((code) => !known.has(code))).toEqual([])
  })

  it('no exception is a rule after all, and every rule beyond the codes exists', () => {
    expect(Object.keys(NOT_RULES).filter((code) => rules.has(code))).toEqual([])
    expect(Object.keys(BEYOND_THE_CODES).filter((code) => !rules.has(code))).toEqual([])
  })

  it('every reason that a worked case gives is in the closed list', () => {
    const reasons = new Set<string>()
    for (const rule of RULES) {
      for (const golden of rule.goldens) {
        const { reason } = runAlone(rule, goldenFacts(rule, golden), golden.params)
        if (reason !== null) reasons.add(reason)
      }
    }
    expect([...reasons].filter((reason) => !Object.hasOwn(REASONS, reason))).toEqual([])
  })
})

const design = join(process.env.SHARED_DIR ?? resolve(import.meta.dirname, '../../shared'), 'design')
const books = [
  ['rulebook-securities.md', SECURITIES_CODES],
  ['rulebook-markets.md', MARKETS_CODES],
] as const

describe.skipIf(!existsSync(design))('the rulebooks themselves (skipped where they are absent)', () => {
  it.each(books)('%s: every code in it is a rule or a named exception', (file, own) => {
    const found = new Set(readFileSync(join(design, file), 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [])
    expect([...found].filter((code) => !rules.has(code) && !Object.hasOwn(NOT_RULES, code))).toEqual([])
    expect(own.filter((code) => !found.has(code))).toEqual([])
  })
})
