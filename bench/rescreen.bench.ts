/**
 * How long a list change keeps the job that follows it: 500 changed entries of the OFAC list (of the shared data folder)
 * over `RESCREEN_SUBJECTS` (100,000) monitored people, each sealed with a key of its own, on a real PostgreSQL.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#core/kernel/ids.ts'
import { newestStored } from '#core/screening/lists/load.ts'
import { offerList } from '#core/screening/lists/offer.ts'
import { monitoringKeyId, sealContext } from '#core/screening/subjects/monitor.ts'
import { rescreenPending } from '#core/upkeep/lists/rescreen-pending.ts'
import { newDataKey, sealJson, wrapDataKey } from '#credentials/seal.ts'
import { connect, migrate } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { monitoredSubjects, subjectKeys } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { loadOffThread } from '#screening/load-off-thread.ts'
import { encodeList } from '#screening/snapshot.ts'
import { hasData, type QueryRow, readLines } from '#screening/training/data.ts'
import { composeServices } from '#server/compose.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { newDataFolder, sharedListFolder } from '../tests/product.ts'

const SUBJECTS = Number(process.env.RESCREEN_SUBJECTS ?? 100_000)
const CHANGED = 500
const dir = sharedListFolder()
if (!dir || !hasData()) {
  console.log('The shared data folder is not there (SHARED_DIR); nothing to measure.')
  process.exit(0)
}
const dataDir = newDataFolder()
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const connection = connect(server.url)
try {
  const env = readEnv({ SANCTIONS_SOURCE: 'sample', DATA_DIR: join(dataDir, 'app'), APP_SECRET: 'x'.repeat(40) })
  await migrate(connection, console.warn)
  const services = await composeServices({ env, connection, log: createLog('silent', false) })
  const [list] = (await loadOffThread({ dir, loadedAt: new Date(Date.now() - 60_000).toISOString() })).lists.filter(
    (l) => l.source === 'us_ofac_sdn',
  )
  const putInForce = async (next: SanctionsList) => {
    await offerList(services, { list: next, content: encodeList(next), origin: 'folder' }, {})
    await services.screening.useOfficial(await newestStored(services))
  }
  // A tenth of the entries to come are missing, another part is called otherwise.
  const before: SanctionsList = {
    ...list!,
    sha256: 'b'.repeat(64),
    version: 'before',
    loaded_at: new Date(Date.now() - 120_000).toISOString(),
    entries: list!.entries.flatMap((entity, i) => {
      if (i >= CHANGED) return [entity]
      return i % 2 ? [] : [{ ...entity, names: [{ full: `Formerly ${i}`, strength: 'strong' as const, kind: 'primary' as const }] }]
    }),
  }
  await putInForce(before)
  await rescreenPending(services)
  const people = readLines<QueryRow>('negatives_large.dev').map((row) => row.query)
  const at = new Date()
  for (let from = 0; from < SUBJECTS; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, SUBJECTS - from) }, (_, i) => {
      const id = newId('monitored_subject')
      const keyId = monitoringKeyId(id)
      const key = newDataKey()
      const n = from + i
      const listed = list!.entries[((n / 1000) % CHANGED) | 0]!
      const full_name = n % 1000 === 0 ? listed.names[0]!.full : people[n % people.length]!
      const scope = { organization_id: `org_${n % 10}`, environment: 'production' as const }
      return {
        key: { id: keyId, ...scope, wrapped_key: wrapDataKey(services.keyring.keys.sealing, keyId, key) },
        subject: {
          id,
          ...scope,
          subject_type: 'person',
          subject_id: `sub_${n}`,
          subject_key_id: keyId,
          subject_sealed: sealJson(key, sealContext(keyId), { full_name }),
          last_status: 'clear' as const,
          last_matches: [],
          created_at: at,
          updated_at: at,
        },
      }
    })
    await connection.db.insert(subjectKeys).values(rows.map((r) => r.key))
    await connection.db.insert(monitoredSubjects).values(rows.map((r) => r.subject))
  }
  await putInForce(list!)
  // How long anything else in this process has to wait meanwhile.
  let worst = 0
  let due = performance.now() + 10
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due)
    due = performance.now() + 10
  }, 10)
  const started = performance.now()
  const cpu = process.cpuUsage()
  const reports = (await rescreenPending(services))!
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  const sum = (field: 'subjects' | 'rescreened' | 'created') => reports.reduce((n, r) => n + r[field], 0)
  console.log(
    `${sum('subjects')} monitored subjects, ${CHANGED} changed entries: ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor time over all threads); ` +
      `${sum('rescreened')} screened again in full, ${sum('created')} new matches told; longest wait of anything else ${worst.toFixed(0)} ms`,
  )
  await services.screening.close()
} finally {
  await connection.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
