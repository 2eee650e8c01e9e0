import type { Verbs } from '../server-context.ts'

/** Rows with the names of those who said them. */
export const withAuthors = async <R extends { by: string | null }>(verbs: Verbs, rows: R[]) => ({
  rows,
  names: await verbs.nameAuthors({ ids: rows.flatMap((row) => row.by ?? []) }),
})
