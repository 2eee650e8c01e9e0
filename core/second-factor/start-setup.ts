import { and, eq } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { twoFactor } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { write } from '../transaction.ts'
import { newBackupCodes, storeBackupCodes } from './backup-codes.ts'
import { sealSecret } from './check.ts'
import { base32, newSecret, setupAddress } from './totp.ts'

/** What the set-up screens show, once. */
export interface FactorSetup {
  /** The picture to scan, as SVG drawn here: the secret goes to nobody else. */
  qr_svg: string
  /** The same for typing, in groups of four. */
  manual_code: string
  backup_codes: string[]
}

/**
 * Begins the set-up of an authenticator: a fresh secret and eight backup codes, in force only after the first right code.
 * Replacing one that is in use needs a fresh second factor.
 */
export async function startSecondFactorSetup({ ctx }: { ctx: Ctx }): Promise<FactorSetup> {
  if (ctx.actor.type !== 'user') throw new AppError('not_signed_in', 'You must be logged in to set up MFA')
  const user = await ownUser(ctx)
  // Whoever finds an open browser must not be able to bind an authenticator of their own.
  requireStepUp(ctx, { own: true })
  const secret = newSecret()
  const codes = newBackupCodes()
  // no event: a second factor concerns the person, not an integrator.
  await write(ctx, async (tx) => {
    await tx.delete(twoFactor).where(and(eq(twoFactor.userId, user.auth_id), eq(twoFactor.verified, false)))
    await tx.insert(twoFactor).values({
      id: crypto.randomUUID(),
      userId: user.auth_id,
      secret: sealSecret(ctx.services, user.auth_id, secret),
      verified: false,
    })
    await storeBackupCodes(tx, user.auth_id, codes, false)
    return { result: null, audit: { action: 'mfa_setup_started', category: 'auth', subject: { type: 'user', id: user.id } } }
  })
  return {
    qr_svg: renderSVG(setupAddress(secret, user.email), { border: 2 }),
    manual_code: base32(secret).replace(/(.{4})(?=.)/g, '$1 '),
    backup_codes: codes,
  }
}
