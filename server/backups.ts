import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ErasedList } from '#core/kernel/keys/erased-list.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { eraseRestored } from '#core/upkeep/erasure/restored.ts'
import { type Manifest, restoreBackup, writeBackup } from '#db/backup.ts'
import { connect, pendingMigrations } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { composeServices } from './compose.ts'
import { type Env, masterSecret } from './env.ts'
import type { createLog } from './log.ts'

type Log = ReturnType<typeof createLog>

/** Where the wrapped data keys of the last backup lie, unless the operator says another place. */
export function keysFileOf(env: Env, given: string | undefined): string {
  const file = given ?? join(env.dataDir, 'backup-keys', 'subject-keys.gz')
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  return file
}

/** The installation's database as its owner; its own PostgreSQL is started where none is given. */
export async function withOwner<T>(env: Env, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  const embedded = env.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: env.dataDir, log: () => {} })
  try {
    return await work(embedded?.url ?? env.databaseOwnerUrl ?? env.databaseUrl!)
  } finally {
    await embedded?.stop()
  }
}

/** Makes a backup and restores it in a database that is made for that and ends with it: what it cannot be restored from is none. */
export async function backUp(env: Env, log: Log, input: { ownerUrl: string; folder: string; keysFile: string }) {
  const manifest = await writeBackup(input.ownerUrl, input.folder, input.keysFile)
  const place = mkdtempSync(join(tmpdir(), 'sealwright-verify-'))
  const scratch = await startEmbeddedPostgres({ dataDir: place, log: () => {} })
  try {
    await restoreBackup(scratch.url, input.folder, { keysFile: input.keysFile, erased: [] })
    const verdict = await auditOf(
      { ...env, dataDir: place, secret: env.keys.kind === 'embedded' ? masterSecret(env) : env.secret },
      log,
      scratch.url,
    )
    if (!verdict.whole) throw new Error('The backup was restored, and its audit log is not whole: run verify-audit.')
    return { manifest, entries: verdict.size }
  } finally {
    await scratch.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

async function auditOf(env: Env, log: Log, url: string) {
  const connection = connect(url, 4)
  try {
    const services = await composeServices({ env: { ...env, keys: { ...env.keys, keysUrl: null } }, connection, log, lists: false })
    return await verifyAudit(services)
  } finally {
    await connection.close()
  }
}

/** Puts a backup into an empty database; whose key was destroyed since is erased there again. */
export async function restore(env: Env, log: Log, input: { ownerUrl: string; folder: string; keysFile: string }) {
  const erased = new ErasedList(env.dataDir).all()
  const done = await restoreBackup(input.ownerUrl, input.folder, { keysFile: input.keysFile, erased, warn: (line) => log.warn({}, line) })
  const connection = connect(input.ownerUrl, 4)
  try {
    const services = await composeServices({ env, connection, log, lists: false })
    await eraseRestored(services)
    return done
  } finally {
    await connection.close()
  }
}

/** What a migration does that makes others wait, or that the release before cannot live with. */
const HEAVY: [RegExp, string][] = [
  [/^drop |\bdrop (column|table|constraint)\b/i, 'takes something away: the release before may still use it'],
  [/^create (unique )?index (?!concurrently)/i, 'makes an index: writes of its table wait meanwhile'],
  [/\bset data type\b|\balter column \S+ type\b/i, 'changes a type: its table may be written anew'],
  [/\bset not null\b|\badd constraint (?!.*\bnot valid\b)/i, 'looks at every row of its table'],
]

/** What the next start would do to the tables: nothing is changed. */
export async function describeMigrations(ownerUrl: string): Promise<string[]> {
  const owner = connect(ownerUrl, 1)
  try {
    const pending = await pendingMigrations(owner)
    if (pending === null) return ['There are no tables yet: the first start makes them.']
    if (!pending.length) return ['Nothing waits: the tables are those of this version.']
    return pending.flatMap((statements, i) => [
      `Migration ${i + 1} of ${pending.length}: ${statements.length} statements.`,
      ...statements.flatMap((statement) =>
        HEAVY.filter(([form]) => form.test(statement)).map(([, why]) => `  ${why}: ${statement.replace(/\s+/g, ' ').slice(0, 160)}`),
      ),
    ])
  } finally {
    await owner.close()
  }
}

export const summary = ({ tables }: Manifest): string => `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`
