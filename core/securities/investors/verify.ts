import { eq } from 'drizzle-orm'
import { refuseChildren } from '#core/identity/persons/children.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { guardEndpoint } from '#core/record/webhooks/callback.ts'
import { investors, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { investorVerificationAnswer } from './present.ts'
import { refuseOwnRecord } from './refuse-self.ts'
import { runVerification } from './run-verification.ts'
import { verifyInvestorInput } from './verify-input.ts'

/** Runs the asked checks on an investor. Statuses follow from the engine's decision; every step is an event. */
export const verifyInvestor = defineVerb({
  name: 'investors.verify',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(verifyInvestorInput.shape),
  output: investorVerificationAnswer,
  run: async ({ ctx, input }) => {
    await refuseOwnRecord({ ctx, input })
    await ctx.world.faults.meet(ctx, await walletOf(ctx, input.id))
    if (input.callback_url) await guardEndpoint(ctx, input.callback_url, '/callback_url')
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, investors, ctx, input.id)
      if (!row) throw notFound()
      const born = input.identity?.date_of_birth
      if (born && row.type === 'individual') refuseChildren(born, ctx.now, '/identity/date_of_birth')
      const done = await runVerification(tx, ctx, row, input)
      return { result: done.result, audit: done.audit, events: done.events }
    })
  },
})

/** The address of an investor's wallet, read before the work begins; null where there is none. */
async function walletOf(ctx: Ctx, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ address: wallets.address })
    .from(investors)
    .innerJoin(wallets, eq(wallets.id, investors.wallet_id))
    .where(inScope(investors, ctx, eq(investors.id, id)))
    .limit(1)
  return row?.address ?? null
}
