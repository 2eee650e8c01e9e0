import { and, eq } from 'drizzle-orm'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { closeCases } from '#core/record/cases/close.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import { keepSaid, speaking } from '#core/record/facts/history.ts'
import { refusedAfter, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { investments, offerings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import {
  BEFORE_SALES,
  differs,
  type Field,
  MATERIAL,
  merged,
  namesChain,
  refuseBelowSold,
  refuseFixed,
  updateOfferingInput,
} from './change-terms.ts'
import { askTerms, TERMS } from './commercial-terms.ts'
import { needsContact, refuseBothLists, refusedAsImpossible, refuseOtherClass, refuseTakenId, warningsOf } from './create.ts'
import { holdChange, isHeld, ofDeal, updated } from './held-change.ts'
import { changeFacts, openFacts } from './open-facts.ts'
import { offeringAnswer, presentOffering } from './present.ts'

/**
 * Changes an offering's terms and has every rule judge it anew. A draft may change in everything; once it runs, a material change
 * pauses it, and one that the rules leave to a person is held until another person agrees; what investors bought on stays. Throws
 * `conflict` with the fields that are fixed, `already_exists` while another change waits, and what create throws.
 */
export const updateOffering = defineVerb({
  name: 'offerings.update',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(updateOfferingInput.shape),
  output: offeringAnswer.extend({
    second_person: secondPerson.nullable().meta({ description: 'The change is held until another person agrees; null: it is made' }),
  }),
  run: async ({ ctx, input }) => {
    const { id, ...change } = input
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, id)
      if (!row) throw notFound()
      if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
      const next = merged(ctx, row, change)
      refuseOtherClass(next.type, change.compliance_facts ?? {})
      if (change.allowed_countries || change.blocked_countries || change.regulation) refuseBothLists(next)
      const changed = (Object.keys(change) as Field[]).filter((field) => differs(row, next, field))
      const sold = row.first_sale_at !== null || (await anyPending(tx, ctx, row.id))
      refuseFixed(row, changed, sold)
      refuseBelowSold(row, next)
      if (next.external_id && next.external_id !== row.external_id) await refuseTakenId(tx, ctx, next.external_id, row.id)
      const draft = ['draft', 'needs_contact'].includes(row.status)
      const judge = async (facts: Facts) =>
        recordDecision(tx, ctx, { facts, market: 'securities', subject: { type: 'offering', id }, category: 'investment' })
      const asked = await judge(await changeFacts(tx, ctx, next, { before: row, material: ofDeal(row, next, changed) }))
      if (isHeld(row, changed, asked)) {
        const impossible = refusedAsImpossible(asked)
        return impossible ? refusedAfter(asked, impossible) : holdChange(tx, ctx, { row, change, changed, asked })
      }
      const refused = refusedAsImpossible(asked) ?? (row.status === 'open' ? refusedAsDenied(asked) : null)
      if (refused) return refusedAfter(asked, refused)
      // What runs has to be such as could open now.
      const decided = draft ? asked : await judge(await openFacts(tx, ctx, next, { draft: false }))
      const material = changed.some((field) => MATERIAL.includes(field) || (BEFORE_SALES.includes(field) && !namesChain(row, field)))
      const status = draft
        ? needsContact(decided)
          ? 'needs_contact'
          : 'draft'
        : row.status === 'open' && (material || asked.outcome !== 'allow' || decided.outcome !== 'allow')
          ? 'paused'
          : row.status
      // Made smaller, it needs no terms any more; made larger, it asks for them.
      const terms = status === 'needs_contact' && !row.terms_case_id ? await askTerms(tx, ctx, next) : null
      const terms_case_id = status === 'needs_contact' ? (terms?.id ?? row.terms_case_id) : null
      const closed =
        row.terms_case_id && status !== 'needs_contact'
          ? await closeCases(tx, ctx, { subjectId: id, kind: TERMS, outcome: 'refuse', reasonCode: 'not_needed' })
          : []
      const [stored] = await tx
        .update(offerings)
        .set({ ...next, terms_case_id, status, updated_at: new Date(ctx.now) })
        .where(inScope(offerings, ctx, eq(offerings.id, id)))
        .returning()
      await keepSaid(tx, ctx, { object: 'offering', id }, change.compliance_facts ?? {}, speaking(ctx))
      const view = presentOffering(stored!, { warnings: draft ? warningsOf(asked) : both(warningsOf(asked), warningsOf(decided)) })
      const object = view as unknown as Record<string, Json>
      const resource = { type: 'offering', id }
      return {
        result: { ...view, second_person: null },
        audit: {
          ...decided.audit,
          action: 'offering_updated',
          details: { ...decided.audit.details, fields: changed, status },
          standing: [`offering:${id}`],
        },
        events: [
          ...updated(stored!, row, changed),
          ...(terms?.events ?? []),
          ...closed,
          ...(status === 'paused' && row.status === 'open'
            ? [{ type: 'offering.paused' as const, resource, object, previous: { status: row.status } }]
            : []),
        ],
      }
    })
  },
})

/** A running offering is not changed into one that the rules forbid; it can be paused first, and then it is put right. */
function refusedAsDenied(change: Decided): AppError | null {
  if (change.outcome !== 'deny') return null
  const why = change.engine.rules.flatMap((rule) => (rule.result === 'fail' && rule.message ? [rule.message] : []))
  return new AppError('compliance_denied', `The offering cannot change like this. ${why.join(' ')}`, {
    extra: { decision: change.decision as unknown as Json },
  })
}

type Warning = ReturnType<typeof warningsOf>[number]
const both = (of: Warning[], more: Warning[]): Warning[] => [...of, ...more.filter((one) => !of.some((each) => each.code === one.code))]

async function anyPending(tx: Tx, ctx: Ctx, offeringId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(inScope(investments, ctx, and(eq(investments.offering_id, offeringId), eq(investments.status, 'pending'))))
    .limit(1)
  return row !== undefined
}
