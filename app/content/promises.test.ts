import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { promises } from './promises.server.ts'

const root = join(import.meta.dirname, '../..')

it('each promise of the product names a file that is there, and a test of that file', () => {
  const all = promises()
  expect(all.length).toBeGreaterThan(12)
  expect(all.filter((one) => one.subject === '' || one.text.length < 20)).toEqual([])
  const missing = all.flatMap(({ shown }) =>
    shown.filter(({ file, test }) => {
      const path = join(root, file)
      return !existsSync(path) || (test !== null && !readFileSync(path, 'utf8').includes(test))
    }),
  )
  expect(missing).toEqual([])
  expect(all.filter((one) => one.shown.length === 0).map((one) => one.subject)).toEqual([])
})
