import { eq, inArray } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Environment } from '#core/kernel/context.ts'
import { placeOf } from '#core/kernel/network-place.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { write } from '#core/record/transaction.ts'
import { apiKeys } from '#db/schema.ts'
import type { KeyCache } from './authenticate.ts'
import { creatorOf } from './creator.ts'

/** Addresses remembered of one key; the longest unused give way. */
const REMEMBERED = 100

/** Someone else told of it in the same moment. */
class Known extends Error {}

/** Tells of keys that came from an address they never came from before. Where a key first comes from is only remembered. */
export async function tellNewAddresses(services: Services, cache: KeyCache): Promise<number> {
  const seen = cache.takeSeen()
  if (!seen.size) return 0
  const rows = await services.connection.db
    .select()
    .from(apiKeys)
    .where(inArray(apiKeys.id, [...seen.keys()]))
  let told = 0
  for (const row of rows) {
    const places = [...new Set([...seen.get(row.id)!].filter((ip) => ipaddr.isValid(ip)).map(placeOf))]
    for (const place of places.filter((one) => !row.known_ips.includes(one))) told += (await tell(services, row, place)) ? 1 : 0
  }
  return told
}

async function tell(
  services: Services,
  { id, organization_id, environment }: typeof apiKeys.$inferSelect,
  place: string,
): Promise<boolean> {
  const ctx = systemCtx(services, { id: 'api_keys', organizationId: organization_id, environment: environment as Environment })
  try {
    return await write(ctx, async (tx) => {
      const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update').limit(1)
      if (!row || row.known_ips.includes(place)) throw new Known()
      await tx
        .update(apiKeys)
        .set({ known_ips: [place, ...row.known_ips].slice(0, REMEMBERED) })
        .where(eq(apiKeys.id, id))
      const first = row.known_ips.length === 0
      const owner = first ? null : await creatorOf(tx, row)
      if (owner)
        await notify(tx, ctx, {
          userId: owner,
          title: 'An API key was used from a new address',
          body: `${row.name} (${row.key_prefix}…) was used from ${place}. If that is not yours, revoke the key.`,
          href: '/developer/api-keys',
        })
      return {
        result: !first,
        audit: { action: 'api_key_address', category: 'system', subject: { type: 'api_key', id }, details: { first } },
        events: first
          ? []
          : [
              {
                type: 'api_key.used_from_new_ip',
                resource: { type: 'api_key', id },
                object: { key: { id, name: row.name, prefix: row.key_prefix, environment }, ip: place },
              },
            ],
      }
    })
  } catch (error) {
    if (error instanceof Known) return false
    throw error
  }
}
