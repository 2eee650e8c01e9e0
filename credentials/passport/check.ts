import { createHash } from 'node:crypto'
import { checkActive } from './active.ts'
import { digestWith } from './algorithms.ts'
import { type Certificate, isIssuedBy, namesAsIssuer, readAnchor } from './certificate.ts'
import { readZone, requireUnexpired, type Zone } from './read-zone.ts'
import { PassportRefused, unreadable } from './refusal.ts'
import { readSecurityObject, type SecurityObject } from './security-object.ts'

/** The files of a chip, as they were read from it, and its answer to the challenge. */
export interface ChipFiles {
  dg1: Uint8Array
  sod: Uint8Array
  dg2?: Uint8Array
  dg14?: Uint8Array
  dg15?: Uint8Array
  active?: Uint8Array
}

/** A certificate of a state that is trusted, by our id of it. */
export interface StateAnchor {
  id: string
  certificate: string
}

/** What a chip says and how that was checked. Nothing of `proof` is personal. */
export interface ChipRead {
  zone: Zone
  anchorId: string
  /** Certificate of who signed it, DER. Whether it was revoked is not asked here. */
  signer: Uint8Array
  /** Of the state's certificate. */
  country: string | null
  /** SHA-256 of data group 1 and of what was signed: nobody can make another one of the same document. */
  digest: string
  proof: {
    hash: string
    signature: string
    signer: string
    issuer: string
    signed_at: string | null
    files: number[]
    /** `passive`: the data are those that the state signed; a copy of them is too. `active`: the chip itself answered our challenge. */
    chip: 'passive' | 'active'
    active: string | null
    portrait: string | null
  }
}

/**
 * Passive authentication (ICAO 9303-11, section 5.1): the files are those whose hashes were signed, the signer was let in by a state that
 * is trusted, for this, and at that time; and active authentication where the chip answered. Throws PassportRefused.
 */
export function checkChip(
  files: ChipFiles,
  anchors: readonly StateAnchor[],
  { now, challenge }: { now: number; challenge: Uint8Array },
): ChipRead {
  const object = readSecurityObject(files.sod)
  const { anchor, certificate } = trustedIssuerOf(object.signer, anchors)
  requireInTime(object, certificate, now)
  const checked = requireUnaltered(object, files)
  const zone = readZone(files.dg1, now)
  requireUnexpired(zone, now)
  if (files.active && !files.dg15) throw unreadable('An answer of the chip is of use only with data group 15.')
  const active = files.active ? checkActive({ dg14: files.dg14, dg15: files.dg15! }, challenge, files.active) : null
  const { kind, hash } = object.scheme
  return {
    zone,
    anchorId: anchor.id,
    // A copy: what it is a part of goes no further.
    signer: object.signer.der.slice(),
    country: certificate.country,
    digest: createHash('sha256').update(files.dg1).update(object.content).digest('hex'),
    proof: {
      hash: object.hash,
      signature: `${kind}-${hash}`,
      signer: object.signer.thumbprint,
      issuer: certificate.thumbprint,
      signed_at: object.signedAt === null ? null : new Date(object.signedAt).toISOString(),
      files: checked,
      chip: active ? 'active' : 'passive',
      active,
      portrait: files.dg2 ? createHash('sha256').update(files.dg2).digest('hex') : null,
    },
  }
}

/** The trusted certificate that let the signer in. */
function trustedIssuerOf(signer: Certificate, anchors: readonly StateAnchor[]): { anchor: StateAnchor; certificate: Certificate } {
  let named = false
  for (const anchor of anchors) {
    const certificate = anchorOf(anchor)
    if (!certificate || !namesAsIssuer(signer, certificate)) continue
    named = true
    if (!isIssuedBy(signer, certificate)) continue
    if (!signer.maySignData || signer.isCa || signer.hasOtherUse)
      throw new PassportRefused(
        'passport_signer_not_allowed',
        'The certificate of who signed the chip is for something else than passports.',
      )
    return { anchor, certificate }
  }
  throw named
    ? new PassportRefused('passport_signature_invalid', 'The certificate of who signed the chip is not by the state that it names.')
    : new PassportRefused('passport_issuer_unknown', 'The chip is signed for a state whose certificate your organisation does not trust.')
}

/** One that cannot be read, or that may sign no certificates, vouches for nobody. */
function anchorOf({ certificate }: StateAnchor): Certificate | null {
  try {
    const read = readAnchor(certificate)
    read.key()
    return read.isCa && read.maySignCertificates ? read : null
  } catch {
    return null
  }
}

function requireInTime({ signer, signedAt }: SecurityObject, issuer: Certificate, now: number): void {
  const at = signedAt === null ? [now] : [now, signedAt]
  if ([signer, issuer].some(({ notBefore, notAfter }) => at.some((time) => time < notBefore || time > notAfter)))
    throw new PassportRefused(
      'passport_signer_expired',
      'The certificate of who signed the chip, or of its state, is not valid at this time.',
    )
}

/** Refuses files whose hashes are not those that were signed. Says which were compared. */
function requireUnaltered({ hash, hashes }: SecurityObject, files: ChipFiles): number[] {
  const given = { 1: files.dg1, 2: files.dg2, 14: files.dg14, 15: files.dg15 }
  return Object.entries(given).flatMap(([number, bytes]) => {
    if (!bytes) return []
    const signed = hashes.get(Number(number))
    if (!signed || !digestWith(hash, bytes).equals(signed))
      throw new PassportRefused('passport_data_altered', `Data group ${number} is not the one that the state signed.`)
    return [Number(number)]
  })
}
