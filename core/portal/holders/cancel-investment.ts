import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { lockInvestment } from '#core/securities/bookings/lock.ts'
import { callOff } from '#core/securities/investments/call-off.ts'
import { investments, investors } from '#db/schema.ts'

/**
 * The signed-in person takes back an investment that still waits; its units are free again. Once it is accepted only the
 * issuer can call it off. Throws `not_found`, `invalid_transition`.
 */
export const cancelOwnInvestment = definePageVerb({
  name: 'own.cancel_investment',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true; status: 'cancelled' }> => {
    const [own] = await ctx.db
      .select({ organization: investments.organization_id, environment: investments.environment })
      .from(investments)
      .innerJoin(
        investors,
        and(
          eq(investors.id, investments.investor_id),
          eq(investors.organization_id, investments.organization_id),
          eq(investors.environment, investments.environment),
        ),
      )
      .where(
        and(
          eq(investments.id, input.id),
          eq(investors.user_id, ctx.actor.id),
          or(isNull(investors.external_id), ne(investors.external_id, SELF)),
        ),
      )
      .limit(1)
    if (!own) throw notFound()
    const tenant = await tenantCtx(ctx, own.organization, own.environment as Environment)
    return write(tenant, async (tx) => {
      const locked = await lockInvestment(tx, tenant, input.id)
      if (!locked) throw notFound()
      const { status } = locked.row
      if (status === 'accepted')
        throw new AppError('invalid_transition', 'The investment is accepted by now. Ask the issuer to call it off; nothing was changed.')
      if (status !== 'pending') throw new AppError('invalid_transition', `The investment is ${status} already.`)
      const { audit, events } = await callOff(tx, tenant, locked, { reason: 'cancelled_by_investor' })
      return { result: { success: true as const, status: 'cancelled' as const }, audit, events }
    })
  },
})
