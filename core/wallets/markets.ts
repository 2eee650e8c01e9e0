import type { CredentialSummary } from '../credentials/live.ts'

export const MARKETS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const
export type MarketUse = { usable: boolean; reason_codes: string[] }

/** Where a credential can be used as it is. Securities need accreditation for some offerings, which the offering's own check decides. */
export function usableMarkets(
  credential: CredentialSummary | null,
  sanctionsCleared: boolean,
): Record<(typeof MARKETS)[number], MarketUse> {
  const reasons: string[] = []
  if (!credential) reasons.push('credential_missing')
  else if (credential.state !== 'active') reasons.push(`credential_${credential.state}`)
  if (!sanctionsCleared) reasons.push('sanctions_not_cleared')
  return Object.fromEntries(MARKETS.map((market) => [market, { usable: reasons.length === 0, reason_codes: reasons }])) as Record<
    (typeof MARKETS)[number],
    MarketUse
  >
}
