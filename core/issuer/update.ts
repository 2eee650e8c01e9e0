import { z } from 'zod'
import { investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { CHECKS } from '#engine/facts.ts'
import { factsFor } from '#engine/rulesets.ts'
import type { Ctx } from '../context.ts'
import { AppError, type FieldError, invalidField } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import { ESTABLISHED, establish, putStated, type Stated } from './profile.ts'
import { type IssuerView, viewOf } from './read.ts'

export const updateIssuerInput = z
  .strictObject({
    investor_id: z.string().max(100).nullable().optional().meta({
      description: 'The issuer itself, as an investor record of type entity with its owners: it and they are screened at each decision',
    }),
    compliance_facts: z.record(z.string().max(100), z.unknown()).optional().meta({
      description:
        'What the issuer says of itself, by the names of the rule pages without `issuer.`, such as domicile, ica_status or shell; null takes a fact back. Others stay as they are',
    }),
  })
  .refine((input) => input.investor_id !== undefined || input.compliance_facts !== undefined, {
    message: 'Give investor_id, compliance_facts, or both.',
  })

const MOST_CHARACTERS = 20_000

/** Names of the facts an issuer may state: those some rule reads. */
export const STATABLE: ReadonlySet<string> = new Set(
  CHECKS.flatMap((check) => factsFor(check))
    .flatMap(({ path }) => (path.startsWith('issuer.') ? [path.split('.')[1]!] : []))
    .filter((name) => !ESTABLISHED.has(name)),
)

/**
 * Records what the organisation says of itself as an issuer, for all its offerings of this environment: each decision names the facts
 * it used. Who it is, and that no list names it, is established and not said. Throws `validation_failed`, `screening_unavailable`.
 */
export async function updateIssuer({ ctx, input }: { ctx: Ctx; input: z.output<typeof updateIssuerInput> }): Promise<IssuerView> {
  requirePermission(ctx, 'offerings.write')
  refuseUnstatable(Object.keys(input.compliance_facts ?? {}))
  // no event: only the organisation itself states it, and every decision names the facts it was made from.
  return write(ctx, async (tx) => {
    if (input.investor_id) {
      const record = await findScoped(tx, investors, ctx, input.investor_id)
      if (record?.type !== 'entity') throw invalidField('/investor_id', 'not_found', 'Name an investor record of yours of type entity.')
    }
    const stated = await putStated(tx, ctx.organizationId, ctx.environment, (before) => statedAfter(ctx, before, input))
    return {
      result: viewOf(ctx, stated, await establish(tx, ctx, stated)),
      audit: {
        action: 'issuer_stated',
        category: 'investment',
        subject: { type: 'organization', id: ctx.organizationId },
        // What is stated may be anything; the log keeps only which facts, and a hash to compare by.
        details: { investor_id: stated.investor_id, facts: Object.keys(stated.facts).sort(), sha256: hashOf(stated.facts) },
      },
    }
  })
}

function statedAfter(ctx: Ctx, before: Stated, input: z.output<typeof updateIssuerInput>): Stated {
  const facts = Object.entries({ ...before.facts, ...(input.compliance_facts as Record<string, Json> | undefined) })
  const kept = Object.fromEntries(facts.filter(([, value]) => value !== null))
  if (JSON.stringify(kept).length > MOST_CHARACTERS)
    throw invalidField('/compliance_facts', 'too_large', `All facts together take at most ${MOST_CHARACTERS} characters.`)
  return {
    investor_id: input.investor_id === undefined ? before.investor_id : input.investor_id,
    facts: kept,
    updated_at: new Date(ctx.now).toISOString(),
  }
}

function refuseUnstatable(names: string[]): void {
  const fields: FieldError[] = names
    .filter((name) => !STATABLE.has(name))
    .map((name) => ({
      pointer: `/compliance_facts/${name}`,
      code: 'unknown_field',
      detail: ESTABLISHED.has(name) ? 'This is established by Sealwright, not stated.' : 'No rule reads a fact of this name.',
    }))
  if (fields.length)
    throw new AppError('validation_failed', `${fields.length} ${fields.length === 1 ? 'field needs' : 'fields need'} attention`, { fields })
}
