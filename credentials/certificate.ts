import { createPrivateKey, createPublicKey, hash, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import * as x509 from '@peculiar/x509'
import { type CertifiedSigner, deriveKey, kidOf } from './keys.ts'

/** A P-256 key, for what strangers' wallets and browsers take: they know no Ed25519. */
export interface P256Key {
  scalar: Uint8Array
  privateKey: KeyObject
  publicKey: KeyObject
  publicJwk: JsonWebKey
}

/** The P-256 key of one purpose. 48 derived bytes are reduced modulo the group order, so the key is unbiased. */
export function deriveP256(secret: string | Uint8Array, purpose: string): P256Key {
  const order = p256.CURVE.n
  const wide = BigInt(`0x${deriveKey(secret, `${purpose}/p256`, 48).toString('hex')}`)
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const point = p256.getPublicKey(scalar, false)
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: Buffer.from(point.subarray(1, 33)).toString('base64url'),
    y: Buffer.from(point.subarray(33)).toString('base64url'),
  }
  const privateKey = createPrivateKey({ key: { ...publicJwk, d: scalar.toString('base64url') }, format: 'jwk' })
  return { scalar, privateKey, publicKey: createPublicKey(privateKey), publicJwk }
}

/** The P-256 key of one purpose to sign JWTs with; whose it is a certificate has to say. `kid` as `deriveSigner` makes it. */
export function deriveP256Signer(secret: string | Uint8Array, purpose: string): UncertifiedSigner {
  const key = deriveP256(secret, purpose)
  const { x, y } = key.publicJwk as { x: string; y: string }
  const publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { key, kid: kidOf(purpose, publicKey), alg: 'ES256', publicKey, sign: signsWith(key.privateKey) }
}

export interface UncertifiedSigner extends Omit<CertifiedSigner, 'x5c'> {
  key: P256Key
}

/** Signs as ES256 has it: the two numbers, 32 bytes each. */
export const signsWith =
  (privateKey: KeyObject): CertifiedSigner['sign'] =>
  async (message) =>
    sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })

export interface CertificateOf {
  subject: string
  issuer: string
  key: P256Key
  signer: P256Key
  from: Date
  until: Date
  /** Of an authority: how many authorities may stand below it. */
  authorities?: number
  dns?: string
  uri?: string
  /** Object identifiers of what alone it is for. */
  purposes?: readonly string[]
  /** Where its issuer publishes which certificates it revoked. */
  crl?: string
}

/**
 * A certificate (X.509, DER). The same parts give the same bytes, so that it can be made anew wherever it is needed and bears one
 * thumbprint: its serial number is of its parts, and the signature is deterministic (RFC 6979).
 */
export async function makeCertificate(of: CertificateOf): Promise<Buffer> {
  const authority = of.authorities !== undefined
  const spki = of.key.publicKey.export({ format: 'der', type: 'spki' })
  const above = of.signer.publicKey.export({ format: 'der', type: 'spki' })
  const keyId = (der: Buffer) => hash('sha1', der, 'hex')
  const names: x509.JsonGeneralNames = [
    ...(of.dns ? [{ type: 'dns' as const, value: of.dns }] : []),
    ...(of.uri ? [{ type: 'url' as const, value: of.uri }] : []),
  ]
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(authority, of.authorities, true),
    new x509.KeyUsagesExtension(
      authority ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign : x509.KeyUsageFlags.digitalSignature,
      true,
    ),
    new x509.SubjectKeyIdentifierExtension(keyId(spki)),
    new x509.AuthorityKeyIdentifierExtension(keyId(above)),
    ...(names.length ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    ...(of.purposes ? [new x509.ExtendedKeyUsageExtension([...of.purposes], true)] : []),
    ...(of.crl ? [new x509.CRLDistributionPointsExtension([of.crl])] : []),
  ]
  const parts = {
    // Positive, and of 20 bytes at most (RFC 5280, 4.1.2.2).
    serialNumber: `4${hash('sha256', JSON.stringify([of.subject, of.issuer, of.from, of.until, keyId(spki), keyId(above), ...(of.crl ? [of.crl] : [])])).slice(1, 32)}`,
    subject: of.subject,
    issuer: of.issuer,
    notBefore: of.from,
    notAfter: of.until,
    publicKey: spki,
    signingAlgorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
    extensions,
  }
  const draft = await x509.X509CertificateGenerator.create({ ...parts, signature: new Uint8Array(64) })
  const signature = p256.sign(toBeSigned(Buffer.from(draft.rawData)), of.signer.scalar, { prehash: true }).toCompactRawBytes()
  const made = await x509.X509CertificateGenerator.create({ ...parts, signature })
  return Buffer.from(made.rawData)
}

/** The first element within the outer one: what a certificate's signature is over. */
function toBeSigned(certificate: Buffer): Buffer {
  const [begin] = bounds(certificate, 0)
  const [, end] = bounds(certificate, begin)
  return certificate.subarray(begin, end)
}

/** Where the content of the DER element at this place begins and ends. */
function bounds(der: Buffer, at: number): [begin: number, end: number] {
  const first = der[at + 1]!
  const bytes = first < 0x80 ? 0 : first & 0x7f
  const begin = at + 2 + bytes
  return [begin, begin + (bytes ? der.readUIntBE(at + 2, bytes) : first)]
}
