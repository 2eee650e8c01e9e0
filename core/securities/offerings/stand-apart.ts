import { eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond } from '#core/access/second-person/ask-second.ts'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import type { OfferingRow } from './facts.ts'
import { offeringRooms } from './open-facts.ts'
import { presentOffering } from './present.ts'

const standApartInput = z.strictObject({
  other_offering_ids: z.array(z.string().min(1).max(100)).min(1).max(50).meta({
    description: 'The offerings that run beside it, all of them: recorded here, or named in compliance_facts.other_offerings of /v1/issuer',
  }),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Use 64 lower-case hex digits')
    .meta({ description: 'SHA-256 of the analysis under Rule 152(a) that it rests on; the paper stays with you' }),
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as general_test_met' }),
  note: z.string().trim().min(10, 'Say why in a sentence').max(2_000),
})

/** What the general test of Rule 152(a) answers where no safe harbour of Rule 152(b) does. */
const TESTED = ['INTEGRATION_SAFE', 'INTEGRATION_152B1_30_DAYS']

/**
 * Asks to treat an offering as apart from others that run beside it outside the safe harbours, because the general test of Rule 152(a)
 * is met. Another person agrees. It lifts those two reviews only, and only while no further offering comes beside it. Throws
 * `invalid_transition` once it is over, `already_exists` when it waits already, `step_up_required`.
 */
export const standApart = defineVerb({
  name: 'offerings.integration',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(standApartInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('offering_integration'),
    offering_id: z.string(),
    second_person: secondPerson,
  }),
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, offerings, ctx, input.id)
      if (!row) throw notFound()
      refuseOver(row)
      const others = [...new Set(input.other_offering_ids)].sort()
      const kinds = await besideOf(tx, ctx, row)
      const beside = [...kinds.keys()]
      const unknown = others.find((id) => !beside.includes(id))
      if (unknown !== undefined)
        throw invalidField(
          '/other_offering_ids',
          'invalid_enum',
          `${unknown} is no other offering of yours. Known are: ${beside.join(', ') || 'none'}.`,
        )
      const { note, reason_code, document_sha256 } = input
      const asked = await askSecond(tx, ctx, {
        kind: 'offering_integration',
        subject: { type: 'offering', id: row.id },
        summary: `An issuer asks to treat an offering as apart from others: ${row.name}`,
        word: { note, reason_code, document_sha256 },
        details: { other_offering_ids: others, kinds: Object.fromEntries(others.map((id) => [id, kinds.get(id)!])) },
      })
      return {
        result: { success: true as const, object: 'offering_integration' as const, offering_id: row.id, second_person: asked.waits },
        audit: {
          action: 'offering_integration_asked',
          category: 'investment',
          subject: { type: 'offering', id: row.id },
          details: { other_offering_ids: others, document_sha256, reason_code, case_id: asked.waits.case_id },
        },
        events: asked.events,
      }
    })
  },
})

/** The second person's word on it, within the transaction that decides its case. */
export async function settleApart(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  if (word.outcome === 'refuse') return { what: 'held as before', audit: [], events: [] }
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  refuseOver(offering)
  const others = row.details.other_offering_ids as string[]
  const kinds = (row.details.kinds ?? {}) as Record<string, string>
  const at = new Date(ctx.now)
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const document_sha256 = String(row.details.document_sha256)
  const [stored] = await tx
    .update(offerings)
    .set({ integration_apart: { kinds, document_sha256, ...people, at: at.toISOString(), case_id: row.id }, updated_at: at })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
    .returning()
  return {
    what: 'apart',
    audit: [
      {
        action: 'offering_integration_recorded',
        category: 'investment',
        subject: { type: 'offering', id: offering.id },
        details: { other_offering_ids: others, document_sha256, ...people, case_id: row.id },
        standing: [`offering:${offering.id}`],
      },
    ],
    events: [
      {
        type: 'offering.updated',
        resource: { type: 'offering', id: offering.id },
        object: presentOffering(stored!) as unknown as Record<string, Json>,
      },
    ],
  }
}

/**
 * The reviews that two people lifted, by the facts just decided on: none when an offering is beside it that they did not judge, or that
 * runs under another exemption since.
 */
export function liftedApart(row: Pick<OfferingRow, 'integration_apart'>, facts: Facts): readonly string[] {
  const judged = row.integration_apart?.kinds
  const others = (facts.offering as { integration?: { id: string; kind: string }[] } | undefined)?.integration
  return judged && others?.every((other) => judged[other.id] === other.kind) ? TESTED : []
}

/** The offerings that run beside one, with the name of those recorded here, and whether a second person was asked already. */
export const offeringsBeside = definePageVerb({
  name: 'offerings.beside',
  permission: 'offerings.read',
  input: byId(),
  run: async ({
    ctx,
    input,
  }): Promise<{
    beside: { id: string; name: string | null }[]
    asked: string | null
  }> => {
    const row = await findScoped(ctx.db, offerings, ctx, input.id)
    if (!row) throw notFound()
    const ids = [...(await besideOf(ctx.db, ctx, row)).keys()]
    const [named, [waiting]] = await Promise.all([
      ids.length
        ? ctx.db
            .select({ id: offerings.id, name: offerings.name })
            .from(offerings)
            .where(inScope(offerings, ctx, inArray(offerings.id, ids)))
        : [],
      ctx.db
        .select({ id: cases.id })
        .from(cases)
        .where(inScope(cases, ctx, eq(cases.kind, 'offering_integration'), eq(cases.subject_id, row.id), isNull(cases.decided_at)))
        .limit(1),
    ])
    return { beside: ids.map((id) => ({ id, name: named.find((one) => one.id === id)?.name ?? null })), asked: waiting?.id ?? null }
  },
})

/** The offerings that run beside one, each with the exemption it is under. */
async function besideOf(db: Queryable, ctx: Ctx, row: OfferingRow): Promise<ReadonlyMap<string, string>> {
  const { offering } = await offeringRooms(db as Tx, ctx, row)
  return new Map((offering.integration ?? []).map((other) => [other.id, other.kind]))
}

function refuseOver(row: OfferingRow): void {
  if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
  if (!['draft', 'needs_contact', 'open', 'paused', 'closed'].includes(row.status))
    throw new AppError('invalid_transition', `An offering that is ${row.status.replace('_', ' ')} takes no investments any more.`)
}
