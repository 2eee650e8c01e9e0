import { and, eq } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { investors, persons, verificationStatus, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'

/** The external id of the record a person has of themselves, in their own organisation. */
export const SELF = 'self'

/**
 * Whether this is what a person says of themselves. The organisation it stands in is the person's own, so nothing that one does
 * with it counts: others rely on it.
 */
export const isSelf = (row: Pick<InvestorRow, 'external_id' | 'user_id'>): boolean => row.external_id === SELF && row.user_id !== null

/** The signed-in person's own record, or null before the first verification. `ctx` is a personal one. */
export async function ownInvestor(db: Queryable, ctx: Ctx, userId = ctx.actor.id): Promise<InvestorRow | null> {
  const [row] = await db
    .select()
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.user_id, userId), eq(investors.external_id, SELF))))
    .limit(1)
  return row ?? null
}

/** The same, locked. */
export async function lockOwnInvestor(tx: Tx, ctx: Ctx, userId?: string): Promise<InvestorRow | null> {
  const found = await ownInvestor(tx, ctx, userId)
  return found && lockScoped(tx, investors, ctx, found.id)
}

export async function ownPerson(db: Queryable, ctx: Ctx, row: Pick<InvestorRow, 'person_id'>) {
  return (await findScoped(db, persons, ctx, row.person_id))!
}

/** The person's wallets of which control is proven, oldest proof first. */
export async function provenWallets(db: Queryable, ctx: Ctx, userId = ctx.actor.id): Promise<WalletRow[]> {
  return db
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, and(eq(wallets.user_id, userId), eq(wallets.control, 'proven'), eq(wallets.status, 'active'))))
    .orderBy(wallets.control_proven_at, wallets.id)
}

/** The row of the product's own status table; made when it is missing. */
export async function statusRow(db: Queryable, userId: string) {
  await db.insert(verificationStatus).values({ user_id: userId }).onConflictDoNothing()
  const [row] = await db.select().from(verificationStatus).where(eq(verificationStatus.user_id, userId)).limit(1)
  return row!
}
