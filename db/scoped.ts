import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

type TenantTable = PgTable & { id: PgColumn; organization_id: PgColumn; environment: PgColumn }
interface Scope {
  organizationId: string
  environment: string
}

/** The condition every read of a tenant's table starts with. */
export const inScope = (table: { organization_id: PgColumn; environment: PgColumn }, scope: Scope, ...more: (SQL | undefined)[]): SQL =>
  and(eq(table.organization_id, scope.organizationId), eq(table.environment, scope.environment), ...more)!

/** How many rows of the caller's tenant and environment the filters find. */
export async function countScoped<T extends TenantTable>(db: Queryable, table: T, scope: Scope, wanted: SQL | undefined): Promise<number> {
  const [found] = await db
    .select({ count: sql<string>`count(*)` })
    .from(table as PgTable)
    .where(inScope(table, scope, wanted))
  return Number(found!.count)
}

/** One row by id within the caller's tenant and environment, or null. There is no way to read by id alone. */
export async function findScoped<T extends TenantTable>(
  db: Queryable,
  table: T,
  scope: Scope,
  id: string,
): Promise<T['$inferSelect'] | null> {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(inScope(table, scope, eq(table.id, id)))
    .limit(1)
  return (rows[0] as T['$inferSelect'] | undefined) ?? null
}

/** As findScoped, and locks the row until the transaction ends. */
export async function lockScoped<T extends TenantTable>(
  tx: Queryable,
  table: T,
  scope: Scope,
  id: string,
): Promise<T['$inferSelect'] | null> {
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(inScope(table, scope, eq(table.id, id)))
    .limit(1)
    .for('update')
  return (rows[0] as T['$inferSelect'] | undefined) ?? null
}

/**
 * Waits until no other transaction of this tenant holds `name`, and holds it until this one ends: for things looked up by
 * name that may not exist yet, so that two calls of one moment do not each make one.
 */
export async function lockName(tx: Queryable, scope: Scope, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId}|${scope.environment}|${name}`}, 0))`)
}
