import { and, desc, lt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { countedListOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import {
  countedIf,
  countQuery,
  createdBetween,
  createdQuery,
  decodeCursor,
  newestFirst,
  olderThan,
  pageOf,
  pageQuery,
  placeOf,
} from '#core/kernel/pagination.ts'
import type { PermissionName } from '#core/kernel/permissions.ts'
import type { Queryable } from '#db/connect.ts'
import { inScope } from '#db/scoped.ts'
import { defineVerb } from './verb.ts'

type ListTable = PgTable & { id: PgColumn; organization_id: PgColumn; environment: PgColumn; created_at?: PgColumn }
type RowOf<T extends ListTable> = T['$inferSelect'] & { id: string; created_at: Date }
type Asked<F extends z.core.$ZodShape> = { ctx: Ctx; input: z.output<z.ZodObject<F>> }
type Paged = z.output<z.ZodObject<typeof pageQuery & typeof createdQuery & typeof countQuery>>

interface ListSpec<T extends ListTable, F extends z.core.$ZodShape, S extends z.ZodType> {
  name: string
  permission: PermissionName
  table: T
  /** Of which list its cursors are: they outlive an upgrade, so this never changes. */
  list: string
  /** Where the time a row was made has another name: then the list is in the order of its ids, which is the same, as its cursors say. */
  madeAt?: PgColumn
  /** What can be asked for besides what every list takes. */
  filters: F
  item: S
  /** Which rows are wanted, within the caller's own. */
  wanted?: (asked: Asked<F>) => SQL | undefined | Promise<SQL | undefined>
  /** The rows of one page as they are shown. */
  present: (asked: Asked<F>, rows: RowOf<T>[]) => z.input<S>[] | Promise<z.input<S>[]>
}

/**
 * A verb that lists a tenant's rows, the newest first: a page with its cursor, the time they were made as filters, and how many there are in
 * all where that is asked for. Throws `invalid_cursor`.
 */
export function listVerb<T extends ListTable, F extends z.core.$ZodShape, S extends z.ZodType>(spec: ListSpec<T, F, S>) {
  const { name, permission, table, list, madeAt, filters, item, wanted, present } = spec
  const dated = { id: table.id, created_at: madeAt ?? table.created_at! }
  const input = z.strictObject({ ...pageQuery, ...createdQuery, ...countQuery, ...filters })
  return defineVerb({
    name,
    permission,
    input,
    output: countedListOf(item),
    run: async ({ ctx, input: said }) => {
      const asked = { ctx, input: said } as unknown as Asked<F>
      const { limit, cursor, include, ...times } = said as unknown as Paged
      const after = decodeCursor(ctx, list, cursor)
      const beyond = madeAt ? after && lt(table.id, after[0] as string) : olderThan(dated, after)
      const of = [await wanted?.(asked), ...createdBetween(dated, times)]
      const rows = (await (ctx.db as Queryable)
        .select()
        .from(table as PgTable)
        .where(inScope(table, ctx, ...of, beyond ?? undefined))
        .orderBy(...(madeAt ? [desc(table.id)] : newestFirst(dated)))
        .limit(limit + 1)) as RowOf<T>[]
      const page = pageOf(ctx, list, rows, limit, (row) => row, madeAt ? (row) => [row.id] : placeOf)
      const [data, counted] = await Promise.all([present(asked, page.data), countedIf(ctx, table, include, and(...of))])
      return { success: true as const, ...page, data, ...counted } as never
    },
  })
}
