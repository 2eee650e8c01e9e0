/** Compact JWS as `../jws.ts` reads it, by Web Crypto: which algorithm holds for a signature its key says and not its header. */
import { fromBase64Url, jsonObject, utf8 } from './bytes.ts'

/** A key as a DID document or a JWK set publishes it, with nothing of it that is not needed. */
export interface SigningKey {
  kid: string
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string } | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
}

export type Signed =
  | { ok: true; payload: Record<string, unknown>; header: Record<string, unknown> }
  | { ok: false; problem: 'malformed' | 'issuer_not_trusted' | 'signature_invalid' }

const COORDINATE = /^[A-Za-z0-9_-]{43}$/

/** The public key in a JWK; null for other kinds of keys, and for one that shows its private half. */
export function readJwk(value: unknown): SigningKey['jwk'] | null {
  if (typeof value !== 'object' || value === null || 'd' in value) return null
  const { kty, crv, x, y } = value as Record<string, unknown>
  if (typeof x !== 'string' || !COORDINATE.test(x)) return null
  if (kty === 'OKP' && crv === 'Ed25519') return { kty, crv, x }
  return kty === 'EC' && crv === 'P-256' && typeof y === 'string' && COORDINATE.test(y) ? { kty, crv, x, y } : null
}

/** Verifies type, key and signature. Says nothing about times or issuers. Never throws. */
export async function readSigned(jws: string, typ: string, keys: readonly SigningKey[]): Promise<Signed> {
  const parts = jws.length <= 200_000 ? jws.split('.') : []
  const [head = '', body = '', signature = ''] = parts
  const header = jsonObject(fromBase64Url(head))
  const payload = jsonObject(fromBase64Url(body))
  if (parts.length !== 3 || !header || !payload || header.typ !== typ || header.crit !== undefined)
    return { ok: false, problem: 'malformed' }
  const kid = typeof header.kid === 'string' ? header.kid.slice(header.kid.indexOf('#') + 1) : null
  const key = keys.find((one) => one.kid === kid)
  if (!key) return { ok: false, problem: 'issuer_not_trusted' }
  return (await isJwsBy(key.jwk, header.alg, `${head}.${body}`, signature))
    ? { ok: true, payload, header }
    : { ok: false, problem: 'signature_invalid' }
}

/** Whether a JWS over `input` holds under this key with the algorithm that its header names. Never throws. */
export async function isJwsBy(jwk: SigningKey['jwk'], alg: unknown, input: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature)
  const isEdwards = jwk.crv === 'Ed25519'
  if (bytes.length !== 64 || !(isEdwards ? alg === 'EdDSA' || alg === 'Ed25519' : alg === 'ES256')) return false
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, isEdwards ? 'Ed25519' : { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    return await crypto.subtle.verify(isEdwards ? 'Ed25519' : { name: 'ECDSA', hash: 'SHA-256' }, key, bytes, utf8(input))
  } catch {
    return false
  }
}
