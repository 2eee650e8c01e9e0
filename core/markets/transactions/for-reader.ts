import type { Ctx } from '#core/kernel/context.ts'
import { ownAmong, restrictionTold, toldTo } from '#core/record/decisions/about-caller.ts'
import { readAll } from '#core/record/decisions/result.ts'
import type { decisions, transactions } from '#db/schema.ts'
import type { Decision } from '#engine/decide.ts'
import { checksOf, RESTRICTIONS } from './restrictions.ts'

type Row = typeof transactions.$inferSelect

/**
 * Transactions with the results of their decisions as the caller may read them: those that they are a party to, as that party. Then nothing is
 * told of the other one, nor what the organisation alone knows: its score of the payment, and what it said of it.
 */
export async function transactionsFor(
  ctx: Ctx,
  found: readonly { row: Row; decision: typeof decisions.$inferSelect }[],
): Promise<{ row: Row; result: Decision }[]> {
  const judged = found.map(({ decision }) => decision)
  const [results, own] = await Promise.all([readAll(ctx.db, judged), ownAmong(ctx, judged)])
  const shown = found.map(async ({ row, decision }, i) => {
    const whole = results[i]!
    if (!own.has(decision.id)) return { row, result: whole }
    const result = await toldTo(ctx, decision, true, whole)
    return { row: rowFor(row, whole, result), result }
  })
  return Promise.all(shown)
}

const SENTENCES: ReadonlySet<unknown> = new Set(Object.values(RESTRICTIONS))

function rowFor(row: Row, whole: Decision, told: Decision): Row {
  const code = restrictionTold(row.restriction_code, whole, told)
  const travel = row.travel_rule as { missing: string[] } | null
  return {
    ...row,
    restriction_code: code,
    checks: checksOf(told.rules, row.checks.travel_rule as ReturnType<typeof checksOf>['travel_rule']),
    timeline: row.timeline.map((entry) =>
      code !== row.restriction_code && SENTENCES.has(entry.detail) ? { ...entry, detail: RESTRICTIONS[code] } : entry,
    ),
    // Whether a side is verified is what its own rules tell.
    travel_rule: travel && { ...travel, missing: travel.missing.filter((pointer) => !/^\/(from|to)\/credential$/.test(pointer)) },
    risk_score: 0,
    facts: {},
    facts_stated: {},
  }
}
