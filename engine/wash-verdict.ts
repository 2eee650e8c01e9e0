/** What one wash-trading heuristic says about a sale. */
import { type WashCode, type WashFacts, washScore } from './calculations/wash-score.ts'
import { info, notApplicable, pass, type Verdict } from './rule.ts'

/** Points of the heuristic as information for officers; not applicable where the sale could not be measured. */
export function washVerdict(code: WashCode, facts: WashFacts | null): Verdict {
  if (facts === null) return { ...notApplicable, reason: 'WASH_NOT_MEASURED' }
  const points = washScore(facts).parts.find((p) => p.code === code)?.points ?? 0
  return points > 0 ? info({ points }) : pass
}
