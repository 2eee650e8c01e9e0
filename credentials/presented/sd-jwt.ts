/**
 * A presentation of a stranger's SD-JWT VC (RFC 9901, SD-JWT VC draft) with key binding: the issuer's signature, every disclosure, and
 * the holder's proof of possession for one verifier and nonce.
 */
import { createHash, type JsonWebKey } from 'node:crypto'
import { algorithmName } from './algorithms.ts'
import { readCertificates } from './certificates.ts'
import { certificatesOf, isJwtOf, jwkThumbprint, keyOfJwk, type ReadJwt, readJwt } from './jwt.ts'
import { PresentationRefused } from './refused.ts'
import { type CredentialShown, type ExpectedPresentation, PROOF_AGE, SKEW, type StatusPlace } from './shown.ts'

const TYPES = new Set(['dc+sd-jwt', 'vc+sd-jwt'])
const HASHES: Record<string, string> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

/** Reads one presentation. Throws `PresentationRefused` with the reason. */
export function readSdJwtPresentation(text: string, expected: ExpectedPresentation): CredentialShown {
  const parts = text.split('~')
  const [jwt = '', ...disclosures] = parts.slice(0, -1)
  const proof = parts.at(-1)!
  const token = readJwt(jwt)
  const { header, payload } = token
  if (!TYPES.has(String(header.typ)) || typeof payload.vct !== 'string')
    throw new PresentationRefused(
      'credential_invalid',
      'What was presented is not an SD-JWT VC. Present a credential of a kind that was asked for.',
    )
  const x5c = certificatesOf(header)
  const signer = { chain: x5c && readCertificates(x5c), issuer: textOr(payload.iss), kid: textOr(header.kid) }
  if (!isJwtOf(expected.issuerOf(signer).key, token))
    throw new PresentationRefused(
      'signature_invalid',
      'The issuer’s signature of the credential does not hold. Present the credential as it was issued.',
    )
  const hash = HASHES[String(payload._sd_alg ?? 'sha-256')]
  if (!hash)
    throw new PresentationRefused('algorithm_not_supported', 'The disclosures of the credential are hashed in a way that we do not know.')
  const digest = (one: string) => createHash(hash).update(one).digest('base64url')
  const claims = openClaims(payload, disclosures, digest)
  const validUntil = requireInForce(payload, expected.now)
  const holder = requireHolder(payload, proof, digest(text.slice(0, text.length - proof.length)), expected)
  return {
    format: 'dc+sd-jwt',
    type: payload.vct,
    claims,
    signer,
    status: statusPlace(payload.status),
    validUntil,
    algorithms: { issuer: algorithmName(header.alg), holder: holder.algorithm },
    holderKey: holder.thumbprint,
  }
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const altered = (what: string) => new PresentationRefused('credential_altered', `${what} Present the credential as it was issued.`)

/** The claims with what was disclosed put where it belongs. Everything that was sent must be a part of what was signed, once. */
function openClaims(
  payload: Record<string, unknown>,
  disclosures: readonly string[],
  digest: (one: string) => string,
): Record<string, unknown> {
  const open = new Map(disclosures.map((one) => [digest(one), readDisclosure(one)]))
  if (open.size !== disclosures.length) throw altered('A disclosure was sent twice.')
  const seen = new Set<string>()
  const used = new Set<string>()
  const find = (name: unknown): unknown[] | undefined => {
    if (typeof name !== 'string' || seen.has(name)) throw altered('A digest of the credential stands in it twice.')
    seen.add(name)
    const found = open.get(name)
    if (found) used.add(name)
    return found
  }
  const opened = (value: unknown, depth: number): unknown => {
    if (depth > 16) throw altered('The credential is nested too deep.')
    if (Array.isArray(value)) return value.flatMap((one) => openElement(one, depth))
    if (typeof value !== 'object' || value === null) return value
    const { _sd, ...plain } = value as Record<string, unknown>
    const all = Object.entries(plain).map(([name, one]): [string, unknown] => [name, opened(one, depth + 1)])
    if (_sd !== undefined && !Array.isArray(_sd)) throw altered('The digests of the credential are no list.')
    for (const name of (_sd as unknown[] | undefined) ?? []) {
      const found = find(name)
      if (!found) continue
      if (found.length !== 3 || ['_sd', '...'].includes(found[1] as string) || all.some(([known]) => known === found[1]))
        throw altered('A disclosure would replace what the issuer signed.')
      all.push([found[1] as string, opened(found[2], depth + 1)])
    }
    return Object.fromEntries(all)
  }
  const openElement = (one: unknown, depth: number): unknown[] => {
    if (typeof one !== 'object' || one === null || !('...' in one)) return [opened(one, depth + 1)]
    const found = find((one as Record<string, unknown>)['...'])
    if (!found) return []
    if (found.length !== 2) throw altered('A disclosure stands where it does not belong.')
    return [opened(found[1], depth + 1)]
  }
  const { _sd_alg: _, ...rest } = payload
  const claims = opened(rest, 0) as Record<string, unknown>
  if (used.size !== open.size) throw altered('A disclosure is not one that the issuer signed.')
  // What says whether it holds is never left to the holder to show.
  for (const name of ['iss', 'nbf', 'exp', 'cnf', 'vct', 'status'])
    if (Object.hasOwn(claims, name) && !Object.hasOwn(payload, name)) throw altered(`The credential hides its ${name}.`)
  return claims
}

function readDisclosure(one: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(one, 'base64url').toString())
    if (
      Array.isArray(value) &&
      typeof value[0] === 'string' &&
      (value.length === 2 || (value.length === 3 && typeof value[1] === 'string'))
    )
      return value
  } catch {
    // Not one either.
  }
  throw altered('A disclosure cannot be read.')
}

function requireInForce({ nbf, iat, exp }: Record<string, unknown>, now: number): number | null {
  for (const time of [nbf, iat, exp])
    if (time !== undefined && (typeof time !== 'number' || !Number.isFinite(time)))
      throw new PresentationRefused('credential_invalid', 'A time of the credential cannot be read.')
  const from = Math.max(Number(nbf ?? 0), Number(iat ?? 0)) * 1_000
  if (from > now + SKEW) throw new PresentationRefused('credential_expired', 'The credential is not valid yet. Try again later.')
  if (typeof exp === 'number' && exp * 1_000 <= now - SKEW)
    throw new PresentationRefused('credential_expired', 'The credential has expired. Renew it in your wallet and present it again.')
  return typeof exp === 'number' ? exp * 1_000 : null
}

function requireHolder(payload: Record<string, unknown>, proof: string, sdHash: string, expected: ExpectedPresentation) {
  const jwk = (payload.cnf as { jwk?: JsonWebKey } | undefined)?.jwk
  if (!jwk || proof === '')
    throw new PresentationRefused(
      'holder_key_mismatch',
      'The credential came without a proof that the wallet holds its key. Present one that is bound to the wallet.',
    )
  let token: ReadJwt
  try {
    token = readJwt(proof)
  } catch {
    throw new PresentationRefused('holder_key_mismatch', 'The proof that the wallet holds the credential’s key cannot be read.')
  }
  const { header, payload: said } = token
  if (header.typ !== 'kb+jwt' || !isJwtOf(keyOfJwk(jwk), token))
    throw new PresentationRefused(
      'holder_key_mismatch',
      'The presentation is not signed with the key that the credential is bound to. Use the wallet that it was issued to.',
    )
  if (said.aud !== expected.audience)
    throw new PresentationRefused(
      'presentation_wrong_audience',
      'The presentation was made for somebody else. Answer the request that is shown here.',
    )
  if (said.nonce !== expected.nonce)
    throw new PresentationRefused('presentation_wrong_nonce', 'The presentation answers another request. Answer the one that is shown now.')
  if (typeof said.iat !== 'number' || Math.abs(expected.now - said.iat * 1_000) > PROOF_AGE)
    throw new PresentationRefused(
      'presentation_expired',
      'The presentation was signed too long ago, or the wallet’s clock is wrong. Present it again.',
    )
  if (said.sd_hash !== sdHash) throw altered('What the wallet signed is not what it sent.')
  return { algorithm: algorithmName(header.alg), thumbprint: jwkThumbprint(jwk).toString('base64url') }
}

/** `status` of a credential: absent, or a place in a Token Status List. A status of another kind is none that we could ask. */
function statusPlace(status: unknown): StatusPlace | null {
  if (status === undefined) return null
  const { uri, idx } = (status as { status_list?: { uri?: unknown; idx?: unknown } } | null)?.status_list ?? {}
  if (typeof uri !== 'string' || typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0)
    throw new PresentationRefused('credential_status_unavailable', 'The credential’s status is published in a way that we cannot ask.')
  return { uri, index: idx }
}
