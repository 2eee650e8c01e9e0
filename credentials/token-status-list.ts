/**
 * Token Status List (IETF OAuth, `statuslist+jwt`): the state of every credential of a list in two bits, which wallets and verifiers of
 * SD-JWT VCs read. It says what the two bitstring lists say, for the same places: valid, over for good, or suspended. Entry 0 has the
 * two lowest bits of the first byte.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { signJws, type TrustedKey, verifyJws } from './jws.ts'
import { type Environment, issuerUrl, type JwtSigner } from './keys.ts'
import { LIST_ENTRIES, STATUS_LIFE_SECONDS, STATUS_TTL_SECONDS, statusListUrl } from './status-list.ts'

const BITS = 2
const PER_BYTE = 8 / BITS
const LIST_BYTES = LIST_ENTRIES / PER_BYTE
const VALUES = { valid: 0, invalid: 1, suspended: 2 } as const

export type TokenStatus = keyof typeof VALUES

/** The last part of a list's address, by what signs it: a verifier reads the list with the algorithm and the key of the credential. */
export const TOKEN_LISTS = { EdDSA: 'token', ES256: 'token-es256' } as const satisfies Record<JwtSigner['alg'], string>

/** Where a token status list is published: what the credential's `status` names. */
export const tokenStatusListUrl = (publicUrl: string, environment: Environment, list: number, alg: JwtSigner['alg'] = 'EdDSA'): string =>
  `${statusListUrl(publicUrl, environment, list, 'revocation')}/${TOKEN_LISTS[alg]}`

/** What `iss` says: the address of the issuer, as a certificate names it, or its DID. */
export const nameOfIssuer = (signer: Pick<JwtSigner, 'alg'>, did: string, publicUrl: string, environment: Environment): string =>
  signer.alg === 'ES256' ? issuerUrl(publicUrl, environment) : did

/** A list with these indices over and suspended. What is over is no longer suspended. Throws RangeError outside the list. */
export function tokenStatuses(p: { invalid: Iterable<number>; suspended: Iterable<number> }): Uint8Array {
  const bytes = new Uint8Array(LIST_BYTES)
  const put = (index: number, value: number) => {
    if (!Number.isInteger(index) || index < 0 || index >= LIST_ENTRIES) throw new RangeError(`${index} is not in a list of ${LIST_ENTRIES}`)
    const shift = (index % PER_BYTE) * BITS
    const at = Math.floor(index / PER_BYTE)
    bytes[at] = (bytes[at]! & ~(3 << shift)) | (value << shift)
  }
  for (const index of p.suspended) put(index, VALUES.suspended)
  for (const index of p.invalid) put(index, VALUES.invalid)
  return bytes
}

/** The signed list. `now` in seconds. */
export function issueTokenStatusList(p: {
  signer: JwtSigner
  did: string
  publicUrl: string
  environment: Environment
  list: number
  invalid: Iterable<number>
  suspended: Iterable<number>
  now: number
}): Promise<string> {
  const payload = {
    iss: nameOfIssuer(p.signer, p.did, p.publicUrl, p.environment),
    sub: tokenStatusListUrl(p.publicUrl, p.environment, p.list, p.signer.alg),
    iat: p.now,
    exp: p.now + STATUS_LIFE_SECONDS,
    ttl: STATUS_TTL_SECONDS,
    status_list: { bits: BITS, lst: deflateSync(tokenStatuses(p), { level: 9 }).toString('base64url') },
  }
  return signJws(p.signer, 'statuslist+jwt', payload, { kidPrefix: `${p.did}#` })
}

/**
 * The state that a signed list gives an index at a time, in seconds. Null when anything about the list is wrong, it has run out, or the
 * index is not in it: that is never "valid".
 */
export function readTokenStatus(
  jwt: string,
  p: { url: string; index: number; keys: readonly TrustedKey[]; now: number },
): TokenStatus | null {
  const verified = verifyJws(jwt, 'statuslist+jwt', p.keys)
  if (!verified.ok) return null
  const { sub, iat, exp, status_list } = verified.payload
  const list = status_list as { bits?: unknown; lst?: unknown } | undefined
  if (sub !== p.url || typeof iat !== 'number' || typeof exp !== 'number' || p.now >= exp || list?.bits !== BITS) return null
  if (typeof list.lst !== 'string' || !Number.isInteger(p.index) || p.index < 0) return null
  try {
    const bytes = inflateSync(Buffer.from(list.lst, 'base64url'), { maxOutputLength: 1 << 20 })
    const byte = bytes[Math.floor(p.index / PER_BYTE)]
    const value = byte === undefined ? undefined : (byte >> ((p.index % PER_BYTE) * BITS)) & 3
    return (Object.keys(VALUES) as TokenStatus[]).find((name) => VALUES[name] === value) ?? null
  } catch {
    return null
  }
}
