import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LOCKS } from './locks.ts'

test('O2 no two advisory locks share a number, and none is numbered outside the registry', () => {
  const numbers = Object.values(LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)

  const root = resolve(import.meta.dirname, '..')
  const elsewhere = ['core', 'db', 'jobs', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^locks\.ts$/.test(file))
      .filter((file) => {
        const text = readFileSync(join(root, room, file), 'utf8')
        return /advisory(?:_xact)?_lock/i.test(text) && !/hashtextextended|LOCKS\./.test(text)
      })
      .map((file) => `${room}/${file}`),
  )
  expect(elsewhere).toEqual([])
})
