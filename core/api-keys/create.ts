import { eq } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { apiKeys, organizations } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalidField } from '../errors.ts'
import { dateTime } from '../fields.ts'
import { newId } from '../ids.ts'
import { requirePermission, SCOPES, scopesFor, usableScopes } from '../permissions.ts'
import { write } from '../transaction.ts'
import { CURRENT_VERSION } from '../versions.ts'
import { covers, generateKey } from './authenticate.ts'
import { personBehind } from './maker.ts'
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
})

/** Makes an API key for the caller's organisation. The full key is in this answer and nowhere else, ever. */
export async function createApiKey({
  ctx,
  input,
  madeFor,
}: {
  ctx: Ctx
  input: z.output<typeof createKeyInput>
  /** The person the operator makes it for; else who calls has made it. */
  madeFor?: string
}): Promise<ApiKey & { key: string }> {
  requirePermission(ctx, 'keys.manage')
  if (input.environment === 'production') requireStepUp(ctx, { own: !ctx.services.config.requireSecondFactor })
  for (const scope of input.scopes)
    if (scope !== '*' && !SCOPES.includes(scope)) throw invalidField('/scopes', 'invalid_enum', `${scope} is not a scope.`)
  const person = await personBehind(ctx, madeFor)
  // A key can never do more than the key that made it, nor in production more than its person.
  if (ctx.actor.type === 'api_key' && !covers(ctx.actor.scopes, input.scopes))
    throw new AppError('insufficient_scope', 'A new key cannot have scopes that this key lacks.')
  const allowed = scopesFor(person.role, input.environment)
  const beyond = input.scopes.filter((scope) => scope !== '*' && !allowed.includes(scope))
  if (beyond.length)
    throw invalidField('/scopes', 'not_allowed', `In production a key of an ${person.role} cannot have ${beyond.join(', ')}.`)
  const { key, keyPrefix, keyHash } = generateKey(input.environment)
  const row = {
    id: newId('api_key'),
    organization_id: ctx.organizationId,
    created_by: person.id,
    name: input.name,
    key_prefix: keyPrefix,
    key_hash: keyHash,
    environment: input.environment,
    // Everything means everything the role has today; a later promotion does not widen a key nobody looks at.
    scopes: [...usableScopes(input.scopes, person.role, input.environment)],
    allowed_ips: input.allowed_ips,
    api_version: CURRENT_VERSION,
    expires_at: input.expires_at ? new Date(input.expires_at) : null,
  }
  return write({ ...ctx, environment: input.environment }, async (tx) => {
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
