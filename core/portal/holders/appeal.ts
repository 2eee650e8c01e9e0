import type { z } from 'zod'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { lockOwnInvestor } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { write } from '#core/record/transaction.ts'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import { type appealIdentityInput, openIdentityAppeal } from '#core/review/appeals/of-investor.ts'

/** Appeals against the rejection of the signed-in person's own identity. Throws `not_found`, `invalid_transition`. */
export async function appealOwnIdentity({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof appealIdentityInput>
}): Promise<{ success: true } & AppealView> {
  requirePermission(ctx, 'account.write')
  const own = await personalCtx(ctx)
  // no event: opening the appeal hands over its own.
  return write(own, async (tx) => {
    const row = await lockOwnInvestor(tx, own)
    if (!row) throw notFound()
    return openIdentityAppeal(tx, own, row, input.statement)
  })
}
