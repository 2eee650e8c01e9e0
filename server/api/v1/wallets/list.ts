import { listWallets } from '#core/identity/wallets/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listWallets,
  method: 'get',
  path: '/wallets',
  market: 'platform',
  summary: 'List wallets',
  description: 'Your wallets, newest first. Read one for its credential, its last screening and where it can be used.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
