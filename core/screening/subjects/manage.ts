import { and, desc, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { monitoredSubjects } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { SubjectToScreen } from '../matching/screen-subject.ts'
import { toldFurther } from '../matching/subject.ts'
import { type MonitoredRow, sealContext } from './monitor.ts'
import { monitored } from './shape.ts'

const listSubjectsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(['clear', 'possible_match', 'hit']).optional(),
})

type WireMonitored = z.output<z.ZodObject<typeof monitored>>

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
      ...toldFurther({ ...subject }),
    },
    status: row.last_status as WireMonitored['status'],
    matches: row.last_matches,
    threshold: row.threshold / 10_000,
    lists: row.lists,
    check_id: row.check_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The subjects that are screened again at every list change, newest first. */
export const listMonitoredSubjects = defineVerb({
  name: 'sanctions.monitored.list',
  permission: 'sanctions.check',
  input: listSubjectsQuery,
  output: listOf(z.object(monitored)),
  run: async ({ ctx, input }) => {
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
    return { success: true as const, ...page, data: await Promise.all(page.data.map((row) => present(ctx, row))) }
  },
})

export const getMonitoredSubject = defineVerb({
  name: 'sanctions.monitored.get',
  permission: 'sanctions.check',
  input: byId('`monitored_subject_id` of the check'),
  output: z.object({ success: z.literal(true), ...monitored }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, monitoredSubjects, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...(await present(ctx, row)) }
  },
})

/** Stops the monitoring and destroys the subject's data. The checks that were made stay. */
export const stopMonitoring = defineVerb({
  name: 'sanctions.monitored.delete',
  permission: 'sanctions.check',
  input: byId('`monitored_subject_id` of the check'),
  output: z.object({ success: z.literal(true), id: z.string(), deleted: z.literal(true) }),
  run: async ({ ctx, input }) => {
    // no event: the tenant's own act, which changes no result.
    const result = await write(ctx, async (tx) => {
      const row = await lockScoped(tx, monitoredSubjects, ctx, input.id)
      if (!row) throw notFound()
      await tx.delete(monitoredSubjects).where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.id, row.id)))
      await ctx.services.keyring.destroy(tx, { ids: [row.subject_key_id], at: new Date() })
      return {
        result: { success: true as const, id: row.id, deleted: true as const },
        audit: { action: 'monitoring_stopped', category: 'system', subject: { type: 'monitored_subject', id: row.id } },
      }
    })
    return result
  },
})
