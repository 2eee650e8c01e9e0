import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { issuances, lots } from '#db/schema.ts'

/**
 * Of a row of `lots`: whether its units wait for their mint, or waited for it at a time. They are reserved for somebody, and nobody
 * holds them.
 */
export const unminted = (
  at: string | null = null,
) => sql<boolean>`exists (select from ${issuances} where ${issuances.id} = ${lots.issuance_id}
  and ${issuances.organization_id} = ${lots.organization_id} and ${issuances.environment} = ${lots.environment}
  and ${issuances.offering_id} = ${lots.offering_id} and not ${mintedAt(at)})`

/** Of a row of `issuances`: whether its mint is confirmed, or was at a time. */
export const mintedAt = (at: string | null): SQL =>
  at === null ? sql`${issuances.status} = 'confirmed'` : sql`coalesce(${issuances.confirmed_during} @> ${at}::timestamptz, false)`

const now = (ctx: Pick<Ctx, 'now'>) => new Date(ctx.now).toISOString()

/** From now on the mint is confirmed. */
export const confirmedFromNow = (ctx: Pick<Ctx, 'now'>): SQL<string> =>
  sql`coalesce(${issuances.confirmed_during}, '{}') + tstzmultirange(tstzrange(${now(ctx)}::timestamptz, null))`

/** From now on it is not: its block left the chain. What was so before stays so. */
export const confirmedUntilNow = (ctx: Pick<Ctx, 'now'>): SQL<string> =>
  sql`${issuances.confirmed_during} * tstzmultirange(tstzrange(null, ${now(ctx)}::timestamptz))`
