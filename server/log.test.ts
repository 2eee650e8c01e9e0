import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

test('a refused statement is logged without what was in it', () => {
  const lines: string[] = []
  const said = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const error = new DrizzleQueryError(
    'insert into "users" values ($1, $2)',
    ['Ada Example', 'ada\nexample'],
    new Error('deadlock detected'),
  )
  createLog('info', false).error({ error: error.message, stack: error.stack }, 'request failed')
  said.mockRestore()
  expect(lines[0]).toContain('insert into')
  expect(lines[0]).toContain('log.test.ts')
  expect(lines[0]).not.toMatch(/ada/i)
})

test('warnings go where they are told to, so that a tool answers on its standard output alone', () => {
  const lines: string[] = []
  createLog('warn', true, (line) => lines.push(line)).warn({ reason: 'none' }, 'heed this')
  expect(lines).toEqual([expect.stringMatching(/ warn heed this reason=none$/)])
})
