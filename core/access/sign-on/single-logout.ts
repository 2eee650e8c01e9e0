import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { session } from '#db/schema.ts'
import { keepOnce, takeOnce } from '../accounts/one-time.ts'
import { providerOf } from '../accounts/sign-on-of.ts'
import { noteRefusedSignOn } from './begin.ts'
import { endSessions, LIFE_S } from './logout.ts'
import { openSignOnName } from './provider-names.ts'
import { SignOnRefused } from './refusals.ts'
import { answerLogout, askLogout, hearLogout, type SentLogout } from './saml-logout.ts'

const ASKED = 'sign-on-logout-asked'

/**
 * Where a browser goes on, once its session is over, to be signed out at the SAML provider that opened it; null where no provider is told.
 * To be asked before the session is ended.
 */
export async function leaveSignOn(ctx: Ctx): Promise<string | null> {
  if (ctx.actor.type !== 'user' || !ctx.actor.signOn) return null
  const { organizationId } = ctx.actor.signOn
  const [row] = await ctx.db.select().from(session).where(eq(session.id, ctx.actor.sessionId)).limit(1)
  const provider = await providerOf(ctx.db, organizationId)
  const name = row && (await openSignOnName(ctx, row.userId, row.signOnName))
  // What another provider called somebody is said to none.
  if (!name || provider?.kind !== 'saml' || provider.issuer !== name.issuer) return null
  const asked = await askLogout(ctx, provider, name)
  if (!asked) return null
  await keepOnce(ctx, ASKED, { organizationId }, LIFE_S * 1000, asked.request)
  return asked.location
}

/**
 * What a SAML provider says by way of a browser: that somebody is signed out there, which ends their sessions here and is answered, or its
 * answer to a request of ours. Gives where the browser goes on. Throws `SignOnRefused`.
 */
export async function hearSingleLogout(ctx: Ctx, organizationId: string, sent: SentLogout): Promise<string> {
  const provider = await providerOf(ctx.db, organizationId)
  if (provider?.kind !== 'saml') throw new SignOnRefused('not_set_up')
  try {
    const said = await hearLogout(ctx, provider, sent)
    if (said.kind === 'response') {
      const asked = await takeOnce<{ organizationId: string }>(ctx, ASKED, said.answers)
      if (asked?.organizationId !== organizationId) throw new SignOnRefused('logout_unknown')
      return `/sign-on?out=${said.success ? 'everywhere' : 'here'}`
    }
    await endSessions(ctx, provider, said)
    return (await answerLogout(ctx, provider, said)) ?? '/sign-on?out=here'
  } catch (error) {
    if (error instanceof SignOnRefused) await noteRefusedSignOn(ctx, organizationId, error)
    throw error
  }
}
