import type { JsonWebKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Ctx } from '#core/kernel/context.ts'
import { COSE_ALGORITHMS, JOSE_ALGORITHMS } from '#credentials/presented/algorithms.ts'
import type { SessionRow } from '../sessions/present.ts'
import { accreditationQuery, isAccreditationAsked } from './accreditations.ts'
import { ageAsked, ageQuery } from './ages.ts'
import { type PendingRequest, requestPlace } from './pending.ts'
import { dcqlQuery } from './query.ts'
import { readerKey } from './reader.ts'

/** How answers may be encrypted: a verifier lists both (HAIP 1.0, section 5). */
export const CONTENT_ENCRYPTION = ['A128GCM', 'A256GCM']

/** The form of a request to the browser's Digital Credentials API (OpenID4VP 1.0, appendix A). */
export const BROWSER_PROTOCOL = 'openid4vp-v1-signed'

/** Where a wallet fetches the request, and where it answers. `link`: on the device on which the page is open. */
export function walletAddresses(ctx: Pick<Ctx, 'services'>, session: SessionRow, pending: PendingRequest, link = false) {
  const base = `${ctx.services.config.publicUrl}/verify/${requestPlace(session, pending)}`
  return { request: `${base}/request${link ? '/link' : ''}`, response: `${base}/response${link ? '/link' : ''}` }
}

/** What a wallet opens: a link on the same device, a code on another. */
export async function walletLink(ctx: Ctx, session: SessionRow, pending: PendingRequest, link = false): Promise<string> {
  const { clientId } = await readerKey(ctx)
  const query = new URLSearchParams({
    client_id: clientId,
    request_uri: walletAddresses(ctx, session, pending, link).request,
    request_uri_method: 'post',
  })
  return `openid4vp://?${query}`
}

/** The request by link or code, signed (RFC 9101; OpenID4VP 1.0, section 5): the answer comes encrypted to its `response_uri`. */
export function requestObject(
  ctx: Ctx,
  session: SessionRow,
  pending: PendingRequest,
  asked: { link?: boolean | undefined; walletNonce?: string | undefined } = {},
): Promise<string> {
  return signed(ctx, session, pending, {
    response_mode: 'direct_post.jwt',
    response_uri: walletAddresses(ctx, session, pending, asked.link).response,
    state: pending.state,
    ...(asked.walletNonce !== undefined && { wallet_nonce: asked.walletNonce }),
  })
}

/** The same to the browser, for one page: the answer is encrypted and handed to that page. */
export const browserRequest = (ctx: Ctx, session: SessionRow, pending: PendingRequest & { origin: string }): Promise<string> =>
  signed(ctx, session, pending, { response_mode: 'dc_api.jwt', expected_origins: [pending.origin] })

/** What a session is about is asked for, and no more. */
const queryOf = async (ctx: Ctx, session: SessionRow): Promise<object> => {
  if (isAccreditationAsked(session)) return accreditationQuery(ctx)
  const age = ageAsked(session)
  return age === null ? dcqlQuery() : ageQuery(age)
}

async function signed(ctx: Ctx, session: SessionRow, pending: PendingRequest, more: Record<string, unknown>): Promise<string> {
  const { privateKey, x5c, clientId } = await readerKey(ctx)
  const algorithms = { 'sd-jwt_alg_values': JOSE_ALGORITHMS, 'kb-jwt_alg_values': JOSE_ALGORITHMS }
  return new SignJWT({
    response_type: 'vp_token',
    client_id: clientId,
    nonce: pending.nonce,
    dcql_query: await queryOf(ctx, session),
    client_metadata: {
      jwks: { keys: [{ ...publicPart(pending.key), use: 'enc', alg: 'ECDH-ES' }] },
      encrypted_response_enc_values_supported: CONTENT_ENCRYPTION,
      vp_formats_supported: {
        'dc+sd-jwt': algorithms,
        mso_mdoc: { issuerauth_alg_values: COSE_ALGORITHMS, deviceauth_alg_values: COSE_ALGORITHMS },
      },
    },
    ...more,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c })
    .setAudience('https://self-issued.me/v2')
    .setIssuedAt(Math.floor(Date.now() / 1_000))
    .setExpirationTime(Math.floor(pending.expires_at / 1_000))
    .sign(privateKey)
}

function publicPart({ kty, crv, x, y, kid }: JsonWebKey & { kid?: string }): JsonWebKey & { kid?: string } {
  return { kty, crv, x, y, kid } as JsonWebKey & { kid?: string }
}
