import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOut } from './copy-table.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('rows that are written out are those of the table, however long whoever takes them keeps them', async () => {
  const kept: Buffer[] = []
  const slow = new Writable({
    highWaterMark: 1 << 30,
    write(chunk: Buffer, _, done) {
      kept.push(chunk)
      setImmediate(done)
    },
  })
  const line = (i: number) => `${i}\t${String(i).padStart(6, '0').repeat(50)}`
  const client = await database.pool.connect()
  try {
    const rows = await copyOut(
      client,
      "copy (select i, repeat(lpad(i::text, 6, '0'), 50) from generate_series(1, 20000) i) to stdout",
      slow,
    )
    expect(rows).toBe(20_000)
  } finally {
    client.release()
  }
  await new Promise<void>((done) => slow.end(done))
  const wrong = Buffer.concat(kept)
    .toString()
    .trimEnd()
    .split('\n')
    .filter((text, i) => text !== line(i + 1))
  expect(wrong.length).toBe(0)
})
