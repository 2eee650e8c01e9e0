import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { webhookEndpoints } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { write } from '../transaction.ts'
import { defineVerb } from '../verb.ts'
import { BACK, checkTypes, type EndpointRow, guardUrl, presentEndpoint, updateEndpointInput } from './endpoints.ts'
import { requirePing } from './ping.ts'
import { webhookEndpoint } from './shape.ts'

/** Changes an endpoint. One that was disabled is enabled again once it answers a signed ping. Throws `conflict` while it does not. */
export const updateWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.update',
  permission: 'webhooks.write',
  input: byId().extend(updateEndpointInput.shape),
  output: z.object({ success: z.literal(true), ...webhookEndpoint.shape }),
  run: async ({ ctx, input }) => {
    const { id, ...changes } = input
    checkTypes(changes.event_types)
    if (changes.url) await guardUrl(ctx, changes.url)
    const seen = await findScoped(ctx.db, webhookEndpoints, ctx, id)
    if (!seen) throw notFound()
    const answered = changes.status === 'enabled' && seen.status === 'disabled'
    if (answered) await requirePing(ctx, { ...seen, ...(changes.url && { url: changes.url }) })
    return write(ctx, async (tx) => {
      const found = await lockScoped(tx, webhookEndpoints, ctx, id)
      if (!found) throw notFound()
      const enabled = changes.status === 'enabled' && found.status !== 'enabled'
      const [row] = await tx
        .update(webhookEndpoints)
        .set({
          ...(changes as Partial<EndpointRow>),
          ...(enabled && BACK),
          // Another address has shown nothing yet.
          ...(answered
            ? { verified_at: found.verified_at ?? new Date(ctx.now) }
            : changes.url && changes.url !== found.url && { verified_at: null }),
          updated_at: new Date(ctx.now),
        })
        .where(inScope(webhookEndpoints, ctx, eq(webhookEndpoints.id, id)))
        .returning()
      return {
        result: { success: true as const, ...presentEndpoint(row!) },
        audit: {
          action: 'webhook_endpoint_updated',
          category: 'system',
          subject: { type: 'webhook_endpoint', id },
          details: { changed: Object.keys(changes) },
          standing: [`webhook_endpoint:${id}`, `webhook_state:${id}`],
        },
        ...(enabled && {
          events: [
            {
              type: 'webhook_endpoint.recovered' as const,
              resource: { type: 'webhook_endpoint', id },
              object: { endpoint: { id, url: row!.url }, last_error: found.disabled_reason },
            },
          ],
        }),
      }
    })
  },
})
