import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Ctx } from '#core/kernel/context.ts'
import { write } from '#core/record/transaction.ts'
import { session, signOnIdentities, users } from '#db/schema.ts'
import { noteOnce, readOnce } from '../accounts/one-time.ts'
import { providerOf, type SignOnProvider } from '../accounts/sign-on-of.ts'
import { noteSignedOut } from '../accounts/signed-out.ts'
import { noteRefusedSignOn, signOnCtx } from './begin.ts'
import { keysOf } from './oidc.ts'
import { sidHash, subjectHash } from './provider-names.ts'
import { SignOnRefused } from './refusals.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const SEEN = 'sign-on-logout'
/** A token is taken for no longer than this after it was made, and its name remembered for as long. */
export const LIFE_S = 10 * 60
const SKEW_S = 60

/** What a provider said that ends: the person's sessions by it, or one of them. */
interface Ended {
  jti: string
  sub: string | null
  sid: string | null
}

/**
 * Ends the sessions that an OpenID provider says are over (OpenID Connect Back-Channel Logout 1.0): the one it calls by `sid`, else all that
 * it opened for `sub`. Its token counts once, signed as its ID tokens are, for this client, now, and with no nonce, so that no ID token
 * passes for one. What nobody here is signed in by is no refusal. Throws `SignOnRefused`.
 */
export async function endBySignOn(ctx: Ctx, organizationId: string, token: string): Promise<void> {
  const provider = await providerOf(ctx.db, organizationId)
  if (provider?.kind !== 'oidc') throw new SignOnRefused('not_set_up')
  try {
    const said = await readLogout(ctx, provider, token)
    await endSessions(ctx, provider, { id: said.jti, subject: said.sub, sessions: said.sid === null ? [] : [said.sid] })
  } catch (error) {
    if (error instanceof SignOnRefused) await noteRefusedSignOn(ctx, organizationId, error)
    throw error
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' && value.length <= 500 ? value : null)

/** What the token says, once everything about it held. What can be seen without the provider's keys is looked at before they are asked for. */
async function readLogout(ctx: Ctx, provider: SignOnProvider, token: string): Promise<Ended> {
  const about = { issuer: provider.issuer, audience: provider.client_id! }
  let claims: JWTPayload
  try {
    claims = decodeJwt(token)
  } catch (error) {
    throw new SignOnRefused('logout_invalid', error)
  }
  if (claims.iss !== about.issuer) throw new SignOnRefused('token_issuer')
  if (![claims.aud].flat().includes(about.audience)) throw new SignOnRefused('token_audience')
  const keys = createLocalJWKSet((await keysOf(ctx, provider)) as JSONWebKeySet)
  const checked = await jwtVerify(token, keys, {
    ...about,
    algorithms: [provider.token_alg!],
    clockTolerance: SKEW_S,
    maxTokenAge: LIFE_S,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  }).catch((error: unknown) => {
    throw new SignOnRefused(whyOf(error), error)
  })
  const { jti, sub, sid, events } = checked.payload
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[EVENT] : null
  const said = { jti: text(jti), sub: text(sub), sid: text(sid) }
  if (typeof event !== 'object' || event === null || 'nonce' in checked.payload) throw new SignOnRefused('logout_invalid')
  if (said.jti === null || (said.sub === null && said.sid === null)) throw new SignOnRefused('logout_invalid')
  return { ...said, jti: said.jti }
}

function whyOf(error: unknown): SignOnRefused['why'] {
  if (error instanceof errors.JWTExpired) return 'token_expired'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat') return 'token_expired'
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) return 'token_signature'
  return error instanceof errors.JOSEAlgNotAllowed ? 'token_algorithm' : 'logout_invalid'
}

/** What a provider said that ends, by its own names. `id` names what it said, which counts once. */
interface Over {
  id: string
  subject: string | null
  /** None for all sessions of the person. */
  sessions: string[]
}

/**
 * Ends the sessions that a provider said are over: those it calls so, else all that it opened for the person. One of the person of which it
 * never said what it calls it may be the one, and ends too. Throws `SignOnRefused` where it said so before.
 */
export async function endSessions(ctx: Ctx, provider: SignOnProvider, { id, subject, sessions }: Over): Promise<void> {
  const { organization_id: organizationId, issuer } = provider
  const [known] = subject
    ? await ctx.db
        .select({ userId: users.id, authId: users.auth_id })
        .from(signOnIdentities)
        .innerJoin(users, eq(users.id, signOnIdentities.user_id))
        .where(
          and(
            eq(signOnIdentities.organization_id, organizationId),
            eq(signOnIdentities.subject_hash, subjectHash(ctx, { issuer, subject })),
          ),
        )
        .limit(1)
    : []
  const places = sessions.map((sid) => sidHash(ctx, { issuer, sid }))
  const named = inArray(session.signOnSessionHash, places)
  const seen = JSON.stringify([organizationId, issuer, id])
  if (await readOnce(ctx, SEEN, seen)) throw new SignOnRefused('logout_replayed')
  // A sign-on that waits for its second factor opens nothing any more either.
  await noteSignedOut(ctx, { organizationId, sessions: places, authId: known?.authId ?? null })
  // no event: a session concerns its person, not an integrator.
  await write(signOnCtx(ctx, organizationId), async (tx) => {
    // Of two that are named the same the second is refused, at the same moment too.
    const first = await noteOnce({ ...ctx, db: tx }, SEEN, seen, (LIFE_S + 2 * SKEW_S) * 1000)
    if (!first) throw new SignOnRefused('logout_replayed')
    const ended = await tx
      .delete(session)
      .where(
        and(
          eq(session.signOnOrganizationId, organizationId),
          subject === null ? undefined : eq(session.userId, known?.authId ?? ''),
          places.length ? (subject === null ? named : or(named, isNull(session.signOnSessionHash))) : undefined,
        ),
      )
      .returning({ id: session.id })
    return {
      result: null,
      audit: {
        action: 'sign_on_ended',
        category: 'auth',
        ...(known && { userId: known.userId }),
        subject: { type: 'organization', id: organizationId },
        details: { sessions: ended.length, by: places.length ? 'session' : 'person' },
      },
    }
  })
}
