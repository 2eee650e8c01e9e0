import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import type { accreditationFiles } from '#db/schema.ts'
import type { SaidOfFile } from './input.ts'
import type { WireFile } from './shape.ts'

export type AccreditationFileRow = typeof accreditationFiles.$inferSelect

/** To what the words of a file are sealed, under the key of whom it is about. */
export const saidContext = (id: string) => `accreditation_files.said:${id}`

/** What was said of a file, opened. Throws Erased. */
export const openSaid = (tx: Tx | Ctx['db'], ctx: Ctx, file: AccreditationFileRow): Promise<SaidOfFile> =>
  ctx.services.keyring.open<SaidOfFile>(tx, file.subject_key_id, saidContext(file.id), file.said_sealed)

/** A file as answers show it: no figures. */
export const presentAccreditationFile = (row: AccreditationFileRow): WireFile => ({
  id: row.id,
  object: 'accreditation_file',
  investor_id: row.investor_id,
  basis: row.basis,
  method: row.method,
  status: row.status,
  missing: row.missing,
  documents: row.papers,
  reason_code: row.reason_code,
  decision_id: row.decision_id,
  case_id: row.case_id,
  evidence_id: row.evidence_id,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
})
