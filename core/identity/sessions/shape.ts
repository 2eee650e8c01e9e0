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
    level: z.enum(['basic', 'enhanced']).meta({ description: 'How far the proof has to go' }),
    methods: z
      .array(z.enum(SESSION_METHODS))
      .meta({ description: 'The ways that are taken, in the order in which the page offers them; those in `closed` lead nowhere yet' }),
    claims: z
      .array(z.enum(SESSION_CLAIMS))
      .nullable()
      .meta({ description: 'What alone it is about; null where it is about who somebody is. `verified` then says this and nothing else' }),
    method: z.enum(SESSION_METHODS).nullable().meta({ description: 'The way that was taken last' }),
    person_id: z.string().nullable().meta({ description: 'Whom it is about; null while nobody is known' }),
    wallet_id: z.string().nullable().meta({ description: 'Whose holder it is about' }),
    investor_id: z.string().nullable().meta({ description: 'Which investor it is about' }),
    provider: z.string().nullable().meta({ description: 'The provider that was named, or that is asked' }),
    return_url: z.string().nullable().meta({ description: 'Where the page leads back to' }),
    reason_code: z.string().nullable().meta({
      description: 'Why it waits, was rejected, or did not take the last answer; the codes stand in /documentation/identity-sessions',
    }),
    evidence_id: z.string().nullable().meta({ description: 'What it came to: read it with GET /v1/identity/evidence/{id}' }),
    expires_at: z.string().meta({ description: 'Until when the page is open' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ title: 'IdentitySession' })

const closedWay = z
  .object({
    method: z.enum(SESSION_METHODS),
    code: z.enum(['no_trusted_wallet_issuer', 'no_trusted_state', 'no_provider', 'no_trusted_issuer', 'no_wallet']),
    detail: z.string().meta({ description: 'What to do about it' }),
  })
  .meta({ title: 'ClosedWay' })
export type ClosedWay = z.output<typeof closedWay>

/** A session with the ways that cannot be walked, where it is read or opened. */
export const sessionWithWays = identitySessionShape.extend({
  closed: z.array(closedWay).meta({
    description: 'The ways in `methods` that lead nowhere as it stands now, and why; the page does not offer them. None once it has ended',
  }),
})

export const sessionAnswer = identitySessionShape.extend({ success: z.literal(true) })
export const sessionRead = sessionWithWays.extend({ success: z.literal(true) })
export const createdSession = sessionRead.extend({
  url: z.string().meta({
    description: 'The page on which the person proves who they are: open or embed it. Shown once; who has it is taken for the person',
  }),
})
export type WireSession = z.output<typeof identitySessionShape>
