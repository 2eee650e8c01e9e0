import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { type Peer, perEntity } from './peer.ts'

/** PostgreSQL's trigram likeness over a GIN index, in the server the product itself brings. */
export function pgTrgm(): Peer {
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let client: pg.Client
  const dataDir = mkdtempSync(join(tmpdir(), 'sealwright-bench-'))
  return {
    name: 'PostgreSQL pg_trgm',
    elsewhere: true,
    async build(names) {
      server = await startEmbeddedPostgres({ dataDir, log: () => {} })
      client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query('create extension if not exists pg_trgm; create temp table listed (uid text, name text)')
      for (let from = 0; from < names.length; from += 5000) {
        const rows = names.slice(from, from + 5000)
        await client.query('insert into listed select * from unnest($1::text[], $2::text[])', [
          rows.map((r) => r.uid),
          rows.map((r) => r.name),
        ])
      }
      await client.query('create index on listed using gin (name gin_trgm_ops); analyze listed; set pg_trgm.similarity_threshold = 0.3')
    },
    async search(query) {
      const found = await client.query<{ uid: string; score: number }>(
        'select uid, similarity(name, $1) as score from listed where name % $1 order by score desc limit 100',
        [query],
      )
      return perEntity(found.rows)
    },
    async close() {
      await client.end()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
