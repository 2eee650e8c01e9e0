import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { openJson, sealJson } from '#credentials/seal.ts'
import type { Queryable } from '#db/connect.ts'
import { twoFactor } from '#db/schema.ts'
import { factorBrake, forgetFailures, spendAttempt } from '../accounts/attempts.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { normalCode, useBackupCode } from './backup-codes.ts'
import { stepOf } from './totp.ts'

export type FactorUsed = { method: 'totp' } | { method: 'backup_code'; left: number } | { method: 'passkey' }

const keyOf = (services: Services) => services.keyring.sessionKeys('second-factor')
const place = (authId: string) => `two_factor:${authId}`

/** A secret as it is stored: sealed, and only of use in the row of its owner. */
export const sealSecret = (services: Services, authId: string, secret: Uint8Array): string =>
  sealJson(keyOf(services), place(authId), Buffer.from(secret).toString('hex')).toString('base64')

export const openSecret = (services: Services, authId: string, sealed: string): Buffer =>
  Buffer.from(openJson(keyOf(services), place(authId), Buffer.from(sealed, 'base64')) as string, 'hex')

/** The row of the authenticator in use, or of the one being set up. */
export async function findFactor(db: Queryable, authId: string, verified: boolean): Promise<typeof twoFactor.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, authId), eq(twoFactor.verified, verified)))
    .limit(1)
  return row ?? null
}

/** Whether the code is right now the authenticator's, and takes its step out of use: no code counts twice. */
export async function takeTotp(ctx: Ctx, factor: typeof twoFactor.$inferSelect, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const step = stepOf(openSecret(ctx.services, factor.userId, factor.secret), code, Date.now())
  if (step === null) return false
  const taken = await ctx.db
    .update(twoFactor)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactor.id, factor.id), or(isNull(twoFactor.lastUsedStep), lt(twoFactor.lastUsedStep, step))))
    .returning({ id: twoFactor.id })
  return taken.length > 0
}

/**
 * Checks a code of the authenticator or a backup code. One count of failures over all factors of the account.
 * Throws `invalid_verification_code` ("Invalid verification code") and `rate_limited`.
 */
export async function checkCode(ctx: Ctx, who: { authId: string; userId: string | null }, typed: string): Promise<FactorUsed> {
  const brake = factorBrake(who.authId)
  await spendAttempt(ctx, brake)
  const used = await tryCode(ctx, who.authId, typed.trim())
  if (!used) {
    await auditAccount(ctx, { userId: who.userId, action: 'mfa_failed', status: 'failure', details: { factor: 'code' } })
    throw new AppError('invalid_verification_code', 'Invalid verification code')
  }
  await forgetFailures(ctx, brake)
  return used
}

async function tryCode(ctx: Ctx, authId: string, typed: string): Promise<FactorUsed | null> {
  const backup = normalCode(typed)
  if (backup) {
    const left = await useBackupCode(ctx.db, authId, backup)
    return left === null ? null : { method: 'backup_code', left }
  }
  const factor = await findFactor(ctx.db, authId, true)
  return factor && (await takeTotp(ctx, factor, typed)) ? { method: 'totp' } : null
}
