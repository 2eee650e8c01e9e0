import { count, eq } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { signInWallets, users } from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { checkSignedWallet, signedWalletInput, walletChallenge, walletChallengeInput } from './challenge.ts'
import { presentWallet, type SignInWallet } from './list.ts'

const MOST = 20

/** The message with which a wallet is added to the signed-in person's account. */
export const challengeToAddWallet = definePageVerb({
  name: 'sign_in_wallets.challenge',
  permission: 'account.keep',
  input: walletChallengeInput,
  run: async ({ ctx, input }) => {
    const user = await ownUser(ctx)
    requireStepUp(ctx, { own: true })
    return walletChallenge(ctx, 'add', input, user.auth_id)
  },
})

/** The message with which a wallet that signs in to the account confirms that its person is at the browser. */
export const challengeToConfirm = definePageVerb({
  name: 'sign_in_wallets.challenge_to_confirm',
  permission: 'account.keep',
  input: walletChallengeInput,
  run: async ({ ctx, input }) => walletChallenge(ctx, 'step-up', input, (await ownUser(ctx)).auth_id),
})

/** Adds a wallet the person has proven as a way to sign in. Throws `wallet_bound_to_other_person`. */
export const addSignInWallet = definePageVerb({
  name: 'sign_in_wallets.add',
  permission: 'account.keep',
  input: signedWalletInput,
  run: async ({ ctx, input }): Promise<SignInWallet> => {
    const user = await ownUser(ctx)
    requireStepUp(ctx, { own: true })
    const wallet = await checkSignedWallet(ctx, 'add', input, user.auth_id)
    // no event: a way to sign in concerns the person, not an integrator.
    return write(ctx, async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
      const [has] = await tx.select({ n: count() }).from(signInWallets).where(eq(signInWallets.userId, user.auth_id))
      if ((has?.n ?? 0) >= MOST) throw new AppError('conflict', `At most ${MOST} wallets sign in to an account. Remove one first.`)
      const [row] = await tx
        .insert(signInWallets)
        .values({ id: crypto.randomUUID(), userId: user.auth_id, ...wallet })
        .onConflictDoNothing()
        .returning()
      if (!row) throw new AppError('wallet_bound_to_other_person', 'This wallet already signs in to an account.')
      return {
        result: presentWallet(row),
        audit: {
          action: 'sign_in_wallet_added',
          category: 'auth',
          subject: { type: 'user', id: user.id },
          details: { family: row.family, proof: row.proof },
        },
        mails: [factorMail({ to: user.email, change: 'wallet_added', note: row.address, publicUrl: ctx.services.config.publicUrl })],
      }
    })
  },
})
