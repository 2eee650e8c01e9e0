import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'

/**
 * The operator's word that data keys which were made and are not there are gone for good: no backup has them. What they sealed counts as
 * erased from then on, and the log keeps how many and why. Gives how many. Throws `conflict` where it is another number.
 */
export async function giveUpLostKeys(services: Services, input: { count: number; reason: string }): Promise<number> {
  const ctx = systemCtx(services, { id: 'operator' })
  // no event: whom it touches is told when what is left of them is erased.
  const lost = await write(ctx, async (tx) => {
    const count = await services.keyring.lost.giveUp(tx, new Date(ctx.now))
    if (!count || count !== input.count) throw new AppError('conflict', `${count} data keys are missing, not ${input.count}.`)
    return {
      result: count,
      audit: { action: 'data_keys_lost', category: 'admin', details: { operator: true, count, reason: input.reason } },
    }
  })
  await services.keyring.lost.compare()
  return lost
}
