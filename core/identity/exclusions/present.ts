import { z } from 'zod'
import type { EventInput } from '#core/record/events/events.ts'
import type { selfExclusions } from '#db/schema.ts'

export type ExclusionRow = typeof selfExclusions.$inferSelect

export const exclusionAnswer = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('self_exclusion'),
  wallet_id: z.string().nullable(),
  scope: z.enum(['all', 'gambling']),
  source: z.enum(['organization', 'holder']),
  status: z.enum(['active', 'ended']),
  until: z.string().meta({ description: 'Last day, in the place of play' }),
  extended_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
})

export type WireExclusion = z.output<typeof exclusionAnswer>

export const presentExclusion = (row: ExclusionRow): WireExclusion => ({
  id: row.id,
  object: 'self_exclusion',
  wallet_id: row.wallet_id,
  scope: row.scope as WireExclusion['scope'],
  source: row.source as WireExclusion['source'],
  status: row.status as WireExclusion['status'],
  until: row.until,
  extended_at: row.extended_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export const exclusionEvent = (happened: 'started' | 'ended', row: ExclusionRow, earlier?: { until: string }): EventInput => ({
  type: `gaming.self_exclusion.${happened}`,
  resource: { type: 'self_exclusion', id: row.id },
  object: { ...presentExclusion(row) },
  ...(earlier && { previous: earlier }),
})
