import { and, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { personalCtx, tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { may } from '#core/kernel/permissions.ts'
import { findKnown } from '#core/record/decisions/about-caller.ts'
import { credentialUses, decisions, investments, investors, wallets } from '#db/schema.ts'

export type DecisionRow = typeof decisions.$inferSelect

/** As whom somebody sees a decision, and the call as made within its tenant. */
export interface DecisionAccess {
  as: 'tenant' | 'holder' | 'public'
  row: DecisionRow
  there: Ctx
}

/**
 * As whom the caller sees a decision: whom it is about, also where they work for the organisation; a member of it who may read decisions; or
 * whoever knows the id of its entry in the log, which stands in the receipt and in the share link alone. Throws `not_found` for everybody
 * else, whatever they are on the platform, and `forbidden` where their own records are not open to them. What monitoring thought of somebody
 * is shown to nobody it is about. It begins at the id and not at a tenant: what is seen depends on who asks.
 */
export async function accessTo(ctx: Ctx, id: string, entry: string | undefined): Promise<DecisionAccess> {
  const [row] = await ctx.db.select().from(decisions).where(eq(decisions.id, id)).limit(1)
  if (!row) throw notFound()
  const there = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
  const { actor } = ctx
  if (actor.type === 'user') {
    const known = await findKnown(there, id)
    if (!known) throw notFound()
    if (ctx.organizationId === row.organization_id && may(actor, 'decisions.read')) {
      if (!known.own) return { as: 'tenant', row, there }
      if (actor.support) throw notFound()
      await personalCtx(ctx)
      return { as: 'holder', row, there }
    }
    if (!actor.support && (await isAbout(ctx, row))) return { as: 'holder', row, there }
  }
  // Signed out, whoever it is about would read of it by an entry that they found.
  if (entry !== undefined && entry === row.audit_id && isShared(row)) return { as: 'public', row, there }
  throw notFound()
}

/** Whether a decision is shown to whoever has its entry in the log: not what monitoring thought of somebody (31 USC 5318(g)(2)). */
export const isShared = (row: Pick<DecisionRow, 'check'>): boolean => row.check !== 'monitoring'

/** Whether a decision is about the signed-in person: their record, an investment of theirs, a credential of theirs, a wallet they proved. */
async function isAbout(ctx: Ctx, row: DecisionRow): Promise<boolean> {
  try {
    await personalCtx(ctx)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
  const user = ctx.actor.id
  const own = and(
    eq(investors.user_id, user),
    eq(investors.organization_id, row.organization_id),
    eq(investors.environment, row.environment),
  )
  const ofInvestor = ctx.db.select({ id: investors.id }).from(investors).where(own)
  const invested = ctx.db
    .select({ one: sql`1` })
    .from(investments)
    .where(and(eq(investments.id, row.subject_id ?? ''), inArray(investments.investor_id, ofInvestor)))
  const used = ctx.db
    .select({ one: sql`1` })
    .from(credentialUses)
    .innerJoin(
      investors,
      and(
        eq(investors.person_id, credentialUses.person_id),
        eq(investors.organization_id, credentialUses.organization_id),
        eq(investors.environment, credentialUses.environment),
      ),
    )
    .where(and(eq(credentialUses.decision_id, row.id), eq(investors.user_id, user)))
  const proven = ctx.db
    .select({ one: sql`1` })
    .from(wallets)
    .where(
      and(
        eq(wallets.user_id, user),
        eq(wallets.control, 'proven'),
        // For a made-up wallet nobody signed, and every sandbox has the same ones.
        sql`${wallets.control_method} is distinct from 'sandbox'`,
        eq(wallets.address, row.wallet_address ?? ''),
      ),
    )
  const recorded = ctx.db
    .select({ one: sql`1` })
    .from(investors)
    .where(and(own, eq(investors.id, row.subject_id ?? '')))
  const { rows } = await ctx.db.execute(sql`select 1 where ${or(exists(recorded), exists(invested), exists(used), exists(proven))}`)
  return rows.length > 0
}
