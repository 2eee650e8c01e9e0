import { sql } from 'drizzle-orm'
import { REVIEW_REFUSALS } from '#core/identity/reviews/data.ts'
import type { Services } from '#core/kernel/services.ts'

/** Reasons that say of nobody who they are or are not: only that this try failed. */
const TRIES = Object.entries(REVIEW_REFUSALS).flatMap(([code, { about }]) => (about === 'try' ? code : []))

/**
 * How long is kept what proves nothing and nobody asked to keep, by table: the rest has periods of its own where it is kept.
 * The privacy policy and docs/operating/running.md say the same.
 */
export const PERIODS = {
  mails: sql`delete from mails where status <> 'queued' and coalesce(sent_at, created_at) < now() - interval '30 days'`,
  monitoring_logs: sql`delete from monitoring_logs where created_at < now() - interval '90 days'`,
  contact_inquiries: sql`delete from contact_inquiries where created_at < now() - interval '2 years'`,
  // Of a session that nobody decided nothing is evidence, nor of a try that failed, once nobody can appeal against that any more; what was
  // decided of somebody is kept as long as they are. Under a legal hold all stays. Pictures of a person are for the comparison alone, and go once a session has ended, however it did (740 ILCS 14/15(a)).
  documents: sql`delete from documents where owner_type = 'identity_session' and owner_id in
    (select id from identity_sessions where (status in ('expired', 'cancelled') and updated_at < now() - interval '30 days')
      or (status = 'rejected' and evidence_id is null and updated_at < now() - interval '30 days' and reason_code in (${sql.join(
        TRIES.map((code) => sql`${code}`),
        sql`, `,
      )})
        and not exists (select from cases c where c.subject_id = identity_sessions.id and c.status <> 'decided')
        and not exists (select from erasures e where e.person_id = identity_sessions.person_id and e.legal_hold is not null))
      or (documents.kind = 'portrait' and (status in ('verified', 'rejected', 'expired', 'cancelled') or (status = 'open' and expires_at < now()))))`,
  status_subscribers: sql`delete from status_subscribers where unsubscribed_at < now() - interval '30 days'
    or (confirmed_at is null and created_at < now() - interval '30 days')`,
  // Whom an organisation invited and who never answered; of who did, no address is kept.
  member_invitations: sql`delete from member_invitations where accepted_at is null and expires_at < now() - interval '30 days'`,
  client_sessions: sql`delete from client_sessions where expires_at < now() - interval '1 day'`,
  // With what organisations signed on once.
  sign_on_keys: sql`delete from sign_on_keys where ends_at < now()`,
  // Sign-ins that were not finished, links that were not followed, sessions that ended, and attempts that count no longer.
  'auth.verification': sql`delete from auth.verification where expires_at < now() - interval '1 day'`,
  'auth.session': sql`delete from auth.session where expires_at < now() - interval '1 day'`,
  'auth.attempt': sql`delete from auth.attempt where updated_at < now() - interval '1 day' and coalesce(locked_until, updated_at) < now()`,
  'auth.rate_limit': sql`delete from auth.rate_limit where last_request < (extract(epoch from now()) - 86400) * 1000`,
  // As long as the browser keeps its half of the mark.
  'auth.known_device': sql`delete from auth.known_device where last_used_at < now() - interval '400 days'`,
} as const

/** Forgets what is past its period. What fails of one table holds up no other. */
// no audit: it counts no longer; nothing that happened is removed.
export async function forgetPastPeriod({ connection }: Pick<Services, 'connection'>): Promise<void> {
  const errors: unknown[] = []
  for (const forget of Object.values(PERIODS)) await connection.db.execute(forget).catch((error: unknown) => errors.push(error))
  if (errors.length) throw errors[0]
}
