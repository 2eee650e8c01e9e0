import { eq } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { withTenant } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { dateTime } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { SCOPES, scopesFor, usableScopes } from '#core/kernel/permissions.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, type Given } from '#core/record/verb.ts'
import { apiKeys, organizations } from '#db/schema.ts'
import { covers, generateKey } from './authenticate.ts'
import { personBehind, programBehind, requireProven } from './maker.ts'
import { type ApiKey, presentKey } from './present.ts'
import { requireRoom } from './room.ts'

export const createKeyInput = z.strictObject({
  name: z.string().trim().min(1, 'Please enter a key name').max(100, 'At most 100 characters'),
  environment: z.enum(['sandbox', 'production']).default('sandbox'),
  scopes: z.array(z.string()).default(['*']),
  allowed_ips: z
    .array(
      z.string().refine((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry), {
        error: (issue) => `${String(issue.input)} is not an IP address or a range such as 203.0.113.0/24`,
      }),
    )
    .max(50)
    .default([]),
  expires_at: dateTime.nullish(),
  service_account_id: z.string().max(60).nullish(),
})

/** Makes an API key for the caller's organisation. The full key is in this answer and nowhere else, ever. */
export const createApiKey = definePageVerb({ name: 'keys.create', permission: 'keys.manage', input: createKeyInput, run: makeApiKey })

/** As `createApiKey`; `madeFor` is the person the operator makes it for, else who calls has made it. */
export async function makeApiKey({
  ctx,
  input,
  madeFor,
}: Given<typeof createKeyInput> & { madeFor?: string }): Promise<ApiKey & { key: string }> {
  requireProven(ctx, input.environment)
  for (const scope of input.scopes)
    if (scope !== '*' && !SCOPES.includes(scope)) throw invalidField('/scopes', 'invalid_enum', `${scope} is not a scope.`)
  const person = await personBehind(ctx, madeFor)
  // A key can never do more than the key that made it, nor in production more than its person.
  if (ctx.actor.type === 'api_key' && !covers(ctx.actor.scopes, input.scopes))
    throw new AppError('insufficient_scope', 'A new key cannot have scopes that this key lacks.')
  const member = input.service_account_id ? await programBehind(ctx, input.service_account_id) : person.member
  const allowed = scopesFor(member, input.environment)
  const beyond = input.scopes.filter((scope) => scope !== '*' && !allowed.includes(scope))
  if (beyond.length)
    throw invalidField('/scopes', 'not_allowed', `In production this key cannot have ${beyond.join(', ')}: whom it acts for may not.`)
  const { key, keyPrefix, keyHash } = generateKey(input.environment)
  const row = {
    id: newId('api_key'),
    organization_id: ctx.organizationId,
    created_by: person.id,
    service_account_id: input.service_account_id ?? null,
    name: input.name,
    key_prefix: keyPrefix,
    key_hash: keyHash,
    environment: input.environment,
    // Everything means everything the role has today; a later promotion does not widen a key nobody looks at.
    scopes: [...usableScopes(input.scopes, member, input.environment)],
    allowed_ips: input.allowed_ips,
    api_version: CURRENT_VERSION,
    expires_at: input.expires_at ? new Date(input.expires_at) : null,
  }
  return write(withTenant(ctx, ctx.organizationId, input.environment), async (tx) => {
    await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, ctx.organizationId)).for('update')
    await requireRoom(tx, ctx.organizationId)
    const [stored] = await tx.insert(apiKeys).values(row).returning()
    const shown = presentKey(stored!)
    return {
      result: { ...shown, key },
      audit: {
        action: 'api_key_created',
        category: 'system',
        subject: { type: 'api_key', id: row.id },
        details: { environment: row.environment, key_prefix: keyPrefix, scopes: row.scopes },
        standing: [`api_key:${row.id}`],
      },
      events: [
        {
          type: 'api_key.created',
          resource: { type: 'api_key', id: row.id },
          object: { key: { id: row.id, name: row.name, prefix: keyPrefix, environment: row.environment } },
        },
      ],
    }
  })
}
