import { getCredential } from '#core/identity/credentials/manage.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { getTransaction } from '#core/markets/transactions/get.ts'
import type { EventRow } from '#core/record/event-log/present.ts'
import { getInvestor } from '#core/securities/investors/read.ts'
import { getOffering } from '#core/securities/offerings/read.ts'

const READERS: Record<string, (ctx: Ctx, id: string) => Promise<object>> = {
  credential: (ctx, id) => getCredential.run({ ctx, input: { id } }),
  investor: (ctx, id) => getInvestor.run({ ctx, input: { id } }),
  offering: (ctx, id) => getOffering.run({ ctx, input: { id } }),
  transaction: (ctx, id) => getTransaction.run({ ctx, input: { id } }),
}

/** What the tenant may read of an event's object by the API, personal data included; nothing when it is gone or has no read. */
export async function readResource(ctx: Ctx, event: Pick<EventRow, 'resource_type' | 'resource_id'>): Promise<object> {
  const read = READERS[event.resource_type]
  if (!read) return {}
  try {
    const { success: _, ...object } = (await read(ctx, event.resource_id)) as { success?: true }
    return object
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}
