import { expect, test } from 'vitest'
import { tellFailure } from './tell-failure.ts'

test('O1 while the database is away the log says so in one short line, without statements and stacks', () => {
  const lines: unknown[] = []
  const error = (fields: Record<string, unknown>, message: string) => void lines.push({ ...fields, message })
  const log = { debug: error, info: error, warn: error, error }
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  for (let i = 0; i < 500; i++)
    tellFailure(log, new Error('Failed query: select * from users', { cause: refused }), { request_id: `req_${i}` }, 'request failed')
  expect(lines).toEqual([{ request_id: 'req_0', reason: 'ECONNREFUSED', message: 'the database cannot be reached' }])
  tellFailure(log, new Error('a fault of ours'), {}, 'request failed')
  expect(lines[1]).toMatchObject({ error: 'a fault of ours', stack: expect.stringContaining('a fault'), message: 'request failed' })
  // The job queue tells its errors as plain objects.
  tellFailure(log, { message: 'terminating', code: '57P01', severity: 'FATAL' }, {}, 'job queue')
  tellFailure(log, { message: 'another fault' }, {}, 'job queue')
  expect(lines.slice(2)).toMatchObject([{ error: 'another fault', message: 'job queue' }])
})
