import type { Ctx } from '#core/kernel/context.ts'
import { readDecisionPage, readDecisionReceipt, replayDecisionPage, tryDecision } from '#core/portal/decisions/read.ts'
import { bind } from './bind.ts'

/** What the page of a decision does, for whoever may see it. */
export const decisionVerbs = (ctx: Ctx) => bind(ctx, { readDecisionPage, readDecisionReceipt, replayDecisionPage, tryDecision })
