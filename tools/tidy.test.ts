import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compare, listed, offences } from './tidy.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('H9 H11 no function or file grows too long, and no exported name means one thing more: what stood is listed, and only shrinks', () => {
  const { grown, shrunk } = compare(listed(root), offences(root))
  expect(grown, 'new or grown').toEqual([])
  expect(shrunk, 'smaller than listed: run `node tools/tidy.ts`').toEqual([])
})

test('what is compared: new and grown are told apart from what shrank or went', () => {
  const before = { 'function a.ts f': 90, 'function a.ts g': 80, 'name Two (server)': 2 }
  expect(compare(before, { 'function a.ts f': 91, 'function a.ts g': 79, 'file b.ts': 401 })).toEqual({
    grown: ['function a.ts f: 91', 'file b.ts: 401'],
    shrunk: ['function a.ts g', 'name Two (server)'],
  })
})

test('H11 each library that the decision on libraries names is one of ours', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const decision = /## Decision\n(.*?)\n## /s.exec(read('docs/decisions/0005-few-well-known-parts.md'))![1]!
  const named = [...decision.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !dependencies![name] && !devDependencies![name])).toEqual([])
})

test('H14 the changelog has versions, and in each a heading once', () => {
  const [, ...versions] = read('CHANGELOG.md').split(/^## /m)
  expect(versions.length).toBeGreaterThan(1)
  for (const version of versions) {
    const headings = [...version.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    expect(headings, version.split('\n')[0]).toEqual([...new Set(headings)])
  }
})
