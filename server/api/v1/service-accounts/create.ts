import { createServiceAccount } from '#core/access/members/service-accounts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createServiceAccount,
  method: 'post',
  path: '/service-accounts',
  market: 'platform',
  summary: 'Make a service account',
  description: 'A program with a role of its own. Its API keys, made in the developer portal, stay when people leave.',
  status: 201,
  errors: ['already_exists', 'conflict'],
  examples: [
    {
      name: 'settlement',
      summary: 'A program that settles',
      request: { name: 'Settlement', role: 'issuer_operations' },
      response: { success: true, name: 'Settlement' },
    },
  ],
})
