import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { newId } from '#core/kernel/ids.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import type { Queryable } from '#db/connect.ts'
import { memberships, organizations, users } from '#db/schema.ts'

/**
 * Makes whoever has none the owner of their first organisation: while an installation is renewed, a process from before there were
 * memberships still makes accounts without one. Who left or was removed has a row that says so, and is let be. The log names each.
 */
export async function healMemberships(services: Services): Promise<void> {
  for (const user of await without(services.connection.db)) {
    const id = newId('membership')
    // no event: nothing changes for an integrator.
    await write(systemCtx(services, { id: 'accounts', organizationId: user.organization_id }), async (tx) => {
      await tx.execute(sql`select from ${users} where id = ${user.id} for update`)
      const missing = (await without(tx, user.id)).length > 0
      if (missing)
        await tx.insert(memberships).values({ id, organization_id: user.organization_id, user_id: user.id, role: 'owner', came: 'founded' })
      return {
        result: null,
        audit: {
          action: missing ? 'membership_backfilled' : 'membership_found',
          category: 'system',
          userId: user.id,
          subject: { type: 'membership', id },
          details: { role: 'owner', role_id: null },
        },
      }
    })
  }
}

/** Accounts that never belonged to anything, and whose organisation is there. */
const without = (db: Queryable, id?: string) =>
  db
    .select({ id: users.id, organization_id: users.organization_id })
    .from(users)
    .innerJoin(organizations, and(eq(organizations.id, users.organization_id), isNull(organizations.ended_at)))
    .where(
      and(
        isNotNull(users.email_hash),
        notExists(db.select({ id: memberships.id }).from(memberships).where(eq(memberships.user_id, users.id))),
        id === undefined ? undefined : eq(users.id, id),
      ),
    )
