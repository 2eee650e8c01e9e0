import type { Claim } from './claim.ts'
import { readClaim } from './claim.ts'
import { type EasAttestation, readEas } from './eas.ts'
import type { TrustedKey } from './jws.ts'
import type { Environment } from './keys.ts'
import type { CredentialFacts } from './record.ts'
import { isSet, readStatusList, type StatusList, type StatusPurpose, statusListUrl } from './status-list.ts'
import { type Read, readVc } from './vc.ts'

export type PresentedCredential =
  | { format: 'vc'; jwt: string }
  | { format: 'eas'; attestation: EasAttestation }
  | { format: 'claim'; claim: Claim }

/** An issuer that is believed: its name, where it publishes, and its keys. */
export interface TrustedIssuer {
  did: string
  environment: Environment
  publicUrl: string
  keys: readonly TrustedKey[]
  attesters: readonly `0x${string}`[]
}

const VERIFICATION_REASONS = [
  'malformed',
  'signature_invalid',
  'issuer_not_trusted',
  'wrong_wallet',
  'wrong_environment',
  'expired',
  'revoked',
  'suspended',
  'not_yet_valid',
  'status_missing',
  'status_invalid',
  'status_stale',
] as const
type VerificationReason = (typeof VERIFICATION_REASONS)[number]
/** Reasons that say "cannot tell now" and not "no". */
const OPEN: ReadonlySet<VerificationReason> = new Set(['status_missing', 'status_invalid', 'status_stale', 'not_yet_valid'])

export interface Verification {
  /** `unknown`: nothing speaks against it, but its status could not be told. Only `valid` may open a door. */
  outcome: 'valid' | 'invalid' | 'unknown'
  /** All that was found, not only the first. Empty when valid. */
  reasons: VerificationReason[]
  /** What the credential says; null when its signature does not hold. */
  facts: CredentialFacts | null
  /** Seconds since the older of the two status lists was signed; null when one is missing. Negative when our clock is behind. */
  statusAgeSeconds: number | null
}

/**
 * Verifies a credential without any connection. The caller hands over the issuers it trusts and the status lists it holds,
 * and is told how old they are; a missing or too old list never reads as "not revoked".
 */
export async function verifyCredential(p: {
  credential: PresentedCredential
  /** did:pkh of the wallet whose control was proved. A claim names an identity contract instead: `identity`. */
  subject: string
  identity?: `0x${string}`
  environment?: Environment
  issuers: readonly TrustedIssuer[]
  /** Signed lists as fetched, or read before by `readStatusList` for this issuer: reading one costs more than all the rest. */
  statusLists: readonly (string | StatusList)[]
  /** Seconds since 1970. */
  now: number
  maxStatusAgeSeconds?: number
  clockToleranceSeconds?: number
}): Promise<Verification> {
  const found = await readBy(p.credential, p.issuers)
  if (!found.ok) return { outcome: 'invalid', reasons: [found.reason], facts: null, statusAgeSeconds: null }
  const { facts, issuer } = found
  const tolerance = p.clockToleranceSeconds ?? 60
  const reasons: VerificationReason[] = []
  if (!isBound(p.credential, facts, p)) reasons.push('wrong_wallet')
  const environment = facts.environment ?? issuer.environment
  if (environment !== issuer.environment || (p.environment && environment !== p.environment)) reasons.push('wrong_environment')
  if (p.now >= facts.expiresAt) reasons.push('expired')
  if (facts.issuedAt !== undefined && p.now + tolerance < facts.issuedAt) reasons.push('not_yet_valid')
  const status = judgeStatus(facts, issuer, p.statusLists, p.now, p.maxStatusAgeSeconds ?? 300, tolerance)
  reasons.push(...status.reasons)
  const outcome = reasons.length === 0 ? 'valid' : reasons.every((reason) => OPEN.has(reason)) ? 'unknown' : 'invalid'
  return { outcome, reasons, facts, statusAgeSeconds: status.age }
}

type Found =
  | { ok: true; facts: CredentialFacts; issuer: TrustedIssuer }
  | { ok: false; reason: 'malformed' | 'signature_invalid' | 'issuer_not_trusted' }

async function readBy(credential: PresentedCredential, issuers: readonly TrustedIssuer[]): Promise<Found> {
  let reason: Extract<Found, { ok: false }>['reason'] = 'issuer_not_trusted'
  for (const issuer of issuers) {
    const read = await readFrom(credential, issuer)
    if (read.ok) return { ...read, issuer }
    if (read.reason !== 'issuer_not_trusted') reason = read.reason
  }
  return { ok: false, reason }
}

async function readFrom(credential: PresentedCredential, issuer: TrustedIssuer): Promise<Read<{ facts: CredentialFacts }>> {
  if (credential.format === 'eas') return readEas(credential.attestation, issuer.attesters)
  if (credential.format === 'claim') return readClaim(credential.claim, issuer.attesters)
  const read = readVc(credential.jwt, issuer.did, issuer.keys)
  // Status must be asked where the issuer publishes it, not where a credential would like it asked.
  return read.ok && !pointsHome(read.statusUrls, read.facts, issuer) ? { ok: false, reason: 'malformed' } : read
}

function pointsHome(urls: Record<StatusPurpose, string>, facts: CredentialFacts, issuer: TrustedIssuer): boolean {
  return (['revocation', 'suspension'] as const).every(
    (purpose) => urls[purpose] === statusListUrl(issuer.publicUrl, issuer.environment, facts.statusList, purpose),
  )
}

function isBound(credential: PresentedCredential, facts: CredentialFacts, p: { subject: string; identity?: string }): boolean {
  if (credential.format === 'claim') return p.identity !== undefined && credential.claim.identity.toLowerCase() === p.identity.toLowerCase()
  return facts.subject === p.subject
}

function judgeStatus(
  facts: CredentialFacts,
  issuer: TrustedIssuer,
  lists: readonly (string | StatusList)[],
  now: number,
  maxAge: number,
  tolerance: number,
): { reasons: VerificationReason[]; age: number | null } {
  const reasons = new Set<VerificationReason>()
  const read = lists.map((list) => (typeof list === 'string' ? readStatusList(list, issuer.did, issuer.keys) : list))
  let age: number | null = Number.NEGATIVE_INFINITY
  for (const purpose of ['revocation', 'suspension'] as const) {
    const url = statusListUrl(issuer.publicUrl, issuer.environment, facts.statusList, purpose)
    // The newest of several copies counts.
    const list = read
      .filter((one) => one?.did === issuer.did && one.url === url && one.purpose === purpose)
      .reduce((a, b) => (!a || b!.signedAt > a.signedAt ? b : a), null)
    if (!list) {
      reasons.add(read.includes(null) ? 'status_invalid' : 'status_missing')
      age = null
      continue
    }
    const seconds = now - list.signedAt
    if (age !== null) age = Math.max(age, seconds)
    if (facts.statusIndex >= list.bits.length * 8) reasons.add('status_invalid')
    else if (isSet(list.bits, facts.statusIndex)) reasons.add(purpose === 'revocation' ? 'revoked' : 'suspended')
    if (seconds > maxAge || seconds < -tolerance || now >= list.expiresAt + tolerance) reasons.add('status_stale')
  }
  return { reasons: [...reasons], age }
}
