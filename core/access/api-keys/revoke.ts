import { eq } from 'drizzle-orm'
import { type Environment, withTenant } from '#core/kernel/context.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { keyCache } from './authenticate.ts'
import { ownKey } from './own-key.ts'
import { type ApiKey, presentKey } from './present.ts'

/** Ends a key at once and for good. Revoking a revoked key answers the same. */
export const revokeApiKey = definePageVerb({
  name: 'keys.revoke',
  permission: 'keys.manage',
  input: byId(),
  run: async ({ ctx, input }): Promise<ApiKey> => {
    requireStepUp(ctx, { own: true })
    const found = await ownKey(ctx, input.id)
    if (!found.is_active) return presentKey(found)
    const result = await write(withTenant(ctx, ctx.organizationId, found.environment as Environment), async (tx) => {
      const [row] = await tx.update(apiKeys).set({ is_active: false }).where(eq(apiKeys.id, found.id)).returning()
      return {
        result: presentKey(row!),
        audit: {
          action: 'api_key_revoked',
          category: 'system',
          subject: { type: 'api_key', id: found.id },
          details: { key_prefix: found.key_prefix, environment: found.environment },
          standing: [`api_key:${found.id}`],
        },
        events: [
          {
            type: 'api_key.revoked',
            resource: { type: 'api_key', id: found.id },
            object: { key: { id: found.id, name: found.name, prefix: found.key_prefix, environment: found.environment } },
          },
        ],
      }
    })
    keyCache.drop(found.key_hash)
    return result
  },
})
