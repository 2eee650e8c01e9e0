import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { buildSignIn, newNonce } from '#chains/sign-in.ts'
import type { Queryable } from '#db/connect.ts'
import { challenges } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { walletAddress } from '../fields.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'

const LIFETIME_MS = 10 * 60_000

export const challengeInput = z.strictObject({
  wallet_address: walletAddress,
  chain: z.enum(['ethereum', 'polygon', 'solana']).optional(),
})

/** A message for the wallet to sign, with a nonce that works once and for ten minutes. */
export async function createWalletChallenge({ ctx, input }: { ctx: Ctx; input: z.output<typeof challengeInput> }) {
  requirePermission(ctx, 'wallets.verify')
  const { canonical, family } = input.wallet_address
  if (input.chain && (input.chain === 'solana') !== (family === 'solana'))
    throw new AppError('validation_failed', '1 field needs attention', {
      fields: [{ pointer: '/chain', code: 'invalid_enum', detail: 'This chain does not fit the address.' }],
    })
  const nonce = newNonce()
  const expires = new Date(ctx.now + LIFETIME_MS)
  const message = buildSignIn({
    address: canonical,
    ...(input.chain && { chain: input.chain }),
    publicUrl: ctx.services.config.publicUrl,
    statement: 'I control this wallet and agree that a Sealwright credential is sealed to it.',
    nonce,
    issuedAt: ctx.now,
    expiresAt: expires.getTime(),
  })
  // no event: asking for a message to sign changes nothing about the wallet; proving control does.
  return write(ctx, async (tx) => {
    await tx.insert(challenges).values({
      nonce,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      address: canonical,
      message,
      purpose: 'control',
      expires_at: expires,
    })
    return {
      result: {
        success: true as const,
        object: 'wallet_challenge' as const,
        wallet_address: canonical,
        message,
        nonce,
        expires_at: expires.toISOString(),
      },
      audit: { action: 'wallet_challenge', category: 'user', details: { nonce } },
    }
  })
}

/** Takes a challenge out of use and says which wallet it was for. Throws `nonce_expired` when it is unknown, old or used. */
export async function useChallenge(tx: Queryable, ctx: Ctx, nonce: string): Promise<{ address: string; message: string; purpose: string }> {
  const [row] = await tx.select().from(challenges).where(eq(challenges.nonce, nonce)).limit(1).for('update')
  const own = row && row.organization_id === ctx.organizationId && row.environment === ctx.environment
  if (!own || row.used_at || row.expires_at.getTime() <= ctx.now)
    throw new AppError('nonce_expired', 'This challenge is unknown, used or older than ten minutes. Ask for a new one.')
  await tx
    .update(challenges)
    .set({ used_at: new Date(ctx.now) })
    .where(eq(challenges.nonce, nonce))
  return row
}
