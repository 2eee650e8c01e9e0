import { forceTransfer } from '#core/markets/holdings/force-transfer.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: forceTransfer,
  method: 'post',
  path: '/holdings/force-transfer',
  market: 'securities',
  summary: 'Ask for a forced transfer',
  description:
    'Asks to move units to another holder on a legal basis, without the one who has them. They move when another person approves and the rules let the recipient have them: a sanctions list, the recipient’s identity, place or freeze and limits on holders are never overridden. Never to a wallet of the same person, nor to a person who orders it. On the grounds issuer_repurchase and payment_failed you can leave the recipient out: the units go back to you and end, and nobody has to be let in.',
  movesValue: true,
  status: 201,
  errors: ['conflict', 'conflicting_fields', 'same_address', 'wallet_required'],
  examples: [
    {
      name: 'estate',
      summary: 'To the heir',
      request: {
        offering_id: 'off_…',
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        to_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001',
        quantity: 100,
        legal_basis: 'estate',
        document_sha256: 'e3'.repeat(32),
      },
      response: { success: true, kind: 'force_transfer', status: 'proposed' },
    },
  ],
})
