import { expect, it } from 'vitest'
import type { Need } from '../facts.ts'
import { RULES } from '../rulesets.ts'
import { VOCABULARY } from './vocabulary.ts'

const read = new Set<string>()
const collect = (one: Need<unknown>): void => {
  if (one.derived) one.derived.list.forEach(collect)
  else read.add(one.path)
}
for (const rule of RULES) for (const one of Object.values(rule.needs as Record<string, Need<unknown>>)) collect(one)

it('L3 the vocabulary holds the facts that rules read, and no other', () => {
  expect(Object.keys(VOCABULARY).filter((path) => !read.has(path))).toEqual([])
  expect([...read].filter((path) => !Object.hasOwn(VOCABULARY, path))).toEqual([])
})

it('every fact says what it is, and what may supply it', () => {
  for (const [path, { name, from }] of Object.entries(VOCABULARY)) {
    expect(name, path).toMatch(/^[a-zA-Z{].{5,}/)
    expect(from.length, path).toBeGreaterThan(0)
    expect(from, path).not.toContain('simulated')
  }
})
