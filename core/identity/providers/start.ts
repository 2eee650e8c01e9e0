import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { IDENTITY_PROVIDERS, identityProviders, identitySessions, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { openPerson } from '../persons/ensure.ts'
import { faceConsent, withFaceConsent } from '../reviews/face-stated.ts'
import { requireFaceAgreed } from '../reviews/holder.ts'
import { lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { isGoingOn, presentSession, type SessionRow } from '../sessions/present.ts'
import { sessionAnswer } from '../sessions/shape.ts'
import { keepState, openState } from '../sessions/state.ts'
import { asksOf } from './ask.ts'
import { FIRST_ASKED_MS } from './ask-again.ts'
import type { ProviderAccount, ProviderName } from './provider.ts'
import { addressOfProvider, PROVIDERS } from './registry.ts'
import { accountWith } from './settings.ts'
import { settleWithProvider } from './settle.ts'

const provider = z
  .enum(IDENTITY_PROVIDERS)
  .optional()
  .meta({ description: 'Which one, where several are set up. A session that names one asks no other' })

/**
 * Makes a check with a provider and says where the person goes through it. Called again it first asks how the check of before stands: what
 * a lost message would have told is not lost, and one that waits for the person is given back. A provider measures faces: the person agreed to
 * that on the page of the session, or `face_consent` says to what and when they did elsewhere. Throws `not_found`, `invalid_transition`,
 * `provider_not_configured`, `not_ready`, `validation_failed` without a consent.
 */
export const startProvider = defineVerb({
  name: 'identity_sessions.start_provider',
  permission: 'identity.write',
  input: byId('Id of the session').extend({ provider, face_consent: faceConsent.optional() }),
  output: sessionAnswer.extend({
    provider_url: z.string().nullable().meta({ description: 'Send the person there; null where the provider has decided, or is about to' }),
  }),
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!session) throw notFound()
    requireWay(ctx, session)
    const name = await providerOf(ctx, session, input.provider)
    const agreed = await withFaceConsent(ctx, session, input.face_consent)
    const { session: now, url } = await startWith(ctx, agreed, name, session.return_url)
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
    // A provider measures faces.
    requireFaceAgreed(session)
    requireWay(ctx, session)
    const back = `${ctx.services.config.publicUrl}/verify/${input.token}`
    const { session: now, url } = await startWith(ctx, session, await providerOf(ctx, session, input.provider), back)
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

interface Started {
  session: SessionRow
  /** Where the person goes; null where the provider has decided, or is about to. */
  url: string | null
}

function requireWay(ctx: Ctx, session: SessionRow): void {
  if (!isGoingOn(session, ctx.now)) throw new AppError('invalid_transition', 'This session has ended. Ask for another one.')
  if (!session.methods.includes('provider'))
    throw new AppError('invalid_transition', 'A provider is not a way of this session. Choose another way.')
}

async function startWith(ctx: Ctx, session: SessionRow, name: ProviderName, returnUrl: string | null): Promise<Started> {
  requireWay(ctx, session)
  const account = await accountWith(ctx, name)
  const settled = await settleBefore(ctx, session, name, account)
  const { title, begin, goOn, silent } = PROVIDERS[name]
  const goesOn = settled.status === 'open' && settled.evidence_id === session.evidence_id
  const ask = asksOf(ctx.services, name, title, addressOfProvider(name, account))
  const begins = { sessionId: session.id, returnUrl, name: await nameOf(ctx, session), before: settled.external_id }
  const runs = settled.provider === name && settled.external_id !== null
  if (runs && (goesOn || (silent && settled.status === 'processing'))) {
    // The check that runs is given back: what somebody pays for, or has begun already, is not lost.
    const url = await goOn(ask, account, { externalId: settled.external_id!, url: await urlOf(ctx, settled) }, begins)
    if (url || !goesOn) return { session: settled, url }
  }
  if (!goesOn) return { session: settled, url: null }
  const made = await begin(ask, account, begins)
  const now = await keepCheck(ctx, settled, name, made)
  if (now.external_id === made.externalId) return { session: now, url: made.url }
  // Somebody asked at the same time and was first: theirs is the check that counts.
  return now.status === 'open' ? startWith(ctx, now, now.provider as ProviderName, returnUrl) : { session: now, url: null }
}

/** How the check of before stands, asked of whoever has it; whoever chose another provider does not wait for one that is away. */
async function settleBefore(ctx: Ctx, session: SessionRow, name: ProviderName, account: ProviderAccount): Promise<SessionRow> {
  const before = session.provider as ProviderName | null
  if (before === name || before === null) return settleWithProvider(ctx, session, name, account)
  try {
    return await settleWithProvider(ctx, session, before, await accountWith(ctx, before))
  } catch (error) {
    if (error instanceof AppError && ['not_ready', 'provider_not_configured'].includes(error.code)) return session
    throw error
  }
}

/** Keeps the check that was begun, if the session is still as it was; the one before is closed with it. */
const keepCheck = (ctx: Ctx, before: SessionRow, name: ProviderName, { externalId, url }: { externalId: string; url: string }) =>
  // no event: the person has not done anything yet.
  write(ctx, async (tx) => {
    const locked = await lockSession(tx, ctx, before.id)
    const subject = { type: 'identity_session', id: before.id }
    const same = locked.status === 'open' && locked.external_id === before.external_id && locked.evidence_id === before.evidence_id
    if (!same)
      return {
        result: locked,
        audit: {
          ...{ action: 'identity_provider_repeated', category: 'user', subject },
          details: { provider: name, unused: externalId },
        },
      }
    const state = { url } satisfies Kept
    const result = await keepState(tx, ctx, locked, 'provider', state, {
      ...{ provider: name, external_id: externalId, method: 'provider' },
      ask_at: new Date(ctx.now + FIRST_ASKED_MS),
    })
    const closed =
      locked.external_id && locked.external_id !== externalId ? { provider: locked.provider, external_id: locked.external_id } : null
    const details = { provider: name, external_id: externalId, ...(closed && { closed }) }
    return { result, audit: { action: 'identity_provider_asked', category: 'user', subject, details } }
  })

interface Kept {
  url: string
}

/** Where the person was sent for the check that runs. */
async function urlOf(ctx: Ctx, session: SessionRow): Promise<string | null> {
  const { provider } = await openState(ctx.db, ctx, session)
  return (provider as Kept | undefined)?.url ?? null
}

/** The providers that may be asked in a session: those that are set up, and only the one it names where it names one. */
async function namesFor(ctx: Ctx, session: SessionRow): Promise<ProviderName[]> {
  const rows = await ctx.db
    .select({ provider: identityProviders.provider })
    .from(identityProviders)
    .where(inScope(identityProviders, ctx))
    .orderBy(identityProviders.provider)
  const names = rows.map((row) => row.provider)
  return session.provider_named ? names.filter((name) => name === session.provider) : names
}

async function providerOf(ctx: Ctx, session: SessionRow, asked: ProviderName | undefined): Promise<ProviderName> {
  const names = await namesFor(ctx, session)
  const wrong = (code: string, detail: string) =>
    new AppError('validation_failed', detail, { fields: [{ pointer: '/provider', code, detail }] })
  if (asked && session.provider_named && asked !== session.provider)
    throw wrong(
      'conflicting',
      `This session is with ${PROVIDERS[session.provider as ProviderName].title} alone. Leave this out, or open another session.`,
    )
  const known = (asked ?? session.provider) as ProviderName | null
  if (known && names.includes(known)) return known
  if (known || !names[0])
    throw new AppError(
      'provider_not_configured',
      known
        ? `${PROVIDERS[known].title} is not set up here. Choose another way, or set it up first.`
        : 'No provider is set up here. Choose another way, or set one up first.',
    )
  if (names[1]) throw wrong('required', 'Several providers are set up: say which one.')
  return names[0]
}

async function nameOf(ctx: Ctx, session: SessionRow): Promise<string | null> {
  const person = session.person_id ? await findScoped(ctx.db, persons, ctx, session.person_id) : null
  return person ? (await openPerson(ctx.db, ctx, person)).full_name || null : null
}
