import { generateKey } from '#core/access/api-keys/authenticate.ts'
import { newId } from '#core/kernel/ids.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import type { Tx } from '#db/connect.ts'
import { apiKeys, organizations } from '#db/schema.ts'

/** Makes an organisation for a while, on somebody's budget, with one sandbox key, which ends when it does. The key is told once. */
export async function insertThrowaway(
  tx: Tx,
  {
    organizationId,
    name,
    expires,
    budget,
    forkedFrom = null,
  }: { organizationId: string; name: string; expires: Date; budget: string; forkedFrom?: string | null },
) {
  const keyId = newId('api_key')
  const { key, keyPrefix, keyHash } = generateKey('sandbox')
  await tx
    .insert(organizations)
    .values({ id: organizationId, name, kind: 'throwaway', budget_id: budget, forked_from: forkedFrom, expires_at: expires })
  await tx.insert(apiKeys).values({
    id: keyId,
    organization_id: organizationId,
    name,
    key_prefix: keyPrefix,
    key_hash: keyHash,
    environment: 'sandbox',
    api_version: CURRENT_VERSION,
    expires_at: expires,
    scopes: ['*'],
  })
  return { key, keyId, keyPrefix }
}
