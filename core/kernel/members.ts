/** Who belongs to an organisation and what they may there: the only place that says how both are found. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#db/connect.ts'
import type { SessionPolicy } from '#db/schema/organizations.ts'
import { memberships, organizationRoles, serviceAccounts, supportAccess, userRoles, users } from '#db/schema.ts'
import { type Member, memberMay, type PermissionName, ROLES, type Role, type TenantStanding } from './permissions.ts'

type Id = PgColumn | SQL | string

/** Admin wins over issuer, which wins over investor; nobody is without a role. */
export function primaryRole(roles: readonly string[]): Role {
  return ROLES.find((role) => roles.includes(role)) ?? 'investor'
}

/**
 * What an organisation may: an issuer's acts while one of its owners, who is not suspended, has the role issuer or admin on the
 * platform, else an investor's.
 */
export const tenantStanding = (organizationId: Id): SQL<TenantStanding> => sql`case when exists (
  select 1 from ${memberships} o join ${users} u on u.id = o.user_id and u.suspended_at is null
  join ${userRoles} r on r.user_id = o.user_id and r.role in ('issuer', 'admin')
  where o.organization_id = ${organizationId} and o.role = 'owner' and o.ended_at is null
) then 'issuer' else 'investor' end`

/** What a row with `role` and `role_id` (a membership, a service account) gives: to be selected under the alias `m`. */
const asMember = (organizationId: Id): SQL => sql`json_build_object('role', m.role,
  'permissions', (select c.permissions from ${organizationRoles} c where c.id = m.role_id), 'standing', ${tenantStanding(organizationId)})`

/** What a user is in an organisation now, as a column of a query; null where they are not in it. */
export const memberIn = (userId: Id, organizationId: Id): SQL<Member | null> => sql`(select ${asMember(organizationId)}
  from ${memberships} m where m.user_id = ${userId} and m.organization_id = ${organizationId} and m.ended_at is null)`

/** What a service account is in its organisation now; null where it has ended. */
export const serviceIn = (id: Id): SQL<Member | null> => sql`(select ${asMember(sql`m.organization_id`)}
  from ${serviceAccounts} m where m.id = ${id} and m.ended_at is null)`

/** Where a person works: the organisation, and what they are there. */
export interface Workplace extends Member {
  organization_id: string
  name: string
  /** Set while the organisation is about to end. */
  ends_at: string | null
  /** How many organisations the person belongs to. */
  several: boolean
  /** Until when the platform's administrators may look at its data; null where they may not. */
  support_until: string | null
  /** What a session needs to work in it. */
  policy: SessionPolicy
}

const openSupport = sql`s.granted_at is not null and s.ended_at is null and s.ends_at > now()`
const supportUntil = (organizationId: SQL): SQL =>
  sql`(select max(s.ends_at) from ${supportAccess} s where s.organization_id = ${organizationId} and ${openSupport})`

/** An organisation that lets the platform's administrators look at its data now, and what it is. */
export interface Supported {
  id: string
  organization_id: string
  name: string
  ends_at: string
  standing: TenantStanding
}

/** The leave to look at an organisation's data, by its id, as a column of a query; null where it is not one that is in force. */
export const supportedBy = (id: Id): SQL<Supported | null> => sql`(select json_build_object('id', s.id,
  'organization_id', s.organization_id, 'name', g.name, 'ends_at', s.ends_at, 'standing', ${tenantStanding(sql`s.organization_id`)})
  from ${supportAccess} s join organizations g on g.id = s.organization_id and g.ended_at is null
  where s.id = ${id} and ${openSupport})`

/**
 * Where a person works who chose `active`: there while they belong to it, else in their first organisation, else where they came first.
 * `only`: the organisation whose identity provider vouched for them, and then no other.
 */
export const workplaceOf = (userId: Id, active: Id, home: Id, only: Id): SQL<Workplace | null> => sql`(select
  jsonb_build_object('organization_id', m.organization_id, 'name', g.name, 'ends_at', g.ends_at, 'several', count(*) over () > 1,
    'policy', g.session_policy, 'support_until', ${supportUntil(sql`m.organization_id`)})
    || ${asMember(sql`m.organization_id`)}::jsonb
  from ${memberships} m join organizations g on g.id = m.organization_id and g.ended_at is null
  where m.user_id = ${userId} and m.ended_at is null and m.organization_id = coalesce(${only}, m.organization_id)
  order by (m.organization_id = ${active}) desc nulls last, (m.organization_id = ${home}) desc, m.joined_at, m.id limit 1)`

/** What somebody is in an organisation now, asked by itself; null where they are not in it. */
export async function readMember(db: Queryable, userId: string, organizationId: string): Promise<Member | null> {
  const { rows } = await db.execute<{ member: Member | null }>(sql`select ${memberIn(userId, organizationId)} as member`)
  return rows[0]?.member ?? null
}

/** The ids of active members of an organisation who may do something, whoever first. */
export async function membersWho(db: Queryable, organizationId: string, permission: PermissionName): Promise<string[]> {
  const rows = await db
    .select({ id: memberships.user_id, member: memberIn(memberships.user_id, memberships.organization_id) })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.user_id), isNull(users.suspended_at)))
    .where(and(eq(memberships.organization_id, organizationId), isNull(memberships.ended_at)))
    .orderBy(memberships.joined_at, memberships.id)
  return rows.filter((row) => memberMay(row.member, permission)).map((row) => row.id)
}

/** Belongs to this organisation: a condition on `users`. */
export const isMemberOf = (db: Queryable, organizationId: Id, roles?: readonly (typeof memberships.$inferSelect)['role'][]): SQL =>
  inArray(
    users.id,
    db
      .select({ id: memberships.user_id })
      .from(memberships)
      .where(
        and(
          eq(memberships.organization_id, organizationId),
          isNull(memberships.ended_at),
          ...(roles ? [inArray(memberships.role, [...roles])] : []),
        ),
      ),
  )
