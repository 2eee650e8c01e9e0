import { digestWith, type HashName, hashNamed, type SignatureScheme, schemeOf, signatureFits } from './algorithms.ts'
import { type AsnNode, fileOf, insideOf, isContext, octetsOf, oidIn, rawOf, readAsn1, sequenceOf, setOf, timeOf, wholeOf } from './asn1.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { PassportRefused, unreadable } from './refusal.ts'

/** The security object of a chip (EF.SOD): the hashes of its files, and who signed them. */
export interface SecurityObject {
  hash: HashName
  /** Of the files, by number. */
  hashes: Map<number, Uint8Array>
  /** What was signed, without anything that somebody could add to it later. */
  content: Uint8Array
  signer: Certificate
  scheme: SignatureScheme
  signedAt: number | null
}

const SOD_TAG = 23
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const LDS_SECURITY_OBJECT = '2.23.136.1.1.1'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

const badSignature = (what: string) => new PassportRefused('passport_signature_invalid', what)

/**
 * Reads the security object (ICAO 9303-10, section 4.6.2; RFC 5652) and checks that the certificate in it signed it. Who that is, is not
 * asked here. Throws `passport_unreadable`, `passport_algorithm_unsupported`, `passport_signature_invalid`.
 */
export function readSecurityObject(bytes: Uint8Array): SecurityObject {
  const [type, wrapped] = sequenceOf(fileOf(bytes, SOD_TAG)[0], 2)
  if (oidIn(type) !== SIGNED_DATA) throw unreadable('The security object of the chip is not signed data.')
  const [, , encapsulated, ...rest] = sequenceOf(insideOf(wrapped, 0)?.[0], 4)
  const [contentType, inside] = sequenceOf(encapsulated, 2)
  if (oidIn(contentType) !== LDS_SECURITY_OBJECT) throw unreadable('What was signed is not the security object of a chip.')
  const content = octetsOf(insideOf(inside, 0)?.[0])
  const signers = setOf(rest.at(-1), 1)
  if (signers.length !== 1) throw unreadable('The security object of the chip has several signatures.')
  const certificates = rest.map((one) => insideOf(one, 0)).find((found) => found !== null) ?? []
  const { signer, scheme, signedAt } = checkSigner(signers[0]!, certificates, content)
  return { ...readHashes(content), content, signer, scheme, signedAt }
}

function checkSigner(info: AsnNode, certificates: AsnNode[], content: Uint8Array) {
  const [, named, digestAlgorithm, attributes, signatureAlgorithm, signature] = sequenceOf(info, 6)
  const inside = insideOf(attributes, 0)
  if (!inside) throw unreadable('The security object of the chip has no signed attributes.')
  const digest = hashNamed(digestAlgorithm)
  const scheme = schemeOf(signatureAlgorithm, digest)
  const signer = certificateOf(named!, certificates)
  const said = attributesOf(inside)
  if (oidIn(said.get(CONTENT_TYPE)) !== LDS_SECURITY_OBJECT) throw badSignature('Something else than the security object was signed.')
  if (!digestWith(digest, content).equals(octetsOf(said.get(MESSAGE_DIGEST))))
    throw badSignature('The security object is not the one that was signed.')
  // They are signed as a set, whose tag is another one than that under which they stand (RFC 5652, section 5.4).
  const signed = Buffer.from(rawOf(attributes!))
  signed[0] = 0x31
  if (!signatureFits(signer.key(), scheme, signed, octetsOf(signature)))
    throw badSignature('The signature of the chip is not by its signer.')
  const at = said.get(SIGNING_TIME)
  return { signer, scheme, signedAt: at ? timeOf(at) : null }
}

function attributesOf(nodes: AsnNode[]): Map<string, AsnNode> {
  const found = new Map<string, AsnNode>()
  for (const node of nodes) {
    const [type, values] = sequenceOf(node, 2)
    const [value, more] = setOf(values, 1)
    if (more || found.has(oidIn(type))) throw unreadable('An attribute of the signature is said twice.')
    found.set(oidIn(type), value!)
  }
  return found
}

/** The certificate that a signature names, by issuer and number or by its key. */
function certificateOf(named: AsnNode, certificates: AsnNode[]): Certificate {
  const keyId = isContext(named, 0) ? Buffer.from(rawOf(named).subarray(2)).toString('hex') : null
  const [issuer, serial] = keyId === null ? sequenceOf(named, 2).map((part) => Buffer.from(rawOf(part)).toString('hex')) : []
  const found = certificates
    .map(readCertificate)
    .find((one) => (keyId === null ? one.issuer === issuer && one.serial === serial : one.keyId === keyId))
  if (!found) throw unreadable('The certificate of who signed the chip is not in it.')
  return found
}

function readHashes(content: Uint8Array): Pick<SecurityObject, 'hash' | 'hashes'> {
  const [version, algorithm, groups] = sequenceOf(readAsn1(content), 3)
  if (wholeOf(version) > 1n) throw unreadable('The security object is of a version that is not known.')
  const hashes = new Map<number, Uint8Array>()
  for (const group of sequenceOf(groups, 1)) {
    const [number, hash] = sequenceOf(group, 2)
    const which = Number(wholeOf(number))
    if (hashes.has(which)) throw unreadable('The security object names a file twice.')
    hashes.set(which, octetsOf(hash))
  }
  return { hash: hashNamed(algorithm), hashes }
}
