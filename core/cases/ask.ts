import { z } from 'zod'
import type { Ctx } from '../context.ts'
import { write } from '../transaction.ts'
import { findAdminCase } from './admin-case.ts'
import { findCase } from './case.ts'
import { ask } from './question.ts'

export const askInCaseInput = z.strictObject({
  id: z.string().max(100),
  reason: z.string().trim().min(10, 'Ask in at least 10 characters').max(2_000, 'At most 2,000 characters'),
})

/** Asks the person or the organisation a case is about for more. Throws `not_found`, `conflict`, `invalid_transition`. */
export async function askInCase({ ctx, input }: { ctx: Ctx; input: z.output<typeof askInCaseInput> }): Promise<{ success: true }> {
  const { tenant } = await findAdminCase(ctx, input.id)
  return write(tenant, async (tx) => {
    const row = (await findCase(tx, ctx, input.id, true))!
    const { audit, events, mails } = await ask(tx, tenant, row, input.reason)
    return { result: { success: true as const }, audit, events, mails }
  })
}
