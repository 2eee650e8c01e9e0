import { z } from 'zod'
import { addressParams } from '#core/kernel/answers.ts'
import { defineVerb } from '#core/record/verb.ts'
import { getWallet } from './get.ts'

const { wallet_id, wallet_address, verification_status, sanctions_cleared, markets, credential, checked_at, data_age_seconds } =
  getWallet.output.shape

/** Where a wallet stands, in the few fields a gate needs. Makes no new check. */
export const getWalletStatus = defineVerb({
  name: 'wallets.status',
  permission: 'wallets.read',
  input: addressParams,
  output: z.object({
    success: z.literal(true),
    object: z.literal('wallet_status'),
    wallet_id,
    wallet_address,
    verification_status,
    sanctions_cleared,
    markets,
    credential,
    checked_at,
    data_age_seconds,
  }),
  run: async ({ ctx, input }) => {
    const wallet = await getWallet.run({ ctx, input })
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
  },
})
