import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { openJson, unwrapDataKey } from '#credentials/seal.ts'
import { exceptions, monitoredSubjects, subjectKeys } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ListDelta } from '#screening/delta.ts'
import type { AuditInput } from '../audit/append.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx, Environment } from '../context.ts'
import type { EventInput } from '../events.ts'
import { markExceptions } from '../exceptions/apply.ts'
import { voidChangedEntries } from '../exceptions/void.ts'
import { viewFor } from '../lists/view.ts'
import type { ListView } from '../lists/world.ts'
import { sandboxNow } from '../sandbox/clock.ts'
import { lookUp, type ScreenedMatch, type SubjectToScreen, statusOf } from '../screenings/screen-subject.ts'
import { entryFactsHash } from '../screenings/subject-key.ts'
import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'
import { inTurns } from '../turns.ts'
import { type KeptMatch, keptMatches, type MonitoredRow, sealContext } from './monitor.ts'
import { packSubjects, type Sealed } from './touch-finder.ts'
import { TouchThreads } from './touch-threads.ts'

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
  const threads = new TouchThreads(delta, services.keyring.keys.sealing)
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
        .select({ subject: WATCHED, wrapped: subjectKeys.wrapped_key })
        .from(monitoredSubjects)
        .leftJoin(subjectKeys, eq(subjectKeys.id, monitoredSubjects.subject_key_id))
        .where(and(scope && inScope(monitoredSubjects, scope), gt(monitoredSubjects.id, last)))
        .orderBy(asc(monitoredSubjects.id))
        .limit(BATCH)
      if (!read.length) break
      last = read.at(-1)!.subject.id
      // A destroyed key means that the subject was erased: nothing is left to be screened.
      const rows = read.flatMap(({ subject, wrapped }) => (wrapped ? [{ subject, wrapped }] : []))
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
  const changed = changedEntries(delta)
  for (const at of await tenantsWithExceptions(services, changed, scope)) {
    const { ctx, report } = await tenantOf(at)
    await voidExceptions(ctx, report, changed)
  }
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

async function tenantCtx(services: Services, scope: { organizationId: string; environment: Environment }): Promise<Ctx> {
  const now = scope.environment === 'sandbox' ? await sandboxNow(services, scope.organizationId) : Date.now()
  return systemCtx(services, { id: 'rescreen', ...scope, now })
}

/** Ids of entries are unique over all lists, so several changes are one. */
export function mergeDeltas(deltas: readonly ListDelta[]): ListDelta {
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
  const key = unwrapDataKey(services.keyring.keys.sealing, row.subject_key_id, wrapped)
  return { row, subject: openJson<SubjectToScreen>(key, sealContext(row.subject_key_id), row.subject_sealed) }
}

async function rescreenBatch({ ctx, view, report }: Tenant, touched: readonly Opened[]): Promise<void> {
  const changes: { opened: Opened; matches: ScreenedMatch[] }[] = []
  const turn = inTurns()
  for (const one of touched) {
    report.rescreened++
    const { threshold, lists } = one.row
    // All of them: one that stands behind others set aside is news too.
    const matches = lookUp(view, one.subject, {
      threshold: threshold / 10_000,
      limit: Number.POSITIVE_INFINITY,
      ...(lists && { lists }),
    })
    if (differs(one.row.last_matches, keptMatches(matches))) changes.push({ opened: one, matches })
    await turn()
  }
  for (let from = 0; from < changes.length; from += 50) await record({ ctx, view, report }, changes.slice(from, from + 50))
}

function differs(old: readonly KeptMatch[], now: readonly KeptMatch[]): boolean {
  const key = (matches: readonly KeptMatch[]) =>
    matches
      .map((m) => `${m.entity_id} ${m.match_type} ${m.score}`)
      .sort()
      .join()
  return key(old) !== key(now)
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
      if (!row || !differs(row.last_matches, keptMatches(matches))) continue
      const marked = await markExceptions(tx, ctx, opened.subject, matches, () => matches)
      const status = statusOf(marked)
      const known = new Set(row.last_matches.map((m) => m.entity_id))
      const gained = marked.filter((m) => !known.has(m.entity_id))
      const kind = gained.length ? 'created' : marked.length ? 'updated' : 'cleared'
      report[kind]++
      await tx
        .update(monitoredSubjects)
        .set({ last_status: status, last_matches: keptMatches(matches), updated_at: new Date(ctx.now) })
        .where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
      const top = gained[0] ?? marked[0] ?? null
      const previous = { status: row.last_status, match: row.last_matches[0] ?? null }
      events.push({
        type: `sanctions.match.${kind}`,
        resource: { type: 'monitored_subject', id: row.id },
        object: {
          check_id: row.check_id,
          monitored_subject_id: row.id,
          subject: { wallet_address: opened.subject.wallet_address ?? null },
          status,
          match: top && { entity_id: top.entity_id, list: top.list, score: top.score, match_type: top.match_type },
          gained: gained.map((m) => m.entity_id).slice(0, 25),
          lists: view.stamps(row.lists ?? undefined).map(({ source, version }) => ({ source, version })),
          lost: row.last_matches.map((m) => m.entity_id).filter((id) => !marked.some((m) => m.entity_id === id)),
          ...(kind !== 'created' && { previous }),
        },
        previous,
      })
      audit.push({
        action: 'subject_rescreened',
        category: 'system',
        subject: { type: 'monitored_subject', id: row.id },
        details: { status, before: row.last_status, matches: marked.length },
      })
      if (kind === 'created' && gained.some((m) => m.exception === null)) {
        const opening = await openCase(tx, ctx, {
          kind: 'sanctions_match',
          subject: { type: 'monitored_subject', id: row.id },
          priority: status === 'hit' ? 100 : 90,
          summary:
            status === 'hit' ? 'A list change made a monitored subject a hit' : 'A list change gave a monitored subject a possible match',
          details: { check_id: row.check_id, entity_id: top!.entity_id, list: top!.list, score: top!.score },
        })
        events.push(...opening.events)
      }
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
