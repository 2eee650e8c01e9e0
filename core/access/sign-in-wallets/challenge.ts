import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { parseAddress } from '#chains/address.ts'
import { connect } from '#chains/evm/client.ts'
import { buildSignIn, type ControlMethod, newNonce, verifySignIn } from '#chains/sign-in.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { signInWallets } from '#db/schema.ts'
import { keepOnce, takeOnce } from '../accounts/one-time.ts'

const LIFE_MS = 10 * 60_000
const STATEMENTS = {
  'sign-in': 'Sign in to Sealwright with this wallet.',
  add: 'Let this wallet sign in to my Sealwright account.',
  'step-up': 'Confirm to Sealwright that it is me who is signed in.',
  appeal: 'Show me the refusals about this wallet, and let me appeal against them.',
} as const
export type WalletPurpose = keyof typeof STATEMENTS

export const walletChallengeInput = z.strictObject({ address: z.string().max(100), chainId: z.number().int().positive().optional() })
export const signedWalletInput = z.strictObject({ message: z.string().max(4_000), signature: z.string().max(20_000) })

interface Kept {
  address: string
  message: string
  authId: string | null
}

/** A message for a wallet to sign: good once, for ten minutes and for one purpose. */
export async function walletChallenge(
  ctx: Ctx,
  purpose: WalletPurpose,
  input: z.output<typeof walletChallengeInput>,
  authId: string | null,
): Promise<{ message: string; nonce: string; expires_at: string }> {
  const address = parseAddress(input.address.trim())
  if (!address.ok) throw invalidField('/address', address.code, 'This is not a wallet address.')
  const nonce = newNonce()
  const expiresAt = Date.now() + LIFE_MS
  const message = buildSignIn({
    address: address.canonical,
    ...(input.chainId !== undefined && { chainId: input.chainId }),
    publicUrl: ctx.services.config.publicUrl,
    statement: STATEMENTS[purpose],
    nonce,
    issuedAt: Date.now(),
    expiresAt,
  })
  const kept: Kept = { address: address.canonical, message, authId }
  await keepOnce(ctx, `wallet-${purpose}`, kept, LIFE_MS, nonce)
  return { message, nonce, expires_at: new Date(expiresAt).toISOString() }
}

export interface SignedWallet {
  address: string
  family: 'evm' | 'solana'
  proof: ControlMethod
  /** Where the contract stands that said so; null when a key signed. */
  chainId: number | null
}

/** The wallet that signed a challenge of ours, and how that was seen: by its key, by its contract, or before its contract exists. */
export async function checkSignedWallet(
  ctx: Ctx,
  purpose: WalletPurpose,
  signed: z.output<typeof signedWalletInput>,
  authId: string | null,
): Promise<SignedWallet> {
  const nonce = /^Nonce: (\S+)$/m.exec(signed.message)?.[1] ?? null
  const kept = await takeOnce<Kept>(ctx, `wallet-${purpose}`, nonce)
  if (!nonce || !kept || kept.authId !== authId)
    throw new AppError('nonce_expired', 'This request to sign is old or was used. Please try again.')
  if (kept.message !== signed.message) throw new AppError('signature_invalid', 'The message is not the one that was given to sign.')
  const { config } = ctx.services
  const verdict = await verifySignIn({
    message: signed.message,
    signature: signed.signature,
    expected: { address: kept.address, domain: new URL(config.publicUrl).host, nonce, now: Date.now() },
    clientFor: (chainId) => {
      const url = config.evmRpcUrls[String(chainId)]
      return url ? connect([url], { timeoutMs: 5_000 }) : undefined
    },
  })
  if (verdict.result === 'unavailable') {
    if (verdict.retryable)
      throw new AppError(
        'not_ready',
        'The chain of this smart wallet did not answer, so it cannot be checked now. Please try again in a moment.',
      )
    if (verdict.recovered)
      throw new AppError(
        'signer_mismatch',
        'The signature is from another account. If this is a smart wallet, a chain endpoint is needed to tell.',
      )
    throw new AppError('chain_not_configured', 'This looks like a smart wallet, and no chain endpoint is configured to ask it.')
  }
  if (verdict.result === 'invalid') throw new AppError('signature_invalid', 'The signature does not fit the message and the wallet.')
  const parsed = parseAddress(kept.address)
  return { address: kept.address, family: parsed.ok ? parsed.family : 'evm', proof: verdict.method, chainId: verdict.chainId ?? null }
}

/** Whose account a wallet that signed a challenge signs in to, noted as used now; null where to none. */
export async function noteSignInWallet(ctx: Ctx, { address, chainId }: SignedWallet): Promise<string | null> {
  const [row] = await ctx.db
    .update(signInWallets)
    .set({ lastUsedAt: new Date() })
    // A contract signs in where it was added: on another chain its address may be somebody else's.
    .where(and(eq(signInWallets.address, address), chainId === null ? undefined : eq(signInWallets.chainId, chainId)))
    .returning({ authId: signInWallets.userId })
  return row?.authId ?? null
}
