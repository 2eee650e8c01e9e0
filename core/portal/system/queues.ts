import { sql } from 'drizzle-orm'
import type { Db } from '#db/connect.ts'

export interface QueueState {
  name: string
  cron: string | null
  waiting: number
  active: number
  failed: number
  /** When a job of this queue last ended well, and how long it took. */
  last_completed_at: string | null
  last_duration_ms: number | null
  last_failed_at: string | null
  last_error: string | null
}

/** Every queue of pg-boss with what waits, runs and failed. Empty where no worker has ever started. */
export async function readQueues(db: Db): Promise<QueueState[]> {
  const { rows: present } = await db.execute<{ there: string | null }>(sql`select to_regclass('pgboss.job')::text as there`)
  if (!present[0]?.there) return []
  const { rows } = await db.execute<{
    name: string
    cron: string | null
    waiting: string
    active: string
    failed: string
    last_completed: Date | null
    duration: string | null
    last_failed: Date | null
    error: string | null
  }>(sql`
    select q.name, s.cron,
      (select count(*) from pgboss.job j where j.name = q.name and j.state in ('created', 'retry')) as waiting,
      (select count(*) from pgboss.job j where j.name = q.name and j.state = 'active') as active,
      (select count(*) from pgboss.job j where j.name = q.name and j.state = 'failed' and j.completed_on > now() - interval '24 hours') as failed,
      done.completed_on as last_completed, extract(epoch from done.completed_on - done.started_on) * 1000 as duration,
      bad.completed_on as last_failed, bad.output ->> 'message' as error
    from pgboss.queue q
    left join pgboss.schedule s on s.name = q.name
    left join lateral (select completed_on, started_on from pgboss.job j where j.name = q.name and j.state = 'completed' order by completed_on desc limit 1) done on true
    left join lateral (select completed_on, output from pgboss.job j where j.name = q.name and j.state = 'failed' order by completed_on desc limit 1) bad on true
    where q.name not like '\\_\\_%'
    order by q.name`)
  return rows.map((row) => ({
    name: row.name,
    cron: row.cron,
    waiting: Number(row.waiting),
    active: Number(row.active),
    failed: Number(row.failed),
    last_completed_at: row.last_completed ? new Date(row.last_completed).toISOString() : null,
    last_duration_ms: row.duration === null ? null : Math.round(Number(row.duration)),
    last_failed_at: row.last_failed ? new Date(row.last_failed).toISOString() : null,
    last_error: row.error?.slice(0, 300) ?? null,
  }))
}
