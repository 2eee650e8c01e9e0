import type { selfExclusions } from '#db/schema.ts'
import type { EventInput } from '../events.ts'

export type ExclusionRow = typeof selfExclusions.$inferSelect

export interface WireExclusion {
  id: string
  object: 'self_exclusion'
  wallet_id: string | null
  scope: 'all' | 'gambling'
  source: 'organization' | 'holder'
  status: 'active' | 'ended'
  until: string
  extended_at: string | null
  ended_at: string | null
  created_at: string
}

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
