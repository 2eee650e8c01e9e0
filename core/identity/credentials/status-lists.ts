import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { issuerDid } from '#credentials/keys.ts'
import { issueStatusList, type StatusPurpose } from '#credentials/status-list.ts'
import { credentials } from '#db/schema.ts'

/**
 * A status list as it is published, signed now. Superseded credentials count as revoked: they are over for good. Throws
 * `not_found` for a list in which no credential was ever placed. Public: it names nobody.
 */
export async function publishedStatusList(
  services: Services,
  input: { environment: Environment; list: number; purpose: StatusPurpose },
): Promise<string> {
  const { db } = services.connection
  const place = and(eq(credentials.environment, input.environment), eq(credentials.status_list, input.list))
  const [any] = await db.select({ one: sql`1` }).from(credentials).where(place).limit(1)
  // The first list exists from the start, so that a verifier can be set up before the first credential.
  if (!any && input.list !== 1) throw notFound()
  const states = input.purpose === 'revocation' ? (['revoked', 'superseded'] as const) : (['suspended'] as const)
  const set = await db
    .select({ index: credentials.status_index })
    .from(credentials)
    .where(and(place, inArray(credentials.state, states)))
  return issueStatusList({
    signer: services.keyring.keys.issuer[input.environment],
    did: issuerDid(services.config.publicUrl, input.environment),
    publicUrl: services.config.publicUrl,
    environment: input.environment,
    list: input.list,
    purpose: input.purpose,
    set: set.map((row) => row.index),
    now: Math.floor(Date.now() / 1000),
  })
}
