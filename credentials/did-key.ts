import { createPublicKey, ECDH, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

/** Multicodec prefixes of the keys that are taken, and how long the keys are. */
const ED25519 = 0xed
const P256 = 0x1200

/** The public key that a did:key is (W3C CCG did:key, multibase `z`): Ed25519 or P-256; null for anything else, also a malformed one. */
export function keyOfDid(did: string): KeyObject | null {
  if (!/^did:key:z[1-9A-HJ-NP-Za-km-z]{44,80}$/.test(did)) return null
  try {
    const bytes = base58.decode(did.slice('did:key:z'.length))
    const codec = (bytes[0]! & 0x7f) | (bytes[1]! << 7)
    const key = Buffer.from(bytes.subarray(2))
    if (codec === ED25519 && key.length === 32)
      return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' })
    if (codec !== P256 || key.length !== 33) return null
    const point = ECDH.convertKey(key, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  } catch {
    return null
  }
}
