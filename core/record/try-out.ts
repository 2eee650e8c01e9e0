import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'

class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
}

/** Does work in a transaction of which nothing is kept: what a call would find out, without its traces. Throws what the work throws. */
export async function tryOut<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    // no audit: nothing of it is kept.
    return await ctx.db.transaction(async (tx): Promise<T> => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}
