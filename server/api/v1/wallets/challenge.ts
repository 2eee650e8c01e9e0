import { z } from 'zod'
import { challengeInput, createWalletChallenge } from '#core/wallets/challenge.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'wallets.challenge',
  method: 'post',
  path: '/wallets/challenge',
  market: 'platform',
  summary: 'Make a message for a wallet to sign',
  description:
    'Gives the text whose signature proves control of the wallet: EIP-4361 for EVM, the same form for Solana. The nonce works once and for ten minutes.',
  permission: 'wallets.verify',
  body: challengeInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('wallet_challenge'),
    wallet_address: z.string(),
    message: z.string(),
    nonce: z.string(),
    expires_at: z.string(),
  }),
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
  handler: ({ ctx, body }) => createWalletChallenge({ ctx, input: body }),
})
