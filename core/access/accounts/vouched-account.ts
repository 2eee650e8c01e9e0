import type { Ctx } from '#core/kernel/context.ts'
import { authAddress } from '#core/kernel/people.ts'
import { user as authUsers } from '#db/schema.ts'
import { createUserRows } from './user-rows.ts'

/** An account without a password, of somebody whose address their organisation vouches for. Returns the auth library's id. */
export async function makeVouchedAccount(ctx: Ctx, person: { email: string; first_name: string; last_name: string }): Promise<string> {
  const authId = crypto.randomUUID()
  const { email } = person
  // no audit: createUserRows, right after, audits the new account.
  await ctx.db.insert(authUsers).values({ id: authId, name: '', email: authAddress(ctx.services, email), emailVerified: true })
  await createUserRows(ctx.services, {
    authId,
    email,
    first_name: person.first_name || email.slice(0, email.indexOf('@')).slice(0, 100),
    last_name: person.last_name,
  })
  return authId
}
