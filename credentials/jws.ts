/**
 * Compact JWS (RFC 7515) with two algorithms, EdDSA over Ed25519 and ES256. Which one holds for a signature its key says and not its
 * header, so there is no algorithm to be confused about.
 */
import { type KeyObject, verify } from 'node:crypto'
import { isP256, type JwtSigner, publicKeyObject } from './keys.ts'

export interface TrustedKey {
  kid: string
  publicKey: Uint8Array
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs `payload` with the given `typ`; `kid` is the signer's, prefixed by `kidPrefix` (a DID and `#`) when given. Certificates go along. */
export async function signJws(
  signer: JwtSigner,
  typ: string,
  payload: Record<string, unknown>,
  options: { kidPrefix?: string; header?: Record<string, unknown> } = {},
): Promise<string> {
  const certificates = signer.alg === 'ES256' && { x5c: signer.x5c }
  const head = encode({ alg: signer.alg, typ, ...options.header, kid: `${options.kidPrefix ?? ''}${signer.kid}`, ...certificates })
  const input = `${head}.${encode(payload)}`
  return `${input}.${Buffer.from(await signer.sign(Buffer.from(input))).toString('base64url')}`
}

export type JwsResult =
  | { ok: true; payload: Record<string, unknown>; header: Record<string, unknown> }
  | { ok: false; problem: 'malformed' | 'unknown_key' | 'signature_invalid' }

/** Verifies type, key and signature. Says nothing about times or issuers. Never throws. */
export function verifyJws(jws: string, typ: string, keys: readonly TrustedKey[]): JwsResult {
  const parts = jws.length <= 200_000 ? jws.split('.') : []
  const [head, body, signature] = parts
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part))) return { ok: false, problem: 'malformed' }
  const header = decodePart(head!)
  const payload = decodePart(body!)
  if (!header || !payload || header.typ !== typ || !ALGORITHMS.includes(header.alg) || header.crit !== undefined)
    return { ok: false, problem: 'malformed' }
  const kid = typeof header.kid === 'string' ? header.kid.slice(header.kid.indexOf('#') + 1) : null
  const key = keys.find((one) => one.kid === kid)
  if (!key) return { ok: false, problem: 'unknown_key' }
  const bytes = Buffer.from(signature!, 'base64url')
  // base64url has several spellings of some bytes; only the one we write is taken.
  const good = bytes.length === 64 && bytes.toString('base64url') === signature && holds(key, header.alg, `${head}.${body}`, bytes)
  return good ? { ok: true, payload, header } : { ok: false, problem: 'signature_invalid' }
}

const ALGORITHMS: readonly unknown[] = ['EdDSA', 'Ed25519', 'ES256']

function holds(key: TrustedKey, alg: unknown, input: string, signature: Buffer): boolean {
  if (isP256(key.publicKey) !== (alg === 'ES256')) return false
  if (alg === 'ES256') return verify('sha256', Buffer.from(input), { key: keyObject(key), dsaEncoding: 'ieee-p1363' }, signature)
  return verify(null, Buffer.from(input), keyObject(key), signature)
}

// Making a KeyObject costs as much as a verification; trusted keys are few and live long.
const keyObjects = new WeakMap<Uint8Array, KeyObject>()
function keyObject({ publicKey }: TrustedKey): KeyObject {
  const known = keyObjects.get(publicKey)
  if (known) return known
  const made = publicKeyObject(publicKey)
  keyObjects.set(publicKey, made)
  return made
}

/** A part as an object, unverified; null when it is none. */
export function decodePart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
