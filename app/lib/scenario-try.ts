import { playgroundLink } from './permalink.ts'

/** The wallet whose last four digits name a scenario (sandbox only). */
export const magicWallet = (code: string) => `0x${'5ea1'.repeat(8)}0000${code}`

/** The operation that shows a scenario best, and a body for it. */
const byMarket: Record<string, { operation: string; body: (wallet: string) => object }> = {
  securities: { operation: 'wallets.verify', body: (wallet) => ({ wallet_address: wallet, kyc_data: person }) },
  stablecoins: { operation: 'sanctions.check', body: (wallet) => ({ wallet_address: wallet }) },
  nfts: { operation: 'nfts.verify_creator', body: (wallet) => ({ wallet_address: wallet, creator_name: 'Ada Draws' }) },
  defi: {
    operation: 'defi.verify_wallet',
    body: (wallet) => ({ wallet_address: wallet, protocol_name: 'Example Lend', verification_type: 'kyc' }),
  },
  gaming: {
    operation: 'gaming.verify_age',
    body: (wallet) => ({ wallet_address: wallet, jurisdiction: 'US', required_age_tier: '18+' }),
  },
  platform: { operation: 'wallets.verify', body: (wallet) => ({ wallet_address: wallet, kyc_data: person }) },
}
const person = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }

/** The playground with a request that meets this scenario. */
export function tryScenario(scenario: { market: string; wallet_address: string }): string {
  const { operation, body } = byMarket[scenario.market] ?? byMarket.platform!
  return playgroundLink({ operation, body: JSON.stringify(body(scenario.wallet_address), null, 2) })
}
