import { desc, eq } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { usableScopes } from '#core/kernel/permissions.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { apiKeys } from '#db/schema.ts'
import { actsFor, memberBehind } from './authenticate.ts'
import { type ApiKey, presentKey } from './present.ts'

/** The organisation's keys of both environments, newest first, each with the scopes it can use now. */
export const listApiKeys = definePageVerb({
  name: 'keys.list',
  permission: 'keys.read',
  run: async ({ ctx }): Promise<{ data: ApiKey[] }> => {
    const rows = await ctx.db
      .select({ key: apiKeys, ...actsFor })
      .from(apiKeys)
      .where(eq(apiKeys.organization_id, ctx.organizationId))
      .orderBy(desc(apiKeys.created_at))
      .limit(500)
    return {
      data: rows.map(({ key, ...behind }) => ({
        ...presentKey(key),
        scopes: [...usableScopes(key.scopes, memberBehind(behind, key), key.environment as Environment)],
      })),
    }
  },
})
