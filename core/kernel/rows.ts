import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** Page, size and order of a table on a page. Exports ask for everything at once; 50,000 rows is the most. */
export const rowsInput = <S extends readonly [string, ...string[]]>(sorts: S) => ({
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(50_000).default(25),
  sort: z
    .string()
    .refine((value) => sorts.includes(value.replace(/^-/, '')), { message: 'There is no such order' })
    .optional(),
})

export interface Rows<T> {
  rows: T[]
  /** Rows over all pages, after the filters. */
  total: number
  page: number
  page_size: number
}

export const offsetOf = (input: { page: number; page_size: number }) => (input.page - 1) * input.page_size

/** `%` and `_` in what a person typed stand for themselves. */
export const likeText = (text: string) => `%${text.replace(/[%_\\]/g, '\\$&')}%`

interface Asked {
  page: number
  page_size: number
  sort?: string | undefined
}

/** One page of a table and the number of all its rows: newest first, or by the column asked for, and then by id. */
export async function readRows<R>(
  input: Asked,
  sorts: Record<string, PgColumn>,
  id: PgColumn,
  read: (page: { order: SQL[]; limit: number; offset: number }) => PromiseLike<R[]>,
  count: PromiseLike<{ total: string }[]>,
): Promise<Rows<R>> {
  const sort = input.sort ?? '-created_at'
  const direction = sort.startsWith('-') ? desc : asc
  const order = [direction(sorts[sort.replace(/^-/, '')]!), direction(id)]
  const [rows, [counted]] = await Promise.all([read({ order, limit: input.page_size, offset: offsetOf(input) }), count])
  return { page: input.page, page_size: input.page_size, total: Number(counted!.total), rows }
}
