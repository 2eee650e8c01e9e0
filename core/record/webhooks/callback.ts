import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { webhookEndpoints } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { appendAudit } from '../log/append.ts'
import { guardUrl, insertEndpoint } from './endpoints.ts'

/** Refuses an address a webhook may not go to, naming the field it came in. Not within a transaction, as `guardUrl`. */
export async function guardEndpoint(ctx: Ctx, url: string, pointer: string): Promise<void> {
  try {
    await guardUrl(ctx, url)
  } catch (error) {
    if (error instanceof AppError && error.status === 422) throw invalidField(pointer, error.fields[0]?.code ?? error.code, error.message)
    throw error
  }
}

/**
 * Has the steps of an investor told to an address given with a call: an endpoint of its own, made once, which is listed, signed,
 * retried and removed like any other. Nobody was shown its secret, so its receiver checks the `v1a` signature by our public keys.
 */
export async function keepCallback(tx: Tx, ctx: Ctx, investorId: string, url: string): Promise<void> {
  const same = and(eq(webhookEndpoints.url, url), sql`${webhookEndpoints.filters} ->> 'resource_id' = ${investorId}`)
  const [known] = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(inScope(webhookEndpoints, ctx, same))
    .limit(1)
  if (known) return
  const { row } = await insertEndpoint(tx, ctx, {
    url,
    description: `callback_url of ${investorId}`,
    event_types: ['investor.verification.*'],
    filters: { resource_id: investorId },
  })
  await appendAudit(tx, ctx, [
    {
      action: 'webhook_endpoint_created',
      category: 'system',
      subject: { type: 'webhook_endpoint', id: row.id },
      details: { host: new URL(url).host, investor_id: investorId },
      standing: [`webhook_endpoint:${row.id}`, `webhook_state:${row.id}`],
    },
  ])
}
