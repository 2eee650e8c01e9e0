import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { isOperator, isPersonal } from '#core/access/second-person/scope.ts'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import { type ActRow, actAudit, type Carried, changeAct, holdingActAnswer, presentAct } from '#core/identity/acts/acts.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { carryOutUnfreeze } from '#core/securities/holdings/unfreeze.ts'
import { carryOutMove } from '#core/securities/moves/move.ts'
import type { Tx } from '#db/connect.ts'
import { holdingActs } from '#db/schema.ts'
import { findScoped, lockScoped } from '#db/scoped.ts'
import { carryOutForceTransfer } from './force-transfer.ts'

const settleActInput = z.strictObject({ note: z.string().trim().max(1000).optional() })

/** What happens when the second person approves, by the kind of the act. A freeze needs none. */
const KINDS: Record<string, (tx: Tx, ctx: Ctx, act: ActRow) => Promise<Carried>> = {
  unfreeze: carryOutUnfreeze,
  force_transfer: carryOutForceTransfer,
  wallet_move: carryOutMove,
}

/**
 * Approves what another person asked for, and carries it out in the same transaction. Rules that stand against it are an answer:
 * the act is then `denied`, with its decision. A signed-in person proves it anew, because letting go cannot be undone.
 * Throws `not_found`, `invalid_transition`, `second_person_required`, `step_up_required`, `conflict`.
 */
export const approveHoldingAct = defineVerb({
  name: 'holdings.acts_approve',
  permission: 'holdings.write',
  input: byId('Id of the act, hac_…').extend(settleActInput.shape),
  output: holdingActAnswer,
  run: async ({ ctx: caller, input }) => {
    const ctx = await actCtx(caller, input.id)
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const act = await waiting(tx, ctx, input.id, ['proposed'])
      await requireSecondPerson(tx, ctx, {
        by: act.asked_by,
        at: act.created_at,
        own: 'Another person than the one who asked for it must approve it.',
      })
      const { changes, audit, events } = await KINDS[act.kind]!(tx, ctx, act)
      const done = await changeAct(tx, ctx, act, {
        ...(changes.status !== 'denied' && { approved_by: ctx.actor.id, approved_at: new Date(ctx.now) }),
        ...changes,
      })
      return { result: { success: true as const, ...presentAct(done) }, audit: audit as [AuditInput, ...AuditInput[]], events }
    })
  },
})

/** Refuses what was asked, or stops the move of a wallet that still waits. Nothing has changed then. */
export const refuseHoldingAct = defineVerb({
  name: 'holdings.acts_refuse',
  permission: 'holdings.write',
  input: byId('Id of the act, hac_…').extend(settleActInput.shape),
  output: holdingActAnswer,
  run: async ({ ctx: caller, input }) => {
    const ctx = await actCtx(caller, input.id)
    return write(ctx, async (tx) => {
      const act = await waiting(tx, ctx, input.id, ['proposed', 'approved'])
      const done = await changeAct(tx, ctx, act, {
        status: 'refused',
        ended_at: new Date(ctx.now),
        ended_by: ctx.actor.id,
        end_reason: input.note || 'refused',
      })
      return {
        result: { success: true as const, ...presentAct(done) },
        audit: actAudit(act, 'refused', { asked_by: act.asked_by }),
        // no event: what was asked has no effect.
      }
    })
  },
})

/** Everybody settles the acts of their own organisation; an administrator besides those of somebody's own, where nobody else could. */
async function actCtx(ctx: Ctx, id: string): Promise<Ctx> {
  if (!isOperator(ctx) || (await findScoped(ctx.db, holdingActs, ctx, id))) return ctx
  const [row] = await ctx.db
    .select({ organization: holdingActs.organization_id, environment: holdingActs.environment })
    .from(holdingActs)
    .where(and(eq(holdingActs.id, id), isPersonal(sql`holding_acts.organization_id`)))
    .limit(1)
  if (!row) throw notFound()
  return tenantCtx(ctx, row.organization, row.environment as Environment)
}

async function waiting(tx: Tx, ctx: Ctx, id: string, statuses: readonly string[]): Promise<ActRow> {
  const act = await lockScoped(tx, holdingActs, ctx, id)
  if (!act) throw notFound()
  if (!statuses.includes(act.status))
    throw new AppError('invalid_transition', `This act is ${act.status}: nothing waits for a word any more.`)
  return act
}
