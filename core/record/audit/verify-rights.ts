import { sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { findChangedStanding } from '../log/standing.ts'

/** A right that somebody has and no entry of the log gave, or one that was taken away behind its back. */
export interface Ungranted {
  subject: string
  fault: string
}

type Database = Pick<Services, 'connection'>

/** What the log's own entries of somebody's roles are called. One that only asks for a role says nothing about who has it. */
const GIVES_ROLES = sql`('sign_up', 'update_user_role')`

/**
 * Holds what gives power against what the log says of it: the roles of a person on the platform and in an organisation, their verification and suspension, and live
 * production keys with their scopes and ends; and against their digests keys, webhook endpoints, settings of organisations and second
 * factors. What a page reported counts for nothing. At most 100 of each kind are named.
 */
export async function findUngranted(services: Database): Promise<Ungranted[]> {
  const named = [
    ...(await ungrantedRoles(services)),
    ...(await ungrantedKeys(services)),
    ...(await ungrantedStanding(services)),
    ...(await ungrantedMembers(services)),
  ]
  const subjects = new Set(named.map((one) => one.subject))
  // What is named exactly needs no second, vaguer word.
  const changed = (await findChangedStanding(services)).filter((one) => !subjects.has(one.subject))
  return [...named, ...changed.map(({ subject, fault }) => ({ subject, fault }))]
}

async function ungrantedRoles({ connection: { db } }: Database): Promise<Ungranted[]> {
  const { rows } = await db.execute<{ subject: string; fault: string }>(sql`
    with said as (
      select distinct on (a.subject_id) a.subject_id as user_id,
        case when jsonb_typeof(a.details -> 'roles') = 'array' then a.details -> 'roles' else jsonb_build_array(a.details -> 'role') end as roles
      from audit_logs a left join log_entries e on e.audit_id = a.id
      where a.subject_type = 'user' and a.action in ${GIVES_ROLES}
      order by a.subject_id, e.leaf_index desc nulls first, a.timestamp desc
    ), held as (select user_id, role from user_roles union select id, role from users)
    select held.user_id as subject, 'has the role ' || held.role || ', which no entry of the log gave' as fault
    from held left join said using (user_id) where said.roles is null or not said.roles ? held.role
    union all
    select said.user_id, 'lost the role ' || given.role || ', which the log says it has'
    from said join users u on u.id = said.user_id and u.email_hash is not null, jsonb_array_elements_text(said.roles) given(role)
    where not exists (select from user_roles r where r.user_id = said.user_id and r.role = given.role)
    limit 100`)
  return rows
}

/** A renewed key has the scopes of the first of its family, and an entry of the one it replaced. */
async function ungrantedKeys({ connection: { db } }: Database): Promise<Ungranted[]> {
  const { rows } = await db.execute<{ subject: string; fault: string }>(sql`
    with live as (select * from api_keys where is_active and environment = 'production' and (expires_at is null or expires_at > now())),
    about as (select * from audit_logs where subject_type = 'api_key' and action like 'api\\_key\\_%')
    select k.id as subject, 'is a live production key that no entry of the log made' as fault
    from live k
    where not exists (select from about a where a.subject_id = k.id and a.action = 'api_key_created')
      and k.id not in (select a.details ->> 'new_key' from about a where a.action = 'api_key_rotated' and a.details ? 'new_key')
    union all
    select k.id, 'can do more than the entry of the log that made it says'
    from live k join about a on a.subject_id = coalesce(k.family, k.id) and a.action = 'api_key_created'
    where a.organization_id <> k.organization_id
      or (a.details ? 'scopes' and not a.details -> 'scopes' ? '*' and not a.details -> 'scopes' @> k.scopes)
    union all
    select k.id, 'works, and an entry of the log ended it'
    from live k
    where exists (select from about a where a.subject_id = k.id and a.action = 'api_key_revoked')
      or exists (select from audit_logs a where a.action = 'account_suspended' and a.details -> 'keys' ? k.id)
      or exists (
        select from about a where a.subject_id = k.id and a.action = 'api_key_rotated'
          and (k.expires_at is null or k.expires_at > a.timestamp + ((a.details ->> 'overlap_hours')::int + 1) * interval '1 hour'))
    limit 100`)
  return rows
}

/**
 * Who belongs to an organisation, and as what. Whoever made an account or an organisation owns it by that entry; accounts from before
 * there were memberships do so by their sign-up, and what was made up for later has an entry that says so.
 */
async function ungrantedMembers({ connection: { db } }: Database): Promise<Ungranted[]> {
  const { rows } = await db.execute<{ subject: string; fault: string }>(sql`
    with said as (
      select distinct on (a.subject_id) a.subject_id as id, a.action, a.details ->> 'role' as role
      from audit_logs a left join log_entries e on e.audit_id = a.id
      where a.subject_type = 'membership' and not a.details ? 'reported_by'
        and a.action in ('member_joined', 'member_role_changed', 'member_left', 'member_removed', 'membership_backfilled')
      order by a.subject_id, e.leaf_index desc nulls first, a.timestamp desc
    )
    select m.id as subject, case when said.id is null then 'is a membership that no entry of the log gave'
      when said.role = m.role then 'is a membership that an entry of the log ended'
      else 'has the role ' || m.role || ' in its organisation, and the log says ' || said.role end as fault
    from memberships m join users u on u.id = m.user_id left join said on said.id = m.id
    where m.ended_at is null and (said.role <> m.role or said.action in ('member_left', 'member_removed') or (said.id is null and not (
      m.came = 'founded' and m.role = 'owner' and (
        (m.organization_id = u.organization_id
          and exists (select from audit_logs a where a.subject_type = 'user' and a.subject_id = m.user_id and a.action = 'sign_up'))
        or exists (select from audit_logs a where a.subject_type = 'organization' and a.subject_id = m.organization_id
          and a.action = 'organization_made' and a.user_id = m.user_id)))))
    limit 100`)
  return rows
}

/** Whether a person is verified or suspended, as the newest entry about it says. Accounts older than such entries have none. */
async function ungrantedStanding({ connection: { db } }: Database): Promise<Ungranted[]> {
  const { rows } = await db.execute<{ subject: string; fault: string }>(sql`
    with said as (
      select a.id, a.subject_id as user_id, a.action, a.details, a.timestamp, e.leaf_index
      from audit_logs a left join log_entries e on e.audit_id = a.id
      where a.subject_type = 'user' and not a.details ? 'reported_by'
        and (a.details ? 'is_verified' or a.action in ('account_suspended', 'account_reactivated') or a.details ? 'operator')
    ), verified as (
      select distinct on (user_id) user_id, details ->> 'is_verified' = 'true' as yes from said where details ? 'is_verified'
      order by user_id, leaf_index desc nulls first, timestamp desc
    ), stopped as (
      select distinct on (user_id) user_id, action = 'account_suspended' as yes from said where not details ? 'is_verified'
      order by user_id, leaf_index desc nulls first, timestamp desc
    )
    select u.id as subject, 'is marked as verified, and the log says otherwise' as fault
    from users u join verified v on v.user_id = u.id where u.is_verified and not v.yes
    union all
    select u.id, 'is not suspended, and the log says otherwise'
    from users u join stopped s on s.user_id = u.id where u.suspended_at is null and s.yes
    limit 100`)
  return rows
}
