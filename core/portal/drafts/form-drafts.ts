import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { accountKeyId, openValue, sealValue } from '#core/kernel/sealed.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { formDrafts } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const MOST = 20

const formDraftInput = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,100}$/)
    .optional(),
  kind: z.enum(['offering']),
  content: z.record(z.string().max(60), z.string().max(12_000)),
})

export interface FormDraft {
  id: string
  content: Record<string, string>
  updated_at: string
}

const own = (ctx: Ctx, ...more: Parameters<typeof and>) => inScope(formDrafts, ctx, and(eq(formDrafts.user_id, ctx.actor.id), ...more))
/** What the content of a form is sealed to. */
export const draftContext = (id: string) => `form_drafts.content:${id}`
const present = async (ctx: Ctx, row: typeof formDrafts.$inferSelect): Promise<FormDraft> => ({
  id: row.id,
  content: await openValue(ctx.db, ctx.services, draftContext(row.id), row.content),
  updated_at: row.updated_at.toISOString(),
})

/**
 * Keeps what a person has typed into a form so far, under the id that the form was given: whatever of it arrives late, it is one draft. Only they see it; it is no record, so it leaves no
 * entry in the log. Throws `not_found` for an id of somebody else's.
 */
export const saveFormDraft = definePageVerb({
  name: 'form_drafts.save',
  permission: 'offerings.write',
  input: formDraftInput,
  run: async ({ ctx, input }): Promise<FormDraft> => {
    const id = input.id ?? newId('form_draft')
    const content = await sealValue(ctx.db, ctx.services, accountKeyId(ctx.actor.id), draftContext(id), input.content)
    const whose = { organization_id: ctx.organizationId, environment: ctx.environment, user_id: ctx.actor.id }
    const updated_at = new Date()
    const [row] = await ctx.db
      .insert(formDrafts)
      .values({ id, content, updated_at, ...whose, kind: input.kind })
      .onConflictDoUpdate({ target: formDrafts.id, set: { content, updated_at }, setWhere: own(ctx) })
      .returning()
    if (!row) throw notFound()
    return present(ctx, row)
  },
})

/** The person's unfinished forms, newest first. */
export const listFormDrafts = definePageVerb({
  name: 'form_drafts.list',
  permission: 'offerings.write',
  input: formDraftInput.pick({ kind: true }),
  run: async ({ ctx, input }): Promise<{ data: FormDraft[] }> => {
    const rows = await ctx.db
      .select()
      .from(formDrafts)
      .where(own(ctx, eq(formDrafts.kind, input.kind)))
      .orderBy(desc(formDrafts.updated_at))
      .limit(MOST)
    return { data: await Promise.all(rows.map((row) => present(ctx, row))) }
  },
})

/** One unfinished form of the person. Throws `not_found`. */
export const readFormDraft = definePageVerb({
  name: 'form_drafts.get',
  permission: 'offerings.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<FormDraft> => {
    const [row] = await ctx.db
      .select()
      .from(formDrafts)
      .where(own(ctx, eq(formDrafts.id, input.id)))
      .limit(1)
    if (!row) throw notFound()
    return present(ctx, row)
  },
})

/** Forgets an unfinished form; what is gone already is no error. */
export const discardFormDraft = definePageVerb({
  name: 'form_drafts.discard',
  permission: 'offerings.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    await ctx.db.delete(formDrafts).where(own(ctx, eq(formDrafts.id, input.id)))
    return { success: true }
  },
})
