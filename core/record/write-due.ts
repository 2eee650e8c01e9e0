import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { type Written, write } from './transaction.ts'

class NothingDue extends Error {}

/**
 * Writes what is due. When `work` finds that another process was first and says null, nothing at all is written, not even an
 * entry in the log, and the answer is 0.
 */
export async function writeDue(ctx: Ctx, work: (tx: Tx) => Promise<Written<number> | null>): Promise<number> {
  try {
    // no event: the work hands over its own.
    return await write({ ...ctx, idempotency: null }, async (tx) => {
      const written = await work(tx)
      if (!written) throw new NothingDue('another process was first')
      return written
    })
  } catch (error) {
    if (error instanceof NothingDue) return 0
    throw error
  }
}

const MOST = 1_000

/**
 * Does what is due one by one, each in a transaction of its own. One that fails holds up no other: it is left for the next time,
 * and the first error is thrown once the others are done. `next` finds what is due and not among those to leave out.
 */
export async function doEachDue(
  ctx: Ctx,
  next: (leftOut: string[]) => Promise<{ id: string } | undefined>,
  work: (tx: Tx, id: string) => Promise<Written<number> | null>,
): Promise<number> {
  const leftOut: string[] = []
  const errors: unknown[] = []
  let done = 0
  for (let round = 0; round < MOST; round++) {
    const found = await next(leftOut)
    if (!found) break
    try {
      const count = await writeDue(ctx, (tx) => work(tx, found.id))
      done += count
      // Another process was first, or it is not due after all.
      if (count === 0) leftOut.push(found.id)
    } catch (error) {
      leftOut.push(found.id)
      errors.push(error)
    }
  }
  if (errors.length) throw errors[0]
  return done
}
