/**
 * The credential as SD-JWT VC (`dc+sd-jwt`, RFC 9901 and the SD-JWT VC draft): the holder shows only what is asked, for
 * example "at least basic" without the level itself. With a holder key it can be bound to that key; otherwise it is bound
 * to the wallet named in `sub`, whose control is proved separately.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type HolderKey, readHolderKey, verifiesBy } from './holder-key.ts'
import { decodePart, signJws, type TrustedKey, verifyJws } from './jws.ts'
import { type Environment, issuerDid, issuerUrl } from './keys.ts'
import { type CredentialFacts, type CredentialRecord, credentialHash, LEVEL_NAMES, LEVEL_NUMBER, type Level, subjectOf } from './record.ts'
import { nameOfIssuer, TOKEN_LISTS, tokenStatusListUrl } from './token-status-list.ts'
import type { IssuerContext, Read } from './vc.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
/** The type of our SD-JWT VCs, which is the address of its metadata. */
export const vctOf = (publicUrl: string): string => `${publicUrl.replace(/\/$/, '')}/vct/identity-assurance/1`

/** What may be disclosed, each alone, and what it says. */
const DISCLOSABLE = {
  level: 'How thoroughly the holder was checked: basic, enhanced or accredited',
  basic: 'Whether the holder was checked at least to the basic level',
  enhanced: 'Whether the holder was checked at least to the enhanced level',
  accredited: 'Whether the holder was checked as an accredited investor',
  accreditation_basis: 'On which ground of Rule 501(a) the holder is an accredited investor',
  accreditation_verified_until: 'Until which day that was verified when this was issued',
  accreditation_verified_by: 'Who verified it: the author of a letter, or a reviewer of an organisation',
  wallet_control: 'Whether control of the wallet in `sub` was proven, how and when, or only asserted',
  age_over_13: 'Whether the holder was 13 or older when this was issued',
  age_over_16: 'Whether the holder was 16 or older when this was issued',
  age_over_18: 'Whether the holder was 18 or older when this was issued',
  age_over_21: 'Whether the holder was 21 or older when this was issued',
  resident_country: 'Where the holder lives, ISO 3166-1 alpha-2',
  nationality: 'Of which state the holder is a national, ISO 3166-1 alpha-2',
  evidence_method: 'By which method it was found out who the holder is',
  identity_assurance_level: 'Identity assurance level of NIST SP 800-63A-4',
  eidas_loa: 'Level of assurance of Implementing Regulation (EU) 2015/1502',
  full_name: 'The name of the holder, where the issuer and the holder put it in',
  birthdate: 'The birth date of the holder, where the issuer and the holder put it in',
} as const

/** What was established of a holder and may be disclosed. What is not known is left out. */
export type HolderClaims = Partial<
  Record<
    Exclude<keyof typeof DISCLOSABLE, 'level' | 'wallet_control' | (typeof LEVEL_NAMES)[number]>,
    string | boolean | { kind: string; name: string }
  >
>

const AGES = [13, 16, 18, 21] as const

/** The age tiers of somebody born on a day, on a day (both `2000-12-31`). Who was born on 29 February is a year older on 1 March. */
export function ageTiers(born: string, today: string): HolderClaims {
  const over = (years: number) => `${String(Number(born.slice(0, 4)) + years).padStart(4, '0')}${born.slice(4)}` <= today
  return Object.fromEntries(AGES.map((years) => [`age_over_${years}`, over(years)]))
}

/** What the `vct` of our SD-JWT VCs leads to: its type metadata (SD-JWT VC draft, section 6). */
export const typeMetadata = (publicUrl: string): Record<string, unknown> => ({
  vct: vctOf(publicUrl),
  name: 'Identity assurance of a wallet',
  description: 'Somebody was identified and screened, and this was sealed to the wallet in `sub`. Names nobody unless they asked for it.',
  claims: [
    ...Object.entries(DISCLOSABLE).map(([name, description]) => ({
      path: [name],
      display: [{ lang: 'en', label: name, description }],
      sd: 'always',
    })),
    ...['sub', 'id', 'environment', 'credential_hash', 'status'].map((name) => ({ path: [name], sd: 'never' })),
  ],
})

/** Whoever is accredited is as well identified as the evidence of their identity says, and no further. */
const shows = (level: Level, name: Level, identity: 'basic' | 'enhanced' | null) =>
  level === 'accredited' && name === 'enhanced' ? identity === 'enhanced' : LEVEL_NUMBER[name] <= LEVEL_NUMBER[level]

/**
 * Issues with fresh salts each time. Disclosable are `level`, each of `basic`, `enhanced`, `accredited` as yes or no, the control of the
 * wallet, and the claims given. `identity` is how far the evidence of who they are goes. With a key of the holder it is bound to that as well.
 */
export async function issueSdJwt(
  issuer: IssuerContext,
  record: CredentialRecord,
  {
    holderKey,
    claims = {},
    identity = 'basic',
  }: { holderKey?: HolderKey; claims?: HolderClaims; identity?: 'basic' | 'enhanced' | null } = {},
): Promise<string> {
  const disclosable: [string, unknown][] = [
    ['level', record.level],
    ...LEVEL_NAMES.map((name): [string, unknown] => [name, shows(record.level, name, identity)]),
    ['wallet_control', controlOf(record)],
    ...Object.entries(claims).filter(([, value]) => value !== undefined),
  ]
  const disclosures = disclosable.map(([name, value]) =>
    Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), name, value])).toString('base64url'),
  )
  const payload = {
    iss: nameOfIssuer(issuer.signer, issuer.did, issuer.publicUrl, record.environment),
    sub: subjectOf(record.wallet),
    iat: record.issuedAt,
    exp: record.expiresAt,
    vct: vctOf(issuer.publicUrl),
    id: record.id,
    environment: record.environment,
    credential_hash: credentialHash(record),
    status: {
      status_list: {
        idx: record.statusIndex,
        uri: tokenStatusListUrl(issuer.publicUrl, record.environment, record.statusList, issuer.signer.alg),
      },
    },
    ...(holderKey && { cnf: { jwk: holderKey } }),
    _sd_alg: 'sha-256',
    // Sorted, so that the order of the digests tells nothing.
    _sd: disclosures.map(digest).sort(),
  }
  const jwt = await signJws(issuer.signer, 'dc+sd-jwt', payload, { kidPrefix: `${issuer.did}#` })
  return `${[jwt, ...disclosures].join('~')}~`
}

const controlOf = ({ control }: CredentialRecord) =>
  control
    ? {
        status: 'proven',
        method: control.method,
        proven_at: control.provenAt,
        ...(control.chainId !== undefined && { chain_id: control.chainId }),
      }
    : { status: 'asserted' }

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
/** So old a holder's signature may be, in seconds. */
export const PROOF_SECONDS = 300

/** The nonce that a presentation claims to be made for; nothing of it is verified. Null where the holder's key did not sign. */
export function claimedNonce(text: string): string | null {
  const nonce = decodePart(text.slice(text.lastIndexOf('~') + 1).split('.')[1] ?? '')?.nonce
  return typeof nonce === 'string' ? nonce : null
}

/** Reads a presentation. `isBound` says that the holder's own key signed for it. `shown` are the claims that were disclosed; the level is the highest they vouch for. */
export function readSdJwt(
  text: string,
  did: string,
  publicUrl: string,
  keys: readonly TrustedKey[],
  expected: SdJwtExpectation,
): Read<{ facts: CredentialFacts; shown: Record<string, unknown>; isBound: boolean }> {
  const parts = text.split('~')
  const proof = parts.at(-1)!
  const [jwt, ...disclosures] = parts.slice(0, -1)
  const verified = verifyJws(jwt ?? '', 'dc+sd-jwt', keys)
  if (!verified.ok) return { ok: false, reason: verified.problem === 'unknown_key' ? 'issuer_not_trusted' : verified.problem }
  const p = verified.payload
  if (!ourNames(did, publicUrl, p.environment).includes(p.iss)) return { ok: false, reason: 'issuer_not_trusted' }
  const shown = openDisclosures(disclosures, p)
  if (p.vct !== vctOf(publicUrl) || !shown) return { ok: false, reason: 'malformed' }
  const holderKey = readHolderKey((p.cnf as { jwk?: unknown } | undefined)?.jwk)
  if (p.cnf !== undefined && !provesPossession(proof, text.slice(0, text.length - proof.length), holderKey, expected))
    return { ok: false, reason: 'signature_invalid' }
  if (p.cnf === undefined && proof !== '') return { ok: false, reason: 'malformed' }
  const level = levelShown(shown)
  const place = placeOf(p.status, publicUrl, p.environment)
  const wellFormed =
    level && place && typeof p.sub === 'string' && typeof p.iat === 'number' && typeof p.exp === 'number' && typeof p.id === 'string'
  if (!wellFormed) return { ok: false, reason: 'malformed' }
  return {
    ok: true,
    shown,
    isBound: p.cnf !== undefined,
    facts: {
      credentialHash: p.credential_hash as `0x${string}`,
      level,
      subject: p.sub as string,
      id: p.id as string,
      environment: p.environment as Environment,
      issuedAt: p.iat as number,
      expiresAt: p.exp as number,
      ...place,
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

/** The level that the holder showed: named, or the highest of the tiers. */
export function levelShown(shown: Record<string, unknown>): Level | null {
  if (typeof shown.level === 'string' && Object.hasOwn(LEVEL_NUMBER, shown.level)) return shown.level as Level
  return LEVEL_NAMES.findLast((name) => shown[name] === true) ?? null
}

/** What we call ourselves in `iss`, by either algorithm: in the environment that the DID is of. */
function ourNames(did: string, publicUrl: string, environment: unknown): unknown[] {
  const ours = (['production', 'sandbox'] as const).find((one) => one === environment && issuerDid(publicUrl, one) === did)
  return ours ? [did, issuerUrl(publicUrl, ours)] : []
}

/** Where its state is told: only where this issuer publishes it, not where a credential would like it asked. */
function placeOf(status: unknown, publicUrl: string, environment: unknown): { statusList: number; statusIndex: number } | null {
  const { idx, uri } = (status as { status_list?: { idx?: unknown; uri?: unknown } } | undefined)?.status_list ?? {}
  const list = typeof uri === 'string' ? /\/([1-9]\d{0,8})\/token(?:-es256)?$/.exec(uri)?.[1] : undefined
  if ((environment !== 'sandbox' && environment !== 'production') || list === undefined || !Number.isInteger(idx)) return null
  const algorithms = Object.keys(TOKEN_LISTS) as (keyof typeof TOKEN_LISTS)[]
  if (!algorithms.some((alg) => uri === tokenStatusListUrl(publicUrl, environment, Number(list), alg))) return null
  return { statusList: Number(list), statusIndex: idx as number }
}

function provesPossession(proof: string, shown: string, key: HolderKey | null, expected: SdJwtExpectation): boolean {
  const [head, body, signature, ...rest] = proof.split('.')
  if (!head || !body || !signature || rest.length > 0 || !key || !expected.audience || !expected.nonce) return false
  const [header, payload] = [decodePart(head), decodePart(body)]
  if (
    header?.typ !== 'kb+jwt' ||
    payload?.aud !== expected.audience ||
    payload.nonce !== expected.nonce ||
    payload.sd_hash !== digest(shown)
  )
    return false
  if (typeof payload.iat !== 'number' || Math.abs(expected.now - payload.iat) > PROOF_SECONDS) return false
  return verifiesBy(key, header.alg, `${head}.${body}`, signature)
}
