import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { readDecisionPage, readDecisionReceipt, replayDecisionPage } from '#core/portal/decisions/read.ts'
import { runSimulation } from '#core/record/simulations/simulate.ts'
import { bind } from './bind.ts'

/** What the page of a decision does, for whoever may see it. */
export function decisionVerbs(ctx: Ctx) {
  return {
    ...bind(ctx, { readDecisionPage, readDecisionReceipt, replayDecisionPage }),
    /** The decision made with other facts, by the engine; nothing is stored. */
    tryDecision: async (environment: Environment, input: { decision_id: string; changes: Record<string, unknown> }) =>
      runSimulation.sent({ ctx: await tenantCtx(ctx, ctx.organizationId, environment), input }),
  }
}
