import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'
import { type Changed, carriedOf, changeState, personCredentials, type Word } from './change-state.ts'
import type { CredentialRow } from './issue.ts'
import { isClear } from './require-clear.ts'

/** Of suspended credentials those that can be in use again: not run out, and their holder is screened clear. */
async function clearOf(tx: Tx, ctx: Ctx, suspended: readonly CredentialRow[]): Promise<CredentialRow[]> {
  const clear: CredentialRow[] = []
  for (const one of suspended) {
    if (one.expires_at.getTime() <= ctx.now) continue
    const wallet = (await lockScoped(tx, wallets, ctx, one.wallet_id))!
    const isFit = await isClear(tx, ctx, one, wallet).catch((error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    })
    if (isFit) clear.push(one)
  }
  return clear
}

/** Credentials that only these reasons took out of use come back, where they have not run out and their holder is screened clear. */
export async function resumeClear(tx: Tx, ctx: Ctx, personId: string, reasons: string[], word: Word): Promise<Changed> {
  const held = await carriedOf(tx, ctx, await personCredentials(tx, ctx, personId, ['suspended'], reasons))
  return changeState(tx, ctx, await clearOf(tx, ctx, held), 'active', word)
}
