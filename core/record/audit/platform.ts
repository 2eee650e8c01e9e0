import { type SQL, sql } from 'drizzle-orm'

/** What entries are about that belong to the platform itself: accounts, and what it keeps for everybody. */
const OWN = [
  'user',
  'role_request',
  'contact_inquiry',
  'incident',
  'venue',
  'list',
  'list_version',
  'policy',
  'log',
  'mail',
  'subscriber',
  'support_access',
]

/**
 * Entries that the platform's administrators read in full, a condition on `audit_logs`: about accounts, what was tried of the platform's,
 * and what it keeps for everybody, by the product itself for no organisation, and by an administrator in an organisation they do not belong to. Of every other
 * one they see whose it is, what it is, how it ended and when; who did it and to whom is for its organisation.
 */
export const ofPlatformLog: SQL<boolean> = sql`(audit_logs.category = 'auth' or audit_logs.action = 'admin_access_denied' or coalesce(audit_logs.subject_type in (${sql.join(
  OWN.map((type) => sql`${type}`),
  sql`, `,
)}), false) or audit_logs.organization_id in ('system', 'none') or (exists (
  select 1 from user_roles r where r.user_id = audit_logs.actor_id and r.role = 'admin') and not exists (
  select 1 from memberships m where m.user_id = audit_logs.actor_id and m.organization_id = audit_logs.organization_id)))`
