import { sql } from 'drizzle-orm'
import { MOST_PROCESSING_DAYS } from '#core/identity/sessions/policy.ts'
import type { Services } from '#core/kernel/services.ts'

/** How much waits in the database, and for how long. Ages in seconds, 0 where nothing is late; each by the clock it belongs to. */
export interface Gauges {
  outbox: number
  mails: number
  deliveries: number
  leaves: number
  sessions: { open: number; processing: number; in_review: number }
  /** Sessions that nothing leads on any more: past their time and not ended, or in review without a case. */
  sessionsStuck: number
  timerAge: number
  askAge: number
  /** Cases past their deadline. */
  casesOverdue: number
  /** Lists of revoked certificates, and how long the one that ends first still says anything, s; 0 where one is overdue. */
  revocationLists: { current: number; overdue: number; unavailable: number }
  revocationListEnds: number
  trustLists: { current: number; overdue: number }
}

/** So late a job of each minute may be, s. */
const LATE = 300

/** Reads them in one round. */
export async function readGauges({ connection }: Pick<Services, 'connection'>): Promise<Gauges> {
  const { rows } = await connection.db.execute<Record<string, string>>(sql`
    with clocks as (
      select organization_id, coalesce(frozen_at, now() + clock_offset_ms * interval '1 millisecond') as at from sandboxes
    ), sessions as (
      select s.id, s.status, s.ask_at, coalesce(c.at, now()) as at,
        case s.status when 'open' then s.expires_at when 'processing' then s.updated_at + ${MOST_PROCESSING_DAYS} * interval '1 day' end as ends
      from identity_sessions s left join clocks c on c.organization_id = s.organization_id and s.environment = 'sandbox'
      where s.status in ('open', 'processing', 'in_review')
    )
    select (select count(*) from events where dispatched_at is null) as outbox,
      (select count(*) from mails where status = 'queued') as mails,
      (select count(*) from webhook_deliveries where status = 'pending') as deliveries,
      (select coalesce(sum(octet_length(leaf_hash)) / 32, 0) from log_pending) as leaves,
      (select count(*) from sessions where status = 'open') as open,
      (select count(*) from sessions where status = 'processing') as processing,
      (select count(*) from sessions where status = 'in_review') as in_review,
      (select count(*) from sessions where ends < at - ${LATE} * interval '1 second' or (status = 'in_review' and not exists
        (select from cases c where c.subject_id = sessions.id and c.status <> 'decided'))) as stuck,
      (select extract(epoch from max(coalesce(c.at, now()) - t.due_at)) from timers t
        left join clocks c on c.organization_id = t.organization_id and t.environment = 'sandbox' where t.done_at is null) as timer_age,
      (select extract(epoch from max(at - ask_at)) from sessions where status <> 'in_review') as ask_age,
      (select count(*) from cases k left join clocks c on c.organization_id = k.organization_id and k.environment = 'sandbox'
        where k.status <> 'decided' and k.deadline < coalesce(c.at, now())) as cases_overdue,
      (select count(*) from revocation_lists where environment = 'production' and next_update > now()) as lists_current,
      (select count(*) from revocation_lists where environment = 'production' and next_update <= now()) as lists_overdue,
      (select count(*) from revocation_lists where environment = 'production' and next_update is null) as lists_unavailable,
      (select count(*) from trust_lists where environment = 'production' and next_update > now()) as trust_current,
      (select count(*) from trust_lists where environment = 'production' and next_update <= now()) as trust_overdue,
      (select extract(epoch from min(next_update) - now()) from revocation_lists where environment = 'production') as list_ends`)
  const row = rows[0]!
  const age = (name: string) => Math.max(0, Math.round(Number(row[name] ?? 0)))
  return {
    outbox: Number(row.outbox),
    mails: Number(row.mails),
    deliveries: Number(row.deliveries),
    leaves: Number(row.leaves),
    sessions: { open: Number(row.open), processing: Number(row.processing), in_review: Number(row.in_review) },
    sessionsStuck: Number(row.stuck),
    timerAge: age('timer_age'),
    askAge: age('ask_age'),
    casesOverdue: Number(row.cases_overdue),
    revocationLists: {
      current: Number(row.lists_current),
      overdue: Number(row.lists_overdue),
      unavailable: Number(row.lists_unavailable),
    },
    revocationListEnds: age('list_ends'),
    trustLists: { current: Number(row.trust_current), overdue: Number(row.trust_overdue) },
  }
}
