import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { IDENTITY_PROVIDERS, identityProviders, identitySessions, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { isGoingOn, presentSession, type SessionRow } from '../sessions/present.ts'
import { sessionAnswer } from '../sessions/shape.ts'
import { asksOf } from './ask.ts'
import { FIRST_ASKED_MS } from './ask-again.ts'
import type { ProviderName } from './provider.ts'
import { addressOfProvider, PROVIDERS } from './registry.ts'
import { accountWith } from './settings.ts'
import { settleWithProvider } from './settle.ts'

const provider = z.enum(IDENTITY_PROVIDERS).optional().meta({ description: 'Which one, where several are set up' })

/**
 * Makes a check with a provider and says where the person goes through it. Called again it first asks how the check of before stands: what
 * a lost message would have told is not lost. Throws `not_found`, `invalid_transition`, `provider_not_configured`, `not_ready`.
 */
export const startProvider = defineVerb({
  name: 'identity_sessions.start_provider',
  permission: 'identity.write',
  input: byId('Id of the session').extend({ provider }),
  output: sessionAnswer.extend({
    provider_url: z.string().nullable().meta({ description: 'Send the person there; null where the provider has decided, or is about to' }),
  }),
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!session) throw notFound()
    const { session: now, url } = await startWith(ctx, session, input.provider, session.return_url)
    return { success: true as const, ...presentSession(now, ctx.now), provider_url: url }
  },
})

/** The same for the page of the session, by whoever holds its secret. The person comes back to that page. */
export const startOwnProvider = definePageVerb({
  name: 'identity_sessions.start_own_provider',
  permission: null,
  input: z.strictObject({ token: z.string().max(200), provider }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    const back = `${ctx.services.config.publicUrl}/verify/${input.token}`
    const { session: now, url } = await startWith(ctx, session, input.provider, back)
    return { ...presentSession(now, ctx.now), provider_url: url }
  },
})

/** The providers among which the person of a session may choose, by name and title. */
export const listOwnProviders = definePageVerb({
  name: 'identity_sessions.list_own_providers',
  permission: null,
  input: z.strictObject({ token: z.string().max(200) }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    return (await namesFor(ctx, session)).map((name) => ({ provider: name, title: PROVIDERS[name].title }))
  },
})

async function startWith(ctx: Ctx, session: SessionRow, asked: ProviderName | undefined, returnUrl: string | null) {
  if (!isGoingOn(session, ctx.now)) throw new AppError('invalid_transition', 'This session has ended. Ask for another one.')
  if (!session.methods.includes('provider'))
    throw new AppError('invalid_transition', 'A provider is not a way of this session. Choose another way.')
  const name = await providerOf(ctx, session, asked)
  const account = await accountWith(ctx, name)
  const settled = session.provider === name ? await settleWithProvider(ctx, session, name, account) : session
  if (settled.status !== 'open' || settled.evidence_id !== session.evidence_id) return { session: settled, url: null }
  const { title, begin } = PROVIDERS[name]
  const ask = asksOf(ctx.services, name, title, addressOfProvider(name, account))
  const { externalId, url } = await begin(ask, account, { sessionId: session.id, returnUrl, name: await nameOf(ctx, session) })
  // no event: the person has not done anything yet.
  const now = await write(ctx, async (tx) => {
    const locked = await lockSession(tx, ctx, session.id)
    const [row] = await tx
      .update(identitySessions)
      .set({
        ...{ provider: name, external_id: externalId, method: 'provider', updated_at: new Date(ctx.now) },
        ask_at: new Date(ctx.now + FIRST_ASKED_MS),
      })
      .where(inScope(identitySessions, ctx, eq(identitySessions.id, locked.id)))
      .returning()
    return {
      result: row!,
      audit: {
        action: 'identity_provider_asked',
        category: 'user',
        subject: { type: 'identity_session', id: session.id },
        details: { provider: name, external_id: externalId },
      },
    }
  })
  return { session: now, url }
}

async function namesFor(ctx: Ctx, session: SessionRow): Promise<ProviderName[]> {
  const rows = await ctx.db
    .select({ provider: identityProviders.provider })
    .from(identityProviders)
    .where(inScope(identityProviders, ctx))
    .orderBy(identityProviders.provider)
  const names = rows.map((row) => row.provider)
  return session.provider && session.external_id === null ? names.filter((name) => name === session.provider) : names
}

async function providerOf(ctx: Ctx, session: SessionRow, asked: ProviderName | undefined): Promise<ProviderName> {
  const known = (asked ?? session.provider) as ProviderName | null
  const [only, more] = await namesFor(ctx, session)
  if (known) return known
  if (!only) throw new AppError('provider_not_configured', 'No provider is set up here. Choose another way, or set one up first.')
  if (more)
    throw new AppError('validation_failed', 'Several providers are set up: say which one.', {
      fields: [{ pointer: '/provider', code: 'required', detail: 'Say which provider.' }],
    })
  return only
}

async function nameOf(ctx: Ctx, session: SessionRow): Promise<string | null> {
  const person = session.person_id ? await findScoped(ctx.db, persons, ctx, session.person_id) : null
  return person ? (await openPerson(ctx.db, ctx, person)).full_name || null : null
}
