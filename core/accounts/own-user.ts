import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import type { Auth } from './auth-library.ts'
import { openUser, type User } from './people.ts'

/** What a verb needs that changes a session: the auth library and the request's headers. */
export interface SessionCall {
  ctx: Ctx
  auth: Auth
  headers: Headers
}

/** The signed-in person's row. Throws 401 for nobody and `not_found` ("User profile not found") when the row is gone. */
export async function ownUser(ctx: Ctx): Promise<User> {
  requirePermission(ctx, 'account.write')
  const [row] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id)).limit(1)
  if (!row) throw new AppError('not_found', 'User profile not found')
  return openUser(ctx.db, ctx.services, row)
}
