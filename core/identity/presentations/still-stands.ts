import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { write } from '#core/record/transaction.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { StatusPlace } from '#credentials/presented/shown.ts'
import { evidence } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { endEvidence } from '../evidence/manage.ts'
import type { EvidenceRow } from '../evidence/present.ts'
import { STANDS_MS } from './accreditations.ts'
import { requireStands } from './check.ts'

const HOUR_MS = 3_600_000
/** What nobody could be asked about for so long is known no more. */
const SILENT_MS = 72 * HOUR_MS
/** So many in a turn: the next one is a minute away. */
const MOST = 20

/**
 * Asks the issuers of accreditations that people here rely on whether they still stand. What was revoked or suspended is taken back; what
 * no answer came about for three days too: unknown is not valid. Says how many were asked.
 */
export async function askWhatStands(ctx: Ctx): Promise<number> {
  const due = and(lte(evidence.ask_at, new Date(ctx.now)), eq(evidence.state, 'valid'))
  const rows = await ctx.db
    .select()
    .from(evidence)
    .where(inScope(evidence, ctx, due))
    .orderBy(evidence.ask_at, evidence.id)
    .limit(MOST)
  if (!rows.length) return 0
  // no audit: when it is asked next is no act.
  await ctx.db
    .update(evidence)
    .set({ ask_at: new Date(ctx.now + HOUR_MS) })
    .where(
      inScope(
        evidence,
        ctx,
        inArray(
          evidence.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
  for (const row of rows) await askOne(ctx, row)
  return rows.length
}

async function askOne(ctx: Ctx, row: EvidenceRow): Promise<void> {
  const { status_list, status_seen_at } = row.proof as { status_list: StatusPlace; status_seen_at: string }
  const issuers = await ctx.world.issuers.of(ctx.db, ctx, 'accreditation')
  try {
    await requireStands(ctx, status_list, issuers)
  } catch (error) {
    if (!(error instanceof PresentationRefused)) throw error
    const ended = error.code === 'credential_revoked' || error.code === 'credential_suspended'
    if (!ended && ctx.now - Date.parse(status_seen_at) < SILENT_MS) return
    await end(ctx, row.id, ended ? error.code : 'credential_status_unavailable')
    return
  }
  // no audit: nothing changed but when it was looked at.
  await ctx.db
    .update(evidence)
    .set({ ask_at: new Date(ctx.now + STANDS_MS), proof: { ...row.proof, status_seen_at: new Date(ctx.now).toISOString() } })
    .where(inScope(evidence, ctx, and(eq(evidence.id, row.id), eq(evidence.state, 'valid'))))
}

async function end(ctx: Ctx, id: string, reason: string): Promise<void> {
  await write({ ...ctx, idempotency: null }, async (tx) => {
    const row = await lockScoped(tx, evidence, ctx, id)
    const { audit, events } = await endEvidence(tx, ctx, row!, reason)
    return { result: null, audit, events }
  })
}
