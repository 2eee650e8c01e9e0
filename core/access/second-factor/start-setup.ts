import { and, eq } from 'drizzle-orm'
import { renderSVG } from 'uqr'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { twoFactor } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { setupBackupCodes, storeBackupCodes } from './backup-codes.ts'
import { findFactor, openSecret, sealSecret } from './check.ts'
import { base32, newSecret, STEP_SECONDS, setupAddress } from './totp.ts'

/** For so long the screens show the same again: a page loaded anew must not make what was scanned worthless. */
const SHOWN_AGAIN_STEPS = (10 * 60) / STEP_SECONDS

/** What the set-up screens show, until the first right code. */
export interface FactorSetup {
  /** The picture to scan, as SVG drawn here: the secret goes to nobody else. */
  qr_svg: string
  /** The same for typing, in groups of four. */
  manual_code: string
  backup_codes: string[]
}

/**
 * Begins the set-up of an authenticator: a fresh secret and eight backup codes, in force only after the first right code. Begun
 * again within ten minutes in the same session, it is the same set-up.
 * Replacing one that is in use needs a fresh second factor.
 */
export const startSecondFactorSetup = definePageVerb({
  name: 'second_factor.start_setup',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<FactorSetup> => {
    if (ctx.actor.type !== 'user') throw new AppError('not_signed_in', 'You must be logged in to set up MFA')
    const user = await ownUser(ctx)
    // Whoever finds an open browser must not be able to bind an authenticator of their own.
    requireStepUp(ctx, { own: true })
    const step = Math.floor(Date.now() / 1_000 / STEP_SECONDS)
    const begun = await findFactor(ctx.db, user.auth_id, false)
    // Only to the session that began it: whoever saw the secret elsewhere must not know what is confirmed here.
    const place = `.${ctx.actor.sessionId}`
    const isFresh = begun?.lastUsedStep != null && begun.id.endsWith(place) && step - begun.lastUsedStep <= SHOWN_AGAIN_STEPS
    const secret = isFresh ? openSecret(ctx.services, user.auth_id, begun.secret) : newSecret()
    const codes = setupBackupCodes(ctx.services, user.auth_id, secret)
    // no event: a second factor concerns the person, not an integrator.
    await write(ctx, async (tx) => {
      await tx.delete(twoFactor).where(and(eq(twoFactor.userId, user.auth_id), eq(twoFactor.verified, false)))
      await tx.insert(twoFactor).values({
        id: `${crypto.randomUUID()}${place}`,
        userId: user.auth_id,
        secret: sealSecret(ctx.services, user.auth_id, secret),
        verified: false,
        // When it was begun: a code of any step after counts, once.
        lastUsedStep: isFresh ? begun.lastUsedStep : step - 2,
      })
      await storeBackupCodes(tx, user.auth_id, codes, false)
      return { result: null, audit: { action: 'mfa_setup_started', category: 'auth', subject: { type: 'user', id: user.id } } }
    })
    return {
      qr_svg: renderSVG(setupAddress(secret, user.email), { border: 2 }),
      manual_code: base32(secret).replace(/(.{4})(?=.)/g, '$1 '),
      backup_codes: codes,
    }
  },
})
