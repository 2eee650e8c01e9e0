import type { z } from 'zod'
import type { bulkScreenings } from '#db/schema.ts'
import type { bulkScreening } from './shape.ts'

export type BulkRow = typeof bulkScreenings.$inferSelect

export type WireBulk = z.output<typeof bulkScreening>

export function presentBulk(row: BulkRow, warnings: WireBulk['warnings'] = []): WireBulk {
  const path = `/v1/sanctions/bulk/${row.id}/results`
  return {
    success: true,
    id: row.id,
    object: 'bulk_screening',
    status: row.status as WireBulk['status'],
    file_name: row.file_name,
    format: row.format === 'jsonl' ? 'jsonl' : 'csv',
    bytes: row.bytes,
    sha256: row.sha256,
    threshold: row.threshold / 10_000,
    lists: row.lists,
    total: row.total,
    done: row.done,
    clear: row.done - row.possible - row.hits - row.invalid,
    possible_match: row.possible,
    hit: row.hits,
    invalid: row.invalid,
    problems: row.problems,
    progress: row.total ? Math.floor((1000 * row.done) / row.total) / 1000 : 0,
    error: row.error,
    results: row.status === 'completed' ? { csv: `${path}?format=csv`, jsonl: `${path}?format=jsonl` } : null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    warnings,
  }
}
