import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { roleRequests, userRoles, users } from '#db/schema.ts'
import { presentRoleRequest, type RoleRequest, sealWords } from './present.ts'

/** Asks to become an issuer. Throws `already_exists` for an issuer and while an earlier request waits. */
export const requestIssuerRole = definePageVerb({
  name: 'role_requests.create',
  permission: 'account.write',
  input: z.strictObject({
    reason: z.string().trim().min(20, 'Please say in at least 20 characters what you want to issue').max(1_000, 'At most 1000 characters'),
  }),
  run: async ({ ctx, input: { reason } }): Promise<RoleRequest> => {
    // no event: a role concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, ctx.actor.id)).for('update').limit(1)
      if (!user) throw notFound()
      const [has] = await tx
        .select()
        .from(userRoles)
        .where(and(eq(userRoles.user_id, user.id), eq(userRoles.role, 'issuer')))
        .limit(1)
      if (has) throw new AppError('already_exists', 'You are an issuer already.')
      const [waiting] = await tx
        .select()
        .from(roleRequests)
        .where(and(eq(roleRequests.user_id, user.id), eq(roleRequests.status, 'pending')))
        .limit(1)
      if (waiting) throw new AppError('already_exists', 'Your earlier request still waits for its answer.')
      const id = newId('role_request')
      const [row] = await tx
        .insert(roleRequests)
        .values({ id, user_id: user.id, role: 'issuer', reason: await sealWords(tx, ctx.services, { id, user_id: user.id }, reason) })
        .returning()
      return {
        result: await presentRoleRequest({ db: tx, services: ctx.services }, row!),
        audit: { action: 'role_requested', category: 'user', subject: { type: 'role_request', id: row!.id }, details: { role: 'issuer' } },
      }
    })
  },
})
