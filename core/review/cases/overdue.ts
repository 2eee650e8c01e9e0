import { and, eq, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { caseOf, ESCALATED } from '#core/record/cases/steps.ts'
import { writeDue } from '#core/record/write-due.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { endQuestion } from './question.ts'

const BATCH = 200

/** Tells once of each case of this tenant whose deadline has passed, and puts it at the head of the queue. */
export async function tellOverdueCasesOf(ctx: Ctx): Promise<number> {
  await endQuestionsOf(ctx)
  const due = inScope(
    cases,
    ctx,
    and(notInArray(cases.status, ['decided', 'awaiting_info']), isNull(cases.overdue_told_at), lte(cases.deadline, new Date(ctx.now))),
  )
  const rows = await ctx.db.select({ id: cases.id }).from(cases).where(due).orderBy(cases.id).limit(BATCH)
  if (!rows.length) return 0
  return writeDue(ctx, async (tx) => {
    const ids = rows.map((row) => row.id)
    const told = await tx
      .update(cases)
      .set({ overdue_told_at: new Date(ctx.now), priority: sql`greatest(${cases.priority}, ${ESCALATED})` })
      .where(and(due, inArray(cases.id, ids)))
      .returning()
    if (!told.length) return null
    return {
      result: told.length,
      audit: { action: 'cases_overdue', category: 'system', details: { count: told.length } },
      events: told.map((row) => ({
        type: 'case.overdue' as const,
        resource: { type: 'case', id: row.id },
        object: { case: { ...caseOf(row), assigned_to: row.assigned_to } },
      })),
    }
  })
}

/** Cases in which nobody answered in time are looked at again. */
async function endQuestionsOf(ctx: Ctx): Promise<void> {
  const over = inScope(cases, ctx, and(eq(cases.status, 'awaiting_info'), lte(cases.deadline, new Date(ctx.now))))
  const rows = await ctx.db.select({ id: cases.id }).from(cases).where(over).orderBy(cases.id).limit(BATCH)
  if (!rows.length) return
  await writeDue(ctx, async (tx) => {
    const locked = await tx.select().from(cases).where(over).orderBy(cases.id).limit(BATCH).for('update')
    if (!locked.length) return null
    const events = []
    for (const row of locked) events.push(...(await endQuestion(tx, ctx, row)))
    return {
      result: locked.length,
      audit: { action: 'case_questions_over', category: 'system', details: { cases: locked.map((row) => row.id) } },
      events,
    }
  })
}
