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
