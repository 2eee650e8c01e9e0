import type { Decided } from '#core/record/decisions/decide.ts'
import { RESTRICTION_CODES } from '#engine/restriction-codes.ts'
import type { TravelRule } from './travel-rule.ts'

/** ERC-1404 codes of the API with their sentences. */
export const RESTRICTIONS: Readonly<Record<number, string>> = Object.fromEntries(
  RESTRICTION_CODES.map(({ code, sentence }) => [code, sentence]),
)

type Check = 'pass' | 'fail' | 'review' | 'not_applicable'

/** One code and one picture of the checks, from the engine's own primary reason; `stands` is what is left once people released what they may. */
export function restrictionOf(p: { decided: Decided; travel: TravelRule | null; stands?: Decided['outcome'] }): {
  code: number
  message: string
  checks: Record<string, Check>
} {
  const { decided, travel, stands = decided.outcome } = p
  const travelCheck: Check = !travel?.required
    ? 'not_applicable'
    : travel.status === 'rejected'
      ? 'fail'
      : ['complete', 'accepted'].includes(travel.status) && !travel.missing.length
        ? 'pass'
        : 'review'
  const checks = checksOf(decided.engine.rules, travelCheck)
  const code = codeOf(decided, stands, travel)
  return { code, message: RESTRICTIONS[code] ?? RESTRICTIONS[250]!, checks }
}

/** One picture of what the rules of a decision came to. */
export function checksOf(rules: Decided['engine']['rules'], travel_rule: Check) {
  const worst = (match: (code: string) => boolean): Check => {
    // A part is judged by the rule it belongs to: one closed route of several closes nothing.
    const seen = rules.filter((r) => match(r.code) && !r.part_of && r.result !== 'not_applicable')
    if (!seen.length) return 'not_applicable'
    if (seen.some((r) => r.result === 'fail')) return 'fail'
    return seen.some((r) => r.result === 'review' || r.result === 'needs_info') ? 'review' : 'pass'
  }
  return {
    sanctions: worst((c) => c.startsWith('SANCTIONS')),
    identity: worst(
      (c) =>
        c.startsWith('CREDENTIAL') ||
        c.endsWith('_CREDENTIAL') ||
        c.startsWith('CIP') ||
        c === 'NFT_BUYER_VERIFICATION' ||
        c === 'NFT_CREATOR_VERIFICATION',
    ),
    jurisdiction: worst((c) => c.includes('JURISDICTION') || c.startsWith('COUNTRY')),
    limits: worst((c) => c.startsWith('VELOCITY') || c.includes('LIMIT') || c === 'LARGE_VALUE_10K'),
    lockup: worst((c) => c === 'ISSUER_LOCKUP' || c.startsWith('RULE_144') || c === 'TRANSFER_ROUTE_RESOLVE' || c === 'BALANCE_UNLOCKED'),
    travel_rule,
  }
}

/** What $10,000 asks of the sides of a sale, $100,000 asks as well; and a fact that is missing there is one of the checks it wants. */
const SALE = ['NFT_BUYER_VERIFICATION', 'NFT_CREATOR_VERIFICATION', 'NFT_LINKED_SALES', 'NFT_ENHANCED_AML']

/** The code of what decided: a rule, or the answer of the other provider where no rule denied. */
function codeOf({ engine }: Decided, stands: Decided['outcome'], travel: TravelRule | null): number {
  if (stands === 'deny') return engine.restriction_code
  if (travel?.status === 'rejected') return 31
  if (stands === 'allow') return travel?.status === 'repair_requested' ? 30 : 0
  const enhanced = engine.rules.some((r) => r.code === 'NFT_ENHANCED_AML' && ['needs_info', 'review'].includes(r.result))
  return enhanced && SALE.includes(engine.primary ?? '') ? 33 : engine.restriction_code
}
