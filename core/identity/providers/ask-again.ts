import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { SessionRow } from '../sessions/present.ts'
import type { ProviderName } from './provider.ts'
import { accountWith } from './settings.ts'
import { settleWithProvider } from './settle.ts'

const MINUTE_MS = 60_000
/** So long after somebody was sent to a provider its message is waited for. */
export const FIRST_ASKED_MS = 10 * MINUTE_MS
const SELDOM_MS = 6 * 60 * MINUTE_MS
/** As many in a turn: a provider that does not answer holds up nobody else for long. */
const BATCH = 10

/**
 * Asks the providers how checks stand of which no message came: a lost one is not lost. The longer a check lasts, the less often. Says how
 * many were answered, so that a turn ends where none was; a provider that does not answer is asked again in its next turn.
 */
export async function askProvidersAgain(ctx: Ctx): Promise<number> {
  const t = identitySessions
  const due = inScope(t, ctx, and(lte(t.ask_at, new Date(ctx.now)), isNotNull(t.external_id), inArray(t.status, ['open', 'processing'])))
  const rows = await ctx.db.select().from(t).where(due).orderBy(t.ask_at, t.id).limit(BATCH)
  const silent = new Set<string>()
  let answered = 0
  for (const row of rows) {
    const since = ctx.now - row.updated_at.getTime()
    // no audit: when it is looked at next is no act.
    const claimed = await ctx.db
      .update(t)
      .set({ ask_at: new Date(ctx.now + Math.min(Math.max(since, FIRST_ASKED_MS), SELDOM_MS)) })
      .where(and(due, eq(t.id, row.id)))
      .returning({ id: t.id })
    if (!claimed.length || row.provider === null || silent.has(row.provider)) continue
    if (await asked(ctx, row)) answered++
    else silent.add(row.provider)
  }
  return answered
}

/** Whether the provider answered. */
async function asked(ctx: Ctx, session: SessionRow): Promise<boolean> {
  const provider = session.provider as ProviderName
  try {
    await settleWithProvider(ctx, session, provider, await accountWith(ctx, provider))
    return true
  } catch (error) {
    // It ended meanwhile: there is nothing to ask any more.
    if (error instanceof AppError && error.code === 'invalid_transition') return true
    if (error instanceof AppError && ['not_ready', 'provider_not_configured'].includes(error.code)) return false
    throw error
  }
}
