import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { reactivatedMail, suspendedMail } from '#core/kernel/mails/account-mails.ts'
import { openUser } from '#core/kernel/people.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys, session, users } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { changeRoles, lockAdmins, refuseLastAdmin } from './change-roles.ts'

const SUSPEND_REASONS = ['compromised', 'left', 'misuse', 'asked', 'other'] as const
const REACTIVATE_REASONS = ['settled', 'mistake', 'returned', 'other'] as const

/**
 * Suspends an account at once, in every process: its sessions end, nobody signs in to it, and its person's keys do nothing. Stopping
 * takes one administrator. Needs a fresh second factor. Throws `not_found`, `conflict` for oneself, `last_admin`. For admins.
 */
export const suspendUser = definePageVerb({
  name: 'users.suspend',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({
    id: z.string(),
    reason: z.enum(SUSPEND_REASONS, 'Choose why'),
    /** Ends the person's API keys for good; otherwise they work again once the account does. */
    revoke_keys: z.boolean().default(true),
  }),
  run: async ({ ctx, input: { id, reason, revoke_keys } }): Promise<{ suspended_at: string }> => {
    requireStepUp(ctx)
    if (id === ctx.actor.id) throw new AppError('conflict', 'Nobody suspends their own account. Ask another administrator.')
    // no event: an account concerns its person, not an integrator.
    const done = await write(ctx, async (tx) => {
      const admins = await lockAdmins(tx)
      const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update').limit(1)
      if (!user) throw notFound()
      if (user.suspended_at) throw new AppError('invalid_transition', 'This account is suspended already.')
      // Of two who suspend each other at once only one does.
      refuseLastAdmin(admins, id)
      const at = new Date()
      await tx.update(users).set({ suspended_at: at, suspended_reason: reason, updated_at: at }).where(eq(users.id, id))
      const ended = await tx.delete(session).where(eq(session.userId, user.auth_id)).returning({ id: session.id })
      const revoked = revoke_keys
        ? await tx
            .update(apiKeys)
            .set({ is_active: false })
            .where(and(eq(apiKeys.created_by, id), eq(apiKeys.is_active, true)))
            .returning({ id: apiKeys.id })
        : []
      return {
        result: { suspended_at: at.toISOString() },
        audit: {
          action: 'account_suspended',
          category: 'admin',
          userId: id,
          subject: { type: 'user', id },
          details: { reason, sessions: ended.length, keys: revoked.map((key) => key.id) },
          standing: revoked.map((key) => `api_key:${key.id}` as const),
        },
        mails: [suspendedMail({ to: (await openUser(tx, ctx.services, user)).email, reason, contact: ctx.services.config.contactEmail })],
      }
    })
    keyCache.dropOf(id)
    return done
  },
})

/**
 * Lets a suspended account be used again. What its sessions and revoked keys were stays ended. In production an administrator comes
 * back without that role, because giving it takes two. Needs a fresh second factor. Throws `not_found`, `invalid_transition`.
 */
export const reactivateUser = definePageVerb({
  name: 'users.reactivate',
  permission: 'users.write',
  admin: true,
  input: z.strictObject({ id: z.string(), reason: z.enum(REACTIVATE_REASONS, 'Choose why') }),
  run: async ({ ctx, input: { id, reason } }): Promise<{ roles: Role[] }> => {
    requireStepUp(ctx)
    // no event: an account concerns its person, not an integrator.
    const done = await write(ctx, async (tx) => {
      await lockAdmins(tx)
      const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update').limit(1)
      if (!user) throw notFound()
      if (!user.suspended_at) throw new AppError('invalid_transition', 'This account is not suspended.')
      const takesTwo = ctx.services.config.production
      const { result, audit } = await changeRoles(tx, ctx, id, (roles) => (takesTwo ? roles.filter((role) => role !== 'admin') : roles))
      await tx.update(users).set({ suspended_at: null, suspended_reason: null, updated_at: new Date() }).where(eq(users.id, id))
      return {
        result: { roles: result.roles },
        audit: [
          {
            action: 'account_reactivated',
            category: 'admin',
            userId: id,
            subject: { type: 'user', id },
            details: { reason, since: user.suspended_at.toISOString(), was: user.suspended_reason },
          },
          audit,
        ],
        mails: [reactivatedMail({ to: (await openUser(tx, ctx.services, user)).email, publicUrl: ctx.services.config.publicUrl })],
      }
    })
    keyCache.dropOf(id)
    return done
  },
})
