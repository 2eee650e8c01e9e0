import { and, count, desc, eq, ilike, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { definePageVerb } from '#core/record/verb.ts'
import { incidents, statusSubscribers } from '#db/schema.ts'
import { CLOSED, type IncidentView, presentIncident } from './incident.ts'

const listIncidentsInput = z.strictObject({
  kind: z.enum(['incident', 'maintenance']).optional(),
  state: z.enum(['open', 'closed']).optional(),
  search: z.string().max(100).optional(),
  page: z.number().int().min(1).max(10_000).default(1),
  per_page: z.number().int().min(1).max(100).default(10),
})

/** Incidents and windows, newest first, with how many there are and how many people are told. */
export const listIncidents = definePageVerb({
  name: 'incidents.list',
  permission: 'status.manage',
  admin: true,
  input: listIncidentsInput,
  run: async ({ ctx, input }): Promise<{ data: IncidentView[]; total: number; subscribers: number }> => {
    // A window is over when its time is, whether or not somebody said so.
    const over: SQL = sql`(${incidents.kind} = 'maintenance' and ${incidents.ends_at} <= now())`
    const closed = inArray(incidents.status, [...CLOSED])
    const where = and(
      input.kind && eq(incidents.kind, input.kind),
      input.state === 'open' ? and(notInArray(incidents.status, [...CLOSED]), sql`not ${over}`) : undefined,
      input.state === 'closed' ? sql`(${closed} or ${over})` : undefined,
      input.search ? ilike(incidents.title, `%${input.search.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    )
    const [rows, [counted], [told]] = await Promise.all([
      ctx.db
        .select()
        .from(incidents)
        .where(where)
        .orderBy(desc(incidents.starts_at), desc(incidents.id))
        .limit(input.per_page)
        .offset((input.page - 1) * input.per_page),
      ctx.db.select({ total: count() }).from(incidents).where(where),
      ctx.db.select({ total: count() }).from(statusSubscribers).where(sql`confirmed_at is not null and unsubscribed_at is null`),
    ])
    return { data: rows.map((row) => presentIncident(row, Date.now())), total: counted!.total, subscribers: told!.total }
  },
})
