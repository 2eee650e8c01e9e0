import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { openOrNull } from '#core/kernel/sealed.ts'
import { API_VERSIONS, CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { Tx } from '#db/connect.ts'
import { events, organizations, webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'
import { mayHear } from '../event-log/hidden.ts'
import { EVENT_TYPES, type EventType } from '../events/event-types.ts'
import { write } from '../transaction.ts'
import { defineVerb } from '../verb.ts'
import { attemptContext } from './record.ts'
import { webhookEndpoint } from './shape.ts'
import { newWebhookSecret } from './sign.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

/** `wallet.*`, `wallet.verification.*` and the like. */
function beginnings(): string[] {
  const found = [...EVENT_TYPES.keys()].flatMap((type) =>
    type.split('.').flatMap((_, at, parts) => (at ? [`${parts.slice(0, at).join('.')}.*`] : [])),
  )
  return [...new Set(found)].sort()
}

/** A type, the beginning of types with `.*`, or all: what there is, in the document too. */
const subscribedType = z
  .string()
  .max(100)
  .meta({ enum: ['*', ...beginnings(), ...EVENT_TYPES.keys()] })

const fields = {
  url: z.string().max(2_048),
  description: z.string().max(500).nullish(),
  event_types: z.array(subscribedType).min(1).max(200).default(['*']).meta({ description: 'Exact types, prefixes such as wallet.*, or *' }),
  filters: z.strictObject({ resource_id: z.string().max(100).optional(), market: z.string().max(20).optional() }).default({}),
  strict_order: z.boolean().default(false).meta({ description: 'Hold later events of an object until the earlier ones are delivered' }),
  payload: z.enum(['summary', 'full']).default('summary'),
  api_version: z
    .enum(API_VERSIONS as [string, ...string[]])
    .optional()
    .meta({ description: 'The version of the API whose shapes it gets; that of the call which adds it, when left out' }),
}
/** What an endpoint that answers again has no more of. */
export const BACK = { status: 'enabled', disabled_reason: null, failing_since: null, failing_told_at: null } as const

const createEndpointInput = z.strictObject(fields)
export const updateEndpointInput = z.strictObject({
  url: fields.url.optional(),
  description: fields.description,
  event_types: z.array(subscribedType).min(1).max(200).optional(),
  filters: z.strictObject({ resource_id: z.string().max(100).optional(), market: z.string().max(20).optional() }).optional(),
  strict_order: z.boolean().optional(),
  payload: z.enum(['summary', 'full']).optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
  api_version: fields.api_version.meta({
    description: 'The version of the API whose shapes it gets from now on, also of what is sent again',
  }),
})

/** What is known of an endpoint: `status` says whether events are sent to it, this how it takes them. */
const stateOf = (row: Pick<EndpointRow, 'status' | 'failing_since' | 'verified_at'>): 'unverified' | 'enabled' | 'failing' | 'disabled' =>
  row.status === 'disabled' ? 'disabled' : row.failing_since ? 'failing' : row.verified_at ? 'enabled' : 'unverified'

export function presentEndpoint(row: EndpointRow) {
  return {
    id: row.id,
    object: 'webhook_endpoint' as const,
    url: row.url,
    description: row.description,
    event_types: row.event_types,
    filters: row.filters,
    strict_order: row.strict_order,
    payload: row.payload as 'summary' | 'full',
    status: row.status as 'enabled' | 'disabled',
    state: stateOf(row),
    disabled_reason: row.disabled_reason,
    verified_at: row.verified_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    api_version: row.api_version,
    previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
    environment: row.environment,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Refuses subscriptions to types that do not exist: they would wait for ever. */
export function checkTypes(types: readonly string[] | undefined): void {
  for (const [i, type] of (types ?? []).entries()) {
    const known =
      type === '*' ||
      (type.endsWith('.*') ? [...EVENT_TYPES.keys()].some((t) => t.startsWith(type.slice(0, -1))) : EVENT_TYPES.has(type as EventType))
    if (!known) throw invalidField(`/event_types/${i}`, 'invalid_enum', `${type} is not an event type.`)
  }
}

/** Refuses an address a webhook may not go to. Asks the DNS, so not within a transaction. */
export async function guardUrl(ctx: Ctx, url: string): Promise<void> {
  try {
    await egress.check('webhook', url, { allowPrivate: ctx.services.config.webhookAllowPrivate })
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    const detail = error.message
    throw new AppError('private_address', detail, { fields: [{ pointer: '/url', code: 'invalid_format', detail }] })
  }
}

const seal = async (tx: Tx, ctx: Ctx, id: string, secret: string) =>
  (await ctx.services.keyring.seal(tx, ctx, tenantKeyId(ctx), `webhooks.secret:${id}`, secret)).toString('base64')

/** The secrets now valid for an endpoint, newest first. */
export async function endpointSecrets(
  ctx: Pick<Ctx, 'db' | 'services' | 'organizationId' | 'environment' | 'now'>,
  row: EndpointRow,
): Promise<string[]> {
  const open = (sealed: string) =>
    ctx.services.keyring.open<string>(ctx.db, tenantKeyId(ctx), `webhooks.secret:${row.id}`, Buffer.from(sealed, 'base64'))
  const secrets = [await open(row.secret_sealed)]
  if (row.previous_secret_sealed && row.previous_secret_until && row.previous_secret_until.getTime() > ctx.now)
    secrets.push(await open(row.previous_secret_sealed))
  return secrets
}

const MOST_ENDPOINTS = 100

/** Adds an endpoint. Its secret is in this answer and in those of a rotation, nowhere else. */
export const createWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.create',
  permission: 'webhooks.write',
  input: createEndpointInput,
  output: z.object({ success: z.literal(true), ...webhookEndpoint.shape, secret: z.string() }),
  run: async ({ ctx, input }) => {
    checkTypes(input.event_types)
    await guardUrl(ctx, input.url)
    return write(ctx, async (tx) => {
      // Of calls at the same moment none passes the number together with another.
      await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, ctx.organizationId)).for('update')
      const [has] = await tx.select({ n: count() }).from(webhookEndpoints).where(inScope(webhookEndpoints, ctx))
      if ((has?.n ?? 0) >= MOST_ENDPOINTS)
        throw new AppError(
          'conflict',
          `An organisation has at most ${MOST_ENDPOINTS} webhook endpoints in each environment. Delete one first.`,
        )
      const { row, secret } = await insertEndpoint(tx, ctx, {
        url: input.url,
        description: input.description ?? null,
        event_types: input.event_types,
        filters: input.filters as EndpointRow['filters'],
        strict_order: input.strict_order,
        payload: input.payload,
        api_version: input.api_version,
      })
      return {
        result: { success: true as const, ...presentEndpoint(row), secret },
        audit: {
          action: 'webhook_endpoint_created',
          category: 'system',
          subject: { type: 'webhook_endpoint', id: row.id },
          details: { host: new URL(input.url).host },
          standing: [`webhook_endpoint:${row.id}`, `webhook_state:${row.id}`],
        },
      }
    })
  },
})

/** A new endpoint and its secret, which is kept sealed. */
export async function insertEndpoint(
  tx: Tx,
  ctx: Ctx,
  given: Pick<typeof webhookEndpoints.$inferInsert, 'url' | 'description' | 'event_types' | 'filters' | 'strict_order' | 'payload'> & {
    api_version?: string | undefined
  },
): Promise<{ row: EndpointRow; secret: string }> {
  const id = newId('webhook_endpoint', ctx.now)
  const secret = newWebhookSecret()
  const at = new Date(ctx.now)
  const [row] = await tx
    .insert(webhookEndpoints)
    .values({
      ...given,
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      secret_sealed: await seal(tx, ctx, id, secret),
      api_version: given.api_version ?? (ctx.actor.type === 'api_key' ? ctx.actor.version : CURRENT_VERSION),
      created_at: at,
      updated_at: at,
    })
    .returning()
  return { row: row!, secret }
}

export const listWebhookEndpoints = defineVerb({
  name: 'webhook_endpoints.list',
  permission: 'webhooks.read',
  input: z.strictObject(pageQuery),
  output: listOf(webhookEndpoint),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'webhook-endpoints', input.cursor)
    const rows = await ctx.db
      .select()
      .from(webhookEndpoints)
      .where(inScope(webhookEndpoints, ctx, after ? lt(webhookEndpoints.id, after[0] as string) : undefined))
      .orderBy(desc(webhookEndpoints.id))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'webhook-endpoints', rows, input.limit, presentEndpoint, (r) => [r.id]) }
  },
})

export const getWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.get',
  permission: 'webhooks.read',
  input: byId(),
  output: z.object({ success: z.literal(true), ...webhookEndpoint.shape }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, webhookEndpoints, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentEndpoint(row) }
  },
})

/** Removes an endpoint; its pending deliveries end with it. */
export const deleteWebhookEndpoint = defineVerb({
  name: 'webhook_endpoints.delete',
  permission: 'webhooks.write',
  input: byId(),
  output: z.object({ success: z.literal(true), id: z.string(), object: z.literal('webhook_endpoint'), deleted: z.literal(true) }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const found = await lockScoped(tx, webhookEndpoints, ctx, input.id)
      if (!found) throw notFound()
      await tx
        .update(webhookDeliveries)
        .set({ status: 'aborted', finished_at: new Date() })
        .where(and(eq(webhookDeliveries.endpoint_id, input.id), eq(webhookDeliveries.status, 'pending')))
      await tx.delete(webhookEndpoints).where(inScope(webhookEndpoints, ctx, eq(webhookEndpoints.id, input.id)))
      return {
        result: { success: true as const, id: input.id, object: 'webhook_endpoint' as const, deleted: true as const },
        audit: {
          action: 'webhook_endpoint_deleted',
          category: 'system',
          subject: { type: 'webhook_endpoint', id: input.id },
          standing: [`webhook_endpoint:${input.id}`, `webhook_state:${input.id}`],
        },
      }
    })
  },
})

/** A new secret; the old one stays valid for `overlap_hours`, and both sign. */
export const rotateWebhookSecret = defineVerb({
  name: 'webhook_endpoints.rotate_secret',
  permission: 'webhooks.write',
  input: byId().extend({ overlap_hours: z.number().int().min(0).max(168).default(24) }),
  output: z.object({ success: z.literal(true), ...webhookEndpoint.shape, secret: z.string() }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const found = await lockScoped(tx, webhookEndpoints, ctx, input.id)
      if (!found) throw notFound()
      const secret = newWebhookSecret()
      const until = new Date(ctx.now + input.overlap_hours * 3_600_000)
      const [row] = await tx
        .update(webhookEndpoints)
        .set({
          secret_sealed: await seal(tx, ctx, found.id, secret),
          previous_secret_sealed: input.overlap_hours > 0 ? found.secret_sealed : null,
          previous_secret_until: input.overlap_hours > 0 ? until : null,
          updated_at: new Date(ctx.now),
        })
        .where(inScope(webhookEndpoints, ctx, eq(webhookEndpoints.id, found.id)))
        .returning()
      return {
        result: { success: true as const, ...presentEndpoint(row!), secret },
        audit: {
          action: 'webhook_secret_rotated',
          category: 'system',
          subject: { type: 'webhook_endpoint', id: found.id },
          details: { overlap_hours: input.overlap_hours },
          standing: [`webhook_endpoint:${found.id}`, `webhook_state:${found.id}`],
        },
      }
    })
  },
})

const attemptsQuery = z.strictObject({
  ...pageQuery,
  event_id: z.string().max(100).optional(),
  failed: z.enum(['true', 'false']).optional(),
})

const FAILED = sql`(${webhookAttempts.status} is null or ${webhookAttempts.status} not between 200 and 299)`

/** Tries of an endpoint, newest first, with what was sent and what came back. */
export const listWebhookAttempts = defineVerb({
  name: 'webhook_endpoints.attempts',
  permission: 'webhooks.read',
  input: byId().extend(attemptsQuery.shape),
  output: listOf(
    z.looseObject({
      id: z.string(),
      object: z.literal('webhook_attempt'),
      delivery_id: z.string(),
      event_id: z.string(),
      attempt: z.number().int(),
      status: z.number().int().nullable(),
      error: z.string().nullable(),
      request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
      response: z.object({ headers: z.record(z.string(), z.string()).nullable(), body: z.string().nullable() }),
      address: z.string().nullable(),
      duration_ms: z.number().int().nullable(),
      created_at: z.string(),
    }),
  ),
  run: async ({ ctx, input }) => {
    if (!(await findScoped(ctx.db, webhookEndpoints, ctx, input.id))) throw notFound()
    const after = decodeCursor(ctx, 'attempts', input.cursor)
    const rows = await ctx.db
      .select()
      .from(webhookAttempts)
      .where(
        and(
          eq(webhookAttempts.endpoint_id, input.id),
          // What was sent to the organisation's programs of a case about its reader is not read back here.
          sql`(select ${mayHear(ctx)} from ${events} where ${events.id} = ${webhookAttempts.event_id}) is not false`,
          input.event_id ? eq(webhookAttempts.event_id, input.event_id) : undefined,
          input.failed && (input.failed === 'true' ? FAILED : sql`not ${FAILED}`),
          after ? lt(webhookAttempts.id, after[0] as string) : undefined,
        ),
      )
      .orderBy(desc(webhookAttempts.id))
      .limit(input.limit + 1)
    const bodies = new Map(await Promise.all(rows.map(async (row) => [row.id, await bodiesOf(ctx, row)] as const)))
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'attempts',
        rows,
        input.limit,
        (a) => ({
          id: a.id,
          object: 'webhook_attempt' as const,
          delivery_id: a.delivery_id,
          event_id: a.event_id,
          attempt: a.attempt,
          status: a.status,
          error: a.error,
          request: { headers: a.request_headers, body: bodies.get(a.id)!.request },
          response: { headers: a.response_headers, body: bodies.get(a.id)!.response },
          address: a.address,
          duration_ms: a.duration_ms,
          created_at: a.created_at.toISOString(),
        }),
        (a) => [a.id],
      ),
    }
  },
})

async function bodiesOf({ db, services }: Ctx, row: typeof webhookAttempts.$inferSelect) {
  const open = (body: typeof row.response_body) => openOrNull(db, services, attemptContext(row.id), body)
  return { request: (await open(row.request_body)) ?? '', response: await open(row.response_body) }
}
