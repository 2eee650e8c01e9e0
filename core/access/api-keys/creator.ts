import { eq } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { type apiKeys, users } from '#db/schema.ts'

/** The person who made a key, for word of it; null where a program did. */
export async function creatorOf(db: Queryable, { created_by }: Pick<typeof apiKeys.$inferSelect, 'created_by'>): Promise<string | null> {
  if (!created_by) return null
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, created_by)).limit(1)
  return user?.id ?? null
}
