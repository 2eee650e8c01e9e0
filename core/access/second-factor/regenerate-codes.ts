import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { newBackupCodes, storeBackupCodes } from './backup-codes.ts'

/** Eight new backup codes in place of all old ones; ends every other session. Needs a fresh second factor. */
export async function regenerateBackupCodes(call: SessionCall): Promise<{ cookies: string[]; backup_codes: string[] }> {
  const { ctx } = call
  const user = await ownUser(ctx)
  if (!user.mfa_enabled) throw new AppError('conflict', 'Backup codes belong to an authenticator. Set one up first.')
  requireStepUp(ctx)
  const codes = newBackupCodes()
  // no event: a second factor concerns the person, not an integrator.
  await write(ctx, async (tx) => {
    await storeBackupCodes(tx, user.auth_id, codes, true)
    return {
      result: null,
      audit: {
        action: 'backup_codes_regenerated',
        category: 'auth',
        subject: { type: 'user', id: user.id },
        standing: [`factors:${user.id}`],
      },
      mails: [factorMail({ to: user.email, change: 'backup_codes_regenerated', publicUrl: ctx.services.config.publicUrl })],
    }
  })
  return { cookies: await rotateSession(call, { authId: user.auth_id, endOthers: true }), backup_codes: codes }
}
