import type { Environment } from '../keys.ts'
import { issuerDid, issuerUrl } from '../keys.ts'
import { LEVEL_NUMBER, type Level, subjectOf } from '../record.ts'
import { levelShown, PROOF_SECONDS, vctOf } from '../sd-jwt.ts'
import { STATUS_TTL_SECONDS, statusListUrl } from '../status-list.ts'
import { TOKEN_LISTS, tokenStatusListUrl } from '../token-status-list.ts'
import { fromBase64Url, isJsonObject, jsonObject, sha256Of, toBase64Url, utf8 } from './bytes.ts'
import type { Fetching, KnownIssuer } from './issuer.ts'
import { type ProblemCode, VerificationError } from './refusal.ts'
import { isJwsBy, readJwk, readSigned, type SigningKey } from './signed.ts'
import { fetchLists, judgeLists, type StatusEntry } from './status.ts'

/** What you know and ask when somebody presents a credential. */
export interface CredentialExpectation extends Fetching {
  issuer: KnownIssuer
  /** The wallet whose control was proven to you: a credential is sealed to one. */
  wallet?: string
  /** What the holder was asked to sign: needed where the credential names a key of the holder. */
  holder?: { audience: string; nonce: string }
  /** True: only what the credential says counts, whoever presents it. It then proves nothing of whoever does. */
  anyHolder?: boolean
  /** At least this level. */
  level?: Level
  /** The signed lists as you keep them. Without them they are fetched from the issuer. */
  statusLists?: readonly string[]
  /** How old the lists may be, in seconds; 300, as the issuer asks. */
  maxStatusAgeSeconds?: number
  /** How far the clocks may be apart, in seconds; 60. */
  clockToleranceSeconds?: number
  now?: Date
}

/** What a credential says that was believed. */
export interface ProvenCredential {
  format: 'vc+jwt' | 'dc+sd-jwt'
  id: string
  environment: Environment
  /** did:pkh of the wallet, and its address. */
  subject: string
  wallet: string
  /** Null where the holder did not show it. */
  level: Level | null
  credentialHash: string
  issuedAt: Date
  /** Exclusive: at that instant it is over. */
  expiresAt: Date
  /** What the holder showed of an SD-JWT VC; of a VC its `walletControl` and `evidence`. */
  claims: Record<string, unknown>
  /** What shows that it was presented by its holder: a signature of the holder’s key, or the wallet you named. */
  heldBy: 'key' | 'wallet' | 'not_checked'
  /** Seconds since the oldest of the lists was signed. */
  statusAgeSeconds: number
}

/** As read and signed, before anything of it is judged. */
interface Reading extends Omit<ProvenCredential, 'issuedAt' | 'expiresAt' | 'heldBy' | 'statusAgeSeconds' | 'wallet'> {
  issuedAt: number
  expiresAt: number
  places: StatusEntry[]
  /** The holder's key that it names, and how it was presented. */
  holderKey: SigningKey['jwk'] | null
  isBoundToKey: boolean
  presentation: { shown: string; proof: string } | null
}

/**
 * Verifies a credential of this issuer, VC or SD-JWT VC, with nothing but its keys and the lists it signs. Throws `VerificationError` with
 * everything that speaks against it; a missing or too old list never reads as "not revoked". Throws `TypeError` for a call that asks nothing
 * about the holder.
 */
export async function proveCredential(text: string, expected: CredentialExpectation): Promise<ProvenCredential> {
  if (!expected.wallet && !expected.holder && !expected.anyHolder)
    throw new TypeError(
      'Name the wallet whose control was proven, or the audience and nonce that the holder signed, or say anyHolder: true.',
    )
  const wanted = expected.wallet === undefined ? null : subjectOfWallet(expected.wallet)
  const now = (expected.now ?? new Date()).getTime() / 1000
  const tolerance = expected.clockToleranceSeconds ?? 60
  const { issuer } = expected
  const read = await readCredential(text, issuer)
  if (typeof read === 'string') throw new VerificationError([read])

  const problems: ProblemCode[] = []
  if (wanted !== null && sameCase(read.subject) !== sameCase(wanted)) problems.push('wrong_wallet')
  if (read.environment !== issuer.environment) problems.push('wrong_environment')
  if (expected.level && !read.level) problems.push('level_not_shown')
  if (expected.level && read.level && LEVEL_NUMBER[read.level] < LEVEL_NUMBER[expected.level]) problems.push('level_too_low')
  if (!(now < read.expiresAt)) problems.push('expired')
  if (now + tolerance < read.issuedAt) problems.push('not_yet_valid')
  const { heldBy, problem } = await judgeHolder(read, expected, now)
  if (problem) problems.push(problem)
  const lists = expected.statusLists ?? (await fetchLists(read.places, expected))
  const status = await judgeLists(read.places, lists, {
    issuer,
    now,
    maxAge: expected.maxStatusAgeSeconds ?? STATUS_TTL_SECONDS,
    tolerance,
  })
  problems.push(...status.problems)
  if (problems.length > 0 || status.age === null) throw new VerificationError(problems)

  const { places: _, holderKey: __, isBoundToKey: ___, presentation: ____, ...facts } = read
  return {
    ...facts,
    wallet: read.subject.slice(read.subject.lastIndexOf(':') + 1),
    issuedAt: new Date(read.issuedAt * 1000),
    expiresAt: new Date(read.expiresAt * 1000),
    heldBy,
    statusAgeSeconds: status.age,
  }
}

/** The lists that say whether a credential was revoked, fetched: keep them, for `statusLists`, as long as your budget of age allows. */
export async function fetchStatusLists(text: string, issuer: KnownIssuer, options: Fetching = {}): Promise<string[]> {
  const read = await readCredential(text, issuer)
  if (typeof read === 'string') throw new VerificationError([read])
  return fetchLists(read.places, options)
}

const subjectOfWallet = (address: string): string => subjectOf({ family: address.startsWith('0x') ? 'evm' : 'solana', address })
/** Addresses of Ethereum are written with and without capitals; those of Solana differ by them. */
const sameCase = (subject: string): string => (subject.startsWith('did:pkh:eip155:') ? subject.toLowerCase() : subject)

async function judgeHolder(
  read: Reading,
  expected: CredentialExpectation,
  now: number,
): Promise<{ heldBy: ProvenCredential['heldBy']; problem?: ProblemCode }> {
  const { holder, wallet } = expected
  if (!read.isBoundToKey && wallet) return { heldBy: 'wallet' }
  if (holder && read.presentation?.proof) {
    const holds = await provesPossession(read.presentation, read.holderKey, { ...holder, now })
    return holds ? { heldBy: 'key' } : { heldBy: 'not_checked', problem: 'holder_proof_invalid' }
  }
  return expected.anyHolder ? { heldBy: 'not_checked' } : { heldBy: 'not_checked', problem: 'holder_proof_missing' }
}

/** Key binding (RFC 9901, section 4.3): the holder's key signed for this verifier and nonce, and for what is shown. */
async function provesPossession(
  { shown, proof }: { shown: string; proof: string },
  key: SigningKey['jwk'] | null,
  expected: { audience: string; nonce: string; now: number },
): Promise<boolean> {
  const [head = '', body = '', signature = '', ...rest] = proof.split('.')
  const [header, payload] = [jsonObject(fromBase64Url(head)), jsonObject(fromBase64Url(body))]
  if (!key || rest.length > 0 || header?.typ !== 'kb+jwt' || header.crit !== undefined || !payload) return false
  if (!expected.audience || !expected.nonce || payload.aud !== expected.audience || payload.nonce !== expected.nonce) return false
  if (payload.sd_hash !== (await digest(shown))) return false
  if (typeof payload.iat !== 'number' || !(Math.abs(expected.now - payload.iat) <= PROOF_SECONDS)) return false
  return isJwsBy(key, header.alg, `${head}.${body}`, signature)
}

const digest = async (text: string): Promise<string> => toBase64Url(await sha256Of(utf8(text)))

function readCredential(text: string, issuer: KnownIssuer): Promise<Reading | ProblemCode> {
  if (typeof text !== 'string') throw new TypeError('A credential is a text: `credential` of the answer, or what a wallet presents.')
  return text.includes('~') ? readSdJwtVc(text.trim(), issuer) : readVcJwt(text.trim(), issuer)
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
const isLevel = (value: unknown): value is Level => typeof value === 'string' && Object.hasOwn(LEVEL_NUMBER, value)

async function readVcJwt(text: string, issuer: KnownIssuer): Promise<Reading | ProblemCode> {
  const signed = await readSigned(text, 'vc+jwt', issuer.keys)
  if (!signed.ok) return signed.problem
  const p = signed.payload
  if (p.issuer !== issuer.did || p.iss !== issuer.did) return 'issuer_not_trusted'
  const subject = isJsonObject(p.credentialSubject) ? p.credentialSubject : {}
  const { iat, exp } = p
  if (typeof iat !== 'number' || typeof exp !== 'number' || p.validFrom !== iso(iat) || p.validUntil !== iso(exp)) return 'malformed'
  if (typeof p.id !== 'string' || typeof p.sub !== 'string' || subject.id !== p.sub || !isLevel(subject.level)) return 'malformed'
  const environment = environmentOf(subject.environment)
  const places = environment && placesOfVc(p.credentialStatus, issuer, environment)
  if (!environment || !places || typeof subject.credentialHash !== 'string') return 'malformed'
  return {
    format: 'vc+jwt',
    ...{ id: p.id.slice(p.id.lastIndexOf('/') + 1), environment, subject: p.sub, level: subject.level },
    ...{ credentialHash: subject.credentialHash, issuedAt: iat, expiresAt: exp, places },
    claims: { walletControl: subject.walletControl, ...(p.evidence !== undefined && { evidence: p.evidence }) },
    ...{ holderKey: null, isBoundToKey: p.cnf !== undefined, presentation: null },
  }
}

const environmentOf = (value: unknown): Environment | null => (value === 'sandbox' || value === 'production' ? value : null)

/** Status is asked where the issuer publishes it, not where a credential would like it asked. */
function placesOfVc(status: unknown, issuer: KnownIssuer, environment: Environment): StatusEntry[] | null {
  const entries = (Array.isArray(status) ? status : []).filter(isJsonObject)
  const places = (['revocation', 'suspension'] as const).map((purpose) => {
    const { statusListCredential: url, statusListIndex } = entries.find((entry) => entry.statusPurpose === purpose) ?? {}
    const list = /\/([1-9]\d{0,8})(?:\/suspension)?$/.exec(String(url))?.[1]
    const index = /^\d{1,9}$/.test(String(statusListIndex)) ? Number(statusListIndex) : null
    const isHome = list !== undefined && url === statusListUrl(issuer.url, environment, Number(list), purpose)
    return isHome && index !== null ? { url: String(url), index, purpose } : null
  })
  return places.every((place) => place !== null) ? places : null
}

async function readSdJwtVc(text: string, issuer: KnownIssuer): Promise<Reading | ProblemCode> {
  const proof = text.slice(text.lastIndexOf('~') + 1)
  const shown = text.slice(0, text.length - proof.length)
  const [jwt = '', ...disclosures] = shown.split('~').slice(0, -1)
  const signed = await readSigned(jwt, 'dc+sd-jwt', issuer.keys)
  if (!signed.ok) return signed.problem
  const p = signed.payload
  const environment = environmentOf(p.environment)
  if (!environment) return 'malformed'
  const names: unknown[] = [issuerDid(issuer.url, environment), issuerUrl(issuer.url, environment)]
  if (!names.includes(p.iss)) return 'issuer_not_trusted'
  const claims = await openClaims(disclosures, p)
  const place = placeOfToken(p.status, issuer, environment)
  if (p.vct !== vctOf(issuer.url) || !claims || !place) return 'malformed'
  const { sub, iat, exp, id, credential_hash, cnf } = p
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return 'malformed'
  if (typeof id !== 'string' || typeof credential_hash !== 'string') return 'malformed'
  const holderKey = isJsonObject(cnf) ? readJwk(cnf.jwk) : null
  // A key that cannot be read, or a proof by none, is not the same as no key.
  if ((cnf !== undefined && !holderKey) || (cnf === undefined && proof !== '')) return 'malformed'
  return {
    format: 'dc+sd-jwt',
    ...{ id, environment, subject: sub, level: levelShown(claims), credentialHash: credential_hash },
    ...{ issuedAt: iat, expiresAt: exp, claims, places: [place] },
    ...{ holderKey, isBoundToKey: cnf !== undefined, presentation: { shown, proof } },
  }
}

/** Null when a disclosure is not one the issuer signed, comes twice, or would overwrite a plain claim. */
async function openClaims(disclosures: readonly string[], payload: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const signed: unknown[] = Array.isArray(payload._sd) ? payload._sd : []
  const claims: Record<string, unknown> = Object.create(null)
  if (payload._sd_alg !== 'sha-256' || new Set(disclosures).size !== disclosures.length) return null
  for (const one of disclosures) {
    const [salt, name, value, ...more] = readDisclosure(one)
    if (typeof salt !== 'string' || typeof name !== 'string' || value === undefined || more.length > 0) return null
    if (!signed.includes(await digest(one)) || Object.hasOwn(payload, name) || Object.hasOwn(claims, name)) return null
    claims[name] = value
  }
  return { ...claims }
}

function readDisclosure(encoded: string): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(encoded)))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function placeOfToken(status: unknown, issuer: KnownIssuer, environment: Environment): StatusEntry | null {
  const list = isJsonObject(status) && isJsonObject(status.status_list) ? status.status_list : {}
  const { uri, idx } = list
  const number = typeof uri === 'string' ? /\/([1-9]\d{0,8})\/token(?:-es256)?$/.exec(uri)?.[1] : undefined
  if (number === undefined || typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0) return null
  const algorithms = Object.keys(TOKEN_LISTS) as (keyof typeof TOKEN_LISTS)[]
  const isHome = algorithms.some((alg) => uri === tokenStatusListUrl(issuer.url, environment, Number(number), alg))
  return isHome ? { url: String(uri), index: idx, purpose: 'token' } : null
}
