import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { openUsers } from '#core/kernel/people.ts'
import { roleInWords } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { memberships, organizationRoles, passkey, users } from '#db/schema.ts'
import { type MemberView, member } from './shape.ts'

const columns = {
  membership: memberships,
  user: users,
  own: organizationRoles.name,
  passkeys: sql<boolean>`exists (select 1 from ${passkey} where ${passkey.userId} = ${users.auth_id})`,
}

/** Memberships with their people, oldest first. */
async function membersOf(db: Queryable, services: Services, where: ReturnType<typeof and>, limit: number): Promise<MemberView[]> {
  const rows = await db
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .leftJoin(organizationRoles, eq(organizationRoles.id, memberships.role_id))
    .where(where)
    .orderBy(memberships.id)
    .limit(limit)
  const people = await openUsers(
    db,
    services,
    rows.map(({ user }) => user),
  )
  return rows.map(({ membership: row, own, passkeys }, i) => {
    const person = people[i]!
    return {
      object: 'member' as const,
      id: row.id,
      user_id: row.user_id,
      name: `${person.first_name} ${person.last_name}`.trim(),
      email: person.email,
      role: row.role,
      role_id: row.role_id,
      role_name: own ?? roleInWords(row.role),
      came: row.came,
      invited_by: row.invited_by,
      joined_at: row.joined_at.toISOString(),
      role_since: row.role_since.toISOString(),
      suspended: person.suspended_at !== null,
      second_factor: person.mfa_enabled || passkeys,
    }
  })
}

/** One active membership as answers show it. */
export async function memberById(db: Queryable, services: Services, id: string): Promise<MemberView> {
  return (await membersOf(db, services, and(eq(memberships.id, id)), 1))[0]!
}

/** Who belongs to the organisation now, in the order of their memberships. */
export const listMembers = defineVerb({
  name: 'members.list',
  permission: 'members.read',
  input: z.strictObject(pageQuery),
  output: listOf(member),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'members', input.cursor)
    const rows = await membersOf(
      ctx.db,
      ctx.services,
      and(
        eq(memberships.organization_id, ctx.organizationId),
        isNull(memberships.ended_at),
        after ? gt(memberships.id, after[0] as string) : undefined,
      ),
      input.limit + 1,
    )
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'members',
        rows,
        input.limit,
        (row) => row,
        (row) => [row.id],
      ),
    }
  },
})
