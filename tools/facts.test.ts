import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { supplyOf, UNSOURCED } from '#core/record/facts/supply.ts'
import { VOCABULARY } from '#engine/facts/vocabulary.ts'
import { factsPage, writtenFactsPage } from './facts.ts'

test('docs/methodology/facts.md is what the vocabulary says (run `node tools/facts.ts`)', () => {
  expect(writtenFactsPage()).toBe(factsPage())
})

test('L3 every fact has a source in production, but for those on the list, which only shrinks', () => {
  const without = Object.keys(VOCABULARY).filter((path) => supplyOf(path) === null)
  expect(without.filter((path) => !Object.hasOwn(UNSOURCED, path))).toEqual([])
  expect(Object.keys(UNSOURCED).filter((path) => !Object.hasOwn(VOCABULARY, path))).toEqual([])
  expect(Object.keys(UNSOURCED).length).toBeLessThanOrEqual(50)
})

test('L3 every call that is said to supply a fact is one of the API', () => {
  const root = new URL('../server/api/v1/', import.meta.url)
  const calls = new Set<string>()
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.ts'))) {
    const source = readFileSync(new URL(file, root), 'utf8')
    const path = /\bpath: '([^']+)'/.exec(source)?.[1]
    const method = /\bmethod: '([^']+)'/.exec(source)?.[1]
    if (path && method) calls.add(`${method.toUpperCase()} ${path.startsWith('/v1') ? path : `/v1${path}`}`)
  }
  const named = Object.keys(VOCABULARY).flatMap((path) => supplyOf(path)?.how.match(/(GET|POST|PATCH|PUT|DELETE) \/v1[^ ,;]*/g) ?? [])
  expect([...new Set(named)].filter((call) => !calls.has(call))).toEqual([])
})
