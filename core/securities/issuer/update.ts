import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { ISSUER, keepSaid, speaking } from '#core/record/facts/history.ts'
import { issuerStatements, merge, saidNow } from '#core/record/facts/statements.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { establish, putStated, type Stated } from './profile.ts'
import { issuerAnswer, viewOf } from './read.ts'

const updateIssuerInput = z
  .strictObject({
    investor_id: z.string().max(100).nullable().optional().meta({
      description: 'The issuer itself, as an investor record of type entity with its owners: it and they are screened at each decision',
    }),
    compliance_facts: issuerStatements().optional(),
  })
  .refine((input) => input.investor_id !== undefined || input.compliance_facts !== undefined, {
    message: 'Give investor_id, compliance_facts, or both.',
  })

const MOST_CHARACTERS = 20_000

/**
 * Records what the organisation says of itself as an issuer, for all its offerings of this environment: each decision names the facts
 * it used. Who it is, and that no list names it, is established and not said. Throws `validation_failed`, `screening_unavailable`.
 */
export const updateIssuer = defineVerb({
  name: 'issuer.update',
  permission: 'offerings.write',
  input: updateIssuerInput,
  output: issuerAnswer,
  run: async ({ ctx, input }) => {
    // no event: only the organisation itself states it, and every decision names the facts it was made from.
    return write(ctx, async (tx) => {
      if (input.investor_id) {
        const record = await findScoped(tx, investors, ctx, input.investor_id)
        if (record?.type !== 'entity') throw invalidField('/investor_id', 'not_found', 'Name an investor record of yours of type entity.')
      }
      const stated = await putStated(tx, ctx.organizationId, ctx.environment, (before) => statedAfter(ctx, before, input))
      await keepSaid(tx, ctx, ISSUER, input.compliance_facts ?? {}, speaking(ctx))
      return {
        result: viewOf(ctx, stated, await establish(tx, ctx, stated)),
        audit: {
          action: 'issuer_stated',
          category: 'investment',
          subject: { type: 'organization', id: ctx.organizationId },
          // What is stated may be anything; the log keeps only which facts, and a hash to compare by.
          details: { investor_id: stated.investor_id, facts: Object.keys(stated.facts).sort(), sha256: hashOf(stated.facts) },
          standing: [`organization:${ctx.organizationId}`],
        },
      }
    })
  },
})

function statedAfter(ctx: Ctx, before: Stated, input: z.output<typeof updateIssuerInput>): Stated {
  const said = input.compliance_facts ?? {}
  const kept = merge(before.facts, said) as Record<string, Json>
  if (JSON.stringify(kept).length > MOST_CHARACTERS)
    throw invalidField('/compliance_facts', 'too_large', `All facts together take at most ${MOST_CHARACTERS} characters.`)
  return {
    investor_id: input.investor_id === undefined ? before.investor_id : input.investor_id,
    facts: kept,
    stated: saidNow(ctx, before.stated ?? {}, said),
    updated_at: new Date(ctx.now).toISOString(),
  }
}
