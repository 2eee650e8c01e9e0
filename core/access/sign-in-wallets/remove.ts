import { and, eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { signInWallets } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { requireStepUp } from '../accounts/step-up.ts'

/** Takes a wallet from the person's ways to sign in. Throws `not_found`, `step_up_required`. */
export const removeSignInWallet = definePageVerb({
  name: 'sign_in_wallets.remove',
  permission: 'account.keep',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const user = await ownUser(ctx)
    // Whom a provider vouches for does not take away what that person proves themselves with.
    requireStepUp(ctx, { own: true })
    // no event: a way to sign in concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      const [row] = await tx
        .delete(signInWallets)
        .where(and(eq(signInWallets.id, input.id), eq(signInWallets.userId, user.auth_id)))
        .returning()
      if (!row) throw notFound()
      return {
        result: { success: true as const },
        audit: { action: 'sign_in_wallet_removed', category: 'auth', subject: { type: 'user', id: user.id } },
        mails: [factorMail({ to: user.email, change: 'wallet_removed', note: row.address, publicUrl: ctx.services.config.publicUrl })],
      }
    })
  },
})
