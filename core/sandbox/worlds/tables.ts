import { eq, getTableColumns, is, ne, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#db/connect.ts'
import * as schema from '#db/schema.ts'
import {
  accreditationFiles,
  bulkParts,
  bulkScreenings,
  cases,
  consents,
  credentialCopies,
  credentialOffers,
  credentials,
  credentialUses,
  documents,
  dueDiligenceFiles,
  entityFiles,
  evidence,
  evidenceSubjects,
  exceptions,
  feeEntries,
  holdingActs,
  identitySessions,
  investments,
  investors,
  invitations,
  issuances,
  listVersions,
  lots,
  monitoredSubjects,
  offerings,
  persons,
  presentedCredentials,
  protocolPolicies,
  reserveDuties,
  reserveStatements,
  revocationLists,
  screenings,
  selfExclusions,
  statedFacts,
  timers,
  transactions,
  trustedIssuers,
  trustLists,
  walletIdentities,
  wallets,
} from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** The tables that make up a sandbox's world, what others point to first. The audit log, decisions and events are history and stay. */
export const WORLD_TABLES = [
  wallets,
  persons,
  walletIdentities,
  credentials,
  credentialCopies,
  credentialOffers,
  credentialUses,
  consents,
  presentedCredentials,
  screenings,
  monitoredSubjects,
  bulkScreenings,
  bulkParts,
  exceptions,
  dueDiligenceFiles,
  evidence,
  evidenceSubjects,
  trustedIssuers,
  trustLists,
  revocationLists,
  cases,
  offerings,
  investors,
  accreditationFiles,
  identitySessions,
  entityFiles,
  investments,
  feeEntries,
  lots,
  holdingActs,
  issuances,
  transactions,
  invitations,
  documents,
  protocolPolicies,
  selfExclusions,
  reserveStatements,
  reserveDuties,
  statedFacts,
  timers,
  listVersions,
] as const

/** The same, so that nothing is removed before what points to it. */
export const WORLD_TABLES_REVERSED = WORLD_TABLES.toReversed()

/** The rows of one of these tables that belong to the world of an organisation's sandbox. */
export function inWorld(table: (typeof WORLD_TABLES)[number], organizationId: string): SQL {
  const scope = { organizationId, environment: 'sandbox' }
  if (table === listVersions) return eq(listVersions.organization_id, organizationId)
  // Papers of an account are its person's, not the sandbox's.
  if (table === documents) return inScope(documents, scope, ne(documents.owner_type, 'user'))
  // What the issuer said of itself stands with the organisation, not with the world.
  if (table === statedFacts) return inScope(statedFacts, scope, ne(statedFacts.object, 'issuer'))
  if (table === bulkParts) return sql`${bulkParts.bulk_id} in (select id from ${bulkScreenings} where ${inScope(bulkScreenings, scope)})`
  return inScope(table as typeof offerings, scope)
}

/** Nobody's: credentials of worlds that are gone. */
export const GONE = 'gone'

/**
 * Removes rows of a world and says how many. Credentials stay as nobody's, revoked: who still has one could show it, and a place
 * of a status list without a row would read as "not revoked". They go when they would have ended.
 */
export async function removeRows(tx: Tx, table: PgTable, where: SQL): Promise<number> {
  const { rowCount } =
    table === credentials
      ? await tx.update(credentials).set({ organization_id: GONE, state: 'revoked', reason_code: 'sandbox_ended' }).where(where)
      : await tx.delete(table).where(where)
  return rowCount ?? 0
}

type Owned = PgTable & { organization_id: PgColumn }

/** Every table with rows of an organisation, found in the schema itself so that a new one cannot be forgotten. */
export const ORGANIZATION_TABLES: readonly Owned[] = (Object.values(schema) as unknown[]).filter(
  (value): value is Owned => is(value, PgTable) && 'organization_id' in getTableColumns(value),
)
