/** The credential as W3C VC 2.0 in a JWT (VC-JOSE-COSE): `vc+jwt`, issuer did:web, subject did:pkh. */
import type { HolderKey } from './holder-key.ts'
import { signJws, type TrustedKey, verifyJws } from './jws.ts'
import type { Environment, JwtSigner } from './keys.ts'
import { type CredentialFacts, type CredentialRecord, credentialHash, LEVEL_NUMBER, type Level, subjectOf } from './record.ts'
import { type StatusPurpose, statusListUrl } from './status-list.ts'

export interface IssuerContext {
  signer: JwtSigner
  did: string
  publicUrl: string
}

/** The words of our own in a VC, as a JSON-LD context: what `/ns/v1` answers. It never changes; other words get another address. */
export function vocabulary(publicUrl: string): Record<string, unknown> {
  const word = (name: string) => `sw:${name}`
  return {
    '@context': {
      '@version': 1.1,
      '@protected': true,
      sw: `${publicUrl.replace(/\/$/, '')}/ns/v1#`,
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      IdentityAssurance: word('IdentityAssurance'),
      level: word('level'),
      credentialHash: word('credentialHash'),
      environment: word('environment'),
      IdentityEvidence: {
        '@id': word('IdentityEvidence'),
        '@context': {
          '@protected': true,
          method: word('evidenceMethod'),
          identityAssuranceLevel: word('identityAssuranceLevel'),
          eidasLevel: word('eidasLevel'),
        },
      },
      walletControl: {
        '@id': word('walletControl'),
        '@context': {
          '@protected': true,
          status: word('controlStatus'),
          method: word('controlMethod'),
          provenAt: { '@id': word('provenAt'), '@type': 'xsd:dateTime' },
          chainId: { '@id': word('chainId'), '@type': 'xsd:integer' },
        },
      },
    },
  }
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** How it was found out who the holder is, as a VC names it. */
export interface VcEvidence {
  method: string
  identityAssuranceLevel?: string
  eidasLevel?: string
}

/** The same record and evidence give the same bytes, so nothing needs to be stored. About 1.9 kB. With a key of the holder it is bound to that as well. */
export async function issueVc(
  issuer: IssuerContext,
  record: CredentialRecord,
  { evidence, holderKey }: { evidence?: VcEvidence | null; holderKey?: HolderKey } = {},
): Promise<string> {
  const base = issuer.publicUrl.replace(/\/$/, '')
  const entry = (statusPurpose: StatusPurpose) => {
    const statusListCredential = statusListUrl(base, record.environment, record.statusList, statusPurpose)
    return {
      id: `${statusListCredential}#${record.statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose,
      statusListIndex: String(record.statusIndex),
      statusListCredential,
    }
  }
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2', `${base}/ns/v1`],
    id: `${base}/c/${record.id}`,
    type: ['VerifiableCredential', 'IdentityAssurance'],
    issuer: issuer.did,
    validFrom: iso(record.issuedAt),
    validUntil: iso(record.expiresAt),
    credentialSubject: {
      id: subjectOf(record.wallet),
      level: record.level,
      credentialHash: credentialHash(record),
      environment: record.environment,
      walletControl: record.control
        ? {
            status: 'proven',
            method: record.control.method,
            provenAt: iso(record.control.provenAt),
            ...(record.control.chainId !== undefined && { chainId: record.control.chainId }),
          }
        : { status: 'asserted' },
    },
    ...(evidence && { evidence: [{ type: 'IdentityEvidence', ...evidence }] }),
    credentialStatus: [entry('revocation'), entry('suspension')],
    ...(holderKey && { cnf: { jwk: holderKey } }),
    iss: issuer.did,
    sub: subjectOf(record.wallet),
    iat: record.issuedAt,
    exp: record.expiresAt,
  }
  return signJws(issuer.signer, 'vc+jwt', credential, { kidPrefix: `${issuer.did}#`, header: { cty: 'vc' } })
}

export type Read<T> = ({ ok: true } & T) | { ok: false; reason: 'malformed' | 'signature_invalid' | 'issuer_not_trusted' }

/** Reads a VC of this issuer: facts and the two status lists it points to. Times and status are for the caller to judge. */
export function readVc(
  jwt: string,
  did: string,
  keys: readonly TrustedKey[],
): Read<{ facts: CredentialFacts; statusUrls: Record<StatusPurpose, string> }> {
  const verified = verifyJws(jwt, 'vc+jwt', keys)
  if (!verified.ok) return { ok: false, reason: verified.problem === 'unknown_key' ? 'issuer_not_trusted' : verified.problem }
  const p = verified.payload
  if (p.issuer !== did || p.iss !== did) return { ok: false, reason: 'issuer_not_trusted' }
  const subject = p.credentialSubject as Record<string, unknown> | undefined
  const entries = Array.isArray(p.credentialStatus) ? (p.credentialStatus as Record<string, unknown>[]) : []
  const revocation = entries.find((entry) => entry?.statusPurpose === 'revocation')
  const suspension = entries.find((entry) => entry?.statusPurpose === 'suspension')
  const list = typeof revocation?.statusListCredential === 'string' ? /\/(\d+)$/.exec(revocation.statusListCredential) : null
  const wellFormed =
    typeof p.id === 'string' &&
    typeof subject?.id === 'string' &&
    subject.id === p.sub &&
    isLevel(subject.level) &&
    isHash(subject.credentialHash) &&
    (subject.environment === 'sandbox' || subject.environment === 'production') &&
    typeof p.iat === 'number' &&
    typeof p.exp === 'number' &&
    p.validFrom === iso(p.iat) &&
    p.validUntil === iso(p.exp) &&
    list !== null &&
    typeof suspension?.statusListCredential === 'string' &&
    typeof revocation?.statusListIndex === 'string' &&
    /^\d{1,9}$/.test(revocation.statusListIndex) &&
    suspension.statusListIndex === revocation.statusListIndex
  if (!wellFormed) return { ok: false, reason: 'malformed' }
  return {
    ok: true,
    facts: {
      credentialHash: subject.credentialHash as `0x${string}`,
      level: subject.level as Level,
      expiresAt: p.exp as number,
      issuedAt: p.iat as number,
      statusList: Number(list[1]),
      statusIndex: Number(revocation.statusListIndex),
      id: (p.id as string).slice((p.id as string).lastIndexOf('/') + 1),
      environment: subject.environment as Environment,
      subject: subject.id as string,
    },
    statusUrls: { revocation: revocation.statusListCredential as string, suspension: suspension.statusListCredential as string },
  }
}

const isLevel = (value: unknown): value is Level => typeof value === 'string' && Object.hasOwn(LEVEL_NUMBER, value)
const isHash = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)
