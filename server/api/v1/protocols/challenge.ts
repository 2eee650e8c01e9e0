import { challengeProtocol } from '#core/markets/protocols/prove.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: challengeProtocol,
  method: 'post',
  path: '/protocols/{id}/challenge',
  market: 'defi',
  summary: 'Ask for a message that proves a contract',
  description:
    'For the wallet that controls a listed contract: its owner (ERC-173), a holder of its DEFAULT_ADMIN_ROLE, or, of a contract that has neither, the account that deployed it. It signs within ten minutes; then call prove.',
  status: 201,
  errors: [],
  examples: [
    {
      name: 'owner',
      summary: 'Its owner signs',
      request: {
        chain_id: 31337,
        contract_address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100005002',
      },
      response: { success: true, object: 'protocol_challenge' },
    },
  ],
})
