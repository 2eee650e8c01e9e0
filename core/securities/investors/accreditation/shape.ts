import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import { FILE_BASES, FILE_METHODS, PAPERS } from '#db/schema.ts'
import { fileFields } from './input.ts'

const working = z.object({
  code: z.string(),
  sentence: z.string(),
  result: z.string().meta({ description: '`pass`, `fail`, `needs_info` or `review`' }),
})

export const fileShape = z
  .object({
    id: z.string(),
    object: z.literal('accreditation_file'),
    investor_id: z.string(),
    basis: z.enum(FILE_BASES),
    method: z.enum(FILE_METHODS),
    status: z.enum(['open', 'in_review', 'accepted', 'refused', 'replaced', 'withdrawn']).meta({
      description:
        '`open`: something is missing, and a newer file takes its place. `in_review`: a person looks at it. `accepted`: it is evidence now. `withdrawn`: taken back before anybody decided',
    }),
    missing: z.array(z.string()).meta({ description: 'What is missing, as pointers of the call that files it' }),
    documents: z.array(
      z.object({
        document_id: z.string(),
        sha256: z.string(),
        shows: z.enum(PAPERS),
        year: z.number().int().nullable(),
        dated: z.string().nullable(),
        of: z.enum(['investor', 'spouse']),
      }),
    ),
    reason_code: z.string().nullable().meta({ description: 'Why it was refused' }),
    decision_id: z.string().nullable().meta({ description: 'What the rules decided of it last' }),
    case_id: z.string().nullable().meta({ description: 'The case in which a person reads it: POST /v1/cases/{id}/decide' }),
    evidence_id: z.string().nullable().meta({ description: 'The evidence that it became, once it was accepted' }),
    decided_by: z.string().nullable().meta({ description: 'Who accepted or refused it' }),
    decided_at: z.string().nullable(),
    created_by: z.string().meta({ description: 'Who sent it, and so does not confirm it' }),
    created_at: z.string(),
  })
  .meta({ title: 'AccreditationFile' })

/** Figures and words, opened. */
const saidShape = z.object({
  figures: fileFields.figures.unwrap(),
  letter: fileFields.letter,
  grandfathered: fileFields.grandfathered,
  prior: fileFields.prior,
  minimum_investment: fileFields.minimum_investment,
  note: fileFields.note,
})

export const fileAnswer = fileShape.extend({
  success: z.literal(true),
  said: saidShape.nullable().meta({ description: 'What was said of it, opened; null once the person was erased' }),
})

export const filedAnswer = fileShape.extend({
  success: z.literal(true),
  basis_rule: working
    .extend({ message: z.string().nullable() })
    .nullable()
    .meta({ description: 'What the rule of the ground computed. Null where a letter or an earlier verification stands for the figures' }),
  method_rule: working
    .extend({ needed: z.string().nullable() })
    .meta({ description: 'What the rule of the method would say of a sale today, whatever its amount' }),
  next_action: z.object({ type: z.enum(['provide', 'wait', 'contact']), detail: z.string() }),
  decision,
})
export type WireFile = z.output<typeof fileShape>
