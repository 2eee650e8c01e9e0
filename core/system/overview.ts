import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { ID_PREFIXES, ulid } from '../ids.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { runChecks, type SystemCheck } from './checks.ts'

const DAYS = 14
const DAY_MS = 86_400_000

export interface AdminOverview {
  users: { total: number; unverified: number; new_7d: number }
  role_requests: number
  inquiries: { waiting: number; overdue: number }
  cases: { open: number; overdue: number; awaiting_second: number }
  incidents_open: number
  /** One entry a day, oldest first. */
  decisions: { day: string; allow: number; review: number; deny: number }[]
  checks: SystemCheck[]
}

/** What an admin should know first: what waits for somebody, what is wrong, and how decisions went in the last 14 days. */
export async function adminOverview({ ctx }: { ctx: Ctx }): Promise<AdminOverview> {
  await requireAdmin(ctx, 'system.read')
  // Ids begin with their time, so the primary key gives the span without an index of its own.
  const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS)
  const from = `${ID_PREFIXES.decision}_${ulid(since.getTime(), new Uint8Array(10))}`
  const [{ rows }, decided, checks] = await Promise.all([
    ctx.db.execute<Record<string, string>>(sql`select
      (select count(*) from users) as users, (select count(*) from users where not is_verified) as unverified,
      (select count(*) from users where created_at > now() - interval '7 days') as fresh,
      (select count(*) from role_requests where status = 'pending') as requests,
      (select count(*) from contact_inquiries where status = 'new') as inquiries,
      (select count(*) from contact_inquiries where status = 'new' and created_at < now() - interval '24 hours') as late,
      (select count(*) from cases where status <> 'decided') as cases,
      (select count(*) from cases where status <> 'decided' and deadline < now()) as overdue,
      (select count(*) from cases where status = 'awaiting_second') as second,
      (select count(*) from incidents where (kind = 'incident' and status <> 'resolved')
        or (kind = 'maintenance' and status not in ('completed', 'cancelled') and starts_at <= now() and ends_at > now())) as incidents`),
    ctx.db.execute<{ day: string; outcome: string; count: string }>(
      sql`select to_char(evaluated_at at time zone 'UTC', 'YYYY-MM-DD') as day, case outcome when 'needs_info' then 'review' else outcome end as outcome, count(*) as count
        from decisions where id >= ${from} and evaluated_at >= ${since.toISOString()}::timestamptz group by 1, 2`,
    ),
    runChecks(ctx.services),
  ])
  const figures = Object.fromEntries(Object.entries(rows[0]!).map(([key, value]) => [key, Number(value)])) as Record<string, number>
  const days = Array.from({ length: DAYS }, (_, index) => new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10))
  const on = (day: string, outcome: string) => Number(decided.rows.find((row) => row.day === day && row.outcome === outcome)?.count ?? 0)
  return {
    users: { total: figures.users!, unverified: figures.unverified!, new_7d: figures.fresh! },
    role_requests: figures.requests!,
    inquiries: { waiting: figures.inquiries!, overdue: figures.late! },
    cases: { open: figures.cases!, overdue: figures.overdue!, awaiting_second: figures.second! },
    incidents_open: figures.incidents!,
    decisions: days.map((day) => ({ day, allow: on(day, 'allow'), review: on(day, 'review'), deny: on(day, 'deny') })),
    checks,
  }
}
