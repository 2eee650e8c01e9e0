import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { inTurns } from '#core/kernel/turns.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { voidChangedEntries } from '#core/screening/exceptions/void.ts'
import { viewFor } from '#core/screening/lists/view.ts'
import { activeExceptions, applyExceptions } from '#core/screening/matching/apply.ts'
import { type ScreenedMatch, type SubjectToScreen, statusOf } from '#core/screening/matching/screen-subject.ts'
import { entryFactsHash, subjectKey } from '#core/screening/matching/subject-key.ts'
import { keptMatches, type MonitoredRow, sealContext } from '#core/screening/subjects/monitor.ts'
import { differs, matchesNow, retell } from '#core/screening/subjects/retell.ts'
import { packSubjects, type Sealed } from '#core/screening/subjects/touch-finder.ts'
import { TouchThreads } from '#core/screening/subjects/touch-threads.ts'
import type { ListView } from '#core/sources/lists/loaded.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { openJson, unwrapDataKey } from '#credentials/seal.ts'
import { exceptions, monitoredSubjects } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ListDelta } from '#screening/delta.ts'
import { suspendListed } from './suspend-listed.ts'

/** What a list change did to monitored subjects. */
export interface RescreenReport {
  subjects: number
  /** Screened again in full because the change could touch them. */
  rescreened: number
  created: number
  updated: number
  cleared: number
  unaffected: number
  exceptions_voided: number
  /** Credentials of holders who are a hit now. */
  credentials_suspended: number
  seconds: number
}

export interface TenantReport extends RescreenReport {
  organizationId: string
  environment: Environment
}

const BATCH = 2_000

const emptyReport = (): RescreenReport => ({
  subjects: 0,
  rescreened: 0,
  created: 0,
  updated: 0,
  cleared: 0,
  unaffected: 0,
  exceptions_voided: 0,
  credentials_suspended: 0,
  seconds: 0,
})

/** Screens the monitored subjects of one tenant again, as far as the changes can touch them. */
export async function rescreenTenant({ ctx, deltas }: { ctx: Ctx; deltas: readonly ListDelta[] }): Promise<RescreenReport> {
  const [found] = await rescreen(ctx.services, deltas, ctx)
  if (!found) return emptyReport()
  const { organizationId: _, environment: __, ...report } = found
  return report
}

/** The same for every tenant, after official lists changed. Safe to run twice: what is known already is not told again. */
export async function rescreenAll(services: Services, deltas: readonly ListDelta[]): Promise<TenantReport[]> {
  return rescreen(services, deltas)
}

type Scope = Pick<Ctx, 'organizationId' | 'environment'>

async function rescreen(services: Services, deltas: readonly ListDelta[], scope?: Scope): Promise<TenantReport[]> {
  const started = performance.now()
  const delta = mergeDeltas(deltas)
  const tenants = new Map<string, Tenant>()
  const tenantOf = async (at: Scope): Promise<Tenant> => {
    const key = `${at.organizationId}|${at.environment}`
    let tenant = tenants.get(key)
    if (!tenant) {
      const ctx = await tenantCtx(services, at)
      const report = { organizationId: at.organizationId, environment: at.environment, ...emptyReport() }
      tenant = { ctx, view: await viewFor(ctx.db, ctx), report }
      tenants.set(key, tenant)
    }
    return tenant
  }
  // What entries that changed had set aside holds no longer; the screening after it sees that.
  const changed = changedEntries(delta)
  for (const at of await tenantsWithExceptions(services, changed, scope)) {
    const { ctx, report } = await tenantOf(at)
    await voidExceptions(ctx, report, changed)
  }
  const threads = new TouchThreads(delta, services.keyring.sealingKeys)
  const finishBatch = async ({ rows, found }: Batch) => {
    const touched = new Set(await found)
    for (const members of Map.groupBy(rows.entries(), ([, { subject }]) => `${subject.organization_id}|${subject.environment}`).values()) {
      const { organization_id, environment } = members[0]![1].subject
      const tenant = await tenantOf({ organizationId: organization_id, environment: environment as Environment })
      tenant.report.subjects += members.length
      const opened = members.flatMap(([i, row]) => (touched.has(i) ? [openSubject(services, row)] : []))
      await rescreenBatch(tenant, opened)
    }
  }
  // While threads look at some batches, the next are read here.
  const ahead: Batch[] = []
  try {
    let last = ''
    for (;;) {
      const read = await services.connection.db
        .select(WATCHED)
        .from(monitoredSubjects)
        .where(and(scope && inScope(monitoredSubjects, scope), gt(monitoredSubjects.id, last)))
        .orderBy(asc(monitoredSubjects.id))
        .limit(BATCH)
      if (!read.length) break
      last = read.at(-1)!.id
      const keys = await services.keyring.wrapped(
        services.connection.db,
        read.map((subject) => subject.subject_key_id),
      )
      // A destroyed key means that the subject was erased: nothing is left to be screened.
      const rows = read.flatMap((subject) => {
        const wrapped = keys.get(subject.subject_key_id)
        return wrapped ? [{ subject, wrapped }] : []
      })
      const found = threads.find(packSubjects(rows.map(sealedOf)))
      found.catch(() => {})
      ahead.push({ rows, found })
      if (ahead.length >= threads.atOnce) await finishBatch(ahead.shift()!)
      if (read.length < BATCH) break
    }
    for (const batch of ahead) await finishBatch(batch)
  } finally {
    await threads.close()
  }
  await suspendListed(services, delta, tenantOf, scope)
  return [...tenants.values()].map(({ report }) => ({
    ...report,
    unaffected: report.subjects - report.created - report.updated - report.cleared,
    seconds: Math.round((performance.now() - started) / 10) / 100,
  }))
}

interface Tenant {
  ctx: Ctx
  view: ListView
  report: TenantReport
}

const tenantCtx = (services: Services, scope: { organizationId: string; environment: Environment }): Promise<Ctx> =>
  systemCtxIn(services, { id: 'rescreen', ...scope })

/** Ids of entries are unique over all lists, so several changes are one. */
function mergeDeltas(deltas: readonly ListDelta[]): ListDelta {
  const [first] = deltas
  if (deltas.length === 1) return first!
  return {
    source: first?.source ?? 'sandbox_sample',
    from: null,
    to: deltas.map((d) => d.to).join(),
    added: deltas.flatMap((d) => d.added),
    changed: deltas.flatMap((d) => d.changed),
    removed: deltas.flatMap((d) => d.removed),
  }
}

/** What the run reads of each subject; there may be a million. */
const WATCHED = {
  id: monitoredSubjects.id,
  organization_id: monitoredSubjects.organization_id,
  environment: monitoredSubjects.environment,
  subject_key_id: monitoredSubjects.subject_key_id,
  subject_sealed: monitoredSubjects.subject_sealed,
  threshold: monitoredSubjects.threshold,
  lists: monitoredSubjects.lists,
  last_status: monitoredSubjects.last_status,
  last_matches: monitoredSubjects.last_matches,
}
type WatchedRow = Pick<MonitoredRow, keyof typeof WATCHED>

interface Read {
  subject: WatchedRow
  wrapped: Uint8Array
}

/** Subjects read, and those of them that the change can touch, by position. */
interface Batch {
  rows: Read[]
  found: Promise<number[]>
}

interface Opened {
  row: WatchedRow
  subject: SubjectToScreen
}

const sealedOf = ({ subject, wrapped }: Read): Sealed => ({
  keyId: subject.subject_key_id,
  threshold: subject.threshold,
  matched: subject.last_matches.map((match) => match.entity_id),
  wrapped,
  sealed: subject.subject_sealed,
})

function openSubject(services: Services, { subject: row, wrapped }: Read): Opened {
  const key = unwrapDataKey(services.keyring.sealingKeys, row.subject_key_id, wrapped)
  return { row, subject: openJson<SubjectToScreen>(key, sealContext(row.subject_key_id), row.subject_sealed) }
}

async function rescreenBatch({ ctx, view, report }: Tenant, touched: readonly Opened[]): Promise<void> {
  const found: { opened: Opened; matches: ScreenedMatch[] }[] = []
  const turn = inTurns()
  for (const one of touched) {
    report.rescreened++
    const matches = matchesNow(view, one.row, one.subject)
    found.push({ opened: one, matches })
    await turn()
  }
  const keys = found.flatMap(({ opened, matches }) => (matches.length ? [subjectKey(ctx, opened.subject)] : []))
  const decided = Map.groupBy(await activeExceptions(ctx.db, ctx, keys), (row) => row.subject_id)
  const changes = found.filter(({ opened: { row, subject }, matches }) => {
    // The same entries can be another answer: what was decided about one of them may hold no longer.
    const marked = applyExceptions(ctx, subject, matches, decided.get(subjectKey(ctx, subject)) ?? [], () => matches)
    return statusOf(marked) !== row.last_status || differs(row.last_matches, keptMatches(matches))
  })
  for (let from = 0; from < changes.length; from += 50) await record({ ctx, view, report }, changes.slice(from, from + 50))
}

async function record({ ctx, view, report }: Tenant, changes: { opened: Opened; matches: ScreenedMatch[] }[]): Promise<void> {
  await write(ctx, async (tx) => {
    const events: EventInput[] = []
    const audit: AuditInput[] = []
    for (const { opened, matches } of changes) {
      const [row] = await tx
        .select()
        .from(monitoredSubjects)
        .where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, opened.row.id)))
        .for('update')
      // Stopped being monitored meanwhile, or another run was faster.
      const told = row && (await retell(tx, { ctx, view }, row, opened.subject, matches))
      if (!told) continue
      report[told.kind]++
      audit.push(told.audit)
      events.push(...told.events)
    }
    if (!audit.length) audit.push({ action: 'subjects_rescreened', category: 'system', details: { changed: 0 } })
    return { result: null, audit: audit as [AuditInput, ...AuditInput[]], events }
  })
}

/** What the decisions about entries have to be compared with: the hash of the facts of each that changed, null for one that left. */
function changedEntries(delta: ListDelta): Map<string, string | null> {
  return new Map([
    ...delta.removed.map((entity) => [entity.id, null] as const),
    ...delta.changed.map(({ after }) => [after.id, entryFactsHash(after)] as const),
  ])
}

/** Tenants that recorded a false positive about one of these entries. */
async function tenantsWithExceptions(services: Services, changed: ReadonlyMap<string, unknown>, scope?: Scope): Promise<Scope[]> {
  if (!changed.size) return []
  const rows = await services.connection.db
    .selectDistinct({ organizationId: exceptions.organization_id, environment: exceptions.environment })
    .from(exceptions)
    .where(
      and(
        scope && inScope(exceptions, scope),
        inArray(exceptions.state, ['proposed', 'active']),
        sql`${exceptions.entity_id} = any(${sql.param([...changed.keys()])})`,
      ),
    )
  return rows.map((row) => ({ ...row, environment: row.environment as Environment }))
}

async function voidExceptions(ctx: Ctx, report: RescreenReport, changed: ReadonlyMap<string, string | null>): Promise<void> {
  await write(ctx, async (tx) => {
    const events = await voidChangedEntries(tx, ctx, changed)
    report.exceptions_voided = events.length
    return { result: null, audit: { action: 'exceptions_reviewed', category: 'system', details: { voided: events.length } }, events }
  })
}
