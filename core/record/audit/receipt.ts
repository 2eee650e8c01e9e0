import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { inclusionPlan } from '#credentials/merkle.ts'
import { buildReceipt, type Receipt } from '#credentials/receipt.ts'
import { auditLogs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { auditBody } from '../log/append.ts'
import { definePageVerb } from '../verb.ts'
import { checkpointOver } from './checkpoint.ts'
import { logOrigin, logVerifierKey } from './epoch.ts'
import { mayReadEntry } from './filter.ts'
import { ofPlatformLog } from './platform.ts'
import { readProof } from './read-nodes.ts'

/** Proof that one entry stands in the log, with a signed checkpoint; checkable offline. Throws `not_found`. For admins, of what they read in full. */
export const auditReceipt = definePageVerb({
  name: 'audit.receipt',
  permission: 'audit.read',
  admin: true,
  input: byId(),
  run: async ({ ctx, input }): Promise<AuditReceipt> => receiptOf(ctx, and(eq(auditLogs.id, input.id), ofPlatformLog)),
})

/** The same of the caller's own organisation. */
export const ownAuditReceipt = definePageVerb({
  name: 'audit_log.receipt',
  permission: 'audit_log.read',
  input: byId(),
  run: async ({ ctx, input }): Promise<AuditReceipt> =>
    receiptOf(ctx, inScope(auditLogs, ctx, eq(auditLogs.id, input.id), mayReadEntry(ctx))),
})

interface AuditReceipt {
  object: 'receipt'
  audit_id: string
  verifier_key: string
  receipt: Receipt
}

async function receiptOf(ctx: Ctx, which: SQL | undefined): Promise<AuditReceipt> {
  const [audit] = await ctx.db.select().from(auditLogs).where(which).limit(1)
  const covered = audit && (await checkpointOver(ctx.services, audit.id))
  if (!audit || !covered) throw notFound()
  const { leaf_index, size, note } = covered
  const proof = await readProof(ctx.db, inclusionPlan(leaf_index, size))
  const receipt = buildReceipt({
    entry: auditBody(audit),
    documents: {},
    origin: await logOrigin(ctx.services),
    index: leaf_index,
    size,
    proof,
    checkpoint: note,
  })
  return { object: 'receipt', audit_id: audit.id, verifier_key: await logVerifierKey(ctx.services), receipt }
}
