import { issuerKeys } from '#core/identity/credentials/issuer-keys.ts'
import { collectCredential } from '#core/identity/issuing/collect.ts'
import { authorizationServerMetadata, issuerMetadata } from '#core/identity/issuing/metadata.ts'
import { giveNonce } from '#core/identity/issuing/nonce.ts'
import { redeemOffer } from '#core/identity/issuing/redeem.ts'
import { type IssuingCode, IssuingRefusal } from '#core/identity/issuing/refusal.ts'
import type { Environment } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { HOLDER_ALGORITHMS } from '#credentials/holder-key.ts'
import { issuerDid, issuerJwks, issuerUrl } from '#credentials/keys.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import type { AppContext } from '../middleware/errors.ts'

/** More than any request of a wallet. */
const MAX_REQUEST = 64 * 1024
/** Wallets in browsers call it, too: nothing here goes by cookies. */
const OPEN = { 'access-control-allow-origin': '*' }
const UNSTORED = { ...OPEN, 'cache-control': 'no-store' }
const PREFLIGHT = {
  ...OPEN,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, dpop',
  'access-control-max-age': '86400',
}

/** OpenID for Verifiable Credential Issuance 1.0: what wallets read, and the three addresses where they collect. */
export function mountIssuing(app: App, deps: AppDeps): void {
  for (const environment of ['production', 'sandbox'] as const) {
    mountMetadata(app, deps, environment)
    const base = `${pathOf(issuerUrl('http://here', environment))}/openid4vci`
    for (const path of [`${base}/token`, `${base}/nonce`, `${base}/credential`]) {
      app.options(path, (c) => c.body(null, 204, PREFLIGHT))
      app.on(['GET', 'PUT', 'DELETE', 'PATCH'], path, () => {
        throw new AppError('method_not_allowed', 'Use POST here.', { extra: { headers: { allow: 'POST, OPTIONS' } } })
      })
    }
    app.post(`${base}/nonce`, (c) => c.json({ c_nonce: giveNonce(deps.services, environment, Date.now()) }, 200, UNSTORED))
    app.post(`${base}/token`, (c) =>
      answer(c, 'invalid_request', async () => {
        const form = new URLSearchParams(await bodyOf(c, 'application/x-www-form-urlencoded'))
        return redeemOffer.sent({ ctx: callOf(deps, c), input: { ...Object.fromEntries(form), environment, dpop: c.req.header('dpop') } })
      }),
    )
    app.post(`${base}/credential`, (c) =>
      answer(c, 'invalid_credential_request', async () => {
        const [, scheme, access_token] = /^(Bearer|DPoP) ([A-Za-z0-9_-]+)$/i.exec(c.req.header('authorization') ?? '') ?? []
        if (!access_token) throw new IssuingRefusal('invalid_token', 'The access token is missing.')
        // A token that is bound to a key is no bearer's, whatever proof comes with it.
        const dpop = scheme!.toLowerCase() === 'dpop' ? (c.req.header('dpop') ?? '') : undefined
        const sent: unknown = JSON.parse(await bodyOf(c, 'application/json'))
        return collectCredential.sent({ ctx: callOf(deps, c), input: { ...(sent as object), dpop, environment, access_token } })
      }),
    )
  }
}

/** Of an issuer whose name has a path, what is well known stands before that path (RFC 8414, section 3.1). */
function mountMetadata(app: App, deps: AppDeps, environment: Environment): void {
  const { config } = deps.services
  const after = pathOf(issuerUrl(config.publicUrl, environment))
  const kept = { ...OPEN, 'cache-control': 'public, max-age=300' }
  const known = { 'openid-credential-issuer': issuerMetadata, 'oauth-authorization-server': authorizationServerMetadata }
  for (const [name, make] of Object.entries(known))
    app.get(`/.well-known/${name}${after}`, (c) => c.json(make(config.publicUrl, environment), 200, kept))
  // For verifiers that know an issuer by its address: the keys that the header names by their DID URL.
  app.get(`/.well-known/jwt-vc-issuer${after}`, (c) => {
    const jwks = issuerJwks(issuerDid(config.publicUrl, environment), issuerKeys(deps.services, environment))
    return c.json({ issuer: issuerUrl(config.publicUrl, environment), jwks }, 200, kept)
  })
}

const pathOf = (url: string) => new URL(url).pathname.replace(/\/$/, '')

const callOf = (deps: AppDeps, c: AppContext) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })

async function bodyOf(c: AppContext, type: string): Promise<string> {
  const sent = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (sent !== type) throw new SyntaxError(`Send ${type}.`)
  return limitBody(c.req.raw, MAX_REQUEST).request.text()
}

/** The answer, or the refusal in the words of the standards. What cannot be read is `unreadable`; what else goes wrong is told as everywhere. */
async function answer(c: AppContext, unreadable: IssuingCode, work: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await work(), 200, UNSTORED)
  } catch (error) {
    const refusal = refusalOf(error, unreadable)
    if (!refusal) throw error
    const { code, message, status } = refusal
    const headers = {
      ...UNSTORED,
      ...(status === 401 && { 'www-authenticate': `Bearer error="${code}", DPoP algs="${HOLDER_ALGORITHMS.join(' ')}"` }),
    }
    return c.json({ error: code, error_description: plain(message) }, status, headers)
  }
}

function refusalOf(error: unknown, unreadable: IssuingCode): IssuingRefusal | null {
  if (error instanceof IssuingRefusal) return error
  if (error instanceof SyntaxError) return new IssuingRefusal(unreadable, 'The request cannot be read.')
  if (!(error instanceof AppError) || !['validation_failed', 'unknown_field'].includes(error.code)) return null
  return new IssuingRefusal(unreadable, error.fields[0]?.detail ?? error.message)
}

/** RFC 6749 allows no quotes, backslashes or letters beyond ASCII here. */
const plain = (text: string) => text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '')
