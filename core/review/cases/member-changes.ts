import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { MEMBER_CHANGE } from '#core/access/members/by-two.ts'
import { ofOrganization } from '#core/access/members/role.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { openUsers } from '#core/kernel/people.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { cases, users } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { decideChange } from './decide.ts'

/** A change of members that waits for its second person. */
export interface WaitingChange {
  id: string
  summary: string
  /** The membership or invitation it is about, somebody new, or the organisation. */
  subject_id: string
  /** Of somebody new: their name and address. */
  who: string | null
  asked_by: string
  asked_at: string
}

/** The changes of members that wait in the organisation, the newest first; at most 100. */
export const listMemberChanges = definePageVerb({
  name: 'members.list_changes',
  permission: 'members.read',
  run: async ({ ctx }): Promise<WaitingChange[]> => {
    const rows = await ctx.db
      .select()
      .from(cases)
      .where(inScope(cases, ofOrganization(ctx), and(eq(cases.kind, MEMBER_CHANGE), ne(cases.status, 'decided'))))
      .orderBy(desc(cases.created_at), desc(cases.id))
      .limit(100)
    const people = rows.flatMap((row) => (row.subject_type === 'new_member' ? [row.subject_id] : []))
    const found = people.length ? await ctx.db.select().from(users).where(inArray(users.id, people)) : []
    const opened = await openUsers(ctx.db, ctx.services, found)
    const nameOf = new Map(opened.map((one) => [one.id, `${one.first_name} ${one.last_name} (${one.email})`.trim()]))
    return rows.map((row) => ({
      id: row.id,
      summary: row.summary,
      subject_id: row.subject_id,
      who: nameOf.get(row.subject_id) ?? null,
      asked_by: String(row.details.asked_by),
      asked_at: row.created_at.toISOString(),
    }))
  },
})

/** What became of several changes that one person decided. */
export interface ChangesDecided {
  decided: number
  /** Why those that still wait do. */
  left: { id: string; why: string }[]
}

/**
 * The second person's word on several that they were shown, and on no other: each is judged by itself, as if it came alone. Throws
 * `step_up_required` before any is decided.
 */
export const decideMemberChanges = definePageVerb({
  name: 'members.decide_changes',
  permission: 'members.write',
  input: z.strictObject({ ids: z.array(z.string().max(60)).min(1).max(100), outcome: z.enum(['release', 'refuse']) }),
  run: async ({ ctx, input }): Promise<ChangesDecided> => {
    const left: ChangesDecided['left'] = []
    const ids = [...new Set(input.ids)]
    for (const id of ids)
      try {
        await decideMemberChange({ ctx, input: { id, outcome: input.outcome } })
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || error.code === 'step_up_required') throw error
        left.push({ id, why: error.message })
      }
    return { decided: ids.length - left.length, left }
  },
})

/** The second person's word on one of them, from the page of the team. Throws as `cases.decide`. */
export const decideMemberChange = definePageVerb({
  name: 'members.decide_change',
  permission: 'members.write',
  input: byId('Id of the case').extend({ outcome: z.enum(['release', 'refuse']) }),
  run: async ({ ctx, input }) => {
    const note = input.outcome === 'release' ? 'Agreed to on the page of the team.' : 'Declined on the page of the team.'
    return decideChange(ofOrganization(ctx), MEMBER_CHANGE, input, note)
  },
})
