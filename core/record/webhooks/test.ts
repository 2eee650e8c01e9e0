import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { olderEvent } from '#core/kernel/versions/convert.ts'
import { events, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { presentEvent } from '../event-log/present.ts'
import { exampleEvent } from '../events/event-schemas.ts'
import { EVENT_TYPES, type EventType } from '../events/event-types.ts'
import { write } from '../transaction.ts'
import { defineVerb } from '../verb.ts'
import { wants } from './dispatch.ts'
import { newDelivery } from './new-delivery.ts'
import { post } from './post.ts'
import { isSuccess } from './send.ts'

const testInput = z.strictObject({
  type: z.string().max(100).default('ping').meta({ description: 'The event type to send an example of; ping by default' }),
  overrides: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Fields to lay over the example object' }),
})

/** Sends one example event to an endpoint, at once, and tells what it answered. Nothing is recorded as having happened. */
export const testWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.test',
  permission: 'webhooks.write',
  input: byId().extend(testInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('webhook_test'),
    event_id: z.string(),
    delivered: z.boolean(),
    status: z.number().int().nullable(),
    error: z.string().nullable(),
    duration_ms: z.number().int(),
    request: z.looseObject({}),
    response: z.looseObject({}),
  }),
  run: async ({ ctx, input }) => {
    if (!EVENT_TYPES.has(input.type as EventType)) throw invalidField('/type', 'invalid_enum', `${input.type} is not an event type.`)
    const endpoint = await findScoped(ctx.db, webhookEndpoints, ctx, input.id)
    if (!endpoint) throw notFound()
    const [latest] = await ctx.db
      .select()
      .from(events)
      .where(inScope(events, ctx, eq(events.type, input.type)))
      .orderBy(sql`position desc`)
      .limit(1)
    const { object: _, ...event } = olderEvent(endpoint.api_version, latest ? presentEvent(latest) : exampleEvent(input.type as EventType))
    const id = newId('event', ctx.now)
    const message = {
      ...event,
      id,
      timestamp: new Date(ctx.now).toISOString(),
      environment: ctx.environment,
      ...(input.type === 'ping' && { resource: { type: 'webhook_endpoint', id: endpoint.id } }),
      request: { id: ctx.requestId, idempotency_key: null },
      actor: { type: ctx.actor.type, id: ctx.actor.id },
      test: true,
      data: { ...event.data, object: { ...event.data.object, ...input.overrides } },
    }
    const sent = await post(ctx, endpoint, { id, body: JSON.stringify(message), attempt: 1 })
    const delivered = isSuccess(sent.result.status)
    // no audit: what it answered is in this answer, and that it did wherever the endpoint is shown.
    if (delivered && !endpoint.verified_at)
      await ctx.db
        .update(webhookEndpoints)
        .set({ verified_at: new Date(ctx.now) })
        .where(inScope(webhookEndpoints, ctx, eq(webhookEndpoints.id, endpoint.id)))
    return {
      success: true as const,
      object: 'webhook_test' as const,
      event_id: id,
      delivered,
      status: sent.result.status,
      error: sent.result.error,
      duration_ms: sent.result.durationMs,
      request: { headers: sent.headers, body: sent.body },
      response: { headers: sent.result.headers, body: sent.result.body },
    }
  },
})

/** Sends one event again to every endpoint that wants it, or to one of them. Throws `conflict` for one that is disabled. */
export const resendEvent = defineVerb({
  name: 'events.resend',
  permission: 'webhooks.write',
  input: byId().extend({ endpoint_id: z.string().max(100).optional() }),
  output: z.object({ success: z.literal(true), object: z.literal('event_resend'), event_id: z.string(), endpoints: z.array(z.string()) }),
  run: async ({ ctx, input }) => {
    const event = await findScoped(ctx.db, events, ctx, input.id)
    if (!event) throw notFound()
    if (input.endpoint_id && !(await findScoped(ctx.db, webhookEndpoints, ctx, input.endpoint_id))) throw notFound()
    const found = await ctx.db
      .select()
      .from(webhookEndpoints)
      .where(
        inScope(
          webhookEndpoints,
          ctx,
          input.endpoint_id ? eq(webhookEndpoints.id, input.endpoint_id) : eq(webhookEndpoints.status, 'enabled'),
        ),
      )
    if (input.endpoint_id && found[0]?.status !== 'enabled')
      throw new AppError('conflict', 'The endpoint is disabled: nothing is sent to it. Enable it first; recover sends what it missed.')
    const targets = input.endpoint_id ? found : found.filter((endpoint) => wants(endpoint, event))
    const result = await write(ctx, async (tx) => {
      for (const endpoint of targets)
        await tx
          .insert(webhookDeliveries)
          .values(newDelivery(endpoint, event, new Date(ctx.now)))
          .onConflictDoUpdate({
            target: [webhookDeliveries.endpoint_id, webhookDeliveries.event_id],
            set: { status: 'pending', attempts: 0, next_attempt_at: new Date(ctx.now), finished_at: null },
          })
      return {
        result: { success: true as const, object: 'event_resend' as const, event_id: event.id, endpoints: targets.map((t) => t.id) },
        audit: {
          action: 'event_resent',
          category: 'system',
          subject: { type: 'event', id: event.id },
          details: { endpoints: targets.length },
        },
      }
    })
    ctx.services.wake('webhooks')
    return result
  },
})
