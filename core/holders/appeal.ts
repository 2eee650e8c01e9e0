import type { z } from 'zod'
import type { AppealView } from '../appeals/present.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { type appealIdentityInput, openIdentityAppeal } from '../investors/appeal.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { lockOwnInvestor } from './own-investor.ts'
import { personalCtx } from './personal.ts'

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
