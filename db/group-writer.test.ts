import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'
import { addCopies, type Copies, copyInPool } from './copy-rows.ts'
import { partRows } from './group-writer.ts'
import { insertRows } from './insert-rows.ts'
import { auditLogs, events, logPending, mails } from './schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const mail = (id: string) => ({ id, plain_subject: 'Hello' })
const pending = (id: string) => ({ audit_id: id, leaf_hash: Buffer.alloc(32, id) })

test('rows of calls of one moment share commits, and each call has all of its rows or none', async () => {
  await database.group.add(new Map([[mails, [mail('taken')]]]))
  const ids = Array.from({ length: 200 }, (_, i) => (i === 120 ? 'taken' : `mail-${i}`))
  const ends = await Promise.allSettled(
    ids.map((id, i) =>
      database.group.add(
        new Map<typeof mails | typeof logPending, Record<string, unknown>[]>([
          [logPending, [pending(`leaf-${i}`)]],
          [mails, [mail(id)]],
        ]),
      ),
    ),
  )
  expect(ends.flatMap((end, i) => (end.status === 'rejected' ? [i] : []))).toEqual([120])
  const { rows } = await database.db.execute<{ mails: string; leaves: string; refused: string; commits: string }>(
    sql`select (select count(*) from mails) as mails, (select count(*) from log_pending) as leaves,
      (select count(*) from log_pending where audit_id = 'leaf-120') as refused, (select count(distinct xmin::text) from mails) as commits`,
  )
  expect(rows[0]).toMatchObject({ mails: '200', leaves: '199', refused: '0' })
})

test('without a bad row a hundred calls need only a few commits', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, i) => database.group.add(new Map([[mails, [mail(`shared-${i}`)]]]))))
  const { rows } = await database.db.execute<{ commits: number }>(
    sql`select count(distinct xmin::text)::int as commits from mails where id like 'shared-%'`,
  )
  expect(rows[0]!.commits).toBeLessThanOrEqual(3)
})

test('copies and prepared inserts keep every kind of value, at every number of rows', async () => {
  const at = new Date('2026-11-21T01:02:03.456Z')
  const row = (i: number) => ({
    id: `aud_${String(i).padStart(4, '0')}`,
    user_id: null,
    action: 'api_access',
    category: 'system' as const,
    status: 'success' as const,
    details: { text: 'a "quoted" \\ line\n', n: i, nothing: null },
    timestamp: at,
    organization_id: 'org_x',
    environment: 'sandbox' as const,
    actor_type: 'system' as const,
    actor_id: 'tests',
    subject_type: null,
    subject_id: null,
    request_id: `req_${i}`,
    leaf_hash: Buffer.concat([Buffer.from([0, 1, 255, i % 256]), Buffer.alloc(28, 92)]),
  })
  for (const [from, count] of [
    [0, 1],
    [1, 3],
    [4, 127],
    [131, 200],
  ] as const)
    await insertRows(
      database.pool,
      auditLogs,
      Array.from({ length: count }, (_, i) => row(from + i)),
    )
  await insertRows(database.pool, auditLogs, [row(5)], { skipExisting: true })
  const odd = { ...row(332), action: 'ä\t€ 😀 \\N', user_id: '', details: { long: 'ö'.repeat(70_000) } }
  const event = {
    id: 'evt_1',
    organization_id: 'org_x',
    environment: 'sandbox',
    type: 'wallet.verified',
    resource_type: 'wallet',
    resource_id: 'wal_1',
    sequence: 2,
    object: { a: [1, 'x'] },
    previous: null,
    request_id: null,
    idempotency_key: null,
    actor_type: 'system',
    actor_id: 'tests',
    position: 2 ** 40 + 3,
    created_at: at,
  }
  const copies: Copies = new Map()
  addCopies(copies, auditLogs, [row(331), odd])
  addCopies(copies, events, [event])
  await copyInPool(database.pool, copies)
  expect((await database.db.select().from(events))[0]).toMatchObject(event)
  // Nothing of an exchange is kept when one of its rows is refused, and the connection is as good as before.
  const more: Copies = new Map()
  addCopies(more, auditLogs, [row(900)])
  addCopies(more, events, [event])
  await expect(copyInPool(database.pool, more)).rejects.toMatchObject({ code: '23505' })
  const stored = await database.db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(stored.map((each) => ({ ...each, leaf_hash: Buffer.from(each.leaf_hash) }))).toEqual([
    ...Array.from({ length: 332 }, (_, i) => row(i)),
    odd,
  ])
})

test('questions of one turn are one query; a failure reaches all who asked', async () => {
  const asked: string[][] = []
  const read = coalesce(async (keys) => {
    asked.push(keys)
    if (keys.includes('bad')) throw new Error('no answer')
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]))
  })
  expect(await Promise.all(['a', 'b', 'a', 'unknown'].map(read))).toEqual(['A', 'B', 'A', null])
  expect(asked).toEqual([['a', 'b', 'unknown']])
  const ends = await Promise.allSettled([read('c'), read('bad')])
  expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected'])
})

test('a part of decisions is written after those it names, each once', () => {
  const one = { id: 'one', texts: ['1'] }
  const two = { id: 'two', texts: ['2'] }
  const rows = partRows([{ id: 'both', texts: ['b'], names: [one, two] }, two])
  expect(rows.map(({ id }) => id)).toEqual(['one', 'two', 'both'])
})
