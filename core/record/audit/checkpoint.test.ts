import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCKS } from '#db/locks.ts'
import { startApi } from '#tests/api/harness.ts'
import { dispatchEvents } from '../webhooks/dispatch.ts'
import { newestCheckpoint, publishCheckpoint } from './checkpoint.ts'
import { requireWhole } from './guard.ts'
import { treeSize } from './read-nodes.ts'
import { sequenceLog } from './sequence.ts'
import { verifyAudit } from './verify.ts'

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
    const strangers = Array.from({ length: 60 }, () => api.call('GET', '/log/checkpoint'))
    expect(await dispatchEvents(api.services)).toBe(false)
    expect((await api.call('GET', '/readyz')).body.database).toBe(true)
    expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(3)
    // Answered while the sequencer is still stuck.
    for (const answer of await Promise.all(strangers)) expect(answer).toMatchObject({ status: 200, text: published })
  } finally {
    await stuck.query('rollback')
    stuck.release()
  }
  expect(await newestCheckpoint(api.services)).not.toBe(published)
})

test('a head that another process signs while the log is looked at is no fault of the log', async () => {
  const { services } = api
  const { db } = services.connection
  const grow = async () => {
    await api.makeKey('sandbox')
    await publishCheckpoint(services)
  }
  const before = await sequenceLog(services)
  await grow()
  expect(await treeSize(db)).toBeGreaterThan(before)
  await requireWhole(services, db, before)
  // Whenever kept heads are read, another one was signed just before or comes just after.
  const { heads } = services
  const read = heads.all.bind(heads)
  try {
    for (const [first, then] of [
      [grow, read],
      [read, grow],
    ] as const) {
      let others = 1
      heads.all = async () => {
        if (!others--) return read()
        await first()
        await then()
        return read()
      }
      const { whole, faults } = await verifyAudit(services)
      expect(faults).toEqual([])
      expect(whole).toBe(true)
    }
  } finally {
    heads.all = read
  }
})
