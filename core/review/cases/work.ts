import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { caseCtx, isHiddenFrom } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type Written, write } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { presentCase } from './case.ts'
import type { caseAnswer } from './shape.ts'

/** What every step of the work on a case has in common: who may, where it belongs, and the case as it then stands. */
export async function workOn(
  ctx: Ctx,
  id: string,
  step: (tx: Tx, tenant: Ctx) => Promise<Omit<Written<unknown>, 'result'> & { row: CaseRow }>,
): Promise<z.output<typeof caseAnswer>> {
  const tenant = await caseCtx(ctx, id)
  // Who may not read a case does not work on it either: each step answers with all of it.
  if (await isHiddenFrom(tenant, id)) throw notFound()
  // no event: the step hands over its own.
  return write(tenant, async (tx) => {
    const { row, ...written } = await step(tx, tenant)
    return { result: { success: true as const, ...presentCase(row, tenant.now) }, ...written }
  })
}

/** The case with other values, which its lock allows. */
export async function change(tx: Tx, tenant: Ctx, id: string, values: Partial<CaseRow>): Promise<CaseRow> {
  const [row] = await tx
    .update(cases)
    .set(values)
    .where(inScope(cases, tenant, eq(cases.id, id)))
    .returning()
  return row!
}
