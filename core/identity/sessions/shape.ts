import { z } from 'zod'
import { SESSION_CLAIMS, SESSION_METHODS } from '#db/schema.ts'

export const SESSION_STATUSES = ['open', 'processing', 'in_review', 'verified', 'rejected', 'expired', 'cancelled'] as const

/** A session as answers show it. */
export const identitySessionShape = z
  .object({
    id: z.string(),
    object: z.literal('identity_session'),
    status: z.enum(SESSION_STATUSES).meta({
      description:
        '`open`: waits for the person. `processing`: a provider or a chain is asked. `in_review`: a person looks at it. The other four are ends',
    }),
    level: z.enum(['basic', 'enhanced']),
    methods: z
      .array(z.enum(SESSION_METHODS))
      .meta({ description: 'The ways that are open to the person, in the order in which they are offered' }),
    claims: z
      .array(z.enum(SESSION_CLAIMS))
      .nullable()
      .meta({ description: 'What alone it is about; null where it is about who somebody is. `verified` then says this and nothing else' }),
    method: z.enum(SESSION_METHODS).nullable().meta({ description: 'The way that was taken last' }),
    person_id: z.string().nullable(),
    wallet_id: z.string().nullable(),
    investor_id: z.string().nullable(),
    provider: z.string().nullable(),
    return_url: z.string().nullable(),
    reason_code: z.string().nullable(),
    evidence_id: z.string().nullable(),
    expires_at: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ title: 'IdentitySession' })

export const sessionAnswer = identitySessionShape.extend({ success: z.literal(true) })
export const createdSession = sessionAnswer.extend({
  url: z.string().meta({
    description: 'The page on which the person proves who they are: open or embed it. Shown once; who has it is taken for the person',
  }),
})
export type WireSession = z.output<typeof identitySessionShape>
