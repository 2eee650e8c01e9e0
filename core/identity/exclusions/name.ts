import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { selfExclusions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { ownPerson } from '../persons/own-investor.ts'
import { exclusionKey } from './start.ts'

/** Binds what a holder excluded themselves from to their identity, once that is verified. */
export async function nameExclusions(tx: Tx, ctx: Ctx, userId: string, own: { person_id: string }): Promise<void> {
  const mine = inScope(selfExclusions, ctx, and(eq(selfExclusions.user_id, userId), eq(selfExclusions.status, 'active')))
  const [open] = await tx.select({ id: selfExclusions.id }).from(selfExclusions).where(mine).limit(1)
  if (!open) return
  const person_key = exclusionKey(ctx, await openPerson(tx, ctx, await ownPerson(tx, ctx, own)))
  if (person_key) await tx.update(selfExclusions).set({ person_id: own.person_id, person_key }).where(mine)
}
