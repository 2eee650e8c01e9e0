import { eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { openUser } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import { backupCodes, passkey, session, twoFactor, users } from '#db/schema.ts'

/**
 * Ends every second factor of an account whose person lost them all, and its sessions: the operator's way back in, after making
 * sure who asks. The password stays, and the person is told by mail. Gives how many passkeys were removed. Throws `not_found`.
 */
export async function endSecondFactorByOperator(services: Services, input: { userId: string; reason: string }): Promise<number> {
  const ctx = systemCtx(services, { id: 'operator' })
  // no event: a factor concerns the person, not an integrator.
  return write(ctx, async (tx) => {
    const [row] = await tx.select().from(users).where(eq(users.id, input.userId)).for('update').limit(1)
    if (!row) throw notFound()
    await tx.delete(twoFactor).where(eq(twoFactor.userId, row.auth_id))
    await tx.delete(backupCodes).where(eq(backupCodes.userId, row.auth_id))
    const passkeys = await tx.delete(passkey).where(eq(passkey.userId, row.auth_id)).returning({ id: passkey.id })
    const sessions = await tx.delete(session).where(eq(session.userId, row.auth_id)).returning({ id: session.id })
    await tx.update(users).set({ mfa_enabled: false, updated_at: new Date() }).where(eq(users.id, row.id))
    const { email } = await openUser(tx, services, row)
    return {
      result: passkeys.length,
      audit: {
        action: 'mfa_disabled',
        category: 'auth',
        userId: row.id,
        subject: { type: 'user', id: row.id },
        details: { operator: true, reason: input.reason, passkeys: passkeys.length, sessions: sessions.length },
        standing: [`factors:${row.id}`],
      },
      mails: [factorMail({ to: email, change: 'mfa_disabled', publicUrl: services.config.publicUrl })],
    }
  })
}
