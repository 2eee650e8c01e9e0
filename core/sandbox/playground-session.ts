import { apiKeys, organizations } from '#db/schema.ts'
import { generateKey } from '../api-keys/authenticate.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'
import { CURRENT_VERSION } from '../versions.ts'

const LIFETIME_MS = 24 * 3_600_000

/** A throw-away sandbox for somebody without an account: an own organisation and a key that both end after a day. */
export async function createPlaygroundSession({ ctx }: { ctx: Ctx }): Promise<{ key: string; key_id: string; expires_at: string }> {
  const organizationId = newId('organization')
  const keyId = newId('api_key')
  const expires = new Date(Date.now() + LIFETIME_MS)
  const { key, keyPrefix, keyHash } = generateKey('sandbox')
  const system = { ...systemCtx(ctx.services, { id: 'playground', organizationId, environment: 'sandbox' }), requestId: ctx.requestId }
  // no event: a tenant that begins here has no webhook yet.
  return write(system, async (tx) => {
    await tx.insert(organizations).values({ id: organizationId, name: 'Playground', kind: 'throwaway', expires_at: expires })
    await tx.insert(apiKeys).values({
      id: keyId,
      organization_id: organizationId,
      name: 'Playground',
      key_prefix: keyPrefix,
      key_hash: keyHash,
      environment: 'sandbox',
      api_version: CURRENT_VERSION,
      expires_at: expires,
      scopes: ['*'],
    })
    return {
      result: { key, key_id: keyId, expires_at: expires.toISOString() },
      audit: {
        action: 'playground_started',
        category: 'system',
        subject: { type: 'organization', id: organizationId },
        details: { key_prefix: keyPrefix },
      },
    }
  })
}
