import { and, desc, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { monitoredSubjects } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { decodeCursor, type Page, pageOf, pageQuery } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import type { SubjectToScreen } from '../screenings/screen-subject.ts'
import { write } from '../transaction.ts'
import { type MonitoredRow, sealContext } from './monitor.ts'

export const listSubjectsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(['clear', 'possible_match', 'hit']).optional(),
})

export interface WireMonitored {
  id: string
  object: 'monitored_subject'
  subject: { wallet_address: string | null; full_name: string | null; country: string | null; entity_type: string }
  status: string
  matches: { entity_id: string; score: number; match_type: string }[]
  threshold: number
  lists: string[] | null
  check_id: string | null
  created_at: string
  updated_at: string
}

async function present(ctx: Ctx, row: MonitoredRow): Promise<WireMonitored> {
  const subject = await ctx.services.keyring.open<SubjectToScreen>(
    ctx.db,
    row.subject_key_id,
    sealContext(row.subject_key_id),
    row.subject_sealed,
  )
  return {
    id: row.id,
    object: 'monitored_subject',
    subject: {
      wallet_address: subject.wallet_address ?? null,
      full_name: subject.full_name ?? null,
      country: subject.country ?? null,
      entity_type: subject.entity_type ?? 'any',
    },
    status: row.last_status,
    matches: row.last_matches,
    threshold: row.threshold / 10_000,
    lists: row.lists,
    check_id: row.check_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The subjects that are screened again at every list change, newest first. */
export async function listMonitoredSubjects({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof listSubjectsQuery>
}): Promise<{ success: true } & Page<WireMonitored>> {
  requirePermission(ctx, 'sanctions.check')
  const position = decodeCursor(ctx, 'monitored', input.cursor) as [string, string] | null
  const before = position && new Date(position[0])
  const rows = await ctx.db
    .select()
    .from(monitoredSubjects)
    .where(
      inScope(
        monitoredSubjects,
        ctx,
        and(
          input.status && eq(monitoredSubjects.last_status, input.status),
          before
            ? or(
                lt(monitoredSubjects.created_at, before),
                and(eq(monitoredSubjects.created_at, before), lt(monitoredSubjects.id, position[1])),
              )
            : undefined,
        ),
      ),
    )
    .orderBy(desc(monitoredSubjects.created_at), desc(monitoredSubjects.id))
    .limit(input.limit + 1)
  const page = pageOf(
    ctx,
    'monitored',
    rows,
    input.limit,
    (row) => row,
    (row) => [row.created_at.toISOString(), row.id],
  )
  return { success: true, ...page, data: await Promise.all(page.data.map((row) => present(ctx, row))) }
}

export async function getMonitoredSubject({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true } & WireMonitored> {
  requirePermission(ctx, 'sanctions.check')
  const row = await findScoped(ctx.db, monitoredSubjects, ctx, input.id)
  if (!row) throw notFound()
  return { success: true, ...(await present(ctx, row)) }
}

/** Stops the monitoring and destroys the subject's data. The checks that were made stay. */
export async function stopMonitoring({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string }
}): Promise<{ success: true; id: string; deleted: true }> {
  requirePermission(ctx, 'sanctions.check')
  // no event: the tenant's own act, which changes no result.
  const result = await write(ctx, async (tx) => {
    const row = await lockScoped(tx, monitoredSubjects, ctx, input.id)
    if (!row) throw notFound()
    await tx.delete(monitoredSubjects).where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
    await ctx.services.keyring.remove(tx, row.subject_key_id)
    return {
      result: { success: true as const, id: row.id, deleted: true as const },
      audit: { action: 'monitoring_stopped', category: 'system', subject: { type: 'monitored_subject', id: row.id } },
    }
  })
  return result
}
