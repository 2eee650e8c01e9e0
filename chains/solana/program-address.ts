/** Addresses that programs own: hashes that are no point of the curve, so that nobody holds a key to them. */
import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '../base58.ts'

const P = 2n ** 255n - 19n
const mod = (x: bigint): bigint => ((x % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

const D = mod(-121665n * power(121666n, P - 2n))

/** Whether 32 bytes are a point of Ed25519 (RFC 8032, 5.1.3): only such can be a wallet's key. */
export function isOnCurve(bytes: Uint8Array): boolean {
  const copy = Buffer.from(bytes).reverse()
  copy[0]! &= 0x7f
  const y = BigInt(`0x${copy.toString('hex')}`)
  if (y >= P) return false
  const y2 = mod(y * y)
  const x2 = mod((y2 - 1n) * power(D * y2 + 1n, P - 2n))
  // Euler: a square, or zero.
  return x2 === 0n || power(x2, (P - 1n) / 2n) === 1n
}

/** The program's address for these seeds, with the highest bump that is off the curve. */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  const owner = publicKey(program)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(seed)
    const address = hash.update(Uint8Array.of(bump)).update(owner).update('ProgramDerivedAddress').digest()
    if (!isOnCurve(address)) return encodeBase58(address)
  }
  throw new Error('no address is off the curve')
}

/** The 32 bytes of an address. Throws RangeError. */
export function publicKey(address: string): Uint8Array {
  const bytes = decodeBase58(address)
  if (bytes?.length !== 32) throw new RangeError(`${address} is not a Solana address`)
  return bytes
}
