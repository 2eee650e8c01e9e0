import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { emailHash } from '#core/kernel/people.ts'
import { authAttempts } from '#db/schema.ts'

/** How failures at one thing are slowed: the `free`-th begins a wait of `firstMs`, and each later one doubles it up to `mostMs`. */
export interface Brake {
  key: string
  free: number
  firstMs: number
  mostMs: number
  /** Failures older than this are forgotten. */
  windowMs: number
  /** Shared by many people: one person's success does not wipe it. */
  shared?: boolean
}

const MINUTE = 60_000

/**
 * The brakes of a password: hard for one account from one address, soft for the account as a whole (a stranger must not
 * lock its owner out, and a browser the owner has used before is not held at all), and one for the address alone.
 */
export function passwordBrakes({ services, ip }: Pick<Ctx, 'services' | 'ip'>, email: string, knownDevice: boolean): Brake[] {
  const account = emailHash(services, email).slice(0, 22)
  const address = placeKey(services, ip)
  return [
    { key: `password:${account}:${address}`, free: 5, firstMs: 15_000, mostMs: 15 * MINUTE, windowMs: 30 * MINUTE },
    ...(knownDevice ? [] : [{ key: `password:${account}`, free: 20, firstMs: 5_000, mostMs: MINUTE, windowMs: 30 * MINUTE }]),
    { key: `address:${address}`, free: 60, firstMs: 30_000, mostMs: 15 * MINUTE, windowMs: 30 * MINUTE, shared: true },
  ]
}

/** One brake for all second factors of an account together: ten failures, then a quarter of an hour. */
export const factorBrake = (authId: string): Brake[] => [
  { key: `factor:${authId}`, free: 10, firstMs: 15 * MINUTE, mostMs: 15 * MINUTE, windowMs: 60 * MINUTE },
]

/**
 * Takes one attempt from every brake before anything is compared, or refuses with `rate_limited` and the seconds to wait.
 * One statement a brake: attempts made at the same moment cannot slip by together. A success gives them back.
 */
export async function spendAttempt(ctx: Ctx, brakes: Brake[]): Promise<void> {
  for (const brake of brakes) {
    const failures = sql`case when ${authAttempts.updatedAt} < now() - make_interval(secs => ${brake.windowMs / 1000}) then 1 else ${authAttempts.failures} + 1 end`
    const seconds = sql`least(${brake.mostMs / 1000}::float8, ${brake.firstMs / 1000}::float8 * power(2, least(20, (${failures}) - ${brake.free}::int)))`
    const taken = await ctx.db
      .insert(authAttempts)
      .values({ key: brake.key, failures: 1 })
      .onConflictDoUpdate({
        target: authAttempts.key,
        set: {
          failures,
          updatedAt: sql`now()`,
          lockedUntil: sql`case when (${failures}) >= ${brake.free}::int then now() + make_interval(secs => ${seconds}) else null end`,
        },
        setWhere: sql`${authAttempts.lockedUntil} is null or ${authAttempts.lockedUntil} <= now()`,
      })
      .returning({ key: authAttempts.key })
    if (!taken.length) throw await waitError(ctx, brake.key)
  }
}

async function waitError(ctx: Ctx, key: string): Promise<AppError> {
  const [row] = await ctx.db
    .select({ until: authAttempts.lockedUntil })
    .from(authAttempts)
    .where(inArray(authAttempts.key, [key]))
  const seconds = Math.max(1, Math.ceil(((row?.until?.getTime() ?? 0) - Date.now()) / 1000))
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, {
    extra: { headers: { 'retry-after': String(seconds) } },
  })
}

/** Gives attempts back after a success: the account's failures are forgotten, a shared brake loses just this one. */
export async function forgetFailures(ctx: Ctx, brakes: Brake[]): Promise<void> {
  const own = brakes.filter((brake) => !brake.shared).map((brake) => brake.key)
  const shared = brakes.filter((brake) => brake.shared).map((brake) => brake.key)
  if (own.length) await ctx.db.delete(authAttempts).where(inArray(authAttempts.key, own))
  if (shared.length)
    await ctx.db
      .update(authAttempts)
      .set({ failures: sql`greatest(0, ${authAttempts.failures} - 1)`, lockedUntil: null })
      .where(inArray(authAttempts.key, shared))
}
