import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isSignedBy } from './algorithms.ts'
import { PresentationRefused } from './refused.ts'

export interface ReadJwt {
  header: Record<string, unknown>
  payload: Record<string, unknown>
  signed: Buffer
  signature: Buffer
}

/** Takes a JWT (compact) apart without believing it. Throws `credential_invalid`. */
export function readJwt(text: string): ReadJwt {
  const parts = text.split('.')
  const [header, payload] = parts.slice(0, 2).map((part) => objectOf(part))
  if (parts.length !== 3 || !header || !payload || !/^[\w-]+$/.test(parts[2]!) || header.crit !== undefined)
    throw new PresentationRefused('credential_invalid', 'What was presented is not a credential that we can read.')
  return { header, payload, signed: Buffer.from(text.slice(0, text.lastIndexOf('.'))), signature: Buffer.from(parts[2]!, 'base64url') }
}

/** The object that a base64url text holds as JSON; null where it holds none. */
function objectOf(part: string): Record<string, unknown> | null {
  if (!/^[\w-]+$/.test(part)) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Whether a JWT is signed by this key. Throws `algorithm_not_supported`. */
export const isJwtOf = (key: KeyObject, { header, signed, signature }: ReadJwt): boolean => isSignedBy(key, header.alg, signed, signature)

/** A public key from its JWK. Throws `algorithm_not_supported` for what is none. */
export function keyOfJwk(jwk: unknown): KeyObject {
  try {
    const { kty, crv, x, y } = jwk as JsonWebKey
    return createPublicKey({ key: { kty, crv, x, ...(y !== undefined && { y }) } as JsonWebKey, format: 'jwk' })
  } catch {
    throw new PresentationRefused('algorithm_not_supported', 'The credential is bound to a kind of key that we do not know.')
  }
}

/** RFC 7638: SHA-256 of a public key's JWK in its plain form. */
export function jwkThumbprint(jwk: JsonWebKey): Buffer {
  const { kty, crv, x, y } = jwk
  return createHash('sha256')
    .update(JSON.stringify(kty === 'OKP' ? { crv, kty, x } : { crv, kty, x, y }))
    .digest()
}

/** Certificates of a header (`x5c`), in DER; null where it has none. */
export function certificatesOf(header: Record<string, unknown>): Buffer[] | null {
  const { x5c } = header
  if (!Array.isArray(x5c)) return null
  return x5c.map((one) => Buffer.from(String(one), 'base64'))
}
