import type { Ctx } from '#core/kernel/context.ts'
import { getWallet } from './get.ts'

/** Where a wallet stands, in the few fields a gate needs. Makes no new check. */
export async function getWalletStatus({ ctx, input }: { ctx: Ctx; input: { address: string } }) {
  const wallet = await getWallet({ ctx, input })
  // A gate that reads only this one field must not open for a credential that no longer counts.
  const lapsed = ['basic', 'enhanced'].includes(wallet.verification_status) && wallet.credential?.state !== 'active'
  return {
    success: true as const,
    object: 'wallet_status' as const,
    wallet_id: wallet.wallet_id,
    wallet_address: wallet.wallet_address,
    verification_status: lapsed ? 'none' : wallet.verification_status,
    sanctions_cleared: wallet.sanctions_cleared,
    markets: wallet.markets,
    credential: wallet.credential,
    checked_at: wallet.checked_at,
    data_age_seconds: wallet.data_age_seconds,
  }
}
