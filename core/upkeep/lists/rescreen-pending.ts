import { desc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import { rescreenAll, type TenantReport } from '#core/identity/listed/rescreen.ts'
import type { Environment } from '#core/kernel/context.ts'
import { withLease } from '#core/kernel/lease.ts'
import type { Services } from '#core/kernel/services.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { type DeltaSummary, deltaSince } from '#core/screening/lists/delta-since.ts'
import { put } from '#core/screening/lists/progress.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { listVersions, monitoredSubjects, settings, webhookEndpoints } from '#db/schema.ts'
import type { ListDelta } from '#screening/delta.ts'

const KEY = 'lists.rescreened.'
const AGAIN = 'lists.again.'
/** Other processes put a new version in force within half a minute (`followLists`); calls that began before may still end after it. */
const OTHERS_MS = 60_000
/** One run over all processes: a second one would find nothing new, but tell of the lists again. */
const LEASE = 'lists.rescreening'

type Version = { id: string; source: string; version: string; sha256: string; entries: number }

/**
 * Screens monitored subjects again after official lists changed, as far as the changes can touch them, and tells every
 * subscriber. What was re-screened last is remembered for each source, so a process that dies is made good by the next run,
 * and several loads in a row are one change. Each change is gone through once more a while later: until then another process
 * may have begun to watch somebody, or sealed a credential, by the lists before it.
 */
export const rescreenPending = (services: Services, now = Date.now()): Promise<TenantReport[] | null> =>
  withLease(services, LEASE, () => rescreenNow(services, now))

async function rescreenNow(services: Services, now: number): Promise<TenantReport[] | null> {
  const { db } = services.connection
  const newest: Version[] = await db
    .selectDistinctOn([listVersions.source], {
      id: listVersions.id,
      source: listVersions.source,
      version: listVersions.version,
      sha256: listVersions.sha256,
      entries: listVersions.entries,
    })
    .from(listVersions)
    .where(isNull(listVersions.organization_id))
    .orderBy(listVersions.source, desc(listVersions.loaded_at), desc(listVersions.id))
  const done = await doneVersions(services)
  // A list that is wanted no more is in force nowhere.
  const wanted = (v: Version) => v.source !== 'pep' || services.screening.wantsExposed
  const pending = newest.filter((v) => wanted(v) && done.get(v.source) !== v.id)
  if (!pending.length) return rescreenAgain(services, now)
  const inForce = new Map<string, string>(services.screening.official().map((list) => [list.source, list.sha256]))
  // The next run has them in force.
  if (pending.some((v) => inForce.get(v.source) !== v.sha256)) return null
  const deltas: ListDelta[] = []
  for (const version of pending) deltas.push(await deltaSince(services, done.get(version.source) ?? null, version.id))
  const reports = await rescreenAll(services, deltas)
  await tellSubscribers(services, pending, deltas, reports)
  const report = {
    subjects: sum(reports, 'subjects'),
    rescreened: sum(reports, 'rescreened'),
    created: sum(reports, 'created'),
    updated: sum(reports, 'updated'),
    cleared: sum(reports, 'cleared'),
    exceptions_voided: sum(reports, 'exceptions_voided'),
    credentials_suspended: sum(reports, 'credentials_suspended'),
    seconds: Math.max(0, ...reports.map((r) => r.seconds)),
  }
  const waiting = new Map((await readAgain(services)).map(({ key, again }) => [key, again]))
  for (const [i, version] of pending.entries()) {
    const delta = deltas[i]!
    const summary: DeltaSummary = { ...countsOf(delta), from: delta.from, to: delta.to, report, finished_at: new Date().toISOString() }
    await db
      .update(listVersions)
      .set({ delta: { ...summary } })
      .where(eq(listVersions.id, version.id))
    await put(services, `${KEY}${version.source}`, version.id)
    // One that still waits for its second look goes on from where it would have begun.
    const key = `${AGAIN}${version.source}`
    const earlier = waiting.get(key)
    const before = earlier ? earlier.before : (done.get(version.source) ?? null)
    await put(services, key, { before, after: version.id, at: now } satisfies Again)
  }
  services.log.info({ lists: pending.map((v) => v.version), ...report }, 'monitored subjects screened again')
  return reports
}

interface Again {
  before: string | null
  after: string
  at: number
}

async function readAgain(services: Services): Promise<{ key: string; again: Again }[]> {
  const rows = await services.connection.db
    .select()
    .from(settings)
    .where(like(settings.key, `${AGAIN}%`))
  return rows.map(({ key, value }) => ({ key, again: value as Again }))
}

/** The second look at changes that every process has in force by now. It finds only who was missed: the rest is known. */
async function rescreenAgain(services: Services, now: number): Promise<TenantReport[] | null> {
  const due = (await readAgain(services)).filter(({ again }) => again.at + OTHERS_MS <= now)
  if (!due.length) return null
  const deltas: ListDelta[] = []
  for (const { again } of due) deltas.push(await deltaSince(services, again.before, again.after))
  const reports = await rescreenAll(services, deltas)
  await services.connection.db.delete(settings).where(
    inArray(
      settings.key,
      due.map(({ key }) => key),
    ),
  )
  return reports
}

const sum = (reports: readonly TenantReport[], field: Exclude<keyof TenantReport, 'organizationId' | 'environment'>) =>
  reports.reduce((n, r) => n + r[field], 0)

const countsOf = (delta: ListDelta) => ({ added: delta.added.length, changed: delta.changed.length, removed: delta.removed.length })

async function doneVersions(services: Services): Promise<Map<string, string>> {
  const rows = await services.connection.db
    .select()
    .from(settings)
    .where(like(settings.key, `${KEY}%`))
  return new Map(rows.map((row) => [row.key.slice(KEY.length), row.value as string]))
}

/** `sanctions.list.updated` for every tenant that watches subjects or listens, with what the change did to its own. */
async function tellSubscribers(
  services: Services,
  versions: Version[],
  deltas: ListDelta[],
  reports: readonly TenantReport[],
): Promise<void> {
  const tenants = new Map(reports.map((r) => [`${r.organizationId}|${r.environment}`, r.created + r.updated + r.cleared]))
  for (const key of await listeners(services)) if (!tenants.has(key)) tenants.set(key, 0)
  for (const [key, affected] of tenants) {
    const events = versions.map(
      (version, i): EventInput => ({
        type: 'sanctions.list.updated',
        resource: { type: 'list', id: version.source },
        object: {
          source: version.source,
          version: version.version,
          sha256: version.sha256,
          entries: version.entries,
          ...countsOf(deltas[i]!),
          affected_subjects: affected,
        },
      }),
    )
    await tell(services, key, events)
  }
}

/** Tenants and environments (`org|env`) that watch subjects or have a webhook endpoint. */
export async function listeners(services: Services): Promise<string[]> {
  const { rows } = await services.connection.db.execute<{ organization_id: string; environment: string }>(
    sql`select organization_id, environment from ${webhookEndpoints} where status = 'enabled'
        union select organization_id, environment from ${monitoredSubjects}`,
  )
  return rows.map((row) => `${row.organization_id}|${row.environment}`)
}

/** Hands list events to one tenant. */
export async function tell(services: Services, tenant: string, events: EventInput[]): Promise<void> {
  const [organizationId, environment] = tenant.split('|') as [string, Environment]
  await write(await systemCtxIn(services, { id: 'lists', organizationId, environment }), async () => ({
    result: null,
    audit: { action: 'list_change_told', category: 'system', details: { events: events.length } },
    events,
  }))
}
