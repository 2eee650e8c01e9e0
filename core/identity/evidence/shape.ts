import { z } from 'zod'
import { EVIDENCE_METHODS } from '#db/schema.ts'

const time = z.string()

/** One piece of evidence as answers show it: who found out what, from what, when. What was read is not shown. */
export const evidenceShape = z
  .object({
    id: z.string(),
    object: z.literal('evidence'),
    person_id: z.string().meta({ description: 'Whom it is about' }),
    proves: z.enum(['identity', 'accreditation', 'entity', 'age']).meta({ description: 'What it is evidence of, and of nothing else' }),
    method: z.enum(EVIDENCE_METHODS).meta({ description: 'In which way it was shown' }),
    level: z.enum(['basic', 'enhanced', 'accredited']).meta({ description: 'How far it goes: credentials of this level can rest on it' }),
    ial: z.enum(['IAL1', 'IAL2', 'IAL3']).nullable().meta({ description: 'Identity assurance level of NIST SP 800-63A-4' }),
    eidas: z
      .enum(['low', 'substantial', 'high'])
      .nullable()
      .meta({ description: 'Level of assurance of Implementing Regulation (EU) 2015/1502' }),
    state: z.enum(['valid', 'expired', 'rejected', 'conflicting', 'withdrawn']).meta({
      description:
        '`rejected`: it shows that they are not who they say. `conflicting`: it names another name, birth date or country than was said, its document counts for somebody else (`document_of_another`), or nobody could tell whether a certificate behind it was revoked (`revocation_unknown`): a person looks',
    }),
    reason_code: z.string().nullable().meta({ description: 'Why it does not count, or waits; why it was taken back' }),
    voucher: z.object({
      kind: z.enum(['issuer', 'provider', 'reviewer', 'tenant', 'author']).meta({ description: 'Whose word it is' }),
      name: z.string().meta({ description: 'Their name' }),
      id: z
        .string()
        .nullable()
        .meta({ description: 'Where they are found: a trusted issuer, a check of a provider, a reviewer, a licence' }),
    }),
    covers: z.array(z.string()).meta({ description: 'The facts it establishes' }),
    document_expires_on: z.string().nullable().meta({ description: 'Last day of the document that was shown' }),
    digest: z.string().meta({ description: 'SHA-256 of what was shown' }),
    proof: z.record(z.string(), z.unknown()).nullable().meta({ description: 'How its signature was checked' }),
    session_id: z.string().nullable().meta({ description: 'The identity session in which it was shown' }),
    case_id: z.string().nullable().meta({ description: 'The case in which a person decided it' }),
    reviewer: z.string().nullable().meta({ description: 'Who decided it' }),
    second_reviewer: z.string().nullable().meta({ description: 'The second person, where two decide' }),
    taken_at: time.meta({ description: 'From when it counts' }),
    expires_at: time.nullable().meta({ description: 'Until when it counts; null where it does not end by itself' }),
    ended_by: z.string().nullable().meta({ description: 'Who took it back' }),
    ended_at: time.nullable(),
    created_at: time,
  })
  .meta({ title: 'Evidence' })

export const evidenceAnswer = evidenceShape.extend({ success: z.literal(true) })
export type WireEvidence = z.output<typeof evidenceShape>
