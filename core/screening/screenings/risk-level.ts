import type { SanctionsCheck } from './check.ts'

/** How much a check weighs, from what was found and what was decided; null where nothing was, as when lists changed. */
export function riskLevel(
  status: SanctionsCheck['status'],
  outcome: string | null,
  matches: readonly { score: number }[],
): SanctionsCheck['risk_level'] {
  if (status === 'hit') return 'severe'
  if (outcome === 'deny') return 'severe'
  if (status === 'possible_match') return (matches[0]?.score ?? 0) >= 0.95 ? 'high' : 'medium'
  return outcome === 'allow' ? 'none' : 'low'
}
