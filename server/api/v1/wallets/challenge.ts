import { createWalletChallenge } from '#core/identity/wallets/challenge.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createWalletChallenge,
  method: 'post',
  path: '/wallets/challenge',
  market: 'platform',
  summary: 'Make a message for a wallet to sign',
  description:
    'Gives the text whose signature proves control of the wallet: EIP-4361 for EVM, the same form for Solana. The nonce works once and for ten minutes. With `domain` it is asked in the name of your own site, which you registered and proved (POST /v1/domains); such a challenge is taken from your organisation only.',
  status: 201,
  errors: [],
  examples: [
    {
      name: 'evm',
      summary: 'An EVM wallet',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002' },
      response: { success: true },
    },
  ],
})
