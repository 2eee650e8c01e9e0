import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { issuerDid } from '#credentials/keys.ts'
import { issueStatusList, type StatusPurpose } from '#credentials/status-list.ts'
import { issueTokenStatusList } from '#credentials/token-status-list.ts'
import { credentials } from '#db/schema.ts'
import { type CredentialAlgorithm, issuerSigner } from './issuer-keys.ts'

/** What is over for good. */
const OVER = ['revoked', 'superseded'] as const

interface Listed {
  environment: Environment
  list: number
}

/** The places of a list. Throws `not_found` for one in which no credential was ever placed. */
async function requireList({ connection: { db } }: Services, input: Listed) {
  const place = and(eq(credentials.environment, input.environment), eq(credentials.status_list, input.list))
  const [any] = await db.select({ one: sql`1` }).from(credentials).where(place).limit(1)
  // The first list exists from the start, so that a verifier can be set up before the first credential.
  if (!any && input.list !== 1) throw notFound()
  return place
}

/**
 * A status list as it is published, signed now. Superseded credentials count as revoked: they are over for good. Throws
 * `not_found` for a list in which no credential was ever placed. Public: it names nobody.
 */
export async function publishedStatusList(services: Services, input: Listed & { purpose: StatusPurpose }): Promise<string> {
  const { db } = services.connection
  const place = await requireList(services, input)
  const states = input.purpose === 'revocation' ? OVER : (['suspended'] as const)
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

/** The same places as one token status list, for verifiers of SD-JWT VCs of this algorithm. Throws `not_found` as `publishedStatusList` does. Public: it names nobody. */
export async function publishedTokenStatusList(
  services: Services,
  { alg, ...input }: Listed & { alg: CredentialAlgorithm },
): Promise<string> {
  const place = await requireList(services, input)
  const set = await services.connection.db
    .select({ index: credentials.status_index, state: credentials.state })
    .from(credentials)
    .where(and(place, inArray(credentials.state, [...OVER, 'suspended'])))
  const [suspended, invalid] = [true, false].map((is) =>
    set.filter(({ state }) => (state === 'suspended') === is).map(({ index }) => index),
  )
  const { publicUrl } = services.config
  return issueTokenStatusList({
    signer: await issuerSigner(services, input.environment, alg),
    did: issuerDid(publicUrl, input.environment),
    publicUrl,
    ...input,
    invalid: invalid!,
    suspended: suspended!,
    now: Math.floor(Date.now() / 1000),
  })
}
