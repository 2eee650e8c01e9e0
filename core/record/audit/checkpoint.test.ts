import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCKS } from '#db/locks.ts'
import { startApi } from '#tests/api/harness.ts'
import { dispatchEvents } from '../webhooks/dispatch.ts'
import { newestCheckpoint } from './checkpoint.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

test('O2 a stuck sequencer keeps no stranger waiting, takes no connection from others and stops no webhook', async () => {
  const { pool } = api.services.connection
  const published = await newestCheckpoint(api.services)
  const stuck = await pool.connect()
  try {
    await stuck.query('begin')
    await stuck.query('select pg_advisory_xact_lock($1)', [LOCKS.sequencer])
    await api.makeKey('sandbox')
    const began = performance.now()
    const strangers = Array.from({ length: 60 }, () => api.call('GET', '/log/checkpoint'))
    expect(await dispatchEvents(api.services)).toBe(false)
    expect((await api.call('GET', '/readyz')).body.database).toBe(true)
    expect(performance.now() - began).toBeLessThan(1_500)
    expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(3)
    for (const answer of await Promise.all(strangers)) expect(answer).toMatchObject({ status: 200, text: published })
    expect(performance.now() - began).toBeLessThan(4_000)
  } finally {
    await stuck.query('rollback')
    stuck.release()
  }
  expect(await newestCheckpoint(api.services)).not.toBe(published)
})
