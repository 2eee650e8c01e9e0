import { createHash, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { PresentationRefused } from './refused.ts'

/** An issuer whose word counts: its certificate, or the certificate's thumbprint where it is not at hand. */
export interface Anchor {
  /** SHA-256 of the certificate, hex. */
  thumbprint: string
  certificate: X509Certificate | null
}

/** SHA-256 of a certificate, hex. */
const thumbprintOf = (certificate: X509Certificate): string => createHash('sha256').update(certificate.raw).digest('hex')

/** Extensions that are looked at here, and those that restrict nothing we do. A critical one besides is refused (RFC 5280, 4.2). */
const UNDERSTOOD = new Set([
  '2.5.29.15',
  '2.5.29.19',
  '2.5.29.37',
  '2.5.29.17',
  '2.5.29.35',
  '2.5.29.14',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.18',
])

/** Certificates as they came with what was shown, the signer's first. Throws `credential_invalid`. */
export function readCertificates(chain: readonly Uint8Array[]): X509Certificate[] {
  if (chain.length === 0 || chain.length > MOST)
    throw new PresentationRefused('credential_invalid', 'The credential does not say who signed it, by a chain of certificates.')
  try {
    return chain.map((der) => new X509Certificate(der))
  } catch {
    throw new PresentationRefused('credential_invalid', 'A certificate of the credential’s issuer cannot be read.')
  }
}
const MOST = 5

/** A certificate of a chain, and the one that its issuer signed it with. */
export interface ChainLink {
  certificate: X509Certificate
  issuer: X509Certificate
}

/** The issuer that `trustedPath` finds. Throws as it does. */
export const trustedAnchor = <A extends Anchor>(chain: readonly X509Certificate[], anchors: readonly A[], now: number): A =>
  trustedPath(chain, anchors, now).anchor

/**
 * Follows a chain from who signed to an issuer whose word counts, and gives that issuer with each step to it. Offline: names, signatures,
 * validity at `now` (ms), who may sign certificates and how far, and critical extensions (RFC 5280, 6.1). Whether one of them was revoked is
 * not asked here. Throws `issuer_not_trusted`, `issuer_certificate_expired`, `algorithm_not_supported`.
 */
export function trustedPath<A extends Anchor>(
  chain: readonly X509Certificate[],
  anchors: readonly A[],
  now: number,
): { anchor: A; links: ChainLink[] } {
  const links: ChainLink[] = []
  let signer = chain[0]!
  for (let depth = 0; depth < MOST; depth++) {
    const own = anchors.find((anchor) => anchor.thumbprint === thumbprintOf(signer))
    requireSound(signer, now, depth)
    // The trusted one itself: it signed the credential, or closes the chain.
    if (own) return { anchor: own, links }
    const above = anchors.find(({ certificate }) => certificate !== null && issued(certificate, signer))
    if (above) {
      requireSound(above.certificate!, now, depth + 1)
      return { anchor: above, links: [...links, { certificate: signer, issuer: above.certificate! }] }
    }
    const next = chain[depth + 1]
    if (!next || !issued(next, signer)) break
    links.push({ certificate: signer, issuer: next })
    signer = next
  }
  throw new PresentationRefused(
    'issuer_not_trusted',
    'The issuer of this credential is not one that this organisation trusts. Present another credential.',
  )
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  return subject.checkIssued(issuer) && subject.verify(issuer.publicKey)
}

/** `depth` is how many certificates stand below it in the chain. */
function requireSound(certificate: X509Certificate, now: number, depth: number): void {
  const { notBefore, notAfter, extensions, signatureAlgorithm } = new x509.X509Certificate(certificate.raw)
  if (now < notBefore.getTime() || now > notAfter.getTime())
    throw new PresentationRefused(
      'issuer_certificate_expired',
      'A certificate of the credential’s issuer is not valid now. Present a credential that was issued newly.',
    )
  const { name, hash } = signatureAlgorithm as { name: string; hash?: { name: string } }
  if (!/^(ECDSA|RSASSA-PKCS1-v1_5|RSA-PSS|Ed25519|EdDSA)$/.test(name) || (hash && !/^SHA-(256|384|512)$/.test(hash.name)))
    throw new PresentationRefused(
      'algorithm_not_supported',
      'A certificate of the credential’s issuer is signed in a way that does not count.',
    )
  const constraints = extensions.find((one) => one instanceof x509.BasicConstraintsExtension)
  const usage = extensions.find((one) => one instanceof x509.KeyUsagesExtension)
  const wrong =
    extensions.some(({ critical, type }) => critical && !UNDERSTOOD.has(type)) ||
    (depth === 0
      ? usage && !(usage.usages & x509.KeyUsageFlags.digitalSignature)
      : !constraints?.ca ||
        (constraints.pathLength !== undefined && depth - 1 > constraints.pathLength) ||
        (usage && !(usage.usages & x509.KeyUsageFlags.keyCertSign)))
  if (wrong) throw new PresentationRefused('issuer_not_trusted', 'A certificate of the credential’s issuer may not sign what it signed.')
}
