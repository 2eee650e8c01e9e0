/**
 * The key of a holder's own wallet, as a JWK: P-256 or Ed25519, with which wallets of OpenID4VC sign. A credential that names one in
 * `cnf` is only good together with a fresh signature by it.
 */
import { createPublicKey, verify } from 'node:crypto'

export type HolderKey = { kty: 'OKP'; crv: 'Ed25519'; x: string } | { kty: 'EC'; crv: 'P-256'; x: string; y: string }

/** The algorithms of proofs that are read. */
export const HOLDER_ALGORITHMS = ['ES256', 'EdDSA'] as const

const COORDINATE = /^[A-Za-z0-9_-]{43}$/
const isCoordinate = (value: unknown): value is string => typeof value === 'string' && COORDINATE.test(value)

/** The public key in a JWK, with nothing else of it. Null for other kinds of keys, for points on no curve, and for one that shows its private half. */
export function readHolderKey(jwk: unknown): HolderKey | null {
  if (typeof jwk !== 'object' || jwk === null || 'd' in jwk) return null
  const { kty, crv, x, y } = jwk as Record<string, unknown>
  const key: HolderKey | null =
    kty === 'OKP' && crv === 'Ed25519' && isCoordinate(x)
      ? { kty, crv, x }
      : kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y)
        ? { kty, crv, x, y }
        : null
  return key && publicKeyOf(key) ? key : null
}

/** The key in a `did:jwk`, with or without a fragment. Null where there is none that `readHolderKey` takes. */
export function holderKeyOfDid(did: string): HolderKey | null {
  const encoded = /^did:jwk:([A-Za-z0-9_-]{1,1000})(#0)?$/.exec(did)?.[1]
  if (!encoded) return null
  try {
    return readHolderKey(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
  } catch {
    return null
  }
}

/** Whether a JWS over `input` holds under this key with the algorithm that its header names. Never throws. */
export function verifiesBy(key: HolderKey, alg: unknown, input: string, signature: string): boolean {
  const publicKey = publicKeyOf(key)
  const bytes = Buffer.from(signature, 'base64url')
  if (!publicKey || bytes.length !== 64) return false
  if (key.crv === 'Ed25519') return (alg === 'EdDSA' || alg === 'Ed25519') && verify(null, Buffer.from(input), publicKey, bytes)
  return alg === 'ES256' && verify('sha256', Buffer.from(input), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
}

function publicKeyOf(key: HolderKey) {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' })
  } catch {
    return null
  }
}
