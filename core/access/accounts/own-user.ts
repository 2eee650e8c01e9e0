import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { openUser, type User } from '#core/kernel/people.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { users } from '#db/schema.ts'
import type { Auth } from './auth-library.ts'

/** What a verb needs that changes a session: the auth library and the request's headers. */
export interface SessionCall {
  ctx: Ctx
  auth: Auth
  headers: Headers
}

/** The signed-in person's row. Throws 401 for nobody and `not_found` ("User profile not found") when the row is gone. */
export async function ownUser(ctx: Ctx): Promise<User> {
  requirePermission(ctx, 'account.keep')
  const [row] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id)).limit(1)
  if (!row) throw new AppError('not_found', 'User profile not found')
  return openUser(ctx.db, ctx.services, row)
}
