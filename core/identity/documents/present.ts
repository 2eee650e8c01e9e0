import { openOrNull, prepareValues } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import type { documents } from '#db/schema.ts'

type Row = Omit<typeof documents.$inferSelect, 'content_sealed'>
interface Where {
  db: Queryable
  services: Services
}

/** What the name of a file is sealed to, under the key of its content. */
export const fileNameContext = (id: string) => `documents.file_name:${id}`

/** What a file was called; only what it is, once its key is gone. */
export const fileNameOf = async ({ db, services }: Where, row: Pick<Row, 'id' | 'file_name'>): Promise<string> =>
  (await openOrNull(db, services, fileNameContext(row.id), row.file_name)) ?? 'document'

/** A document as lists show it: everything but its content. */
export const presentDocument = async (where: Where, row: Row) => ({
  id: row.id,
  owner_type: row.owner_type,
  owner_id: row.owner_id,
  kind: row.kind,
  file_name: await fileNameOf(where, row),
  media_type: row.media_type,
  size: row.size,
  sha256: row.sha256,
  /** uploaded, accepted, refused or expired */
  status: row.status,
  created_at: row.created_at.toISOString(),
})
export type DocumentView = Awaited<ReturnType<typeof presentDocument>>

export async function presentDocuments(where: Where, rows: readonly Row[]): Promise<DocumentView[]> {
  await prepareValues(
    where.db,
    where.services,
    rows.map((row) => row.file_name),
  )
  return Promise.all(rows.map((row) => presentDocument(where, row)))
}
