import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { openIdentitySession } from '../sessions/open.ts'
import type { SessionRow } from '../sessions/present.ts'
import { askToSign } from '../wallets/ask-to-sign.ts'
import { concludeWith, foundBy, presentedFields, readForeignWord, requireControl } from './present.ts'

const token = z.string().max(100)

/** A message with which the holder shows that the wallet of their session is theirs, by the secret of its page. Throws `not_found`, `invalid_transition`. */
export const askHolderToSign = definePageVerb({
  name: 'identity_sessions.foreign_challenge',
  permission: null,
  input: z.strictObject({ token }),
  run: async ({ ctx: caller, input }): Promise<{ wallet_address: string; message: string; expires_at: string }> => {
    const { ctx, wallet } = await walletOf(await openIdentitySession(caller, input.token))
    // no event: asking for a message to sign changes nothing.
    return write(ctx, async (tx) => {
      const statement = 'I control this wallet, and what I present with it is mine.'
      const { nonce, ...asked } = await askToSign(tx, ctx, { address: wallet.address, statement, purpose: ['control'], site: null })
      return {
        result: { wallet_address: wallet.address, ...asked },
        audit: { action: 'wallet_challenge', category: 'user', details: { nonce } },
      }
    })
  },
})

/** As `presentForeignCredential`, by the holder alone and by the secret of the session's page. Answers what became of the session. */
export const presentInSession = definePageVerb({
  name: 'identity_sessions.foreign_credential',
  permission: null,
  input: z.strictObject({ token, ...presentedFields }),
  run: async ({ ctx: caller, input: { token: secret, ...presented } }): Promise<{ status: SessionRow['status'] }> => {
    const { ctx, wallet, session } = await walletOf(await openIdentitySession(caller, secret))
    const word = await readForeignWord(ctx, wallet, presented)
    return write(ctx, async (tx) => {
      const { wallet: proven, events } = await requireControl(tx, ctx, wallet, presented.signature)
      const done = await concludeWith(tx, ctx, session.id, proven, await foundBy(tx, ctx, word))
      const [first, ...more] = done.audit
      return { result: { status: done.session.status }, audit: [first!, ...more], events: [...events, ...done.events] }
    })
  },
})

async function walletOf({ ctx, session }: { ctx: Ctx; session: SessionRow }) {
  const wallet = session.wallet_id ? await findScoped(ctx.db, wallets, ctx, session.wallet_id) : null
  if (!wallet) throw new AppError('invalid_transition', 'This session is about no wallet. What others say of one does not help here.')
  return { ctx, session, wallet }
}
