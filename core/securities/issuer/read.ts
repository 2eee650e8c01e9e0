import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { factsStated, issuerStatements, statementsOf, toldOf } from '#core/record/facts/statements.ts'
import { FACTS } from '#core/record/facts/table.ts'
import { defineVerb } from '#core/record/verb.ts'
import { organizations } from '#db/schema.ts'
import { type Established, establish, type Stated, statedOf } from './profile.ts'

export const issuerAnswer = z.object({
  success: z.literal(true),
  object: z.literal('issuer'),
  organization_id: z.string(),
  environment: z.enum(['sandbox', 'production']),
  investor_id: z.string().nullable().meta({ description: 'The issuer itself among the investors: an entity with its owners' }),
  verification: z
    .enum(['verified', 'pending', 'unverified'])
    .meta({ description: '`verified` once Sealwright verified somebody who acts for it and its own record is a verified entity' }),
  sanctions_status: z
    .enum(['clear', 'possible_match', 'hit'])
    .nullable()
    .meta({ description: 'Of the entity and its owners, screened now; null without a record' }),
  control_persons_screened: z.boolean().nullable().meta({ description: 'Whether somebody who controls it is named, and so screened' }),
  compliance_facts: issuerStatements(),
  facts_stated: factsStated,
  updated_at: z.string().nullable(),
})

/** An organisation as the rules know it when it offers securities. */
export type IssuerView = z.output<typeof issuerAnswer>

/** The caller's organisation as an issuer: what it stated, and what is established about it now. Throws `screening_unavailable`. */
export const readIssuer = defineVerb({
  name: 'issuer.get',
  permission: 'offerings.read',
  output: issuerAnswer,
  run: async ({ ctx }) => {
    const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1)
    const stated = statedOf(row, ctx)
    return viewOf(ctx, stated, await establish(ctx.db, ctx, stated))
  },
})

export const viewOf = (ctx: Ctx, stated: Stated, found: Established): IssuerView => ({
  success: true,
  object: 'issuer',
  organization_id: ctx.organizationId,
  environment: ctx.environment,
  investor_id: stated.investor_id,
  verification: found.verification,
  sanctions_status: found.sanctions?.status ?? null,
  control_persons_screened: found.control_persons_screened ?? null,
  compliance_facts: toldOf(FACTS.issuer, stated.facts),
  facts_stated: statementsOf(toldOf(FACTS.issuer, stated.facts), stated.stated ?? {}),
  updated_at: stated.updated_at,
})
