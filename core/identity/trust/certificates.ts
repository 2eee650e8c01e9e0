import { createHash, X509Certificate } from 'node:crypto'
import { oneDer, readDer } from '#credentials/der.ts'

/** A certificate of an authority, as it is kept. */
export interface AuthorityCertificate {
  /** SHA-256 of the certificate, in hexadecimal: what it is recognised by. */
  identifier: string
  pem: string
  /** What its subject says, ISO 3166-1 alpha-2; null where it says none. */
  country: string | null
  subject: string
  until: Date
  certificate: X509Certificate
}

/** Why a certificate is not taken. */
export type Unfit = 'no_authority' | 'expired' | 'not_yet_valid' | 'weak_key' | 'unreadable'

const WORDS: Record<Unfit, string> = {
  no_authority: 'This is no certificate of an authority: it may not sign others (CA:TRUE with keyCertSign). Give the one at the top.',
  expired: 'This certificate has run out. Give the one that replaced it.',
  not_yet_valid: 'This certificate does not count yet. Give it from its first day on.',
  weak_key: 'The key of this certificate is too weak: RSA from 2,048 bits, elliptic curves from 256.',
  unreadable: 'This is no certificate in PEM or DER.',
}
export const unfitWords = (unfit: Unfit): string => WORDS[unfit]

/** A certificate of an authority that counts at a time (ms), or why it does not. */
export function readAuthority(given: string | Uint8Array, now: number): AuthorityCertificate | Unfit {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(given)
  } catch {
    return 'unreadable'
  }
  try {
    if (!certificate.ca) return 'no_authority'
    if (certificate.validToDate.getTime() <= now) return 'expired'
    if (certificate.validFromDate.getTime() > now) return 'not_yet_valid'
    if (bitsOf(certificate) < (certificate.publicKey.asymmetricKeyType?.startsWith('rsa') ? 2_048 : 250)) return 'weak_key'
  } catch {
    return 'unreadable'
  }
  const country = /^C=([A-Za-z]{2})$/m.exec(certificate.subject)?.[1]?.toUpperCase() ?? null
  return {
    identifier: thumbprintOf(certificate.raw),
    pem: certificate.toString(),
    country,
    subject: certificate.subject.replaceAll('\n', ', '),
    until: certificate.validToDate,
    certificate,
  }
}

export const thumbprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** The size of a key in bits. Curves of passports are often written out in place of their name, so their size is read from the point. */
function bitsOf({ publicKey }: X509Certificate): number {
  const rsa = publicKey.asymmetricKeyDetails?.modulusLength
  if (rsa) return rsa
  const spki = oneDer(publicKey.export({ type: 'spki', format: 'der' }), 0x30)
  const point = readDer(spki.content)[1]!.content.length - 1
  switch (publicKey.asymmetricKeyType) {
    case 'ed25519':
    case 'ed448':
      return point * 8
    case 'ec':
      return ((point - 1) / 2) * 8
    default:
      return 0
  }
}
