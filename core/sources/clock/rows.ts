import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { sandboxes } from '#db/schema.ts'

/** The time where each row of a table belongs, for rows of many tenants: of its sandbox's clock, which may be moved or frozen. */
export const nowOfRow = (table: { organization_id: AnyColumn; environment: AnyColumn }): SQL =>
  sql`coalesce((select coalesce(${sandboxes.frozen_at}, now() + ${sandboxes.clock_offset_ms} * interval '1 millisecond')
  from ${sandboxes} where ${sandboxes.organization_id} = ${table.organization_id} and ${table.environment} = 'sandbox'), now())`

type Row = { readonly organization_id: string; readonly environment: string }

/** The same, in ms, of rows that were read. */
export async function clocksOf(db: Queryable, rows: readonly Row[]): Promise<(row: Row) => number> {
  const ids = [...new Set(rows.filter((row) => row.environment === 'sandbox').map((row) => row.organization_id))]
  const found = ids.length ? await db.select().from(sandboxes).where(inArray(sandboxes.organization_id, ids)) : []
  const clocks = new Map(found.map((one) => [one.organization_id, one.frozen_at?.getTime() ?? Date.now() + one.clock_offset_ms]))
  return (row) => (row.environment === 'sandbox' ? clocks.get(row.organization_id) : undefined) ?? Date.now()
}
