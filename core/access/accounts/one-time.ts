import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { verification } from '#db/schema.ts'

const hashed = (kind: string, token: string) => `${kind}:${createHash('sha256').update(token).digest('base64url')}`

/** Keeps a value under a fresh random token (or the given one) for a while. Only the token's hash is stored. */
export async function keepOnce(ctx: Ctx, kind: string, value: unknown, lifeMs: number, token = randomBytes(32).toString('base64url')) {
  await ctx.db.insert(verification).values({
    id: crypto.randomUUID(),
    identifier: hashed(kind, token),
    value: JSON.stringify(value),
    expiresAt: new Date(Date.now() + lifeMs),
  })
  return token
}

/** Notes a token as used for a while. False where it was before, at the same moment too. */
export async function noteOnce(ctx: Pick<Ctx, 'db'>, kind: string, token: string, lifeMs: number): Promise<boolean> {
  const identifier = hashed(kind, token)
  const [noted] = await ctx.db
    .insert(verification)
    .values({ id: identifier, identifier, value: '{}', expiresAt: new Date(Date.now() + lifeMs) })
    .onConflictDoNothing()
    .returning({ id: verification.id })
  return noted !== undefined
}

/** The value, while it lives; of several under one token one that lives beyond the given time. */
export async function readOnce<T>(ctx: Ctx, kind: string, token: string | null, beyond = new Date()): Promise<T | null> {
  if (!token) return null
  const [row] = await ctx.db
    .select({ value: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, hashed(kind, token)), gt(verification.expiresAt, beyond)))
    .limit(1)
  return row ? (JSON.parse(row.value) as T) : null
}

/** The value, which is gone afterwards: of two calls at the same moment only one gets it. */
export async function takeOnce<T>(ctx: Ctx, kind: string, token: string | null): Promise<T | null> {
  if (!token) return null
  const [row] = await ctx.db
    .delete(verification)
    .where(eq(verification.identifier, hashed(kind, token)))
    .returning({ value: verification.value, expiresAt: verification.expiresAt })
  return row && row.expiresAt.getTime() > Date.now() ? (JSON.parse(row.value) as T) : null
}
