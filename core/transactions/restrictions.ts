import type { Decided } from '../decisions/decide.ts'
import type { TravelRule } from './travel-rule.ts'

/** ERC-1404 codes of the API (api.md, 4.9) with their sentences. Append-only. */
export const RESTRICTIONS: Record<number, string> = {
  0: 'No restriction.',
  1: 'The token is deactivated.',
  2: 'The token is paused.',
  3: 'The sender is frozen.',
  4: 'The recipient is frozen.',
  5: 'The spender is frozen.',
  6: 'The unlocked balance is too low.',
  20: 'The sender is not verified.',
  21: 'The recipient is not verified.',
  22: 'The credential has expired.',
  23: 'A sanctions list stands against it.',
  24: 'The place stands against it.',
  25: 'The recipient is not accredited.',
  26: 'The units are locked up.',
  27: 'The holder limit is reached.',
  28: 'The share of one holder would be too large.',
  29: 'The volume limit is reached.',
  30: 'Travel-rule data is incomplete.',
  31: 'The counterparty rejected the data.',
  32: 'The buyer must be verified from $10,000.',
  33: 'More anti-money-laundering checks are needed from $100,000.',
  34: 'The venue is not approved.',
  35: 'The person is self-excluded.',
  36: 'The age stands against it.',
  40: 'The sanctions lists are too old.',
  250: 'A person has to look at this.',
}

type Check = 'pass' | 'fail' | 'review' | 'not_applicable'

/** One code and one picture of the checks, from the engine's own primary reason. */
export function restrictionOf(p: { decided: Decided; travel: TravelRule | null }): {
  code: number
  message: string
  checks: Record<string, Check>
} {
  const { decided, travel } = p
  const rules = decided.engine.rules
  const worst = (match: (code: string) => boolean): Check => {
    const seen = rules.filter((r) => match(r.code) && r.result !== 'not_applicable')
    if (!seen.length) return 'not_applicable'
    if (seen.some((r) => r.result === 'fail')) return 'fail'
    return seen.some((r) => r.result === 'review' || r.result === 'needs_info') ? 'review' : 'pass'
  }
  const travelCheck: Check = !travel?.required
    ? 'not_applicable'
    : travel.status === 'rejected'
      ? 'fail'
      : ['complete', 'accepted'].includes(travel.status)
        ? 'pass'
        : 'review'
  const checks = {
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
    travel_rule: travelCheck,
  }
  // From $100,000 what is asked of both sides includes what $10,000 asks of them.
  const enhanced = rules.some((r) => r.code === 'NFT_ENHANCED_AML' && ['needs_info', 'review'].includes(r.result))
  const code =
    travel?.status === 'rejected'
      ? 31
      : decided.outcome === 'allow'
        ? travel?.status === 'repair_requested'
          ? 30
          : 0
        : enhanced && decided.outcome !== 'deny'
          ? 33
          : decided.engine.restriction_code
  return { code, message: RESTRICTIONS[code] ?? RESTRICTIONS[250]!, checks }
}
