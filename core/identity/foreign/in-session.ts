import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { openIdentitySession } from '../sessions/open.ts'
import type { SessionRow } from '../sessions/present.ts'
import { trustedOf } from '../trust/trusted.ts'
import { askToSign } from '../wallets/ask-to-sign.ts'
import { concludeWith, foundBy, presentedFields, readForeignWord, requireControl } from './present.ts'

const token = z.string().max(100)

/** What the holder may present in their session: the credentials of whom its organisation trusts. Throws `not_found`, `invalid_transition`. */
export const readForeignWays = definePageVerb({
  name: 'identity_sessions.foreign_ways',
  permission: null,
  input: z.strictObject({ token }),
  run: async ({ ctx: caller, input }): Promise<ForeignWays> => {
    const { ctx, wallet } = await walletOf(await openIdentitySession(caller, input.token))
    const evm = wallet.address.startsWith('0x')
    const trusted = await Promise.all(
      (evm ? (['eas', 'onchainid', 'did'] as const) : (['did'] as const)).map((of) => trustedOf(ctx.db, ctx, of)),
    )
    return {
      wallet_address: wallet.address,
      in_browser: evm,
      proof: wallet.control === 'proven' ? 'given' : ctx.world.chain.wantsProof ? 'wanted' : 'optional',
      accepted: trusted.flat().map((row) => ({
        kind: row.kind === 'did' ? 'vc' : (row.kind as 'eas' | 'onchainid'),
        name: row.name,
        chain_id: row.chain_id,
      })),
    }
  },
})

export interface ForeignWays {
  wallet_address: string
  /** Whether wallets in browsers can hold it. */
  in_browser: boolean
  /** Whether the wallet still has to sign. */
  proof: 'given' | 'wanted' | 'optional'
  accepted: { kind: 'eas' | 'onchainid' | 'vc'; name: string; chain_id: number | null }[]
}

/** A message with which the holder shows that the wallet of their session is theirs, by the secret of its page. Throws `not_found`, `invalid_transition`. */
export const askHolderToSign = definePageVerb({
  name: 'identity_sessions.foreign_challenge',
  permission: null,
  input: z.strictObject({
    token,
    address: z.string().max(100).optional(),
    chainId: z.number().int().min(1).max(2_147_483_647).optional(),
  }),
  run: async ({ ctx: caller, input }): Promise<{ wallet_address: string; message: string; expires_at: string }> => {
    const { ctx, wallet } = await walletOf(await openIdentitySession(caller, input.token))
    if (input.address !== undefined && input.address.toLowerCase() !== wallet.address.toLowerCase())
      throw new AppError('signer_mismatch', `Your wallet shows another account. Choose ${wallet.address} in it, and try again.`)
    // no event: asking for a message to sign changes nothing.
    return write(ctx, async (tx) => {
      const statement = 'I control this wallet, and what I present with it is mine.'
      const { nonce, ...asked } = await askToSign(tx, ctx, {
        ...{ address: wallet.address, statement, purpose: ['control'], site: null },
        chainId: input.chainId,
      })
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
    const word = await readForeignWord(ctx, wallet, presented).catch((error: unknown) => {
      throw forHolder(error)
    })
    return write(ctx, async (tx) => {
      const { wallet: proven, events } = await requireControl(tx, ctx, wallet, presented.signature)
      const done = await concludeWith(tx, ctx, session.id, proven, await foundBy(tx, ctx, word))
      const [first, ...more] = done.audit
      return { result: { status: done.session.status }, audit: [first!, ...more], events: [...events, ...done.events] }
    })
  },
})

/** What the holder can do about it; letting an issuer in is not theirs. */
const FOR_HOLDER: Record<string, string> = {
  issuer_not_trusted:
    'Whoever issued this is not among those whose credentials are taken here. Present one of theirs, or choose another way.',
  credential_says_too_little:
    'What you presented does not say enough about who you are. Present it together with another of the same issuer, or choose another way.',
  chain_not_configured: 'This chain cannot be read here just now. Choose another way.',
}

function forHolder(error: unknown): unknown {
  const words = error instanceof AppError && FOR_HOLDER[error.code]
  return words ? new AppError((error as AppError).code, words) : error
}

async function walletOf({ ctx, session }: { ctx: Ctx; session: SessionRow }) {
  const wallet = session.wallet_id ? await findScoped(ctx.db, wallets, ctx, session.wallet_id) : null
  if (!wallet) throw new AppError('invalid_transition', 'This session is about no wallet. What others say of one does not help here.')
  return { ctx, session, wallet }
}
