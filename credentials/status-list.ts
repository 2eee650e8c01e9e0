/**
 * Bitstring Status List 1.0 (W3C Recommendation): one bit a credential, published gzipped in a signed credential, so that
 * whoever checks a holder does not tell us whom. Bit 0 is the left-most. Revocation is for good, suspension can be lifted.
 */
import { createHmac, randomInt } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { signJws, type TrustedKey, verifyJws } from './jws.ts'
import type { Environment, Signer } from './keys.ts'

/** Entries of a list: the least the Recommendation allows, for the privacy of the crowd. */
export const LIST_ENTRIES = 131_072
const LIST_BYTES = LIST_ENTRIES / 8
/** How long a verifier may go on using a list, in seconds. */
export const STATUS_TTL_SECONDS = 300
export const STATUS_LIFE_SECONDS = 86_400

export type StatusPurpose = 'revocation' | 'suspension'

/** A list with these indices set. */
export function statusBits(indices: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(LIST_BYTES)
  for (const index of indices) {
    if (!Number.isInteger(index) || index < 0 || index >= LIST_ENTRIES) throw new RangeError(`${index} is not in a list of ${LIST_ENTRIES}`)
    bits[index >> 3]! |= 0x80 >> (index & 7)
  }
  return bits
}

/** Whether the bit is set. Throws RangeError outside the list: an unknown index must not read as "fine". */
export function isSet(bits: Uint8Array, index: number): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= bits.length * 8) throw new RangeError(`${index} is not in this list`)
  return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0
}

/** multibase base64url (`u`) of the gzipped bits. */
export const encodeBits = (bits: Uint8Array): string => `u${gzipSync(bits, { level: 9 }).toString('base64url')}`

/** The bits, or null when the text is not a list, is shorter than the Recommendation allows, or would unpack to more than 1 MiB. */
export function decodeBits(encoded: string): Uint8Array | null {
  if (!/^u[A-Za-z0-9_-]+$/.test(encoded)) return null
  try {
    const bits = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'), { maxOutputLength: 1 << 20 })
    return bits.length >= LIST_BYTES ? new Uint8Array(bits) : null
  } catch {
    return null
  }
}

/** Where a list is published. The sandbox publishes under its own path, because it signs with its own key. */
export function statusListUrl(publicUrl: string, environment: Environment, list: number, purpose: StatusPurpose): string {
  const base = publicUrl.replace(/\/$/, '') + (environment === 'sandbox' ? '/sandbox' : '')
  return `${base}/credentials/status/${list}${purpose === 'suspension' ? '/suspension' : ''}`
}

/** The signed list. `set` are the indices whose bit is on; `now` in seconds. */
export async function issueStatusList(p: {
  signer: Signer
  did: string
  publicUrl: string
  environment: Environment
  list: number
  purpose: StatusPurpose
  set: Iterable<number>
  now: number
}): Promise<string> {
  const id = statusListUrl(p.publicUrl, p.environment, p.list, p.purpose)
  const validUntil = p.now + STATUS_LIFE_SECONDS
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: p.did,
    validFrom: new Date(p.now * 1000).toISOString(),
    validUntil: new Date(validUntil * 1000).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: p.purpose,
      ttl: STATUS_TTL_SECONDS * 1000,
      encodedList: encodeBits(statusBits(p.set)),
    },
    iss: p.did,
    iat: p.now,
    exp: validUntil,
  }
  return signJws(p.signer, 'vc+jwt', credential, { kidPrefix: `${p.did}#`, header: { cty: 'vc' } })
}

export interface StatusList {
  did: string
  url: string
  purpose: StatusPurpose
  bits: Uint8Array
  /** Seconds since 1970, both. */
  signedAt: number
  expiresAt: number
}

/** Reads a signed list of this issuer; null when anything about it is wrong. Its age is for the caller to judge. */
export function readStatusList(jwt: string, did: string, keys: readonly TrustedKey[]): StatusList | null {
  const verified = verifyJws(jwt, 'vc+jwt', keys)
  if (!verified.ok) return null
  const { issuer, iss, id, type, iat, exp, credentialSubject } = verified.payload
  const subject = credentialSubject as Record<string, unknown> | undefined
  const purpose = subject?.statusPurpose
  if (issuer !== did || iss !== did || typeof id !== 'string' || !Array.isArray(type) || !type.includes('BitstringStatusListCredential'))
    return null
  if (
    typeof iat !== 'number' ||
    typeof exp !== 'number' ||
    subject?.type !== 'BitstringStatusList' ||
    (purpose !== 'revocation' && purpose !== 'suspension')
  )
    return null
  const bits = typeof subject.encodedList === 'string' ? decodeBits(subject.encodedList) : null
  return bits && { did, url: id, purpose, bits, signedAt: iat, expiresAt: exp }
}

/** A random index; the caller draws again when it is taken. Quick while a list is not nearly full. */
export const randomStatusIndex = (): number => randomInt(LIST_ENTRIES)

/**
 * The place of the n-th credential (from 0): lists fill one after another, and within each a keyed permutation scatters the
 * order, so an index tells nothing about when or after whom it was given, and none is ever drawn twice.
 */
export function statusPlace(key: Uint8Array, ordinal: number): { list: number; index: number } {
  if (!Number.isSafeInteger(ordinal) || ordinal < 0) throw new RangeError('credentials are counted from 0')
  const list = Math.floor(ordinal / LIST_ENTRIES)
  let index = ordinal % LIST_ENTRIES
  // A Feistel network over 18 bits; walking on until the value is below 2^17 keeps it a permutation of the list.
  do index = feistel(key, list, index)
  while (index >= LIST_ENTRIES)
  return { list: list + 1, index }
}

function feistel(key: Uint8Array, list: number, value: number): number {
  const mixed = mixesOf(key, list)
  let left = value >> 9
  let right = value & 511
  for (let round = 0; round < 6; round++) {
    const at = round * 512 + right
    if (mixed[at]! < 0) mixed[at] = createHmac('sha256', key).update(`${list}/${round}/${right}`).digest().readUInt16BE() & 511
    ;[left, right] = [right, left ^ mixed[at]!]
  }
  return (left << 9) | right
}

// What the rounds mix in, worked out once for each of the few lists in use: -1 is not known yet.
const mixes = new Map<string, Int16Array>()
function mixesOf(key: Uint8Array, list: number): Int16Array {
  const id = `${list}/${Buffer.from(key).toString('latin1')}`
  let found = mixes.get(id)
  if (!found) {
    if (mixes.size >= 16) mixes.clear()
    found = new Int16Array(6 * 512).fill(-1)
    mixes.set(id, found)
  }
  return found
}

/** A credential's number across all lists, as smart contracts use it: 131,072 to a list. */
export const globalStatusIndex = (list: number, index: number): number => list * LIST_ENTRIES + index
export const splitStatusIndex = (global: number): { list: number; index: number } => ({
  list: Math.floor(global / LIST_ENTRIES),
  index: global % LIST_ENTRIES,
})
