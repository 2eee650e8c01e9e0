import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { cases } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { write } from '../transaction.ts'
import { findAdminCase } from './admin-case.ts'
import { findCase } from './case.ts'
import { caseOf } from './steps.ts'

export const assignCaseInput = z.strictObject({ id: z.string().max(100), take: z.boolean() })

/** Takes a case, or puts it back for others. A release that waits for its second person stays as it is. Throws `not_found`, `invalid_transition`. */
export async function assignCase({ ctx, input }: { ctx: Ctx; input: z.output<typeof assignCaseInput> }): Promise<{ success: true }> {
  const { tenant } = await findAdminCase(ctx, input.id)
  return write(tenant, async (tx) => {
    const row = (await findCase(tx, ctx, input.id, true))!
    if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
    const assigned_to = input.take ? ctx.actor.id : null
    const status = ['awaiting_info', 'awaiting_second'].includes(row.status) ? row.status : input.take ? 'assigned' : 'open'
    await tx.update(cases).set({ assigned_to, status }).where(eq(cases.id, row.id))
    return {
      result: { success: true as const },
      audit: {
        action: 'case_assigned',
        category: 'admin',
        subject: { type: 'case', id: row.id },
        details: { from: row.assigned_to, to: assigned_to },
      },
      events: [
        {
          type: 'case.assigned',
          resource: { type: 'case', id: row.id },
          object: { case: { ...caseOf(row), assigned_to } },
          previous: { assigned_to: row.assigned_to },
        },
      ],
    }
  })
}
