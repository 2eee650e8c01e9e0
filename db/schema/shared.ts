import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { check, customType, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'

declare const sealedValue: unique symbol
/** Personal data sealed under the data key of whom it is about. Only core/kernel/sealed.ts makes and opens it. */
export interface Sealed<T> {
  readonly [sealedValue]: T
}

/** What a SAML provider calls somebody, and the session by which it vouched for them. */
export interface SignOnName {
  issuer: string
  name: string
  format: string | null
  qualifier: string | null
  sp_qualifier: string | null
  session: string | null
}

/** A column of sealed values: text that names its key. */
export const sealed = <T>() => text().$type<Sealed<T>>()

/** A point in time with time zone, as a Date. */
export const at = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

/** Exact decimal, read and written as text: money and quantities never touch floating point. */
export const decimal = customType<{ data: string; driverData: string }>({ dataType: () => 'numeric(38,18)', fromDriver: trimDecimal })

/** Spans of time, as the database writes them. */
export const spans = customType<{ data: string; driverData: string }>({ dataType: () => 'tstzmultirange' })

/** `10.500000` → `10.5`, `10.000` → `10`. */
export function trimDecimal(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}

/** The two columns that keep tenants and environments apart. First in every index of a tenant's table. */
export const tenant = () => ({ organization_id: text().notNull(), environment: text({ enum: ENVIRONMENTS }).notNull() })

// Words that several tables share.
export const ENVIRONMENTS = ['sandbox', 'production'] as const
export const ROLES = ['admin', 'issuer', 'investor'] as const
export const MEMBER_ROLES = [
  'owner',
  'admin',
  'compliance_officer',
  'reviewer',
  'issuer_operations',
  'developer',
  'auditor',
  'custom',
] as const
export const STANDINGS = ['incomplete', 'pending', 'verified', 'rejected'] as const
export const FAMILIES = ['evm', 'solana'] as const
export const CONTROL_METHODS = ['eoa', 'eip1271', 'eip6492', 'ed25519'] as const
export const MARKETS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const
export const REGULATIONS = ['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s'] as const
export const SCREENED = ['clear', 'possible_match', 'hit'] as const
export const DATED_BY = ['list', 'server', 'file'] as const

// Enumerations are text with a named CHECK, not types of PostgreSQL: a word more is one statement in a transaction, a word less is
// possible at all, and a dump or a snapshot of rows needs no type to be there first.

type Columns = Record<string, PgColumn>

/** A constraint of a column, named after both, so that the error of a refused row says which it broke. */
const named = (column: PgColumn, kind: string, holds: (name: string) => string) =>
  check(`${getTableName(column.table)}_${column.name}_${kind}`, raw(holds(`"${column.name}"`)))
const raw = (text: string): SQL => sql.raw(text)

/** Holds the database to the words of every `text({ enum })` of a table, so that none is without. First of its constraints. */
export const words = (t: Columns) =>
  Object.values(getTableColumns(Object.values(t)[0]!.table))
    .filter((column) => column.enumValues?.length)
    .map((column) =>
      named(column as PgColumn, 'word', (name) => `${name} in (${column.enumValues!.map((word) => `'${word}'`).join(', ')})`),
    )

/**
 * SHA-256 or a keyed hash of that length, in hexadecimal. The length is counted apart from the letters: a pattern that counts to 64 takes
 * PostgreSQL fifteen times as long, and every decision writes two.
 */
export const digests = (...columns: PgColumn[]) =>
  columns.map((column) => named(column, 'digest', (name) => `octet_length(${name}) = 64 and ${name} !~ '[^0-9a-f]'`))
/** A hash of the log as it is. */
export const bytes32 = (...columns: PgColumn[]) => columns.map((column) => named(column, 'digest', (name) => `octet_length(${name}) = 32`))
export const notNegative = (...columns: PgColumn[]) => columns.map((column) => named(column, 'not_negative', (name) => `${name} >= 0`))
export const positive = (...columns: PgColumn[]) => columns.map((column) => named(column, 'positive', (name) => `${name} > 0`))
export const within = (column: PgColumn, least: number, most: number) =>
  named(column, 'range', (name) => `${name} between ${least} and ${most}`)
/** Both or neither. */
export const together = (one: PgColumn, other: PgColumn) => named(one, 'pair', (name) => `(${name} is null) = ("${other.name}" is null)`)
