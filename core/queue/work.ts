import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { cases, users } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { CaseRow } from '../cases/case.ts'
import { caseOf } from '../cases/steps.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { type CaseView, presentCase } from './present.ts'
import { caseCtx } from './scope.ts'

export const assignCaseInput = z.strictObject({
  assignee: z.string().max(60).nullable().default('me').meta({ description: 'A user’s id, `me`, or null for nobody' }),
})
export const caseNoteInput = z.strictObject({
  note: z.string().trim().min(1).max(2_000).meta({ description: 'For the people who work on the case. No names, no documents.' }),
})

/** The case, locked, while it can still be worked on. */
export async function openCaseRow(tx: Tx, tenant: Ctx, id: string): Promise<CaseRow> {
  const row = await lockScoped(tx, cases, tenant, id)
  if (!row) throw notFound()
  if (row.status === 'decided') throw new AppError('invalid_transition', 'This case is decided already.')
  return row
}

/** Gives a case to somebody, or back to everybody. */
export async function assignCase({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof assignCaseInput>
}): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.decide')
  const tenant = await caseCtx(ctx, input.id)
  return write(tenant, async (tx) => {
    const row = await openCaseRow(tx, tenant, input.id)
    const to = input.assignee === 'me' ? ctx.actor.id : input.assignee
    if (to && to !== ctx.actor.id) await requireWorker(tx, tenant, to)
    const [next] = await tx
      .update(cases)
      .set({ assigned_to: to, status: ['awaiting_info', 'awaiting_second'].includes(row.status) ? row.status : to ? 'assigned' : 'open' })
      .where(inScope(cases, tenant, eq(cases.id, row.id)))
      .returning()
    return {
      result: { success: true as const, ...presentCase(next!, tenant.now) },
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
  })
}

async function requireWorker(tx: Tx, tenant: Ctx, id: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).limit(1)
  const may = user && (user.role === 'admin' || (user.role === 'issuer' && user.organization_id === tenant.organizationId))
  if (!may) throw invalidField('/assignee', 'unknown_user', 'Cases can be given to admins and to issuers of the same organisation.')
}

/** Adds a note for whoever works on the case. */
export async function noteOnCase({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string } & z.output<typeof caseNoteInput>
}): Promise<{ success: true } & CaseView> {
  requirePermission(ctx, 'cases.decide')
  const tenant = await caseCtx(ctx, input.id)
  return write(tenant, async (tx) => {
    const row = await lockScoped(tx, cases, tenant, input.id)
    if (!row) throw notFound()
    if (row.notes.length >= 200) throw new AppError('conflict', 'This case has 200 notes; no more can be added.')
    const note = { at: new Date(tenant.now).toISOString(), by: ctx.actor.id, text: input.note }
    const [next] = await tx
      .update(cases)
      .set({ notes: [...row.notes, note] })
      .where(inScope(cases, tenant, eq(cases.id, row.id)))
      .returning()
    return {
      result: { success: true as const, ...presentCase(next!, tenant.now) },
      audit: { action: 'case_note', category: 'admin', subject: { type: 'case', id: row.id }, details: { notes: row.notes.length + 1 } },
      // no event: notes are for those who work on the case.
    }
  })
}
