import { eq, inArray, or } from 'drizzle-orm'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { identitySessions, investors, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/**
 * What records are about that are about this person: themselves, their investors, their sessions, and the wallets that are theirs, or were by
 * these addresses.
 */
export async function subjectsOf(db: Queryable, ctx: Ctx, person: PersonRow, addresses: readonly string[] = []): Promise<string[]> {
  const rows = [
    ...(await db
      .select({ id: investors.id })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.person_id, person.id)))),
    ...(await db
      .select({ id: identitySessions.id })
      .from(identitySessions)
      .where(inScope(identitySessions, ctx, eq(identitySessions.person_id, person.id)))),
    ...(await db
      .select({ id: wallets.id })
      .from(wallets)
      .where(inScope(wallets, ctx, or(eq(wallets.person_id, person.id), inArray(wallets.address, addresses))))),
  ]
  return [person.id, ...rows.map(({ id }) => id)]
}
