import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyCache } from '#core/access/api-keys/authenticate.ts'
import { listenForChanges } from '#core/access/api-keys/listen.ts'
import { ErasedList } from '#core/kernel/keys/erased-list.ts'
import { connect } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { startApi } from '#tests/api/harness.ts'
import { backUp, describeMigrations, restore } from './backups.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'

const SECRET = 'a-secret-of-the-tests-of-40-characters-xx'
const log = createLog('silent', false)
const folder = mkdtempSync(join(tmpdir(), 'sealwright-backups-'))
const envOf = (url: string) =>
  readEnv({ NODE_ENV: 'test', SANCTIONS_SOURCE: 'sample', APP_SECRET: SECRET, DATA_DIR: folder, DATABASE_URL: url })
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  await api?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rowsOf = async (url: string, text: string) => {
  const connection = connect(url, 1)
  try {
    return (await connection.pool.query(text)).rows
  } finally {
    await connection.close()
  }
}

test('a backup is restored before it counts, and whoever was erased after it stays erased when it is put back', async () => {
  const { ownerUrl } = api
  const key = (await api.makeKey('sandbox')).key
  const ask = (name: string) => api.call('POST', '/api/v1/sanctions/check', { full_name: name, date_of_birth: '1971-03-09' }, key)
  expect((await ask('Ilse Brandt')).status).toBe(200)
  expect((await ask('Marek Zielinski')).status).toBe(200)
  const sealed = "select id from subject_keys where id like 'screened:%' and wrapped_key is not null order by created_at, id"
  const [erased, other] = (await rowsOf(ownerUrl, sealed)).map(({ id }) => id as string)
  const at = { ownerUrl, folder: join(folder, 'monday'), keysFile: join(folder, 'keys.gz') }
  const { manifest, entries } = await backUp(envOf(ownerUrl), log, at)
  expect(entries).toBeGreaterThan(0)
  expect(manifest.tables.map(({ name }) => name)).not.toContain('public.subject_keys')
  await expect(backUp(envOf(ownerUrl), log, at)).rejects.toThrow('is there already')

  // Erased after the backup was made. The list of erasures lies beside the database.
  const list = new ErasedList(folder)
  const { services } = api
  const { db } = services.connection
  const stop = await listenForChanges(api.databaseUrl, new KeyCache(), services.keyring, services.log, undefined, { erased: list, db })
  await db.transaction((tx) => services.keyring.destroy(tx, { ids: [erased!], at: new Date() }))
  await expect.poll(() => list.all()).toEqual([erased])
  await stop()
  // What was destroyed while nobody listened is caught up with.
  rmSync(join(folder, 'erased-keys'))
  await list.catchUp(db)
  expect(list.all()).toEqual([erased])
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'elsewhere'), log: () => {} })
  try {
    await restore(envOf(server.url), log, { ...at, ownerUrl: server.url })
    const keys = await rowsOf(server.url, 'select id, wrapped_key is null as gone, destroyed_at is not null as said from subject_keys')
    expect(keys.find(({ id }) => id === erased)).toEqual({ id: erased, gone: true, said: true })
    expect(keys.find(({ id }) => id === other)).toEqual({ id: other, gone: false, said: false })
    for (const table of ['decisions', 'audit_logs', 'events', 'users'])
      expect(await rowsOf(server.url, `select count(*) from ${table}`), table).toEqual(
        await rowsOf(ownerUrl, `select count(*) from ${table}`),
      )
    // What is numbered goes on after what was restored, and the log is as closed to changes as before.
    await expect(rowsOf(server.url, "update audit_logs set action = 'nothing'")).rejects.toThrow()
    // Nothing is put over data that is there.
    await expect(restore(envOf(server.url), log, { ...at, ownerUrl: server.url })).rejects.toThrow('has tables already')
  } finally {
    await server.stop()
  }
}, 120_000)

test('a dry run of the migrations says what waits and changes nothing', async () => {
  const { ownerUrl } = api
  expect(await describeMigrations(ownerUrl)).toEqual(['Nothing waits: the tables are those of this version.'])
  const [last] = await rowsOf(ownerUrl, 'select id, hash from drizzle.__drizzle_migrations order by id desc limit 1')
  await rowsOf(ownerUrl, `update drizzle.__drizzle_migrations set hash = 'of another' where id = ${last.id}`)
  expect((await describeMigrations(ownerUrl))[0]).toMatch(/^Migration 1 of 1: \d+ statements\.$/)
  await rowsOf(ownerUrl, `update drizzle.__drizzle_migrations set hash = '${last.hash}' where id = ${last.id}`)
})
