import { asc, count, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { reasonContext } from '#core/access/accounts/request-erasure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { openUser, type User } from '#core/kernel/people.ts'
import { openOrNull } from '#core/kernel/sealed.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { erasureRequests, users } from '#db/schema.ts'
import { type AccountPlan, planErasure } from './account-plan.ts'

const DAY_MS = 86_400_000
/** A request is answered within a month (GDPR art. 12(3)). */
const ANSWER_DAYS = 30

export interface AccountErasure {
  id: string
  user_id: string
  /** Null once erased. */
  email: string | null
  name: string | null
  role: string | null
  reason: string | null
  status: (typeof erasureRequests.status.enumValues)[number]
  created_at: string
  /** The day by which it must be answered, and how many days are left; negative when it is late. */
  due: string
  days_left: number
  decided_at: string | null
  decided_by: string | null
}

type Row = { request: typeof erasureRequests.$inferSelect; user: User | null }

/** A request as it was stored, with whose it is and why. */
async function openRow(ctx: Ctx, row: { request: Row['request']; user: typeof users.$inferSelect | null }) {
  const user = row.user && (await openUser(ctx.db, ctx.services, row.user))
  return { user, request: row.request, reason: await openOrNull(ctx.db, ctx.services, reasonContext(row.request.id), row.request.reason) }
}

function presentAccountErasure({ request, user, reason }: Row & { reason: string | null }, now: number): AccountErasure {
  const due = request.created_at.getTime() + ANSWER_DAYS * DAY_MS
  const known = user !== null && request.status !== 'done'
  return {
    id: request.id,
    user_id: request.user_id,
    email: known ? user.email : null,
    name: known ? `${user.first_name} ${user.last_name}` : null,
    role: known ? user.role : null,
    reason,
    status: request.status,
    created_at: request.created_at.toISOString(),
    due: new Date(due).toISOString().slice(0, 10),
    days_left: Math.ceil((due - now) / DAY_MS),
    decided_at: request.decided_at?.toISOString() ?? null,
    decided_by: request.decided_by,
  }
}

/** Requests of people to have their account erased, those that wait first, the oldest of them on top. For admins. */
export const listAccountErasures = definePageVerb({
  name: 'account_erasures.list',
  permission: 'users.read',
  admin: true,
  input: z.strictObject({
    status: z.enum(erasureRequests.status.enumValues).optional(),
    page: z.number().int().min(1).max(1_000_000).default(1),
    per_page: z.number().int().min(1).max(100).default(25),
  }),
  run: async ({ ctx, input: { page, per_page, status } }) => {
    const where = status ? eq(erasureRequests.status, status) : undefined
    const waiting = sql`${erasureRequests.status} <> 'pending'`
    const [[counted], rows] = await Promise.all([
      ctx.db.select({ n: count() }).from(erasureRequests).where(where),
      ctx.db
        .select({ request: erasureRequests, user: users })
        .from(erasureRequests)
        .leftJoin(users, eq(users.id, erasureRequests.user_id))
        .where(where)
        .orderBy(
          waiting,
          sql`case when ${erasureRequests.status} = 'pending' then ${erasureRequests.created_at} end`,
          desc(erasureRequests.created_at),
          asc(erasureRequests.id),
        )
        .limit(per_page)
        .offset((page - 1) * per_page),
    ])
    return {
      data: await Promise.all(rows.map(async (row) => presentAccountErasure(await openRow(ctx, row), Date.now()))),
      total: counted!.n,
      page,
      per_page,
    }
  },
})

/** One request, with what carrying it out would erase, what a law keeps, and what stands in the way. For admins. */
export const getAccountErasure = definePageVerb({
  name: 'account_erasures.get',
  permission: 'users.read',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<AccountErasure & { plan: AccountPlan | null }> => {
    const [row] = await ctx.db
      .select({ request: erasureRequests, user: users })
      .from(erasureRequests)
      .leftJoin(users, eq(users.id, erasureRequests.user_id))
      .where(eq(erasureRequests.id, input.id))
      .limit(1)
    if (!row) throw notFound()
    const plan = row.user && row.request.status === 'pending' ? await planErasure(ctx.db, ctx, row.user) : null
    return { ...presentAccountErasure(await openRow(ctx, row), Date.now()), plan }
  },
})
