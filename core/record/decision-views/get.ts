import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { type decisions, logEntries } from '#db/schema.ts'
import { treeSize } from '../audit/read-nodes.ts'
import { findKnown, toldTo } from '../decisions/about-caller.ts'
import { factsIn } from '../decisions/facts-in.ts'
import { presentDecision, type WireDecision } from '../decisions/present.ts'
import { readResult } from '../decisions/result.ts'
import { readDecision } from '../decisions/shape.ts'
import type { Said } from '../facts/sources.ts'
import { defineVerb } from '../verb.ts'

/** A decision as it is read back. */
export const readView = (row: typeof decisions.$inferSelect, decision: WireDecision): z.output<typeof readDecision> => ({
  object: 'decision',
  ...decision,
  check: row.check,
  subject: row.subject_id ? { type: row.subject_type!, id: row.subject_id } : null,
  environment: row.environment,
})

/** One decision with all its rules and its place in the log; about the caller themselves and others, as they may read it as its party. */
export const getDecision = defineVerb({
  name: 'decisions.get',
  permission: 'decisions.read',
  input: byId('Decision id, dec_…'),
  output: readDecision,
  run: async ({ ctx, input }) => {
    const found = await findKnown(ctx, input.id)
    if (!found) throw notFound()
    const { row, own } = found
    const [entry] = await ctx.db.select().from(logEntries).where(eq(logEntries.audit_id, row.audit_id)).limit(1)
    const receipt = entry
      ? {
          log_index: entry.leaf_index,
          tree_size: await treeSize(ctx.db),
          url: `${ctx.services.config.publicUrl}/api/v1/decisions/${row.id}/receipt`,
        }
      : null
    const facts = await factsIn(ctx, row)
    return readView(
      row,
      presentDecision(row, await toldTo(ctx, row, own, await readResult(ctx.db, row)), {
        publicUrl: ctx.services.config.publicUrl,
        receipt,
        allRules: true,
        said: facts?.said as Said | undefined,
        facts,
      }),
    )
  },
})
