import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { formDrafts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { requirePermission } from '../permissions.ts'

const MOST = 20

export const formDraftInput = z.strictObject({
  id: z.string().max(100).optional(),
  kind: z.enum(['offering']),
  content: z.record(z.string().max(60), z.string().max(12_000)),
})

export interface FormDraft {
  id: string
  content: Record<string, string>
  updated_at: string
}

const own = (ctx: Ctx, ...more: Parameters<typeof and>) => inScope(formDrafts, ctx, and(eq(formDrafts.user_id, ctx.actor.id), ...more))
const present = (row: typeof formDrafts.$inferSelect): FormDraft => ({
  id: row.id,
  content: row.content,
  updated_at: row.updated_at.toISOString(),
})

/** Keeps what a person has typed into a form so far. Only they see it; it is no record, so it leaves no entry in the log. */
export async function saveFormDraft({ ctx, input }: { ctx: Ctx; input: z.output<typeof formDraftInput> }): Promise<FormDraft> {
  requirePermission(ctx, 'offerings.write')
  const values = { content: input.content, updated_at: new Date() }
  if (input.id) {
    const [row] = await ctx.db
      .update(formDrafts)
      .set(values)
      .where(own(ctx, eq(formDrafts.id, input.id)))
      .returning()
    if (row) return present(row)
  }
  const [row] = await ctx.db
    .insert(formDrafts)
    .values({
      ...values,
      id: newId('form_draft'),
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      user_id: ctx.actor.id,
      kind: input.kind,
    })
    .returning()
  return present(row!)
}

/** The person's unfinished forms, newest first. */
export async function listFormDrafts({ ctx, input }: { ctx: Ctx; input: { kind: 'offering' } }): Promise<{ data: FormDraft[] }> {
  requirePermission(ctx, 'offerings.write')
  const rows = await ctx.db
    .select()
    .from(formDrafts)
    .where(own(ctx, eq(formDrafts.kind, input.kind)))
    .orderBy(desc(formDrafts.updated_at))
    .limit(MOST)
  return { data: rows.map(present) }
}

/** One unfinished form of the person. Throws `not_found`. */
export async function readFormDraft({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<FormDraft> {
  requirePermission(ctx, 'offerings.write')
  const [row] = await ctx.db
    .select()
    .from(formDrafts)
    .where(own(ctx, eq(formDrafts.id, input.id)))
    .limit(1)
  if (!row) throw notFound()
  return present(row)
}

/** Forgets an unfinished form; what is gone already is no error. */
export async function discardFormDraft({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<{ success: true }> {
  requirePermission(ctx, 'offerings.write')
  await ctx.db.delete(formDrafts).where(own(ctx, eq(formDrafts.id, input.id)))
  return { success: true }
}
