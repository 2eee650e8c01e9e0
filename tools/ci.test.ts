import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const script = readFileSync(join(root, '.ci/run'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

// A part that moved would only be missed by the long run, after half an hour.
test('every test that the build server runs is where it looks', () => {
  const asked = [...script.matchAll(/vitest\.mjs run (\S+)/g)].map(([, path]) => path!)
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const run = [...script.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(run.filter((name) => !scripts[name])).toEqual([])
})
