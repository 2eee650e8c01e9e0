import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Changed, changeState, personCredentials, type Word } from './change-state.ts'
import { requireClear } from './require-clear.ts'

/** Credentials that only these reasons took out of use come back, where they have not run out and their holder is screened clear. */
export async function resumeClear(tx: Tx, ctx: Ctx, personId: string, reasons: string[], word: Word): Promise<Changed> {
  const held = (await personCredentials(tx, ctx, personId, ['suspended'], reasons)).filter((one) => one.expires_at.getTime() > ctx.now)
  const clear: typeof held = []
  for (const one of held) {
    const wallet = (await lockScoped(tx, wallets, ctx, one.wallet_id))!
    const refused = await requireClear(tx, ctx, one, wallet).then(
      () => false,
      (error) => {
        if (error instanceof AppError) return true
        throw error
      },
    )
    if (!refused) clear.push(one)
  }
  return changeState(tx, ctx, clear, 'active', word)
}
