import type { documents } from '#db/schema.ts'

/** A document as lists show it: everything but its content. */
export const presentDocument = (row: Omit<typeof documents.$inferSelect, 'content_sealed'>) => ({
  id: row.id,
  owner_type: row.owner_type,
  owner_id: row.owner_id,
  kind: row.kind,
  file_name: row.file_name,
  media_type: row.media_type,
  size: row.size,
  sha256: row.sha256,
  /** uploaded, accepted, refused or expired */
  status: row.status,
  created_at: row.created_at.toISOString(),
})
export type DocumentView = ReturnType<typeof presentDocument>
