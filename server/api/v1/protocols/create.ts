import { createProtocol } from '#core/markets/protocols/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createProtocol,
  method: 'post',
  path: '/protocols',
  market: 'defi',
  summary: 'Register a protocol',
  description:
    'Gives a protocol a policy of its own: what it asks of wallets, and the contracts that take its permits. Checks under its name, in any case, follow it from then on, and permits carry keccak-256 of the name as it is registered. In production a contract gets permits once its control is proven: see challenge and prove. The sandbox takes it as it is.',
  status: 201,
  errors: ['already_exists'],
  examples: [
    {
      name: 'enhanced',
      summary: 'Enhanced wallets only, outside the United States',
      request: {
        protocol_name: 'Example Earn',
        min_level: 'defi-enhanced',
        blocked_countries: ['US'],
        contracts: [{ chain_id: 31337, address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }],
      },
      response: { success: true, object: 'protocol', version: 1, min_level: 'defi-enhanced', blocked_countries: ['US'], paused: false },
    },
  ],
})
