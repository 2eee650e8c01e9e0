import { desc, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { countScoped } from '#db/scoped.ts'
import type { Ctx } from './context.ts'
import { AppError } from './errors.ts'
import { dateTime } from './fields.ts'
import { queryInteger } from './query-fields.ts'

/** limit and cursor of every list. */
export const pageQuery = {
  limit: queryInteger(1, 100).default(20).meta({ description: 'How many, 1 to 100' }),
  cursor: z.string().max(500).optional().meta({ description: '`next_cursor` of the page before' }),
}

/** Filters by the time a row was made. */
export const createdQuery = { created_after: dateTime.optional(), created_before: dateTime.optional() }
export const createdBetween = (table: Dated, input: { created_after?: string | undefined; created_before?: string | undefined }) => [
  input.created_after ? gte(table.created_at, new Date(input.created_after)) : undefined,
  input.created_before ? lte(table.created_at, new Date(input.created_before)) : undefined,
]

/** A list that can say how many there are in all. */
export const countQuery = { include: z.enum(['total_count']).optional() }

/** How many rows the filters find, where it was asked for. */
export const countedIf = async (
  ctx: Ctx,
  table: Parameters<typeof countScoped>[1],
  include: 'total_count' | undefined,
  wanted: SQL | undefined,
): Promise<{ total_count?: number }> => (include === undefined ? {} : { total_count: await countScoped(ctx.db, table, ctx, wanted) })

export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

/** A cursor is signed, so that it can only be what this service gave out, for this list and tenant. */
export function encodeCursor(ctx: Ctx, list: string, position: unknown[]): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${ctx.services.keyring.stamp('cursors', signed(ctx, list, body), 16)}`
}

export function decodeCursor(ctx: Ctx, list: string, cursor: string | undefined): unknown[] | null {
  if (cursor === undefined) return null
  const [body = '', signature = ''] = cursor.split('.')
  if (!ctx.services.keyring.isStamp('cursors', signed(ctx, list, body), signature, 16))
    throw new AppError('invalid_cursor', 'Use next_cursor of the page before, as it was given.', {
      fields: [{ pointer: '/cursor', code: 'invalid_cursor', detail: 'This cursor was not made by this list.' }],
    })
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[]
}

const signed = (ctx: Ctx, list: string, body: string) => `${ctx.organizationId}|${ctx.environment}|${list}|${body}`

/** Cuts one row more than asked for down to a page. */
export function pageOf<R, T>(
  ctx: Ctx,
  list: string,
  rows: R[],
  limit: number,
  present: (row: R) => T,
  position: (row: R) => unknown[],
): Page<T> {
  const has_more = rows.length > limit
  const shown = rows.slice(0, limit)
  return { data: shown.map(present), has_more, next_cursor: has_more ? encodeCursor(ctx, list, position(shown.at(-1)!)) : null }
}

interface Dated {
  id: PgColumn
  created_at: PgColumn
}
/** A list with the newest first: its order, what comes after a position, and the position of a row. */
export const newestFirst = (table: Dated) => [desc(table.created_at), desc(table.id)]
export const olderThan = (table: Dated, after: unknown[] | null): SQL | undefined =>
  after ? sql`(${table.created_at}, ${table.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined
export const placeOf = (row: { id: string; created_at: Date }) => [row.created_at.toISOString(), row.id]
