/** What a wallet sends to get a credential bound to its key: the `jwt` proof of OpenID4VCI 1.0, appendix F.1. */
import { type HolderKey, holderKeyOfDid, readHolderKey, verifiesBy } from './holder-key.ts'
import { decodePart } from './jws.ts'

/** Seconds that a proof may be old, or ahead of our clock. */
const FRESH_SECONDS = 300

/**
 * The key that signed a proof made for this issuer just now, and the nonce in it, which the caller still has to judge. Null when anything
 * about the proof is wrong. `now` in seconds.
 */
export function readHolderProof(jwt: string, expected: { audience: string; now: number }): { key: HolderKey; nonce: string | null } | null {
  const [head, body, signature, ...rest] = jwt.length <= 20_000 ? jwt.split('.') : []
  if (!head || !body || !signature || rest.length > 0) return null
  const [header, payload] = [decodePart(head), decodePart(body)]
  if (header?.typ !== 'openid4vci-proof+jwt' || header.crit !== undefined || header.x5c !== undefined || !payload) return null
  // One name for the key, or nobody knows which was meant.
  if ((header.jwk === undefined) === (header.kid === undefined)) return null
  const key = header.jwk === undefined ? holderKeyOfDid(String(header.kid)) : readHolderKey(header.jwk)
  if (!key || !verifiesBy(key, header.alg, `${head}.${body}`, signature)) return null
  if (payload.aud !== expected.audience || typeof payload.iat !== 'number') return null
  if (Math.abs(expected.now - payload.iat) > FRESH_SECONDS) return null
  return { key, nonce: typeof payload.nonce === 'string' ? payload.nonce : null }
}
