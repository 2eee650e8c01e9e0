import { getWalletStatus } from '#core/identity/wallets/status.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getWalletStatus,
  method: 'get',
  path: '/wallets/{address}/status',
  market: 'platform',
  summary: 'Read the status of a wallet',
  description: 'Whether a wallet is verified and screened clear, and in which markets it can be used. Makes no new check.',
  aliases: [
    {
      path: '/api/compliance/status',
      adapt: ({ query }) => {
        const { wallet_address = '', ...rest } = query as Record<string, string>
        return { params: { address: wallet_address }, query: rest }
      },
    },
  ],
  status: 200,
  errors: [],
  examples: [],
  etag: true,
})
