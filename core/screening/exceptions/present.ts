import type { z } from 'zod'
import type { EventType } from '#core/record/events/event-types.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { ExceptionRow } from '../matching/apply.ts'
import type { exception } from './shape.ts'

export type WireException = z.output<typeof exception>

export const presentException = (row: ExceptionRow): WireException => ({
  id: row.id,
  object: 'exception',
  status: row.state as WireException['status'],
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
