import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { memberships } from '#db/schema.ts'
import type { RoleHere } from './role.ts'

type Row = typeof memberships.$inferSelect

/** What somebody is in an organisation now; undefined where they are not in it. */
export async function activeMembership(db: Queryable, organizationId: string, userId: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, userId), eq(memberships.organization_id, organizationId), isNull(memberships.ended_at)))
    .limit(1)
  return row
}

export interface Entering {
  userId: string
  role: Pick<RoleHere, 'role' | 'role_id'>
  came: 'sign_on' | 'directory' | 'invited'
  /** Who gave the role, or said what such people are. */
  by: string[]
  /** Of an invitation: who sent it, and which. */
  invited?: { by: string; id: string }
}

/**
 * Makes somebody a member: the one way into an organisation that is there, by an invitation, or because its identity provider or directory
 * vouches for them. The caller holds the organisation, and made sure that they are not in it.
 */
export async function enterOrganization(
  tx: Tx,
  { organizationId }: Pick<Ctx, 'organizationId'>,
  p: Entering,
): Promise<{ id: string; audit: AuditInput; event: EventInput }> {
  const id = newId('membership')
  const now = new Date()
  const held = { role: p.role.role, role_id: p.role.role_id }
  await tx.insert(memberships).values({
    ...{ id, organization_id: organizationId, user_id: p.userId, ...held, came: p.came },
    ...(p.invited && { invited_by: p.invited.by }),
    ...{ role_given_by: p.by, role_since: now, joined_at: now },
  })
  return {
    id,
    audit: {
      action: 'member_joined',
      category: 'user',
      userId: p.userId,
      subject: { type: 'membership', id },
      details: p.invited ? { ...held, invited_by: p.invited.by, invitation: p.invited.id } : { ...held, came: p.came, given_by: p.by },
    },
    event: {
      type: 'member.joined',
      resource: { type: 'membership', id },
      object: { member: { id, user_id: p.userId, ...held } },
    },
  }
}
