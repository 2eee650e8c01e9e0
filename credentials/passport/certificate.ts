import { createHash, type KeyObject } from 'node:crypto'
import { Boolean as AsnBoolean } from 'asn1js'
import { publicKeyOf, type SignatureScheme, schemeOf, signatureFits } from './algorithms.ts'
import { type AsnNode, bitsOf, insideOf, isContext, octetsOf, oidIn, rawOf, readAsn1, sequenceOf, setOf, timeOf } from './asn1.ts'
import { PassportRefused, unreadable } from './refusal.ts'

/** What is asked of a certificate of a state, or of one who signs passports for it (ICAO 9303-12, section 7). */
export interface Certificate {
  /** As it is written, DER. */
  der: Uint8Array
  /** SHA-256 of the whole, hex. */
  thumbprint: string
  issuer: string
  subject: string
  serial: string
  /** Of the issuer's name, ISO 3166-1 alpha-2 in capitals. */
  country: string | null
  notBefore: number
  notAfter: number
  isCa: boolean
  maySignData: boolean
  maySignCertificates: boolean
  /** It is for something besides: a signer of master lists, of visas. */
  hasOtherUse: boolean
  keyId: string | null
  issuerKeyId: string | null
  signed: { bytes: Uint8Array; scheme: SignatureScheme; signature: Uint8Array }
  /** Throws `passport_algorithm_unsupported`. */
  key: () => KeyObject
}

const COUNTRY = '2.5.4.6'
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Reads an X.509 certificate (RFC 5280). Throws `passport_unreadable`, `passport_algorithm_unsupported`. */
export function readCertificate(node: AsnNode): Certificate {
  const [body, algorithm, signature] = sequenceOf(node, 3)
  const parts = sequenceOf(body, 6)
  if (insideOf(parts[0], 0)) parts.shift()
  const [serial, inner, issuer, validity, subject, spki] = parts
  if (!spki || hex(rawOf(inner!)) !== hex(rawOf(algorithm!))) throw unreadable('A certificate of the chip is not well made.')
  const [notBefore, notAfter] = sequenceOf(validity, 2).map(timeOf)
  return {
    der: rawOf(node),
    thumbprint: createHash('sha256').update(rawOf(node)).digest('hex'),
    issuer: hex(rawOf(issuer!)),
    subject: hex(rawOf(subject!)),
    serial: hex(rawOf(serial!)),
    country: countryIn(issuer!),
    notBefore: notBefore!,
    notAfter: notAfter!,
    ...extensionsOf(parts),
    signed: { bytes: rawOf(body!), scheme: schemeOf(algorithm), signature: bitsOf(signature) },
    key: () => publicKeyOf(spki),
  }
}

/** Reads a certificate that somebody configured: PEM, or base64 of DER. */
export function readAnchor(text: string): Certificate {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '')
  return readCertificate(readAsn1(Buffer.from(base64, 'base64')))
}

/** Whether `by` signed it, as its signature says. */
export const isIssuedBy = ({ signed }: Certificate, by: Certificate): boolean =>
  signatureFits(by.key(), signed.scheme, signed.bytes, signed.signature)

/** Whether a certificate names another as its issuer: by name, or by the key where the name is written in another way. */
export const namesAsIssuer = (one: Certificate, by: Certificate): boolean =>
  one.issuer === by.subject || (one.issuerKeyId !== null && one.issuerKeyId === by.keyId)

function countryIn(name: AsnNode): string | null {
  for (const part of sequenceOf(name))
    for (const pair of setOf(part)) {
      const [oid, value] = sequenceOf(pair, 2)
      if (oidIn(oid) === COUNTRY) return String((value as unknown as { getValue?: () => unknown }).getValue?.() ?? '').toUpperCase() || null
    }
  return null
}

/** Extensions that may be critical; one that is not known and critical is not passed over (RFC 5280, section 4.2). */
const KNOWN = new Set([
  '2.5.29.15',
  '2.5.29.19',
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.37',
  '2.5.29.32',
  '2.5.29.16',
  '2.5.29.31',
  '2.5.29.17',
  '2.5.29.18',
])

function extensionsOf(parts: AsnNode[]) {
  const found = new Map<string, AsnNode>()
  const wrapped = parts.map((part) => insideOf(part, 3)).find((inside) => inside !== null)
  for (const extension of wrapped ? sequenceOf(wrapped[0]) : []) {
    const fields = sequenceOf(extension, 2)
    const name = oidIn(fields[0])
    const critical = fields[1] instanceof AsnBoolean && fields[1].getValue()
    if (critical && !KNOWN.has(name))
      throw new PassportRefused('passport_signer_not_allowed', 'A certificate of the chip is bound to a condition that is not known here.')
    found.set(name, readAsn1(octetsOf(fields.at(-1))))
  }
  const usage = found.has('2.5.29.15') ? (bitsOf(found.get('2.5.29.15'))[0] ?? 0) : 0
  const basic = found.get('2.5.29.19')
  const first = basic ? sequenceOf(basic)[0] : undefined
  const own = found.get('2.5.29.14')
  const issuers = found.get('2.5.29.35')
  const byKey = issuers ? sequenceOf(issuers).find((one) => isContext(one, 0)) : undefined
  return {
    isCa: first instanceof AsnBoolean && first.getValue(),
    maySignData: (usage & 0x80) !== 0,
    maySignCertificates: (usage & 0x04) !== 0,
    hasOtherUse: found.has('2.5.29.37'),
    keyId: own ? hex(octetsOf(own)) : null,
    issuerKeyId: byKey ? hex(rawOf(byKey).subarray(2)) : null,
  }
}
