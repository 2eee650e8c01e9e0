import type { Ctx, Environment } from '#core/kernel/context.ts'
import { type EndpointRow, endpointSecrets } from './endpoints.ts'
import { type SendResult, sendOnce } from './send.ts'
import { signaturesOf } from './sign.ts'

export interface Sent {
  result: SendResult
  headers: Record<string, string>
  body: string
}

/** Signs and sends one message to an endpoint. Used for deliveries, pings and drills. */
export async function post(
  ctx: Ctx,
  endpoint: EndpointRow,
  message: { id: string; body: string; attempt: number; timestamp?: number; signature?: string; timeoutMs?: number },
): Promise<Sent> {
  const timestamp = message.timestamp ?? Math.floor(Date.now() / 1000)
  const secrets = await endpointSecrets(ctx, endpoint)
  const signers = ctx.services.keyring.signing.webhook[endpoint.environment as Environment]
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sealwright-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': message.signature ?? (await signaturesOf({ id: message.id, timestamp, body: message.body, secrets, signers })),
    'sealwright-attempt': String(message.attempt),
    'sealwright-environment': endpoint.environment,
  }
  const { webhookAllowPrivate: allowPrivate } = ctx.services.config
  const result = await sendOnce(endpoint.url, { headers, body: message.body, allowPrivate, timeoutMs: message.timeoutMs })
  return { result, headers, body: message.body }
}
