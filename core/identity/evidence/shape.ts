import { z } from 'zod'
import { EVIDENCE_METHODS } from '#db/schema.ts'

const time = z.string()

/** One piece of evidence as answers show it: who found out what, from what, when. What was read is not shown. */
export const evidenceShape = z
  .object({
    id: z.string(),
    object: z.literal('evidence'),
    person_id: z.string(),
    proves: z.enum(['identity', 'accreditation', 'entity', 'age']),
    method: z.enum(EVIDENCE_METHODS),
    level: z.enum(['basic', 'enhanced', 'accredited']),
    ial: z.enum(['IAL1', 'IAL2', 'IAL3']).nullable().meta({ description: 'Identity assurance level of NIST SP 800-63A-4' }),
    eidas: z
      .enum(['low', 'substantial', 'high'])
      .nullable()
      .meta({ description: 'Level of assurance of Implementing Regulation (EU) 2015/1502' }),
    state: z.enum(['valid', 'expired', 'rejected', 'conflicting', 'withdrawn']).meta({
      description:
        '`rejected`: it shows that they are not who they say. `conflicting`: it names another name, birth date or country than was said, or nobody could tell whether a certificate behind it was revoked (`revocation_unknown`): a person looks',
    }),
    reason_code: z.string().nullable(),
    voucher: z.object({
      kind: z.enum(['issuer', 'provider', 'reviewer', 'tenant', 'author']),
      name: z.string(),
      id: z.string().nullable(),
    }),
    covers: z.array(z.string()).meta({ description: 'The facts it establishes' }),
    document_expires_on: z.string().nullable(),
    digest: z.string().meta({ description: 'SHA-256 of what was shown' }),
    proof: z.record(z.string(), z.unknown()).nullable().meta({ description: 'How its signature was checked' }),
    session_id: z.string().nullable(),
    case_id: z.string().nullable(),
    reviewer: z.string().nullable(),
    second_reviewer: z.string().nullable(),
    taken_at: time,
    expires_at: time.nullable(),
    ended_by: z.string().nullable(),
    ended_at: time.nullable(),
    created_at: time,
  })
  .meta({ title: 'Evidence' })

export const evidenceAnswer = evidenceShape.extend({ success: z.literal(true) })
export type WireEvidence = z.output<typeof evidenceShape>
