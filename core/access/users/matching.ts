import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { namesOf, openUsers } from '#core/kernel/people.ts'
import { userProfiles, users, verificationStatus } from '#db/schema.ts'
import { type userFilter, usersWhere } from './filter.ts'

type Filter = z.output<typeof userFilter>
const PIECE = 1_000

/**
 * The ids of the users a filter names, newest first. A search finds whose first name, last name or e-mail contains the text, without
 * regard to case. The database cannot look into sealed names, so each is opened, a thousand with two queries.
 */
export async function matchingIds(ctx: Ctx, filter: Filter): Promise<string[]> {
  const ids: string[] = []
  const text = filter.search?.toLowerCase() ?? ''
  for await (const piece of pieces(ctx, filter)) {
    if (!text) {
      ids.push(...piece.map(({ id }) => id))
      continue
    }
    const people = await openUsers(ctx.db, ctx.services, piece)
    for (const { id, email, first_name, last_name } of people)
      if ([first_name, last_name, email].some((name) => name.toLowerCase().includes(text))) ids.push(id)
  }
  return ids
}

async function* pieces(ctx: Ctx, filter: Filter) {
  const where = usersWhere(filter)
  let last: { created_at: Date; id: string } | null = null
  for (;;) {
    const after = last
      ? or(lt(users.created_at, last.created_at), and(eq(users.created_at, last.created_at), lt(users.id, last.id)))
      : undefined
    const rows: (Pick<typeof users.$inferSelect, keyof typeof namesOf> & { created_at: Date })[] = await ctx.db
      .select({ ...namesOf, created_at: users.created_at })
      .from(users)
      .where(and(where, after))
      .orderBy(desc(users.created_at), desc(users.id))
      .limit(PIECE)
    if (rows.length) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < PIECE) return
  }
}

/** The users with these ids and all that is shown of them, in the order of the ids. */
export async function readUsers(ctx: Ctx, ids: readonly string[]) {
  if (!ids.length) return []
  const rows = await ctx.db
    .select({ user: users, profile: userProfiles, verification: verificationStatus })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .leftJoin(verificationStatus, eq(verificationStatus.user_id, users.id))
    .where(inArray(users.id, [...ids]))
  const people = await openUsers(
    ctx.db,
    ctx.services,
    rows.map((row) => row.user),
  )
  const byId = new Map(rows.map((row, i) => [row.user.id, { ...row, user: people[i]! }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
