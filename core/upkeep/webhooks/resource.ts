import { getCredential } from '#core/identity/credentials/manage.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { shapeOf } from '#core/kernel/versions/convert.ts'
import { getTransaction } from '#core/markets/transactions/get.ts'
import type { EventRow } from '#core/record/event-log/present.ts'
import { getInvestor } from '#core/securities/investors/read.ts'
import { getOffering } from '#core/securities/offerings/read.ts'

/** The read of each, by the name of its operation. */
const READERS: Record<string, { operation: string; read: (ctx: Ctx, id: string) => Promise<object> }> = {
  credential: { operation: 'credentials.get', read: (ctx, id) => getCredential.run({ ctx, input: { id } }) },
  investor: { operation: 'investors.get', read: (ctx, id) => getInvestor.run({ ctx, input: { id } }) },
  offering: { operation: 'offerings.get', read: (ctx, id) => getOffering.run({ ctx, input: { id } }) },
  transaction: { operation: 'transactions.get', read: (ctx, id) => getTransaction.run({ ctx, input: { id } }) },
}

/**
 * What the tenant may read of an event's object by the API in this version, personal data included; nothing when it is gone or has no
 * read.
 */
export async function readResource(ctx: Ctx, event: Pick<EventRow, 'resource_type' | 'resource_id'>, version: string): Promise<object> {
  const reader = READERS[event.resource_type]
  if (!reader) return {}
  try {
    const answer = await reader.read(ctx, event.resource_id)
    const { success: _, ...object } = (shapeOf(version, reader.operation)?.down(answer) ?? answer) as { success?: true }
    return object
  } catch (error) {
    if (error instanceof AppError) return {}
    throw error
  }
}
