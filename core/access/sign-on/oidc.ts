import type { Configuration } from 'openid-client'
import type { Ctx } from '#core/kernel/context.ts'
import type { SignOnName } from '#db/schema/shared.ts'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'
import type { SignOnProvider } from '../accounts/sign-on-of.ts'
import { SignOnRefused } from './refusals.ts'
import { openClientSecret } from './secret.ts'

/** Loaded when somebody signs on: most installations never do. */
const library = () => import('openid-client')

/** What an identity provider says of somebody, once everything about its answer held. */
export interface Asserted {
  issuer: string
  subject: string
  email: string | null
  /** False where the provider says that it does not know it to be theirs. */
  emailVerified: boolean
  first_name: string
  last_name: string
  /** What the provider calls the session it vouches by, where it says so. */
  sid?: string
  /** What a SAML provider has to be told to end that session. */
  named?: SignOnName
}

/** What is kept of a request until its answer comes. */
export interface OidcChecks {
  nonce: string
  verifier: string
}

type Call = Pick<Ctx, 'services'>

export const oidcAddress = ({ services }: Call, organizationId: string): string =>
  `${services.config.publicUrl}/api/sign-on/callback/${organizationId}`

/** The provider as its discovery describes it now. Everything it is asked goes through the one way out. */
async function configurationOf({ services }: Call, row: SignOnProvider): Promise<Configuration> {
  const oidc = await library()
  const allowPrivate = services.config.webhookAllowPrivate
  const ask = egress.fetch('sign_on', { allowPrivate })
  const secret = await openClientSecret(services.connection.db, services, row.organization_id, row.secret_sealed!)
  return oidc.discovery(
    new URL(row.issuer),
    row.client_id!,
    { id_token_signed_response_alg: row.token_alg!, use_mtls_endpoint_aliases: false },
    (as, client, body, headers) => {
      const posts = as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
      return (posts ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(as, client, body, headers)
    },
    {
      [oidc.customFetch]: (url, { method, headers, body, signal }) =>
        ask(url, { method, headers, ...(body != null && { body: String(body) }), ...(signal && { signal }) }),
      // The signature of the ID token is looked at although it came over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(allowPrivate ? [oidc.allowInsecureRequests] : [])],
      timeout: 10,
    },
  )
}

/** Where the browser is sent, with a proof key and a nonce of this one request. Throws `SignOnRefused`. */
export async function askOidc(
  ctx: Call,
  row: SignOnProvider,
  state: string,
  email: string,
): Promise<{ location: string; checks: OidcChecks }> {
  const oidc = await library()
  const checks = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  try {
    const location = oidc.buildAuthorizationUrl(await configurationOf(ctx, row), {
      redirect_uri: oidcAddress(ctx, row.organization_id),
      scope: 'openid email profile',
      response_type: 'code',
      state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    })
    return { location: location.href, checks }
  } catch (error) {
    throw new SignOnRefused('provider_unreachable', error)
  }
}

/**
 * Takes the code of an answer to the provider and believes its ID token when issuer, audience, nonce, time, the one algorithm and the
 * signature hold. Throws `SignOnRefused`.
 */
export async function hearOidc(ctx: Call, row: SignOnProvider, asked: { state: string; checks: OidcChecks }, url: URL): Promise<Asserted> {
  const oidc = await library()
  const from = new URL(url.search, oidcAddress(ctx, row.organization_id))
  try {
    const configuration = await configurationOf(ctx, row).catch((error: unknown) => {
      throw new SignOnRefused('provider_unreachable', error)
    })
    const tokens = await oidc.authorizationCodeGrant(configuration, from, {
      pkceCodeVerifier: asked.checks.verifier,
      expectedState: asked.state,
      expectedNonce: asked.checks.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim().slice(0, 100) : '')
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof claims.email === 'string' ? claims.email : null,
      emailVerified: claims.email_verified !== false && claims.email_verified !== 'false',
      first_name: text('given_name') || text('name').split(' ')[0] || '',
      last_name: text('family_name') || text('name').split(' ').slice(1).join(' '),
      ...(typeof claims.sid === 'string' && claims.sid && { sid: claims.sid }),
    }
  } catch (error) {
    throw error instanceof SignOnRefused ? error : new SignOnRefused(whyOf(error), error)
  }
}

/** The keys a provider signs with now. Throws `SignOnRefused`. */
export async function keysOf(ctx: Call, row: SignOnProvider): Promise<unknown> {
  const ask = egress.fetch('sign_on', { allowPrivate: ctx.services.config.webhookAllowPrivate })
  try {
    const { jwks_uri } = (await configurationOf(ctx, row)).serverMetadata()
    const answer = await ask(jwks_uri!, { headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`the keys answered ${answer.status}`)
    return await answer.json()
  } catch (error) {
    throw new SignOnRefused('provider_unreachable', error)
  }
}

interface LibraryError {
  code?: string
  cause?: LibraryError & { claim?: string; claims?: unknown; expected?: unknown }
  message?: string
}

/** The library's own codes in our words. */
function whyOf(error: unknown): SignOnRefused['why'] {
  const found = error as LibraryError
  for (let at: unknown = error; at; at = (at as Error).cause) if (at instanceof EgressError) return 'provider_unreachable'
  const claim = found.cause?.cause?.claim
  switch (found.code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return claim === 'aud' || claim === 'azp'
        ? 'token_audience'
        : claim === 'nonce'
          ? 'token_nonce'
          : claim === 'iss'
            ? 'token_issuer'
            : 'token_invalid'
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'token_expired'
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'token_signature'
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return 'token_algorithm'
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
    case 'OAUTH_RESPONSE_BODY_ERROR':
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
      return 'provider_refused'
    default:
      return whyByWords(`${found.message} ${found.cause?.message ?? ''}`)
  }
}

function whyByWords(words: string): SignOnRefused['why'] {
  if (/signature verification failed/i.test(words)) return 'token_signature'
  if (/unexpected JWT "alg"/i.test(words)) return 'token_algorithm'
  if (/"iss"|issuer/i.test(words)) return 'token_issuer'
  if (/"aud"/i.test(words)) return 'token_audience'
  return 'token_invalid'
}
