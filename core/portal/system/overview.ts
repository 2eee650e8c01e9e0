import { sql } from 'drizzle-orm'
import { ID_PREFIXES, ulid } from '#core/kernel/ids.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { runChecks, type SystemCheck } from './checks.ts'
import { adminWaiting, type Waiting } from './waiting.ts'

const DAYS = 14
const DAY_MS = 86_400_000

export interface AdminOverview {
  waiting: Waiting
  users: { total: number; unverified: number; new_7d: number }
  /** One entry a day, oldest first. */
  decisions: { day: string; allow: number; review: number; deny: number }[]
  checks: SystemCheck[]
}

/** What an admin should know first: what waits for somebody, what is wrong, and how decisions went in the last 14 days. */
export const adminOverview = definePageVerb({
  name: 'system.overview',
  permission: 'system.read',
  admin: true,
  run: async ({ ctx }): Promise<AdminOverview> => {
    const since = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS)
    // Ids begin with their time, so the primary key gives the span without an index of its own.
    const from = `${ID_PREFIXES.decision}_${ulid(since.getTime(), new Uint8Array(10))}`
    const [waiting, users, decided, checks] = await Promise.all([
      adminWaiting({ ctx }),
      ctx.db.execute<{ total: string; unverified: string; fresh: string }>(
        sql`select count(*) as total, count(*) filter (where not is_verified) as unverified,
          count(*) filter (where created_at > now() - interval '7 days') as fresh from users`,
      ),
      ctx.db.execute<{ day: string; outcome: string; count: string }>(
        sql`select to_char(evaluated_at at time zone 'UTC', 'YYYY-MM-DD') as day,
          case outcome when 'needs_info' then 'review' else outcome end as outcome, count(*) as count
          from decisions where id >= ${from} and evaluated_at >= ${since.toISOString()}::timestamptz group by 1, 2`,
      ),
      runChecks(ctx.services),
    ])
    const figures = users.rows[0]!
    const days = Array.from({ length: DAYS }, (_, index) => new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10))
    const on = (day: string, outcome: string) => Number(decided.rows.find((row) => row.day === day && row.outcome === outcome)?.count ?? 0)
    return {
      waiting,
      users: { total: Number(figures.total), unverified: Number(figures.unverified), new_7d: Number(figures.fresh) },
      decisions: days.map((day) => ({ day, allow: on(day, 'allow'), review: on(day, 'review'), deny: on(day, 'deny') })),
      checks,
    }
  },
})
