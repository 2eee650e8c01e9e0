import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { composeMail } from '#core/kernel/mails/mail.ts'
import { addressesOf } from '#core/kernel/people.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { roleRequests, users } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { changeRoles } from '../users/change-roles.ts'
import { presentRoleRequest, type RoleRequest, sealWords } from './present.ts'

/** Grants or declines a request for a role, once, and tells the person. Needs a fresh second factor. For admins. */
export const decideRoleRequest = definePageVerb({
  name: 'role_requests.decide',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({
    id: z.string(),
    decision: z.enum(['approve', 'decline']),
    note: z.string().trim().max(1_000, 'At most 1000 characters').optional(),
  }),
  run: async ({ ctx, input: { id, decision, note } }): Promise<RoleRequest> => {
    requireStepUp(ctx)
    // no event: a role concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const [request] = await tx.select().from(roleRequests).where(eq(roleRequests.id, id)).for('update').limit(1)
      if (!request) throw notFound()
      if (request.status !== 'pending') throw new AppError('invalid_transition', 'This request is decided already.')
      if (request.user_id === ctx.actor.id) throw new AppError('second_person_required', 'Nobody decides on their own request.')
      const [user] = await addressesOf(tx, ctx.services, eq(users.id, request.user_id))
      const approved = decision === 'approve'
      const [row] = await tx
        .update(roleRequests)
        .set({
          status: approved ? 'approved' : 'declined',
          decided_by: ctx.actor.id,
          decision_note: note ? await sealWords(tx, ctx.services, request, note) : null,
          decided_at: new Date(),
        })
        .where(eq(roleRequests.id, id))
        .returning()
      const granted = approved ? await changeRoles(tx, ctx, request.user_id, (roles) => [...roles, request.role as Role], note) : null
      if (!approved)
        await notify(tx, ctx, {
          userId: request.user_id,
          title: 'Your request was declined',
          body: note || 'No reason was given.',
          href: '/settings',
        })
      const declined = composeMail({
        to: user!.email,
        subject: `Your request to become an ${request.role}`,
        heading: 'Your request was declined',
        paragraphs: [
          `We could not give your account the role ${request.role} this time.`,
          ...(note ? [`The reason: ${note}`] : []),
          'You may ask again when something has changed.',
        ],
        button: { label: 'Open your account', url: `${ctx.services.config.publicUrl}/settings` },
      })
      return {
        result: await presentRoleRequest({ db: tx, services: ctx.services }, row!),
        audit: [
          {
            action: 'role_request_decided',
            category: 'admin',
            userId: request.user_id,
            subject: { type: 'role_request', id },
            details: { role: request.role, decision },
          },
          ...(granted ? [granted.audit] : []),
        ],
        mails: granted ? granted.mails : [declined],
      }
    })
  },
})
