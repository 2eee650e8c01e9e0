import { sql } from 'drizzle-orm'
import { ofPlatform } from '#core/access/second-person/scope.ts'
import { definePageVerb } from '#core/record/verb.ts'

/** How much waits for an admin, by place: of cases, what is the platform's to decide. */
export interface Waiting {
  cases: number
  cases_overdue: number
  cases_awaiting_second: number
  erasures: number
  role_requests: number
  inquiries: number
  inquiries_overdue: number
  incidents: number
}

/** Counts of what waits for somebody, read with every admin page. For admins. */
export const adminWaiting = definePageVerb({
  name: 'system.waiting',
  permission: 'system.read',
  admin: true,
  run: async ({ ctx }): Promise<Waiting> => {
    const { rows } = await ctx.db.execute<Record<keyof Waiting, string>>(sql`select
      (select count(*) from cases where status <> 'decided' and ${ofPlatform}) as cases,
      (select count(*) from cases where status <> 'decided' and deadline < now() and ${ofPlatform}) as cases_overdue,
      (select count(*) from cases where status = 'awaiting_second' and ${ofPlatform}) as cases_awaiting_second,
      (select count(*) from erasure_requests where status = 'pending') as erasures,
      (select count(*) from role_requests where status = 'pending') as role_requests,
      (select count(*) from contact_inquiries where status = 'new') as inquiries,
      (select count(*) from contact_inquiries where status = 'new' and created_at < now() - interval '24 hours') as inquiries_overdue,
      (select count(*) from incidents where (kind = 'incident' and status <> 'resolved')
        or (kind = 'maintenance' and status not in ('completed', 'cancelled') and starts_at <= now() and ends_at > now())) as incidents`)
    return Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)])) as unknown as Waiting
  },
})
