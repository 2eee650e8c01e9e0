import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { cases } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { write } from '../transaction.ts'
import { findAdminCase } from './admin-case.ts'
import { findCase } from './case.ts'
import { ESCALATED, withHistory } from './steps.ts'

export const escalateCaseInput = z.strictObject({
  id: z.string().max(100),
  reason: z.string().trim().min(10, 'Say in at least 10 characters what makes it hard').max(2_000, 'At most 2,000 characters'),
})

/** Puts a case at the head of the queue for somebody else, with what makes it hard. Throws `not_found`, `invalid_transition`. */
export async function escalateCase({ ctx, input }: { ctx: Ctx; input: z.output<typeof escalateCaseInput> }): Promise<{ success: true }> {
  const { tenant } = await findAdminCase(ctx, input.id)
  // no event: the case stays open; only its place in the queue changes.
  return write(tenant, async (tx) => {
    const row = (await findCase(tx, ctx, input.id, true))!
    if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
    if (row.status === 'awaiting_info') throw new AppError('invalid_transition', 'An answer is waited for. It comes back by itself.')
    if (row.status === 'awaiting_second')
      throw new AppError('invalid_transition', 'A release waits for its second person: confirm or refuse it.')
    await tx
      .update(cases)
      .set({
        priority: Math.max(row.priority, ESCALATED),
        status: 'open',
        assigned_to: null,
        details: withHistory(row, ctx, 'escalated', input.reason),
      })
      .where(eq(cases.id, row.id))
    return {
      result: { success: true as const },
      audit: { action: 'case_escalated', category: 'admin', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
    }
  })
}
