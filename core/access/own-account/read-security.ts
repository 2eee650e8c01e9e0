import { sql } from 'drizzle-orm'
import { definePageVerb } from '#core/record/verb.ts'
import { hasPassword } from '../accounts/own-proofs.ts'
import { ownUser } from '../accounts/own-user.ts'
import { type ErasureRequest, pendingErasure } from '../accounts/request-erasure.ts'
import { isFresh } from '../accounts/step-up.ts'
import { listPasskeys, type PasskeyView } from '../passkeys/list.ts'
import { countLeft } from '../second-factor/backup-codes.ts'
import { listSessions, type SessionView } from '../sessions/list.ts'
import { listSignInWallets, type SignInWallet } from '../sign-in-wallets/list.ts'

/** What protects the signed-in person's account, for the settings. */
export interface Security {
  mfaEnabled: boolean
  backupCodesLeft: number
  /** What the person can prove themselves with now, strongest first. */
  proofs: ('passkey' | 'code' | 'password' | 'wallet' | 'sign_on')[]
  /** True while what was proven in this session still opens dangerous acts. */
  confirmed: boolean
  passkeys: PasskeyView[]
  sessions: SessionView[]
  wallets: SignInWallet[]
  erasure: ErasureRequest | null
}

/** Reads everything that protects the signed-in person's account. */
export const readSecurity = definePageVerb({
  name: 'account.read_security',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<Security> => {
    const user = await ownUser(ctx)
    const [passkeys, sessions, wallets, backupCodesLeft, erasure, { rows }] = await Promise.all([
      listPasskeys({ ctx }),
      listSessions({ ctx }),
      listSignInWallets({ ctx }),
      countLeft(ctx.db, user.auth_id),
      pendingErasure({ ctx }),
      ctx.db.execute<{ password: boolean }>(sql`select ${hasPassword(user.auth_id)} as password`),
    ])
    const strong: Security['proofs'] = [
      ...(passkeys.data.length ? (['passkey'] as const) : []),
      ...(user.mfa_enabled ? (['code'] as const) : []),
    ]
    const first: Security['proofs'] = [
      ...(rows[0]!.password ? (['password'] as const) : []),
      ...(wallets.data.length ? (['wallet'] as const) : []),
    ]
    return {
      mfaEnabled: user.mfa_enabled,
      backupCodesLeft,
      proofs: strong.length ? strong : first.length ? first : ['sign_on'],
      confirmed: ctx.actor.type === 'user' && isFresh(strong.length ? ctx.actor.secondFactorAt : ctx.actor.confirmedAt),
      passkeys: passkeys.data,
      sessions: sessions.data,
      wallets: wallets.data,
      erasure,
    }
  },
})
