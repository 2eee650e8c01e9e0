import { createClientSession } from '#core/portal/client-sessions/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createClientSession,
  method: 'post',
  path: '/client-sessions',
  market: 'platform',
  summary: 'Open a client session',
  description:
    'A token for one page of yours about one person: their wallet or their record as an investor, for 15 minutes at most and from your own pages alone. Your server asks for it once it knows who is signed in there, and gives it to their page, where the components of @sealwright/react use it. A scope is given by a key that may do the same; the token ends with the key.',
  status: 201,
  // A kept answer would keep the token.
  idempotent: false,
  errors: ['insufficient_scope', 'not_found', 'conflict'],
  examples: [
    {
      name: 'wallet',
      summary: 'For the holder of a wallet, on a developer’s own machine',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        scopes: ['status:read', 'identity:start'],
        origins: ['http://localhost:5173'],
        identity: { level: 'enhanced' },
      },
      response: { success: true, object: 'client_session', scopes: ['status:read', 'identity:start'] },
    },
  ],
})
