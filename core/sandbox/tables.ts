import {
  bulkScreenings,
  cases,
  consents,
  credentials,
  credentialUses,
  exceptions,
  feeEntries,
  investments,
  investors,
  issuances,
  lots,
  monitoredSubjects,
  offerings,
  persons,
  protocolPolicies,
  screenings,
  transactions,
  wallets,
} from '#db/schema.ts'

/** The tables that make up a sandbox's world. The audit log, decisions and events are history and stay. */
export const WORLD_TABLES = [wallets, persons, credentials, credentialUses, consents, screenings, monitoredSubjects, bulkScreenings, exceptions, cases, offerings, investors, investments, feeEntries, lots, issuances, transactions, protocolPolicies] as const
