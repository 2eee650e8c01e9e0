import { z } from 'zod'
import { difference } from '#core/screening/exceptions/evidence.ts'

const word = z.object({
  by: z.string(),
  at: z.string(),
  outcome: z.enum(['release', 'refuse']),
  reason_code: z.string(),
  note: z.string().nullable(),
  document_sha256: z.string().nullable(),
  differences: z
    .array(difference)
    .nullable()
    .meta({ description: 'What tells the person from the listed entry; only where one case is read' }),
})

/** A case as these operations answer it, without `success`. */
export const caseShape = z.object({
  object: z.literal('case'),
  id: z.string(),
  kind: z.string(),
  status: z.enum(['open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided']),
  priority: z.number().int(),
  subject: z.object({ type: z.string(), id: z.string() }),
  decision_id: z.string().nullable(),
  summary: z.string(),
  details: z.record(z.string(), z.unknown()),
  assigned_to: z.string().nullable(),
  proposal: word.nullable(),
  needs_second_person: z.boolean(),
  outcome: z.enum(['release', 'refuse', 'request_info']).nullable(),
  decided_by: z.array(z.string()),
  decided_at: z.string().nullable(),
  notes: z.array(z.object({ at: z.string(), by: z.string(), text: z.string() })),
  question: z
    .object({
      text: z.string(),
      asked_at: z.string(),
      answer_by: z.string(),
      answered_at: z.string().nullable(),
      no_answer: z.boolean().meta({ description: 'Nobody answered within 30 days' }),
      answer: z.string().nullable().meta({ description: 'Only where one case is read' }),
    })
    .nullable(),
  appeal: z.object({
    possible_until: z.string().nullable(),
    opened_at: z.string().nullable(),
    status: z.enum(['in_review', 'upheld', 'refused']).nullable(),
    statement: z.string().nullable().meta({ description: 'What the holder wrote; only where one case is read' }),
  }),
  deadline: z.string(),
  overdue: z.boolean(),
  environment: z.enum(['sandbox', 'production']),
  organization_id: z.string(),
  created_at: z.string(),
})
export const caseAnswer = caseShape.extend({ success: z.literal(true) })
