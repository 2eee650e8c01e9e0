import { freezeHolding } from '#core/securities/holdings/freeze.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: freezeHolding,
  method: 'post',
  path: '/holdings/freeze',
  market: 'securities',
  summary: 'Freeze units',
  description:
    'Stops units of a holder at once, on a legal basis and a document. With `whole` the wallet, or every wallet of the investor, neither gives (code 3) nor takes (code 4); with `quantity` so many units cannot leave (code 6). Ends at `expires_at`, or when two people lift it.',
  status: 201,
  errors: ['conflict', 'conflicting_fields'],
  examples: [
    {
      name: 'court_order',
      summary: 'Freeze everything a wallet holds',
      request: {
        offering_id: 'off_…',
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        whole: true,
        legal_basis: 'court_order',
        document_sha256: 'e3'.repeat(32),
      },
      response: { success: true, kind: 'freeze', status: 'active' },
    },
  ],
})
