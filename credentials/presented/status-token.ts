/** Token Status List (RFC of that name): a signed list of the states of many credentials, as JWT or CWT. */
import { inflateSync } from 'node:zlib'
import { readCertificates } from './certificates.ts'
import { decoded, isSign1Of, readSign1 } from './cose.ts'
import { certificatesOf, isJwtOf, readJwt } from './jwt.ts'
import { PresentationRefused, type RefusalCode } from './refused.ts'
import { type ExpectedPresentation, SKEW } from './shown.ts'

/** A list whose signature holds. Times in ms. */
export interface TokenStatusList {
  bits: number
  bytes: Uint8Array
  /** Until when it may be kept at hand; null where it does not say. */
  ttl: number | null
  expires: number | null
}

const MOST_BYTES = 16 * 1024 * 1024
const unavailable = (what: string) =>
  new PresentationRefused(
    'credential_status_unavailable',
    `${what} Whether the credential was revoked is not known: present it again later.`,
  )

/** Reads a list as it was fetched from `uri`. Throws `credential_status_unavailable`, and what trust in its signer throws. */
export function readStatusToken(
  body: Uint8Array,
  uri: string,
  { now, issuerOf }: Pick<ExpectedPresentation, 'now' | 'issuerOf'>,
): TokenStatusList {
  // A JWT begins with the letters of `{"`; CBOR does not.
  const isJwt = body[0] === 0x65 && body[1] === 0x79
  const claims = isJwt ? claimsOfJwt(Buffer.from(body).toString('latin1').trim(), issuerOf) : claimsOfCwt(body, issuerOf)
  const { sub, iat, exp, ttl, bits, lst } = claims
  if (sub !== uri || typeof iat !== 'number' || ![1, 2, 4, 8].includes(bits as number) || !(lst instanceof Uint8Array))
    throw unavailable('The issuer’s status list is not the one that the credential names.')
  if (iat * 1_000 > now + SKEW) throw unavailable('The issuer’s status list is of a time to come.')
  if (exp !== undefined && (typeof exp !== 'number' || exp * 1_000 <= now)) throw unavailable('The issuer’s status list is too old.')
  let bytes: Buffer
  try {
    bytes = inflateSync(lst, { maxOutputLength: MOST_BYTES })
  } catch {
    throw unavailable('The issuer’s status list cannot be read.')
  }
  return {
    bits: bits as number,
    bytes,
    ttl: typeof ttl === 'number' && ttl > 0 ? ttl * 1_000 : null,
    expires: typeof exp === 'number' ? exp * 1_000 : null,
  }
}

type Claims = Partial<Record<'sub' | 'iat' | 'exp' | 'ttl' | 'bits' | 'lst', unknown>>

function claimsOfJwt(text: string, issuerOf: ExpectedPresentation['issuerOf']): Claims {
  const token = readJwt(text)
  const { header, payload } = token
  const x5c = certificatesOf(header)
  const issuer = typeof payload.iss === 'string' ? payload.iss : null
  const { key } = issuerOf({ chain: x5c && readCertificates(x5c), issuer, kid: typeof header.kid === 'string' ? header.kid : null })
  if (header.typ !== 'statuslist+jwt' || !isJwtOf(key, token)) throw unavailable('The signature of the issuer’s status list does not hold.')
  const { bits, lst } = (payload.status_list ?? {}) as { bits?: unknown; lst?: unknown }
  return { ...payload, bits, lst: typeof lst === 'string' ? Buffer.from(lst, 'base64url') : undefined }
}

function claimsOfCwt(body: Uint8Array, issuerOf: ExpectedPresentation['issuerOf']): Claims {
  const sign1 = readSign1(decoded(body))
  const { key } = issuerOf({ chain: readCertificates(sign1.chain), issuer: null, kid: null })
  if (!sign1.payload || sign1.type !== 'application/statuslist+cwt' || !isSign1Of(key, sign1, sign1.payload))
    throw unavailable('The signature of the issuer’s status list does not hold.')
  const claims = decoded(sign1.payload)
  if (!(claims instanceof Map)) throw unavailable('The issuer’s status list cannot be read.')
  const list = claims.get(65_533)
  const [bits, lst] = list instanceof Map ? [list.get('bits'), list.get('lst')] : []
  return { sub: claims.get(2), iat: claims.get(6), exp: claims.get(4), ttl: claims.get(65_534), bits, lst }
}

const STATES: Record<number, [RefusalCode, string]> = {
  1: ['credential_revoked', 'The issuer has revoked this credential. Ask it for a new one.'],
  2: ['credential_suspended', 'The issuer has suspended this credential. Ask it why, or present another one.'],
}

/** Throws unless the list says that the credential at this place is valid. A state that nobody defined is none that counts. */
export function requireValid({ bits, bytes }: TokenStatusList, index: number): void {
  const at = index * bits
  const byte = bytes[Math.floor(at / 8)]
  if (byte === undefined) throw unavailable('The issuer’s status list does not reach to this credential.')
  const state = (byte >> (at % 8)) & (2 ** bits - 1)
  if (state === 0) return
  const [code, sentence] = STATES[state] ?? [
    'credential_revoked',
    'The issuer says of this credential that it is not valid. Ask it for a new one.',
  ]
  throw new PresentationRefused(code, sentence)
}
