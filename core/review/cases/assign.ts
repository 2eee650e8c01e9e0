import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { isOperator } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { readMember } from '#core/kernel/members.ts'
import { memberMay } from '#core/kernel/permissions.ts'
import { caseOf } from '#core/record/cases/steps.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { users } from '#db/schema.ts'
import { lockOpenCase } from './case.ts'
import { caseAnswer } from './shape.ts'
import { change, workOn } from './work.ts'

const assignCaseInput = byId('Id of the case').extend({
  assignee: z.string().max(60).nullable().default('me').meta({ description: 'A user’s id, `me`, or null for nobody' }),
})

/** Gives a case to somebody, or back to everybody. A release that waits for its second person stays as it is. Throws `not_found`, `invalid_transition`. */
export const assignCase = defineVerb({
  name: 'cases.assign',
  permission: 'cases.decide',
  input: assignCaseInput,
  output: caseAnswer,
  run: ({ ctx, input }) =>
    workOn(ctx, input.id, async (tx, tenant) => {
      const row = await lockOpenCase(tx, tenant, input.id)
      const to = input.assignee === 'me' ? ctx.actor.id : input.assignee
      if (to && to !== ctx.actor.id) await requireWorker(tx, tenant, to)
      const status = ['awaiting_info', 'awaiting_second'].includes(row.status) ? row.status : to ? 'assigned' : 'open'
      return {
        row: await change(tx, tenant, row.id, { assigned_to: to, status }),
        audit: {
          action: 'case_assigned',
          category: 'admin',
          subject: { type: 'case', id: row.id },
          details: { from: row.assigned_to, to },
        },
        events: [
          {
            type: 'case.assigned',
            resource: { type: 'case', id: row.id },
            object: { case: { ...caseOf(row), assigned_to: to } },
            previous: { assigned_to: row.assigned_to },
          },
        ],
      }
    }),
})

async function requireWorker(tx: Tx, tenant: Ctx, id: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).limit(1)
  const other = isOperator(tenant) && user?.role === 'admin'
  if (!user || !(other || memberMay(await readMember(tx, id, tenant.organizationId), 'cases.decide')))
    throw invalidField('/assignee', 'unknown_user', 'A case can be given to members of the organisation who decide cases.')
}
