import { sql } from 'drizzle-orm'
import type { Services } from '../services.ts'

/** A right that somebody has and no entry of the log gave. */
export interface Ungranted {
  subject: string
  fault: string
}

/**
 * Holds what gives power against what the log says of it: each role of a person must stand in the last entry about their roles,
 * and each live production key must have an entry of its own. What a page reported counts for nothing.
 */
export async function findUngranted({ connection: { db } }: Pick<Services, 'connection'>): Promise<Ungranted[]> {
  const { rows } = await db.execute<{ subject: string; fault: string }>(sql`
    with said as (
      select distinct on (a.subject_id) a.subject_id as user_id,
        case when jsonb_typeof(a.details -> 'roles') = 'array' then a.details -> 'roles' else jsonb_build_array(a.details -> 'role') end as roles
      from audit_logs a left join log_entries e on e.audit_id = a.id
      where a.subject_type = 'user' and not a.details ? 'reported_by'
        and (a.action = 'sign_up' or jsonb_typeof(a.details -> 'roles') = 'array')
      order by a.subject_id, e.leaf_index desc nulls first
    ), held as (select user_id, role from user_roles union select id, role from users)
    select held.user_id as subject, 'has the role ' || held.role || ', which no entry of the log gave' as fault
    from held left join said using (user_id) where said.roles is null or not said.roles ? held.role
    union all
    select k.id, 'is a live production key that no entry of the log made'
    from api_keys k where k.is_active and k.environment = 'production'
      and not exists (select from audit_logs a where a.subject_id = k.id and a.action = 'api_key_created')
      and k.id not in (select a.details ->> 'new_key' from audit_logs a where a.action = 'api_key_rotated' and a.details ? 'new_key')
    limit 100`)
  return rows
}
