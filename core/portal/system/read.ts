import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { openMails } from '#core/kernel/mails/queue.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { mails, webhookEndpoints } from '#db/schema.ts'
import { runChecks, type SystemCheck } from './checks.ts'
import { type QueueState, readQueues } from './queues.ts'

const SHOWN = 50

export interface SystemReport {
  checks: SystemCheck[]
  queues: QueueState[]
  tables: { name: string; rows: number; bytes: number }[]
  endpoints: { id: string; host: string; organization_id: string; status: string; failing_since: string | null; reason: string | null }[]
  mails: {
    id: string
    subject: string
    status: string
    attempts: number
    error: string | null
    created_at: string
    next_attempt_at: string
  }[]
  lists: { source: string; version: string; age_seconds: number }[]
}

/** How the installation is: checks with a verdict each, and the rows behind them. Names no person and shows no payload. */
export const readSystem = definePageVerb({
  name: 'system.read',
  permission: 'system.read',
  admin: true,
  run: async ({ ctx }): Promise<SystemReport> => {
    const { db, services } = ctx
    const [checks, queues, tables, endpoints, stuck] = await Promise.all([
      runChecks(services),
      readQueues(db),
      db.execute<{ name: string; rows: string; bytes: string }>(
        sql`select relname as name, n_live_tup as rows, pg_total_relation_size(relid) as bytes
          from pg_stat_user_tables where schemaname = 'public' order by 3 desc limit 12`,
      ),
      db
        .select()
        .from(webhookEndpoints)
        .where(or(isNotNull(webhookEndpoints.failing_since), eq(webhookEndpoints.status, 'disabled')))
        .orderBy(desc(webhookEndpoints.failing_since))
        .limit(SHOWN),
      db
        .select()
        .from(mails)
        .where(or(eq(mails.status, 'failed'), and(eq(mails.status, 'queued'), isNotNull(mails.last_error))))
        .orderBy(desc(mails.created_at))
        .limit(SHOWN),
    ])
    return {
      checks,
      queues,
      tables: tables.rows.map((row) => ({ name: row.name, rows: Number(row.rows), bytes: Number(row.bytes) })),
      endpoints: endpoints.map((row) => ({
        id: row.id,
        // The path of a receiver may hold a secret.
        host: new URL(row.url).host,
        organization_id: row.organization_id,
        status: row.status,
        failing_since: row.failing_since?.toISOString() ?? null,
        reason: row.disabled_reason,
      })),
      mails: (await openMails(db, services, stuck)).map((row) => ({
        id: row.id,
        subject: row.subject,
        status: row.status,
        attempts: row.attempts,
        error: row.last_error,
        created_at: row.created_at.toISOString(),
        next_attempt_at: row.next_attempt_at.toISOString(),
      })),
      lists: services.screening.state().lists.map(({ source, version, age_seconds }) => ({ source, version, age_seconds })),
    }
  },
})
