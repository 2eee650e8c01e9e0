import { getWallet } from '#core/identity/wallets/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getWallet,
  method: 'get',
  path: '/wallets/{address}',
  market: 'platform',
  summary: 'Read a wallet',
  description: 'What is known of a wallet: control, credential, last screening and where it can be used. Makes no new check.',
  status: 200,
  errors: [],
  examples: [],
})
