import { eq } from 'drizzle-orm'
import { inclusionPlan } from '#credentials/merkle.ts'
import { buildReceipt, type Receipt } from '#credentials/receipt.ts'
import { auditLogs, decisions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { auditBody } from '../audit/append.ts'
import { checkpointOver } from '../audit/checkpoint.ts'
import { logOrigin, logVerifierKey } from '../audit/epoch.ts'
import { readProof } from '../audit/read-nodes.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { decisionRecord, evaluationOf } from './record-hash.ts'
import { readResult } from './result.ts'

/** Proof that a decision stands in the public log: entry, record, inclusion proof and a signed checkpoint. Checkable offline. */
export async function decisionReceipt({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { id: string }
}): Promise<{ success: true; object: 'receipt'; decision_id: string; verifier_key: string; receipt: Receipt }> {
  requirePermission(ctx, 'decisions.read')
  const row = await findScoped(ctx.db, decisions, ctx, input.id)
  if (!row) throw notFound()
  const [audit] = await ctx.db.select().from(auditLogs).where(eq(auditLogs.id, row.audit_id)).limit(1)
  const covered = audit && (await checkpointOver(ctx.services, audit.id))
  if (!audit || !covered) throw notFound()
  const { leaf_index, size, note } = covered
  const proof = await readProof(ctx.db, inclusionPlan(leaf_index, size))
  const receipt = buildReceipt({
    entry: auditBody(audit),
    // Each under the name of the detail of the entry that is its hash.
    documents: { decision_record: decisionRecord(row), result_hash: evaluationOf(await readResult(ctx.db, row)) },
    origin: await logOrigin(ctx.services),
    index: leaf_index,
    size,
    proof,
    checkpoint: note,
  })
  return { success: true, object: 'receipt', decision_id: row.id, verifier_key: await logVerifierKey(ctx.services), receipt }
}
