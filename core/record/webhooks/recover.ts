import { and, asc, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, dateTime } from '#core/kernel/fields.ts'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { write } from '../transaction.ts'
import { defineVerb } from '../verb.ts'
import { wants } from './dispatch.ts'
import { BACK, type EndpointRow } from './endpoints.ts'
import { newDelivery } from './new-delivery.ts'
import { requirePing } from './ping.ts'

const recoverInput = z.strictObject({
  since: dateTime.optional().meta({ description: 'From this time on; `since` or `from_event`' }),
  from_event: z.string().max(100).optional().meta({ description: 'From this event on, itself included' }),
  until: dateTime.optional(),
  only_failed: z.boolean().default(true),
  dry_run: z.boolean().default(false),
})
type Input = { id: string } & z.output<typeof recoverInput>

/** Events are kept this long for an endpoint that missed them. */
const KEPT_MS = 30 * 86_400_000
const PAGE = 500

/**
 * Sends the events of a period to an endpoint again: those that failed or that it missed while it was disabled, or all it is
 * subscribed to. A disabled endpoint is enabled by it, once it answers a signed ping. `dry_run` only counts. Throws `conflict` while
 * the ping is not answered.
 */
export const recoverWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.recover',
  permission: 'webhooks.write',
  input: byId().extend(recoverInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('webhook_recovery'),
    count: z.number().int(),
    queued: z.number().int(),
  }),
  run: async ({ ctx, input }) => {
    const endpoint = await findScoped(ctx.db, webhookEndpoints, ctx, input.id)
    if (!endpoint) throw notFound()
    const since = await start(ctx, input)
    const until = input.until ? new Date(input.until) : undefined
    const again = and(
      eq(webhookDeliveries.endpoint_id, endpoint.id),
      since.delivered,
      until ? lte(webhookDeliveries.created_at, until) : undefined,
      inArray(webhookDeliveries.status, input.only_failed ? ['exhausted', 'aborted'] : ['exhausted', 'aborted', 'delivered']),
    )
    const [count] = await ctx.db.select({ count: sql<string>`count(*)` }).from(webhookDeliveries).where(again)
    const missed = await missedEvents(ctx, endpoint, since.position, since.happened, until)
    const total = Number(count!.count) + missed.length
    if (input.dry_run) return { success: true as const, object: 'webhook_recovery' as const, count: total, queued: 0 }
    const back = endpoint.status === 'disabled'
    if (back) await requirePing(ctx, endpoint)
    const result = await write(ctx, async (tx) => {
      if (back)
        await tx
          .update(webhookEndpoints)
          .set({ ...BACK, verified_at: endpoint.verified_at ?? new Date(ctx.now), updated_at: new Date(ctx.now) })
          .where(inScope(webhookEndpoints, ctx, eq(webhookEndpoints.id, endpoint.id)))
      await tx
        .update(webhookDeliveries)
        .set({ status: 'pending', attempts: 0, next_attempt_at: new Date(ctx.now), finished_at: null })
        .where(again)
      for (let from = 0; from < missed.length; from += PAGE)
        await tx
          .insert(webhookDeliveries)
          .values(missed.slice(from, from + PAGE).map((event) => newDelivery(endpoint, event, new Date(ctx.now))))
          .onConflictDoNothing()
      return {
        result: { success: true as const, object: 'webhook_recovery' as const, count: total, queued: total },
        audit: {
          action: 'webhook_recovered',
          category: 'system',
          subject: { type: 'webhook_endpoint', id: endpoint.id },
          details: { count: total, enabled: back },
          ...(back && { standing: [`webhook_state:${endpoint.id}` as const] }),
        },
        ...(back && {
          events: [
            {
              type: 'webhook_endpoint.recovered' as const,
              resource: { type: 'webhook_endpoint', id: endpoint.id },
              object: { endpoint: { id: endpoint.id, url: endpoint.url }, last_error: endpoint.disabled_reason },
            },
          ],
        }),
      }
    })
    ctx.services.wake('webhooks')
    return result
  },
})

/** Where to begin: by a delivery's own time, and by the event's, which in a sandbox is that of its clock. */
async function start(ctx: Ctx, input: Input): Promise<{ delivered: SQL; happened: Date; position: number }> {
  if (input.from_event) {
    const event = await findScoped(ctx.db, events, ctx, input.from_event)
    if (!event) throw invalidField('/from_event', 'unknown_event', 'There is no such event, or it is older than 30 days.')
    // Not by time: events of one moment are handed on together.
    const later = ctx.db
      .select({ id: events.id })
      .from(events)
      .where(inScope(events, ctx, gte(events.position, event.position)))
    return { delivered: inArray(webhookDeliveries.event_id, later), happened: new Date(0), position: event.position - 1 }
  }
  if (!input.since) throw invalidField('/since', 'required', 'Give since or from_event.')
  const since = new Date(input.since)
  return { delivered: gte(webhookDeliveries.created_at, since), happened: since, position: 0 }
}

/** What the endpoint is subscribed to and was never sent: it was disabled, or is younger than the event. */
async function missedEvents(ctx: Ctx, endpoint: EndpointRow, position: number, since: Date, until: Date | undefined) {
  const begin = new Date(Math.max(since.getTime(), ctx.now - KEPT_MS, endpoint.created_at.getTime()))
  const missed = []
  for (let after = position; ; ) {
    const rows = await ctx.db
      .select()
      .from(events)
      .where(
        inScope(
          events,
          ctx,
          and(
            gt(events.position, after),
            gte(events.created_at, begin),
            until ? lte(events.created_at, until) : undefined,
            sql`${events.dispatched_at} is not null`,
            sql`not exists (select 1 from ${webhookDeliveries} d where d.endpoint_id = ${endpoint.id} and d.event_id = ${events.id})`,
          ),
        ),
      )
      .orderBy(asc(events.position))
      .limit(PAGE)
    missed.push(...rows.filter((event) => wants({ ...endpoint, status: 'enabled' }, event)))
    if (rows.length < PAGE) return missed
    after = rows.at(-1)!.position
  }
}
