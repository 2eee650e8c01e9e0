import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checkDocs, deadReferences } from './check-docs.ts'

const root = resolve(import.meta.dirname, '..')

it('every path the documents name exists', () => {
  expect(checkDocs(root)).toEqual([])
})

it('finds a dead path and a dead link, and leaves addresses, packages and patterns alone', () => {
  const text =
    'See `engine/no-such-file.ts`, `tools/check-docs.ts`, `core/<noun>/<verb>.ts`, `@hono/node-server`, `.data/x`.\n[gone](docs/gone.md) [here](package.json#top) [web](https://example.org/a.md)'
  expect(deadReferences(root, 'AGENTS.md', text).map((each) => [each.line, each.path])).toEqual([
    [1, 'engine/no-such-file.ts'],
    [2, 'docs/gone.md'],
  ])
})

it('leaves code blocks alone', () => {
  expect(deadReferences(root, 'AGENTS.md', '```\n`engine/gone.ts`\n```')).toEqual([])
})
