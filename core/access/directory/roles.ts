import { and, eq, isNotNull } from 'drizzle-orm'
import { NAMED_ROLES } from '#core/kernel/permissions.ts'
import type { Queryable } from '#db/connect.ts'
import { directoryGroupMembers, directoryGroups, directoryUsers } from '#db/schema.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import type { RoleHere } from '../members/role.ts'

type Given = { role: Pick<RoleHere, 'role' | 'role_id'>; by: string[] }

const RANK: readonly string[] = NAMED_ROLES

/** The role of a directory's groups that may most, in the order of the product's roles, own roles last; null where no group has one. */
export async function groupRole(db: Queryable, directoryUserId: string): Promise<Given | null> {
  const rows = await db
    .select({ role: directoryGroups.role, role_id: directoryGroups.role_id, by: directoryGroups.mapped_by, id: directoryGroups.id })
    .from(directoryGroupMembers)
    .innerJoin(directoryGroups, eq(directoryGroups.id, directoryGroupMembers.group_id))
    .where(and(eq(directoryGroupMembers.directory_user_id, directoryUserId), isNotNull(directoryGroups.role)))
    .orderBy(directoryGroups.id)
  const rank = (role: string) => (RANK.includes(role) ? RANK.indexOf(role) : RANK.length)
  const [first] = rows.sort((a, b) => rank(a.role!) - rank(b.role!))
  return first ? { role: { role: first.role!, role_id: first.role_id }, by: [first.by!] } : null
}

/** What somebody is who comes in by signing on: what the directory's groups say, else what the sign-on says. */
export async function directoryRole(db: Queryable, provider: SignOnProvider, userId: string): Promise<Given> {
  const [row] = await db
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organization_id, provider.organization_id), eq(directoryUsers.user_id, userId)))
    .limit(1)
  return (row && (await groupRole(db, row.id))) ?? { role: { role: provider.role, role_id: provider.role_id }, by: [provider.saved_by] }
}
