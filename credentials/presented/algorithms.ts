import { type KeyObject, verify } from 'node:crypto'
import { PresentationRefused } from './refused.ts'

/** How signatures of wallets and issuers are checked: a curve and a hash an algorithm (RFC 7518, RFC 9053, RFC 9864). */
const ALGORITHMS: Record<string, { curve: string; hash: 'sha256' | 'sha384' | 'sha512' | null }> = {
  ES256: { curve: 'prime256v1', hash: 'sha256' },
  ES384: { curve: 'secp384r1', hash: 'sha384' },
  ES512: { curve: 'secp521r1', hash: 'sha512' },
  EdDSA: { curve: 'ed25519', hash: null },
}

/** Their numbers in COSE, where a number may also fix the curve. */
const COSE: Record<number, string> = {
  [-7]: 'ES256',
  [-9]: 'ES256',
  [-35]: 'ES384',
  [-51]: 'ES384',
  [-36]: 'ES512',
  [-52]: 'ES512',
  [-8]: 'EdDSA',
  [-19]: 'EdDSA',
}
const JOSE: Record<string, string> = { ES256: 'ES256', ES384: 'ES384', ES512: 'ES512', EdDSA: 'EdDSA', Ed25519: 'EdDSA' }

/** What we ask wallets for, in words of JOSE and of COSE. */
export const JOSE_ALGORITHMS = Object.keys(JOSE)
export const COSE_ALGORITHMS = Object.keys(COSE).map(Number)

/** Whether the signature over these bytes is of this key. Throws `algorithm_not_supported` for another algorithm, or a key that it is not for. */
export function isSignedBy(key: KeyObject, algorithm: unknown, message: Uint8Array, signature: Uint8Array): boolean {
  const name = typeof algorithm === 'number' ? COSE[algorithm] : typeof algorithm === 'string' ? JOSE[algorithm] : undefined
  const known = name === undefined ? undefined : ALGORITHMS[name]
  const curve = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : key.asymmetricKeyDetails?.namedCurve
  if (!known || known.curve !== curve)
    throw new PresentationRefused(
      'algorithm_not_supported',
      `The algorithm of a signature is not one of ${JOSE_ALGORITHMS.join(', ')} with a key of its curve.`,
    )
  return verify(known.hash, message, known.hash ? { key, dsaEncoding: 'ieee-p1363' } : key, signature)
}

/** The name of an algorithm, for the record. */
export const algorithmName = (algorithm: unknown): string =>
  typeof algorithm === 'number' ? (COSE[algorithm] ?? String(algorithm)) : String(algorithm)
