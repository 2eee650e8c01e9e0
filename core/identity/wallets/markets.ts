import type { CredentialSummary } from '../credentials/live.ts'

export const MARKETS = ['securities', 'stablecoins', 'nfts', 'defi', 'gaming'] as const
export type MarketUse = { usable: boolean; reason_codes: string[] }

/**
 * Where a credential can be used as it is. Securities need accreditation for some offerings, which the offering's own check decides.
 * DeFi gives a wallet no level before its control is proven, where that is asked.
 */
export function usableMarkets(
  credential: CredentialSummary | null,
  sanctionsCleared: boolean,
  /** Whether who uses a wallet has to have proven that it is theirs. */
  wantsProof: boolean,
): Record<(typeof MARKETS)[number], MarketUse> {
  const reasons: string[] = []
  if (!credential) reasons.push('credential_missing')
  else if (credential.state !== 'active') reasons.push(`credential_${credential.state}`)
  if (!sanctionsCleared) reasons.push('sanctions_not_cleared')
  const unproven = wantsProof && credential !== null && credential.control !== 'proven'
  const use = (market: string): MarketUse => {
    const reason_codes = market === 'defi' && unproven ? [...reasons, 'wallet_control'] : reasons
    return { usable: reason_codes.length === 0, reason_codes }
  }
  return Object.fromEntries(MARKETS.map((market) => [market, use(market)])) as Record<(typeof MARKETS)[number], MarketUse>
}
