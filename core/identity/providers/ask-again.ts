import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { SessionRow } from '../sessions/present.ts'
import type { ProviderName } from './provider.ts'
import { accountWith } from './settings.ts'
import { settleWithProvider } from './settle.ts'

const MINUTE_MS = 60_000
/** So long after somebody was sent to a provider its message is waited for. */
export const FIRST_ASKED_MS = 10 * MINUTE_MS
const SELDOM_MS = 6 * 60 * MINUTE_MS
/** So many checks of one provider in a turn, so many of them at once, and no new one after so long: the next turn is a minute away. */
const MOST = 60
const AT_ONCE = 4
const TURN_MS = 40_000

interface Due {
  id: string
  organization_id: string
  environment: Environment
  provider: ProviderName
}

/**
 * Asks the providers how checks stand of which no message came: a lost one is not lost. The longer a check lasts, the less often. Each
 * provider has a turn of its own, in which each tenant has one check asked for before any has a second: one that is down, or a tenant
 * with thousands, holds up nobody else. What is not answered is asked again ten minutes later at the soonest. Says how many were answered.
 */
export async function askProvidersAgain(services: Services): Promise<number> {
  const lanes = Map.groupBy(await dueChecks(services), (one) => one.provider)
  const errors: unknown[] = []
  const counts = await Promise.all([...lanes.values()].map((due) => runLane(services, due, errors)))
  if (errors.length) throw errors[0]
  return counts.reduce((sum, count) => sum + count, 0)
}

/** What is due by the clock of the wall and of each sandbox, the tenants taking turns. */
async function dueChecks({ connection }: Services): Promise<Due[]> {
  const { rows } = await connection.db.execute<Due & Record<string, unknown>>(sql`
    select id, organization_id, environment, provider from (
      select *, row_number() over (partition by provider order by turn, ask_at, id) as place from (
        select t.*, row_number() over (partition by t.provider, t.organization_id, t.environment order by t.ask_at, t.id) as turn
        from identity_sessions t left join sandboxes s on s.organization_id = t.organization_id and t.environment = 'sandbox'
        where t.ask_at is not null and t.external_id is not null and t.provider is not null and t.status in ('open', 'processing')
          and t.ask_at <= coalesce(s.frozen_at, now() + coalesce(s.clock_offset_ms, 0) * interval '1 millisecond')
      ) of_tenants
    ) d where place <= ${MOST} order by provider, place`)
  return rows
}

const accountOf = ({ organization_id, environment }: Due) => `${organization_id} ${environment}`

/** One provider's turn. An account that was not answered is let be for this turn. */
async function runLane(services: Services, due: Due[], errors: unknown[]): Promise<number> {
  const until = performance.now() + TURN_MS
  const silent = new Set<string>()
  /** The first check of each account, until it is answered. */
  const first = new Map<string, Promise<void>>()
  const left = due.values()
  let answered = 0
  const ask = async (one: Due) => {
    try {
      const answer = await askOne(services, one)
      if (answer) answered++
      if (answer === false) silent.add(accountOf(one))
    } catch (error) {
      errors.push(error)
    }
  }
  const work = async () => {
    for (const one of left) {
      if (performance.now() > until) return
      const account = accountOf(one)
      const tried = first.get(account)
      if (!tried) {
        const asking = ask(one)
        first.set(account, asking)
        await asking
        continue
      }
      // Whether the account is answered at all is found out once, not by as many as are asked at the same time.
      await tried
      if (!silent.has(account)) await ask(one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answered
}

/** Whether the provider answered; null where it had not to be asked after all. */
async function askOne(services: Services, one: Due): Promise<boolean | null> {
  const t = identitySessions
  const ctx = await systemCtxIn(services, { id: 'deadlines', organizationId: one.organization_id, environment: one.environment })
  const session = await findScoped(ctx.db, t, ctx, one.id)
  if (!session) return null
  const due = inScope(t, ctx, and(lte(t.ask_at, new Date(ctx.now)), isNotNull(t.external_id), inArray(t.status, ['open', 'processing'])))
  const since = ctx.now - session.updated_at.getTime()
  // no audit: when it is looked at next is no act.
  const claimed = await ctx.db
    .update(t)
    .set({ ask_at: new Date(ctx.now + Math.min(Math.max(since, FIRST_ASKED_MS), SELDOM_MS)) })
    .where(and(due, eq(t.id, session.id)))
    .returning({ id: t.id })
  if (!claimed.length) return null
  if (await asked(ctx, session, one.provider)) return true
  // The account's other checks would find the same: they wait as well.
  await ctx.db
    .update(t)
    .set({ ask_at: new Date(ctx.now + FIRST_ASKED_MS) })
    .where(and(due, eq(t.provider, one.provider)))
  return false
}

/** Whether the provider answered. */
async function asked(ctx: Ctx, session: SessionRow, provider: ProviderName): Promise<boolean> {
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
