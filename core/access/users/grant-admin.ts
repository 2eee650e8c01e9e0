import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { ROLES, type Role } from '#core/kernel/permissions.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { mails, userRoles, users } from '#db/schema.ts'
import { personalEnvironment, tenantCtx } from '../accounts/personal.ts'
import { askSecond } from '../second-person/ask-second.ts'
import { hasOtherAdmin } from '../second-person/second-person.ts'
import { changeRoles, lockAdmins, type RoleChange } from './change-roles.ts'

interface Given {
  result: RoleChange
  audit: AuditInput | [AuditInput, ...AuditInput[]]
  mails?: Mail[]
}

/**
 * Changes roles as an administrator wants. Where somebody becomes an administrator, in production, another one has to agree first:
 * nobody makes their own second person. Throws `second_person_required` where there is no other, `already_exists` when it waits.
 */
export async function giveRoles(tx: Tx, ctx: Ctx, userId: string, next: (roles: Role[]) => Role[]): Promise<Given> {
  await lockAdmins(tx)
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update').limit(1)
  if (!user) throw notFound()
  const rows = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, userId))
  const before = ROLES.filter((role) => rows.some((row) => row.role === role))
  const after = ROLES.filter((role) => next([...before]).includes(role))
  const makesAdmin = after.includes('admin') && !before.includes('admin')
  if (!makesAdmin || !ctx.services.config.production) return changeRoles(tx, ctx, userId, next)
  if (user.suspended_at) throw new AppError('conflict', 'This account is suspended. Reactivate it first.')
  if (!(await hasOtherAdmin(tx, [ctx.actor.id, userId])))
    throw new AppError(
      'second_person_required',
      'Making an administrator takes two, and you are the only one. The operator makes the second with: npm run admin -- set-role --email … --role admin',
    )
  const tenant = await tenantCtx(ctx, user.organization_id, personalEnvironment(ctx.services))
  const { waits, events } = await askSecond(tx, tenant, {
    kind: 'admin_grant',
    subject: { type: 'user', id: userId },
    summary: 'An administrator asks to make somebody an administrator',
    word: { reason_code: 'made_admin', note: `Roles now: ${before.join(', ') || 'investor'}. Roles then: ${after.join(', ')}.` },
    // Nobody decides about themselves.
    details: { changes: { roles: { from: before, to: after } }, user_id: userId },
  })
  await recordEvents(tx, tenant, events)
  return {
    result: { id: userId, role: before[0] ?? 'investor', roles: before, second_person: waits },
    audit: {
      action: 'admin_grant_asked',
      category: 'admin',
      userId,
      subject: { type: 'user', id: userId },
      details: { previous: before, roles: after, case_id: waits.case_id },
    },
  }
}

/** The second administrator's word on it, within the transaction that decides its case. */
export async function settleAdminGrant(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'as before', audit: [], events: [] }
  if (ctx.actor.type !== 'user' || ctx.actor.role !== 'admin')
    throw new AppError('second_person_required', 'Only an administrator, signed in, agrees to another one.')
  const { roles: asked } = row.details.changes as { roles: { from: Role[]; to: Role[] } }
  const changed = await changeRoles(
    tx,
    ctx,
    row.subject_id,
    (roles) => {
      // What both people saw is what takes effect, or nothing does.
      if (roles.join() !== asked.from.join())
        throw new AppError('conflict', 'The roles changed since this was asked for. Refuse it, and ask again if it is still wanted.')
      return asked.to
    },
    undefined,
    [word.author, word.approver],
  )
  for (const mail of changed.mails) await tx.insert(mails).values({ id: newId('mail'), ...mail })
  for (const { user_id } of await lockAdmins(tx)) {
    if (user_id === row.subject_id) continue
    await notify(tx, ctx, {
      userId: user_id,
      title: 'There is a new administrator',
      body: 'Two administrators agreed to it. If you did not expect this, look at it at once.',
      href: `/admin/users/${row.subject_id}`,
    })
  }
  return {
    what: 'administrator',
    audit: [
      {
        ...changed.audit,
        details: { ...changed.audit.details, case_id: row.id, asked_by: word.author, countersigned_by: word.approver },
      },
    ],
    // A role concerns the person, not an integrator; the person's organisation was told where it was changed.
    events: [],
  }
}
