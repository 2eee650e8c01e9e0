import { z } from 'zod'
import { warning } from '#core/kernel/answers.ts'

export const bulkScreening = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('bulk_screening'),
  status: z.enum(['queued', 'running', 'completed', 'cancelled', 'failed']),
  file_name: z.string(),
  format: z.enum(['csv', 'jsonl']),
  bytes: z.number().int(),
  sha256: z.string().nullable(),
  threshold: z.number(),
  lists: z.array(z.object({ source: z.string(), version: z.string() })),
  total: z.number().int(),
  done: z.number().int(),
  clear: z.number().int(),
  possible_match: z.number().int(),
  hit: z.number().int(),
  invalid: z.number().int(),
  problems: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  progress: z.number(),
  error: z.string().nullable(),
  results: z.object({ csv: z.string(), jsonl: z.string() }).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  warnings: z.array(warning),
})
