import type { Ctx } from '../context.ts'
import { getCredential } from '../credentials/manage.ts'
import { AppError } from '../errors.ts'
import { getInvestor } from '../investors/read.ts'
import { getOffering } from '../offerings/read.ts'
import { getTransaction } from '../transactions/get.ts'
import type { EventRow } from './present.ts'

const READERS: Record<string, (ctx: Ctx, id: string) => Promise<object>> = {
  credential: (ctx, id) => getCredential({ ctx, input: { id } }),
  investor: (ctx, id) => getInvestor({ ctx, input: { id } }),
  offering: (ctx, id) => getOffering({ ctx, input: { id } }),
  transaction: (ctx, id) => getTransaction({ ctx, input: { id } }),
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
