/**
 * The credential as SD-JWT VC (`dc+sd-jwt`, RFC 9901 and the SD-JWT VC draft): the holder shows only what is asked, for
 * example "at least basic" without the level itself. With a holder key it can be bound to that key; otherwise it is bound
 * to the wallet named in `sub`, whose control is proved separately.
 */
import { createHash, randomBytes, verify } from 'node:crypto'
import { decodePart, signJws, type TrustedKey, verifyJws } from './jws.ts'
import { type Environment, ed25519PublicKey } from './keys.ts'
import { type CredentialFacts, type CredentialRecord, credentialHash, LEVEL_NAMES, LEVEL_NUMBER, type Level, subjectOf } from './record.ts'
import type { IssuerContext, Read } from './vc.ts'

/** A holder's Ed25519 key as JWK. */
export interface HolderKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
const vctOf = (publicUrl: string): string => `${publicUrl.replace(/\/$/, '')}/vct/identity-assurance/1`

const sentences: Record<string, string> = {
  level: 'How thoroughly the holder was checked: basic, enhanced or accredited',
  basic: 'Whether the holder was checked at least to the basic level',
  enhanced: 'Whether the holder was checked at least to the enhanced level',
  accredited: 'Whether the holder was checked as an accredited investor',
}

/** What the `vct` of our SD-JWT VCs leads to: its type metadata (SD-JWT VC draft, section 6). */
export const typeMetadata = (publicUrl: string): Record<string, unknown> => ({
  vct: vctOf(publicUrl),
  name: 'Identity assurance of a wallet',
  description: 'Somebody was identified and screened, and this was sealed to the wallet in `sub`. Names nobody.',
  claims: [
    ...Object.entries(sentences).map(([name, description]) => ({
      path: [name],
      display: [{ lang: 'en', label: name, description }],
      sd: 'always',
    })),
    ...['sub', 'id', 'environment', 'credential_hash', 'status_list', 'status_index', 'wallet_control'].map((name) => ({
      path: [name],
      sd: 'never',
    })),
  ],
})

/** Issues with fresh salts each time. Disclosable: `level`, and each of `basic`, `enhanced`, `accredited` as yes or no. */
export async function issueSdJwt(issuer: IssuerContext, record: CredentialRecord, holderKey?: HolderKey): Promise<string> {
  const claims: [string, unknown][] = [
    ['level', record.level],
    ...LEVEL_NAMES.map((name): [string, unknown] => [name, LEVEL_NUMBER[name] <= LEVEL_NUMBER[record.level]]),
  ]
  const disclosures = claims.map(([name, value]) =>
    Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), name, value])).toString('base64url'),
  )
  const payload = {
    iss: issuer.did,
    sub: subjectOf(record.wallet),
    iat: record.issuedAt,
    exp: record.expiresAt,
    vct: vctOf(issuer.publicUrl),
    id: record.id,
    environment: record.environment,
    credential_hash: credentialHash(record),
    status_list: record.statusList,
    status_index: record.statusIndex,
    wallet_control: record.control
      ? {
          status: 'proven',
          method: record.control.method,
          proven_at: record.control.provenAt,
          ...(record.control.chainId !== undefined && { chain_id: record.control.chainId }),
        }
      : { status: 'asserted' },
    ...(holderKey && { cnf: { jwk: { kty: holderKey.kty, crv: holderKey.crv, x: holderKey.x } } }),
    _sd_alg: 'sha-256',
    // Sorted, so that the order of the digests tells nothing.
    _sd: disclosures.map(digest).sort(),
  }
  const jwt = await signJws(issuer.signer, 'dc+sd-jwt', payload, { kidPrefix: `${issuer.did}#` })
  return `${[jwt, ...disclosures].join('~')}~`
}

/** Leaves out every disclosure whose claim is not named. With `holder`, proves possession of the holder key for one verifier and nonce. */
export async function presentSdJwt(
  sdJwt: string,
  show: readonly string[],
  holder?: { sign: (message: Uint8Array) => Promise<Uint8Array>; audience: string; nonce: string; now: number },
): Promise<string> {
  const [jwt, ...disclosures] = sdJwt.split('~').slice(0, -1)
  const kept = disclosures.filter((one) => show.includes(disclosed(one)?.[1] ?? ''))
  const shown = `${[jwt, ...kept].join('~')}~`
  if (!holder) return shown
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${encode({ alg: 'EdDSA', typ: 'kb+jwt' })}.${encode({ iat: holder.now, aud: holder.audience, nonce: holder.nonce, sd_hash: digest(shown) })}`
  return `${shown}${input}.${Buffer.from(await holder.sign(Buffer.from(input))).toString('base64url')}`
}

export interface SdJwtExpectation {
  /** Needed when the credential is bound to a holder key. */
  audience?: string
  nonce?: string
  /** Seconds. The proof of possession may be five minutes old. */
  now: number
}
const PROOF_SECONDS = 300

/** Reads a presentation. `shown` are the claims that were disclosed; the level is the highest they vouch for. */
export function readSdJwt(
  text: string,
  did: string,
  publicUrl: string,
  keys: readonly TrustedKey[],
  expected: SdJwtExpectation,
): Read<{ facts: CredentialFacts; shown: Record<string, unknown> }> {
  const parts = text.split('~')
  const proof = parts.at(-1)!
  const [jwt, ...disclosures] = parts.slice(0, -1)
  const verified = verifyJws(jwt ?? '', 'dc+sd-jwt', keys)
  if (!verified.ok) return { ok: false, reason: verified.problem === 'unknown_key' ? 'issuer_not_trusted' : verified.problem }
  const p = verified.payload
  if (p.iss !== did) return { ok: false, reason: 'issuer_not_trusted' }
  const shown = openDisclosures(disclosures, p)
  if (p.vct !== vctOf(publicUrl) || !shown) return { ok: false, reason: 'malformed' }
  const holderKey = (p.cnf as { jwk?: HolderKey } | undefined)?.jwk
  if (p.cnf !== undefined && !provesPossession(proof, text.slice(0, text.length - proof.length), holderKey, expected))
    return { ok: false, reason: 'signature_invalid' }
  if (p.cnf === undefined && proof !== '') return { ok: false, reason: 'malformed' }
  const level = levelShown(shown)
  const wellFormed =
    level &&
    typeof p.sub === 'string' &&
    typeof p.iat === 'number' &&
    typeof p.exp === 'number' &&
    typeof p.status_list === 'number' &&
    typeof p.status_index === 'number' &&
    typeof p.id === 'string'
  if (!wellFormed) return { ok: false, reason: 'malformed' }
  return {
    ok: true,
    shown,
    facts: {
      credentialHash: p.credential_hash as `0x${string}`,
      level,
      subject: p.sub as string,
      id: p.id as string,
      environment: p.environment as Environment,
      issuedAt: p.iat as number,
      expiresAt: p.exp as number,
      statusList: p.status_list as number,
      statusIndex: p.status_index as number,
    },
  }
}

function disclosed(encoded: string): [salt: string, name: string, value: unknown] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    return Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string'
      ? (value as [string, string, unknown])
      : null
  } catch {
    return null
  }
}

/** Null when a disclosure is not one the issuer signed, comes twice, or would overwrite a plain claim. */
function openDisclosures(disclosures: readonly string[], payload: Record<string, unknown>): Record<string, unknown> | null {
  const signed = new Set(Array.isArray(payload._sd) ? (payload._sd as unknown[]) : [])
  const shown: Record<string, unknown> = {}
  if (payload._sd_alg !== 'sha-256' || new Set(disclosures).size !== disclosures.length) return null
  for (const one of disclosures) {
    const [, name, value] = disclosed(one) ?? []
    if (name === undefined || !signed.has(digest(one)) || Object.hasOwn(payload, name) || Object.hasOwn(shown, name)) return null
    shown[name] = value
  }
  return shown
}

function levelShown(shown: Record<string, unknown>): Level | null {
  if (typeof shown.level === 'string' && Object.hasOwn(LEVEL_NUMBER, shown.level)) return shown.level as Level
  return LEVEL_NAMES.findLast((name) => shown[name] === true) ?? null
}

function provesPossession(proof: string, shown: string, key: HolderKey | undefined, expected: SdJwtExpectation): boolean {
  const [head, body, signature, ...rest] = proof.split('.')
  if (!head || !body || !signature || rest.length > 0 || key?.crv !== 'Ed25519' || !expected.audience || !expected.nonce) return false
  const [header, payload] = [decodePart(head), decodePart(body)]
  if (
    header?.typ !== 'kb+jwt' ||
    header.alg !== 'EdDSA' ||
    payload?.aud !== expected.audience ||
    payload.nonce !== expected.nonce ||
    payload.sd_hash !== digest(shown)
  )
    return false
  if (typeof payload.iat !== 'number' || Math.abs(expected.now - payload.iat) > PROOF_SECONDS) return false
  try {
    return verify(
      null,
      Buffer.from(`${head}.${body}`),
      ed25519PublicKey(Buffer.from(key.x, 'base64url')),
      Buffer.from(signature, 'base64url'),
    )
  } catch {
    return false
  }
}
