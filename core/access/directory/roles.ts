import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { NAMED_ROLES } from '#core/kernel/permissions.ts'
import type { Queryable } from '#db/connect.ts'
import { directoryGroupMembers, directoryGroups, directoryUsers } from '#db/schema.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import type { RoleHere } from '../members/role.ts'

export type GroupRole = { role: Pick<RoleHere, 'role' | 'role_id'>; by: string[] }

const RANK: readonly string[] = NAMED_ROLES

/**
 * The role of a directory's groups that may most, in the order of the product's roles, own roles last, by the id of the directory's user;
 * whom no group gives one is not among them.
 */
export async function groupRoles(db: Queryable, directoryUserIds: readonly string[]): Promise<Map<string, GroupRole>> {
  const rows = await db
    .select({
      of: directoryGroupMembers.directory_user_id,
      role: directoryGroups.role,
      role_id: directoryGroups.role_id,
      by: directoryGroups.mapped_by,
    })
    .from(directoryGroupMembers)
    .innerJoin(directoryGroups, eq(directoryGroups.id, directoryGroupMembers.group_id))
    .where(and(inArray(directoryGroupMembers.directory_user_id, [...directoryUserIds]), isNotNull(directoryGroups.role)))
    .orderBy(directoryGroups.id)
  const rank = (role: string) => (RANK.includes(role) ? RANK.indexOf(role) : RANK.length)
  const found = new Map<string, GroupRole>()
  // The last one set is the first in order.
  for (const { of, role, role_id, by } of rows.sort((a, b) => rank(a.role!) - rank(b.role!)).reverse())
    found.set(of, { role: { role: role!, role_id }, by: [by!] })
  return found
}

/** What somebody is who comes in by signing on: what the directory's groups say, else what the sign-on says. */
export async function directoryRole(db: Queryable, provider: SignOnProvider, userId: string): Promise<GroupRole> {
  const [row] = await db
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organization_id, provider.organization_id), eq(directoryUsers.user_id, userId)))
    .limit(1)
  return (
    (row && (await groupRoles(db, [row.id])).get(row.id)) ?? {
      role: { role: provider.role, role_id: provider.role_id },
      by: [provider.saved_by],
    }
  )
}
