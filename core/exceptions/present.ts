import type { EventType } from '../event-types.ts'
import type { EventInput } from '../events.ts'
import type { ExceptionRow } from './apply.ts'

export interface WireException {
  id: string
  object: 'exception'
  status: string
  subject: { id: string; wallet_address: string | null; check_id: string }
  entity_id: string
  entity_name: string
  reason: string
  author: string
  approved_by: string | null
  approved_at: string | null
  expires_at: string
  end_reason: string | null
  ended_at: string | null
  created_at: string
}

export const presentException = (row: ExceptionRow): WireException => ({
  id: row.id,
  object: 'exception',
  status: row.state,
  subject: { id: row.subject_id, wallet_address: row.wallet_address, check_id: row.check_id },
  entity_id: row.entity_id,
  entity_name: row.entity_name,
  reason: row.reason,
  author: row.author,
  approved_by: row.approved_by,
  approved_at: row.approved_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
  end_reason: row.end_reason,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export const exceptionEvent = (type: EventType & `exception.${string}`, row: ExceptionRow): EventInput => ({
  type,
  resource: { type: 'exception', id: row.id },
  object: { exception: presentException(row) },
})
