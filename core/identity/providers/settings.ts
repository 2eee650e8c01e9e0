import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound, requireFields } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { IDENTITY_PROVIDERS, identityProviders } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { asksOf } from './ask.ts'
import type { ProviderAccount, ProviderName } from './provider.ts'
import { addressOfProvider, PROVIDERS } from './registry.ts'

type Row = typeof identityProviders.$inferSelect

const providerName = z.enum(IDENTITY_PROVIDERS)
const secret = (description: string) => z.string().min(8).max(500).meta({ description })

const providerShape = z
  .object({
    id: z.string(),
    object: z.literal('identity_provider'),
    provider: providerName,
    title: z.string(),
    flow: z.string().nullable(),
    region: z.enum(['eu', 'us', 'ca']).nullable(),
    webhook_url: z.string().meta({ description: 'Where the provider has to send its messages: enter it there' }),
    set_by: z.string(),
    last_heard_at: z.string().nullable().meta({ description: 'When a message of the provider was heard last' }),
    last_refused_at: z.string().nullable().meta({
      description: 'When a message came last whose signature did not hold: with another secret, or by somebody else',
    }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ title: 'IdentityProvider' })

const present = ({ services }: Pick<Ctx, 'services'>, row: Row): z.output<typeof providerShape> => ({
  id: row.id,
  object: 'identity_provider',
  provider: row.provider,
  title: PROVIDERS[row.provider].title,
  flow: row.flow,
  region: row.region,
  webhook_url: `${services.config.publicUrl}/api/identity/providers/${row.provider}/${row.id}`,
  set_by: row.set_by,
  last_heard_at: row.heard_at?.toISOString() ?? null,
  last_refused_at: row.refused_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const setInput = z.strictObject({
  provider: providerName.meta({ description: 'Name of the provider' }),
  api_key: secret('The key with which it is asked'),
  api_secret: secret('With what requests are signed: of `sumsub` and `veriff`').optional(),
  webhook_secret: secret('With what its messages are signed: of all but `veriff`, which uses the other one').optional(),
  flow: z
    .string()
    .regex(/^[\w .:-]{1,100}$/)
    .optional()
    .meta({ description: 'Which of its flows people go through: template (`persona`), level (`sumsub`), workflow (`onfido`)' }),
  region: z.enum(['eu', 'us', 'ca']).optional().meta({ description: 'Of `onfido`' }),
})
type SetInput = z.output<typeof setInput>

/**
 * Sets up a provider of identity checks, or replaces its keys. They are sealed and never shown again. Test keys belong to the sandbox,
 * and live ones to production. Throws `validation_failed`.
 */
export const setIdentityProvider = defineVerb({
  name: 'identity_providers.set',
  permission: 'identity.write',
  input: setInput,
  output: providerShape.extend({ success: z.literal(true) }),
  run: async ({ ctx, input }) => {
    const { api_key, api_secret, webhook_secret } = requireFitting(ctx, input)
    // no event: whoever set it up knows.
    return write(ctx, async (tx) => {
      await lockName(tx, ctx, `identity_provider:${input.provider}`)
      const known = await rowOf(tx, ctx, input.provider)
      const id = known?.id ?? newId('identity_provider', ctx.now)
      const secrets: Secrets = { api_key, api_secret, webhook_secret }
      const sealed = await ctx.services.keyring.seal(tx, ctx, tenantKeyId(ctx), secretsContext(id), secrets)
      const at = new Date(ctx.now)
      const values = {
        ...{ flow: input.flow ?? null, region: input.region ?? null, set_by: ctx.actor.id, updated_at: at },
        secrets_sealed: sealed.toString('base64'),
      }
      const scope = { organization_id: ctx.organizationId, environment: ctx.environment }
      const [row] = known
        ? await tx
            .update(identityProviders)
            .set(values)
            .where(inScope(identityProviders, ctx, eq(identityProviders.id, id)))
            .returning()
        : await tx
            .insert(identityProviders)
            .values({ id, ...scope, provider: input.provider, ...values, created_at: at })
            .returning()
      return {
        result: { success: true as const, ...present(ctx, row!) },
        audit: {
          action: known ? 'identity_provider_changed' : 'identity_provider_set',
          category: 'user',
          subject: { type: 'identity_provider', id },
          details: { provider: input.provider, flow: row!.flow, region: row!.region },
          standing: [`identity_provider:${id}`],
        },
      }
    })
  },
})

/** The providers that are set up, without their keys. */
export const listIdentityProviders = defineVerb({
  name: 'identity_providers.list',
  permission: 'identity.read',
  output: z.object({ success: z.literal(true), data: z.array(providerShape) }),
  run: async ({ ctx }) => {
    const rows = await ctx.db.select().from(identityProviders).where(inScope(identityProviders, ctx)).orderBy(identityProviders.provider)
    return { success: true as const, data: rows.map((row) => present(ctx, row)) }
  },
})

/** Removes a provider and its keys: it is asked nothing more, and its messages are not heard. Throws `not_found`. */
export const removeIdentityProvider = defineVerb({
  name: 'identity_providers.remove',
  permission: 'identity.write',
  input: z.strictObject({ provider: providerName.meta({ description: 'Name of the provider' }) }),
  output: z.object({ success: z.literal(true), provider: providerName, removed: z.literal(true) }),
  // no event: whoever removed it knows.
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => ({
      result: { success: true as const, provider: input.provider, removed: true as const },
      audit: await removeProvider(tx, ctx, input.provider),
    })),
})

/** Removes a provider within a transaction. Throws `not_found`. */
export async function removeProvider(tx: Tx, ctx: Ctx, provider: ProviderName): Promise<AuditInput> {
  const [row] = await tx
    .delete(identityProviders)
    .where(inScope(identityProviders, ctx, eq(identityProviders.provider, provider)))
    .returning({ id: identityProviders.id })
  if (!row) throw notFound()
  return {
    action: 'identity_provider_removed',
    category: 'user',
    subject: { type: 'identity_provider', id: row.id },
    details: { provider },
    standing: [`identity_provider:${row.id}`],
  }
}

/** Has people go through another flow of a provider that is set up; its keys stay. Throws `not_found`. */
export async function setProviderFlow(
  tx: Tx,
  ctx: Ctx,
  provider: ProviderName,
  { flow, region }: Pick<Row, 'flow' | 'region'>,
): Promise<AuditInput> {
  const [row] = await tx
    .update(identityProviders)
    .set({ flow, region, set_by: ctx.actor.id, updated_at: new Date(ctx.now) })
    .where(inScope(identityProviders, ctx, eq(identityProviders.provider, provider)))
    .returning()
  if (!row) throw notFound()
  return {
    action: 'identity_provider_changed',
    category: 'user',
    subject: { type: 'identity_provider', id: row.id },
    details: { provider, flow, region },
    standing: [`identity_provider:${row.id}`],
  }
}

/** What a page needs of each provider that can be set up: its title, and what has to be said of an account. */
export const listProviderForms = definePageVerb({
  name: 'identity_providers.forms',
  permission: 'identity.read',
  run: async () => IDENTITY_PROVIDERS.map((provider) => ({ provider, title: PROVIDERS[provider].title, needs: PROVIDERS[provider].needs })),
})

/** Nobody's check: a provider whose keys hold says that there is none. */
const NONE = [400, 404, 422]

/** Asks a provider for a check that there is not, to see whether it is there and takes the keys. Throws `provider_not_configured`, `not_ready`. */
export const testIdentityProvider = definePageVerb({
  name: 'identity_providers.test',
  permission: 'identity.write',
  input: z.strictObject({ provider: providerName }),
  run: async ({ ctx, input: { provider } }): Promise<{ works: true }> => {
    const account = await accountWith(ctx, provider)
    const { title, verdict } = PROVIDERS[provider]
    const answered: number[] = []
    const ask = asksOf(ctx.services, provider, title, addressOfProvider(provider, account), (status) => answered.push(status))
    await verdict(ask, account, randomUUID()).catch((error: unknown) => {
      if (!NONE.includes(answered.at(-1) ?? 0)) throw error
    })
    return { works: true }
  },
})

type Secrets = Pick<ProviderAccount, 'api_key' | 'api_secret' | 'webhook_secret'>
const secretsContext = (id: string) => `identity_providers.secrets:${id}`

const NEEDED = {
  api_secret: 'the secret with which requests are signed',
  webhook_secret: 'the secret with which its messages are signed',
  flow: 'the name of the flow (template, level or workflow) that people go through',
  region: 'the region of your account: eu, us or ca',
} as const

/** What a provider needs is there, and its key is of this world. */
function requireFitting(ctx: Ctx, input: SetInput): Secrets {
  const { needs, title, isTestKey } = PROVIDERS[input.provider]
  requireFields(Object.fromEntries(needs.map((name) => [name, input[name] === undefined && `${title} needs ${NEEDED[name]}.`])))
  const test = isTestKey(input.api_key)
  if (test === true && !ctx.world.issuers.simulated)
    throw invalidField('/api_key', 'test_key', 'This is a key for tests: what it finds is made up. Production needs a live one.')
  if (test === false && ctx.world.issuers.simulated)
    throw invalidField(
      '/api_key',
      'live_key',
      'This is a live key: checks with it are real and cost money. The sandbox takes one for tests.',
    )
  const { api_key, api_secret = null } = input
  return { api_key, api_secret, webhook_secret: input.webhook_secret ?? api_secret ?? '' }
}

async function rowOf(db: Queryable, ctx: Pick<Ctx, 'organizationId' | 'environment'>, provider: ProviderName): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(identityProviders)
    .where(inScope(identityProviders, ctx, eq(identityProviders.provider, provider)))
    .limit(1)
  return row ?? null
}

/** A tenant's account with a provider, its keys opened. Throws `provider_not_configured`. */
export async function accountWith(ctx: Ctx, provider: ProviderName): Promise<ProviderAccount> {
  const row = await rowOf(ctx.db, ctx, provider)
  if (!row)
    throw new AppError(
      'provider_not_configured',
      `${PROVIDERS[provider].title} is not set up here. Choose another way, or set it up first.`,
    )
  return opened(ctx, row)
}

/** The account whose messages come to an address, and whose it is; null for an address that nobody has. */
export async function rowAt(db: Queryable, provider: ProviderName, id: string): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(identityProviders)
    .where(and(eq(identityProviders.id, id), eq(identityProviders.provider, provider)))
    .limit(1)
  return row ?? null
}

export async function opened(ctx: Ctx, row: Row): Promise<ProviderAccount> {
  const { id, flow, region } = row
  const bytes = Buffer.from(row.secrets_sealed, 'base64')
  return { id, flow, region, ...(await ctx.services.keyring.open<Secrets>(ctx.db, tenantKeyId(ctx), secretsContext(id), bytes)) }
}
