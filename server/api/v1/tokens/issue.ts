import { issueTokens } from '#core/securities/tokens/issue.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: issueTokens,
  method: 'post',
  path: '/tokens/issue',
  market: 'securities',
  summary: 'Authorise an issuance',
  description:
    'Checks that the holder may still receive the tokens, opens the lot with its lock-up, and gives the mint for the issuer to sign. No key here can mint. Its hash is to be reported within 24 hours; else the issuance fails and the units are free. In production units are issued for an accepted investment that investment_id names, whatever the reason, and the contract must be linked to the offering by signature; else the issuance is denied.',
  movesValue: true,
  status: 201,
  errors: [
    'supply_exceeded',
    'investment_not_accepted',
    'already_issued',
    'offering_not_issuable',
    'conflict',
    'wallet_required',
    'standard_chain_mismatch',
    'conflicting_fields',
    'screening_unavailable',
  ],
  scenarios: ['3001', '3008', '2001'],
  examples: [
    {
      name: 'issue',
      summary: 'Issue to a wallet',
      request: { offering_id: 'off_…', wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', quantity: 500 },
      response: { success: true, status: 'authorized' },
    },
  ],
})
