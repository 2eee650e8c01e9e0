import { createDomain } from '#core/access/domains/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createDomain,
  method: 'post',
  path: '/domains',
  market: 'platform',
  summary: 'Register a domain',
  description:
    'So that wallets can be asked to sign a challenge in the name of your own site. The answer says what to put where: a TXT record, or a file under /.well-known/. Then call verify.',
  status: 201,
  errors: ['already_exists', 'conflict'],
  examples: [
    { name: 'app', summary: 'The site of an app', request: { domain: 'app.example.com' }, response: { success: true, status: 'pending' } },
  ],
})
