import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { composeMail, type Mail } from '#core/kernel/mails/mail.ts'
import { primaryRole } from '#core/kernel/members.ts'
import { openUser } from '#core/kernel/people.ts'
import { ROLES, type Role } from '#core/kernel/permissions.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { userRoles, users } from '#db/schema.ts'
import type { SecondPerson } from '../second-person/ask-second.ts'
import { tellUserChanged } from './tell.ts'

export const roleInput = z.strictObject({
  id: z.string(),
  role: z.enum(ROLES as ['admin', 'issuer', 'investor'], 'Choose admin, issuer or investor'),
})

export interface RoleChange {
  id: string
  role: Role
  roles: Role[]
  /** Set when it waits for another administrator, and nothing has changed yet. */
  second_person?: SecondPerson
}

/** The roles of all administrators who are not suspended, held: so two admins cannot remove each other at once. */
export const lockAdmins = (tx: Tx) =>
  tx
    .select({ user_id: userRoles.user_id })
    .from(userRoles)
    .innerJoin(users, and(eq(users.id, userRoles.user_id), isNull(users.suspended_at)))
    .where(eq(userRoles.role, 'admin'))
    .for('update')

/** Throws `last_admin` when nobody but this user would be administrator. */
export function refuseLastAdmin(admins: { user_id: string }[], userId: string): void {
  if (!admins.some((row) => row.user_id !== userId))
    throw new AppError('last_admin', 'This is the last admin. Make somebody else an admin first.')
}

/**
 * Gives a user exactly the roles `next` makes of the present ones, keeps `users.role` in step, and says what to audit and
 * mail. An empty result is an investor. Throws `not_found`, and `last_admin` when nobody would be admin any more.
 */
export async function changeRoles(
  tx: Tx,
  ctx: Ctx,
  userId: string,
  next: (roles: Role[]) => Role[],
  /** What the administrator has to say about it; it goes into the mail. */
  note?: string,
  /** Who gives the roles that are new. */
  grantedBy: string[] = ctx.actor.type === 'user' ? [ctx.actor.id] : [],
): Promise<{ result: RoleChange; audit: AuditInput; mails: Mail[] }> {
  const admins = await lockAdmins(tx)
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update').limit(1)
  if (!row) throw notFound()
  const user = await openUser(tx, ctx.services, row)
  const rows = await tx.select().from(userRoles).where(eq(userRoles.user_id, userId))
  const before = ROLES.filter((role) => rows.some((row) => row.role === role))
  const wanted = next([...before])
  const after: Role[] = wanted.length ? ROLES.filter((role) => wanted.includes(role)) : ['investor']
  if (before.includes('admin') && !after.includes('admin')) refuseLastAdmin(admins, userId)
  const gone = rows.filter((row) => !after.includes(row.role as Role)).map((row) => row.id)
  if (gone.length) await tx.delete(userRoles).where(inArray(userRoles.id, gone))
  for (const role of after.filter((each) => !before.includes(each)))
    await tx.insert(userRoles).values({ id: newId('user_role'), user_id: userId, role, granted_by: grantedBy })
  const role = primaryRole(after)
  await tx.update(users).set({ role, updated_at: new Date() }).where(eq(users.id, userId))
  const changed = before.join() !== after.join()
  if (changed) await tellUserChanged(tx, ctx, 'user.role_changed', user, { from: before.join(), to: after.join() })
  if (changed)
    await notify(tx, ctx, { userId: userId, title: 'Your role changed', body: `You now have: ${after.join(', ')}.`, href: '/settings' })
  return {
    result: { id: userId, role, roles: after },
    audit: {
      action: 'update_user_role',
      category: 'admin',
      userId,
      subject: { type: 'user', id: userId },
      details: { previous: before, roles: after, role },
    },
    mails: changed
      ? [
          composeMail({
            to: user.email,
            subject: 'Your role at Sealwright changed',
            heading: 'Your role changed',
            paragraphs: [
              `An administrator changed what your account may do. You had: ${before.join(', ') || 'investor'}. You now have: ${after.join(', ')}.`,
              ...(note ? [`A note from the administrator: ${note}`] : []),
              'If you did not expect this, please tell our support at once.',
            ],
            button: { label: 'Open your account', url: `${ctx.services.config.publicUrl}/settings` },
          }),
        ]
      : [],
  }
}
