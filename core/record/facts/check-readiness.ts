import type { Facts } from '#engine/facts.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { type Asked, askedBesides, askedOf } from './asked.ts'
import { type Look, neededOf, type Obstacle, obstaclesOf } from './need.ts'
import { ordinaryOfTransaction } from './ordinary.ts'
import { NO_STEP, type Readiness } from './readiness.ts'
import type { Sources } from './sources.ts'

/** Who settles what the rules hold or refuse of a check. */
const settledBy = (rule: RuleOutcome): Pick<Obstacle, 'from' | 'how'> =>
  rule.result === 'review'
    ? { from: 'tenant', how: 'A person of yours decides the case that the check opens: POST /v1/cases/{id}/decide' }
    : { from: 'parties', how: 'Another action, amount, place or day: what the rule refuses no word changes' }

/**
 * What a check of a market still needs. `more`: what is asked besides that a rule names by no path of its own; `satisfiable` are the
 * facts as they would be with that supplied, so that what then still holds it up is told as standing in the way, as `stands` is in any case.
 */
export function readinessOfCheck(
  now: number,
  p: { market: string; facts: Facts; found: Sources; more: readonly Asked[]; satisfiable: Facts; look: Look; stands?: string },
): Readiness {
  const ordinary = ordinaryOfTransaction(now)
  const first = askedOf(p.facts, ordinary, p.found)
  const missing = neededOf(
    [
      { step: 'transact', asked: first.asked },
      { step: 'transact', asked: p.more },
      { step: 'transact', asked: askedBesides(first, ordinary, p.found) },
    ],
    p.look,
  )
  const last = askedOf(p.satisfiable, ordinary, p.found)
  const unasked = (rule: RuleOutcome) => rule.result !== 'needs_info' || !missing.some((one) => one.rules.includes(rule.code.toLowerCase()))
  const stuck = last.left.filter((rule) => rule.code === p.stands || unasked(rule))
  const obstacles = obstaclesOf(stuck, ['transact'], settledBy)
  return {
    success: true,
    object: 'readiness',
    market: p.market,
    offering_id: null,
    investment_id: null,
    investor_id: null,
    regulation: null,
    ready_to: { ...NO_STEP, transact: !obstacles.length && !missing.some((one) => one.when === null) },
    missing,
    obstacles,
  }
}
