import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Environment, withTenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { API_VERSIONS } from '#core/kernel/versions.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { keyCache } from './authenticate.ts'
import { ownKey } from './own-key.ts'
import { type ApiKey, presentKey } from './present.ts'

/**
 * Pins a key to another version of the API, from its next call on; also back to the one before. Throws `step_up_required` and, for a
 * revoked key, `invalid_transition`.
 */
export const changeKeyVersion = definePageVerb({
  name: 'keys.change_version',
  permission: 'keys.manage',
  input: byId().extend({ version: z.enum(API_VERSIONS as [string, ...string[]]) }),
  run: async ({ ctx, input }): Promise<ApiKey> => {
    requireStepUp(ctx, { own: true })
    const found = await ownKey(ctx, input.id)
    if (!found.is_active) throw new AppError('invalid_transition', 'A revoked key makes no calls, in no version.')
    if (found.api_version === input.version) return presentKey(found)
    // no event: it changes what this key is answered, and nothing that anybody else sees.
    const result = await write(withTenant(ctx, ctx.organizationId, found.environment as Environment), async (tx) => {
      const [row] = await tx.update(apiKeys).set({ api_version: input.version }).where(eq(apiKeys.id, found.id)).returning()
      return {
        result: presentKey(row!),
        audit: {
          action: 'api_key_version_changed',
          category: 'system',
          subject: { type: 'api_key', id: found.id },
          details: { key_prefix: found.key_prefix, environment: found.environment, from: found.api_version, to: input.version },
        },
      }
    })
    keyCache.drop(found.key_hash)
    return result
  },
})
