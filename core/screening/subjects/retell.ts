import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { ListView } from '#core/sources/lists/loaded.ts'
import type { Tx } from '#db/connect.ts'
import { exceptions, monitoredSubjects } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { viewFor } from '../lists/view.ts'
import { markExceptions } from '../matching/apply.ts'
import { lookUp, type Screened, type ScreenedMatch, type SubjectToScreen, statusOf } from '../matching/screen-subject.ts'
import { type KeptMatch, keptMatches, type MonitoredRow, sealContext } from './monitor.ts'

/** What became of a monitored subject, and who has to hear of it. */
export interface Retold {
  kind: 'created' | 'updated' | 'cleared'
  audit: AuditInput
  events: EventInput[]
}

const RANK: Record<Screened['status'], number> = { clear: 0, possible_match: 1, hit: 2 }

/** Every match of a monitored subject in a view of the lists: one that stands behind others set aside is news too. */
export const matchesNow = (view: ListView, row: Pick<MonitoredRow, 'threshold' | 'lists'>, subject: SubjectToScreen): ScreenedMatch[] =>
  lookUp(view, subject, {
    threshold: row.threshold / 10_000,
    limit: Number.POSITIVE_INFINITY,
    ...(row.lists && { lists: row.lists }),
  })

/** Whether what was found is not what was found last. */
export function differs(old: readonly KeptMatch[], now: readonly KeptMatch[]): boolean {
  const key = (matches: readonly KeptMatch[]) =>
    matches
      .map((m) => `${m.entity_id} ${m.match_type} ${m.score}`)
      .sort()
      .join()
  return key(old) !== key(now)
}

/** Keeps the newest result of a monitored subject, whose row must be locked. Null when it is what was told last; a worse one opens a case. */
export async function retell(
  tx: Tx,
  { ctx, view }: { ctx: Ctx; view: ListView },
  row: MonitoredRow,
  subject: SubjectToScreen,
  matches: ScreenedMatch[],
): Promise<Retold | null> {
  const marked = await markExceptions(tx, ctx, subject, matches, () => matches)
  const status = statusOf(marked)
  if (status === row.last_status && !differs(row.last_matches, keptMatches(matches))) return null
  const known = new Set(row.last_matches.map((m) => m.entity_id))
  const gained = marked.filter((m) => !known.has(m.entity_id))
  const kind = gained.length ? 'created' : marked.length ? 'updated' : 'cleared'
  await tx
    .update(monitoredSubjects)
    .set({ last_status: status, last_matches: keptMatches(matches), updated_at: new Date(ctx.now) })
    .where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
  const top = gained[0] ?? marked[0] ?? null
  const previous = { status: row.last_status, match: row.last_matches[0] ?? null }
  const events: EventInput[] = [
    {
      type: `sanctions.match.${kind}`,
      resource: { type: 'monitored_subject', id: row.id },
      object: {
        check_id: row.check_id,
        monitored_subject_id: row.id,
        subject: { wallet_address: subject.wallet_address ?? null },
        status,
        match: top && { entity_id: top.entity_id, list: top.list, score: top.score, match_type: top.match_type },
        gained: gained.map((m) => m.entity_id).slice(0, 25),
        lists: view.stamps(row.lists ?? undefined).map(({ source, version }) => ({ source, version })),
        lost: row.last_matches.map((m) => m.entity_id).filter((id) => !marked.some((m) => m.entity_id === id)),
        ...(kind !== 'created' && { previous }),
      },
      previous,
    },
  ]
  const isOpen = (match: ScreenedMatch) => match.exception === null
  const worse = RANK[status] > RANK[row.last_status as Screened['status']]
  const match = gained.find(isOpen) ?? (worse ? marked.find(isOpen) : undefined)
  if (match) events.push(...(await openSubjectCase(tx, ctx, { row, status, match })))
  return {
    kind,
    audit: {
      action: 'subject_rescreened',
      category: 'system',
      subject: { type: 'monitored_subject', id: row.id },
      details: { status, before: row.last_status, matches: marked.length },
    },
    events,
  }
}

async function openSubjectCase(
  tx: Tx,
  ctx: Ctx,
  { row, status, match }: { row: MonitoredRow; status: Screened['status']; match: ScreenedMatch },
): Promise<EventInput[]> {
  const { events } = await openCase(tx, ctx, {
    kind: 'sanctions_match',
    subject: { type: 'monitored_subject', id: row.id },
    priority: status === 'hit' ? 100 : 90,
    summary: status === 'hit' ? 'A monitored subject is a hit now' : 'A monitored subject has a possible match now',
    details: { check_id: row.check_id, entity_id: match.entity_id, list: match.list, score: match.score },
  })
  return events
}

/**
 * Looks at the monitored ones among these subjects (`subjectKey`) again, now that something was decided about their matches, or what
 * was decided ended: they are told as after a list change.
 */
export async function retellDecided(
  tx: Tx,
  ctx: Ctx,
  subjectKeys: readonly string[],
): Promise<Pick<Retold, 'events'> & { audit: AuditInput[] }> {
  const told = { audit: [] as AuditInput[], events: [] as EventInput[] }
  if (!subjectKeys.length) return told
  const rows = await tx
    .select()
    .from(monitoredSubjects)
    .where(inScope(monitoredSubjects, ctx, inArray(monitoredSubjects.subject_id, [...new Set(subjectKeys)])))
    .orderBy(monitoredSubjects.id)
    .for('update')
  if (!rows.length) return told
  const view = await viewFor(tx, ctx)
  for (const row of rows) {
    const subject = await openSubject(tx, ctx, row)
    const retold = subject && (await retell(tx, { ctx, view }, row, subject, matchesNow(view, row, subject)))
    if (!retold) continue
    told.audit.push(retold.audit)
    told.events.push(...retold.events)
  }
  return told
}

/** The same after what people decided, of which these events tell. */
export async function retellReleased(tx: Tx, ctx: Ctx, events: readonly EventInput[]): ReturnType<typeof retellDecided> {
  const made = events.filter((event) => event.type === 'exception.created').map((event) => event.resource.id)
  if (!made.length) return { audit: [], events: [] }
  const rows = await tx
    .select({ subject: exceptions.subject_id })
    .from(exceptions)
    .where(inScope(exceptions, ctx, inArray(exceptions.id, made)))
  return retellDecided(
    tx,
    ctx,
    rows.map((row) => row.subject),
  )
}

/** Null for one who was erased. */
async function openSubject(tx: Tx, ctx: Ctx, row: MonitoredRow): Promise<SubjectToScreen | null> {
  try {
    const context = sealContext(row.subject_key_id)
    return await ctx.services.keyring.open<SubjectToScreen>(tx, row.subject_key_id, context, row.subject_sealed)
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}
