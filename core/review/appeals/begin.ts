import type { z } from 'zod'
import { keepOnce } from '#core/access/accounts/one-time.ts'
import {
  checkSignedWallet,
  type SignedWallet,
  signedWalletInput,
  walletChallenge,
  walletChallengeInput,
} from '#core/access/sign-in-wallets/challenge.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { AppealView } from './appeal.ts'
import { findRefusals, type Refusal } from './find.ts'

export const APPEAL_SESSION = 'appeal-session'
const LIFE_MS = 60 * 60_000

export type AppealSession = SignedWallet

export const appealChallengeInput = walletChallengeInput
export const beginAppealInput = signedWalletInput

/** A message for the wallet to sign, good once and for ten minutes. Nobody needs an account. */
export const challengeToAppeal = ({ ctx, input }: { ctx: Ctx; input: z.output<typeof appealChallengeInput> }) =>
  walletChallenge(ctx, 'appeal', input, null)

export interface BegunAppeal {
  success: true
  /** Opens appeals for this wallet for an hour. */
  token: string
  wallet_address: string
  refusals: Refusal[]
  appeals: AppealView[]
}

/**
 * What the wallet's controller can appeal, once they have signed: whose refusal, for which market, on which day and of which
 * class. Throws `nonce_expired`, `signature_invalid`, `signer_mismatch`, `chain_not_configured`, `not_ready`.
 */
export async function beginAppeal({ ctx, input }: { ctx: Ctx; input: z.output<typeof beginAppealInput> }): Promise<BegunAppeal> {
  const session: AppealSession = await checkSignedWallet(ctx, 'appeal', input, null)
  const [{ refusals, appeals }, token] = await Promise.all([findRefusals(ctx, session), keepOnce(ctx, APPEAL_SESSION, session, LIFE_MS)])
  return { success: true, token, wallet_address: session.address, refusals: refusals.map((one) => one.view), appeals }
}
