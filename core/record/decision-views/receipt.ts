import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { inclusionPlan } from '#credentials/merkle.ts'
import { buildReceipt } from '#credentials/receipt.ts'
import { auditLogs } from '#db/schema.ts'
import { redactFor } from '#engine/visibility.ts'
import { checkpointOver } from '../audit/checkpoint.ts'
import { logOrigin, logVerifierKey } from '../audit/epoch.ts'
import { readProof } from '../audit/read-nodes.ts'
import { findKnown, hasParties } from '../decisions/about-caller.ts'
import { decisionRecord, evaluationOf } from '../decisions/record-hash.ts'
import { readResult } from '../decisions/result.ts'
import { auditBody } from '../log/append.ts'
import { defineVerb } from '../verb.ts'

const answered = z.object({
  success: z.literal(true),
  object: z.literal('receipt'),
  decision_id: z.string(),
  verifier_key: z.string(),
  receipt: z.looseObject({ type: z.string() }),
})

/**
 * Proof that a decision stands in the public log: entry, inclusion proof and a signed checkpoint, checkable offline. With its record and
 * result, unless rules ran that only officers may read.
 */
export const decisionReceipt = defineVerb({
  name: 'decisions.receipt',
  permission: 'decisions.read',
  input: byId(),
  output: answered,
  run: ({ ctx, input }) => receiptOf(ctx, input.id),
})

/**
 * The receipt of a decision of this tenant. Throws `not_found` where there is none yet, and for one of its several parties who has not its
 * `entry` already: the entry opens the public form, which names every rule, those on the other party too.
 */
export async function receiptOf(ctx: Ctx, id: string, entry?: string): Promise<z.output<typeof answered>> {
  const found = await findKnown(ctx, id)
  if (!found) throw notFound()
  const { row, own } = found
  const asParty = own && hasParties(row.check)
  if (asParty && entry !== row.audit_id) throw notFound()
  const [audit] = await ctx.db.select().from(auditLogs).where(eq(auditLogs.id, row.audit_id)).limit(1)
  const covered = audit && (await checkpointOver(ctx.services, audit.id))
  if (!audit || !covered) throw notFound()
  const { leaf_index, size, note } = covered
  const proof = await readProof(ctx.db, inclusionPlan(leaf_index, size))
  const result = await readResult(ctx.db, row)
  // Hashes are of whole documents. Where a rule for officers ran, also one that passed, or of another party, they would tell what the answer does not.
  const whole = redactFor(result, 'tenant') === result && !asParty
  const receipt = buildReceipt({
    entry: auditBody(audit),
    // Each under the name of the detail of the entry that is its hash.
    documents: whole ? { decision_record: decisionRecord(row), result_hash: evaluationOf(result) } : {},
    origin: await logOrigin(ctx.services),
    index: leaf_index,
    size,
    proof,
    checkpoint: note,
  })
  return {
    success: true as const,
    object: 'receipt' as const,
    decision_id: row.id,
    verifier_key: await logVerifierKey(ctx.services),
    receipt: { ...receipt },
  }
}
