import type { EventInput } from '#core/record/events/events.ts'
import type { evidence } from '#db/schema.ts'
import type { WireEvidence } from './shape.ts'

export type EvidenceRow = typeof evidence.$inferSelect

/** Whether it counts at a time, in the word for it: what was valid and is over has expired. */
const evidenceState = (row: Pick<EvidenceRow, 'state' | 'expires_at'>, now: number): WireEvidence['state'] =>
  row.state === 'valid' && row.expires_at !== null && row.expires_at.getTime() <= now ? 'expired' : row.state

export const presentEvidence = (row: EvidenceRow, now: number): WireEvidence => ({
  id: row.id,
  object: 'evidence',
  person_id: row.person_id,
  proves: row.proves,
  method: row.method,
  level: row.level,
  ial: row.ial,
  eidas: row.eidas,
  state: evidenceState(row, now),
  reason_code: row.reason_code,
  voucher: row.voucher,
  covers: row.covers,
  document_expires_on: row.document_expires_on,
  digest: row.digest,
  proof: row.proof ?? null,
  session_id: row.session_id,
  case_id: row.case_id,
  reviewer: row.reviewer,
  second_reviewer: row.second_reviewer,
  taken_at: row.taken_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

/** What events tell of evidence. */
export const evidenceEvent = (
  type: 'identity.evidence.recorded' | 'identity.evidence.withdrawn',
  row: EvidenceRow,
  now: number,
): EventInput => ({
  type,
  resource: { type: 'evidence', id: row.id },
  object: {
    id: row.id,
    person_id: row.person_id,
    proves: row.proves,
    method: row.method,
    level: row.level,
    ial: row.ial,
    eidas: row.eidas,
    state: evidenceState(row, now),
    reason_code: row.reason_code,
    session_id: row.session_id,
    expires_at: row.expires_at?.toISOString() ?? null,
  },
})
