import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendLeaves, EMPTY_FRONTIER } from '#credentials/merkle.ts'
import { auditLogs, logEntries } from '#db/schema.ts'
import { composeServices } from '#server/compose.ts'
import { startApi } from '#tests/api/harness.ts'
import { leafHash } from '../log/append.ts'
import { publishCheckpoint } from './checkpoint.ts'
import { LogHeads } from './heads.ts'
import { inspectRestore, restoreLog } from './restore.ts'
import { sequenceSome } from './sequence.ts'
import { verifyAudit } from './verify.ts'

let api: Awaited<ReturnType<typeof startApi>>
let store: string
beforeEach(async () => {
  store = mkdtempSync(join(tmpdir(), 'sealwright-heads-'))
  api = await startApi({ LOG_HEADS_MIRRORS: `file://${store}/mirror.jsonl` })
})
afterEach(async () => {
  await api?.stop()
  rmSync(store, { recursive: true, force: true })
})

const faults = async () => (await verifyAudit(api.services)).faults.map((each) => each.fault)
const fill = async (keys: number) => {
  for (let i = 0; i < keys; i++) await api.makeKey('sandbox')
}
/** What somebody does who has the whole database. */
const asIntruder = async (...statements: string[]) => {
  for (const statement of ['audit_logs', 'log_entries', 'log_nodes', 'log_checkpoints'].map((t) => `alter table ${t} disable trigger all`))
    await api.owner.pool.query(statement)
  for (const statement of statements) await api.owner.pool.query(statement)
}
/** The same process, started anew on the same data folder. */
const restarted = () => composeServices({ env: api.env, connection: api.services.connection, log: api.services.log, lists: false })

/** Makes all nodes anew from the audit rows as they are. */
async function rebuildTree(): Promise<void> {
  const { db } = api.owner
  const entries = await db.select().from(logEntries).orderBy(logEntries.leaf_index)
  const rows = new Map((await db.select().from(auditLogs)).map((row) => [row.id, row]))
  const hashes = entries.map((entry) => leafHash(rows.get(entry.audit_id)!))
  await db.execute(sql`truncate log_nodes`)
  for (const [i, entry] of entries.entries()) {
    await db.execute(sql`update log_entries set leaf_hash = ${hashes[i]} where leaf_index = ${entry.leaf_index}`)
    await db.execute(sql`update audit_logs set leaf_hash = ${hashes[i]} where id = ${entry.audit_id}`)
  }
  for (const node of appendLeaves(EMPTY_FRONTIER, hashes).nodes)
    if (node.level >= 4) await db.execute(sql`insert into log_nodes values (${node.level}, ${node.index}, ${node.hash})`)
}

test('A6 a log whose last entries and checkpoints were cut off is found, not signed, and not ready', async () => {
  await fill(20)
  const { size } = await publishCheckpoint(api.services)
  expect(await faults()).toEqual([])
  await asIntruder(
    `delete from log_checkpoints`,
    `delete from audit_logs where id in (select audit_id from log_entries where leaf_index >= ${size - 10})`,
    `delete from log_entries where leaf_index >= ${size - 10}`,
    'truncate log_nodes',
  )
  await rebuildTree()
  for (const services of [api.services, await restarted()]) {
    await expect(sequenceSome(services)).rejects.toThrow('the last are missing')
    await expect(publishCheckpoint(services)).rejects.toThrow('the last are missing')
  }
  const found = await faults()
  expect(found).toContain(`the checkpoint signed at size ${size} was deleted`)
  expect(found).toContain(`leaves are missing: a head was signed at size ${size}`)
  api.health.migrated = true
  expect((await api.call('GET', '/readyz')).body).toMatchObject({
    missing: expect.arrayContaining(['log']),
    log: expect.stringMatching(/missing/),
  })

  // Only the mirror is left, and a wrong one in its place is no way out.
  rmSync(join(api.env.dataDir, 'log-heads.jsonl'))
  await expect(publishCheckpoint(await restarted())).rejects.toThrow('the last are missing')
  appendFileSync(join(store, 'mirror.jsonl'), 'nonsense\n')
  await expect(publishCheckpoint(await restarted())).rejects.toThrow('holds a line that is no head')
})

test('S6 an entry rewritten and the tree made anew is found, whatever was done to the checkpoints', async () => {
  await fill(20)
  const { size } = await publishCheckpoint(api.services)
  await asIntruder(`update audit_logs set actor_id = 'somebody_else' where id = (select audit_id from log_entries where leaf_index = 3)`)
  await rebuildTree()
  const [{ root_hash: now }] = (await api.owner.pool.query('select leaf_hash as root_hash from log_entries limit 1')).rows
  await asIntruder(`update log_checkpoints set root_hash = '\\x${now.toString('hex')}'`)
  await fill(1)
  await expect(publishCheckpoint(await restarted())).rejects.toThrow('entries were changed')
  const found = await faults()
  expect(found).toContainEqual(expect.stringContaining(`the tree no longer matches the head signed at size ${size}`))
  expect(found).toContain(`the checkpoint of size ${size} is not one the log's key signed`)
})

test('S6 a checkpoint nobody signed is found', async () => {
  const { note, size } = await publishCheckpoint(api.services)
  const forged = note.replace(/.{12}\n$/, 'AAAAAAAAAA==\n')
  await api.owner.pool.query(
    'insert into log_checkpoints (tree_size, root_hash, note) select tree_size, root_hash, $1 from log_checkpoints',
    [forged],
  )
  expect(await faults()).toEqual([`the checkpoint of size ${size} is not one the log's key signed`])
})

test('S6 an epoch that nobody with the log’s key began stops the log; a restore goes on under a new name and says what was lost', async () => {
  await fill(5)
  const backup = await publishCheckpoint(api.services)
  await expect(inspectRestore(api.services)).rejects.toThrow('nothing to restore')
  await fill(5)
  const lost = await publishCheckpoint(api.services)
  // A backup is put back.
  await asIntruder(
    `delete from audit_logs where id in (select audit_id from log_entries where leaf_index >= ${backup.size})`,
    `delete from log_entries where leaf_index >= ${backup.size}`,
    `delete from log_checkpoints where tree_size > ${backup.size}`,
    'delete from log_pending',
  )
  await rebuildTree()
  await expect(publishCheckpoint(api.services)).rejects.toThrow('the last are missing')
  await api.owner.pool.query("insert into log_epochs values (2, 'mine', null, 'forged')")
  await expect(publishCheckpoint(await restarted())).rejects.toThrow('was not begun by "log-restore"')
  await asIntruder('alter table log_epochs disable trigger all', 'delete from log_epochs where epoch = 2')

  const services = await restarted()
  expect(await inspectRestore(services)).toMatchObject({ size: backup.size, beginning: true, lost: { size: lost.size } })
  await expect(restoreLog(services, api.owner.db, { size: 1, reason: 'test' })).rejects.toThrow(`has ${backup.size} entries`)
  const done = await restoreLog(services, api.owner.db, { size: backup.size, reason: 'the disk broke' })
  expect(done).toEqual({ origin: 'localhost:3000/log/2', size: backup.size + 1 })
  const { rows } = await api.owner.pool.query("select details from audit_logs where action = 'log_restored'")
  expect(rows[0].details).toMatchObject({ lost_size: lost.size, beginning: true, reason: 'the disk broke', epoch: 2 })
  await fill(1)
  for (const one of [api.services, await restarted()]) {
    expect((await publishCheckpoint(one)).note).toMatch(/^localhost:3000\/log\/2\n/)
    expect(await verifyAudit(one)).toMatchObject({ whole: true })
  }
})

test('in production another log is not signed under a key that has one', async () => {
  await publishCheckpoint(api.services)
  const { rows } = await api.owner.pool.query('select log_id from log_epochs')
  await asIntruder('alter table log_epochs disable trigger all', "update log_epochs set log_id = 'another'")
  const services = await restarted()
  services.config.production = true
  await expect(publishCheckpoint(services)).rejects.toThrow('Another log was signed with this key before')
  expect(rows[0].log_id).not.toBe('another')
})

test('heads are put into an object store, signed and each once, and the newest is read from there', async () => {
  const objects = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (!/^AWS4-HMAC-SHA256 Credential=me\/\d{8}\/eu-west-1\/s3\/aws4_request, /.test(request.headers.authorization ?? ''))
      response.statusCode = 403
    else if (request.method === 'GET') response.statusCode = objects.has(request.url!) ? 200 : 404
    else if (request.headers['if-none-match'] === '*' && objects.has(request.url!)) response.statusCode = 412
    else objects.set(request.url!, body)
    response.end(request.method === 'GET' ? objects.get(request.url!) : '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/heads/`
    const mirrors = { files: [], store: { url, key: { id: 'me', secret: 'secret', region: 'eu-west-1' } } }
    const open = () => new LogHeads({ dataDir: mkdtempSync(join(store, 'data-')), mirrors, log: api.services.log })
    const head = { at: '2026-11-22T00:00:00.000Z', log_id: 'one', epoch: 1, size: 7, root: 'root', note: 'note' }
    const heads = open()
    await heads.keep(head)
    await heads.mirrored()
    expect([...objects.keys()]).toEqual(['/bucket/heads/one-1-0000000000000007.json', '/bucket/heads/newest.json'])
    expect(await open().newest('one', 1)).toEqual(head)
    objects.set('/bucket/heads/one-1-0000000000000007.json', 'first')
    await heads.keep(head)
    await heads.mirrored()
    expect(objects.get('/bucket/heads/one-1-0000000000000007.json')).toBe('first')
  } finally {
    server.close()
  }
})

test('a head is on disk before anybody has the note, one a line, in the data folder and its mirrors', async () => {
  const { note } = await publishCheckpoint(api.services)
  for (const file of [join(api.env.dataDir, 'log-heads.jsonl'), join(store, 'mirror.jsonl')])
    expect(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).note),
    ).toContain(note)
  writeFileSync(join(api.env.dataDir, 'log-heads.jsonl'), '')
  expect((await (await restarted()).heads.all()).map((head) => head.note)).toContain(note)
})
