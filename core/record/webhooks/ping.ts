import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EndpointRow } from './endpoints.ts'
import { post } from './post.ts'
import { isSuccess } from './send.ts'

/** Sends a signed ping and waits for its 2xx. Throws `conflict` with what came back. */
export async function requirePing(ctx: Ctx, endpoint: EndpointRow): Promise<void> {
  const id = newId('event', ctx.now)
  const body = JSON.stringify({
    id,
    type: 'ping',
    timestamp: new Date(ctx.now).toISOString(),
    api_version: endpoint.api_version,
    environment: endpoint.environment,
    sequence: 1,
    resource: { type: 'webhook_endpoint', id: endpoint.id },
    request: { id: ctx.requestId, idempotency_key: null },
    actor: { type: ctx.actor.type, id: ctx.actor.id },
    test: true,
    data: { object: { message: 'Does this endpoint answer again?' } },
  })
  const { result } = await post(ctx, endpoint, { id, body, attempt: 1 })
  if (isSuccess(result.status)) return
  throw new AppError(
    'conflict',
    `The endpoint stays disabled: it did not answer a signed ping with 2xx (${result.error ?? `it answered ${result.status}`}). Repair it and try again; its events are kept for 30 days.`,
    { extra: { last_error: result.error ?? `answered ${result.status}` } },
  )
}
