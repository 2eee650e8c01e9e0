import type { Tx } from '#db/connect.ts'
import type { Ctx } from '../context.ts'
import { type Written, write } from '../transaction.ts'

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
