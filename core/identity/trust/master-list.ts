import { constants, createHash, createVerify, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { type Der, oidOf, oneDer, partsOfDer, readDer } from '#credentials/der.ts'
import { thumbprintOf } from './certificates.ts'

/** The certificates of a signed list, and who signed it. */
export interface MasterList {
  certificates: Uint8Array[]
  /** SHA-256 of the certificate whose key signed the list, and of the authority in it that stands behind that key. */
  signer: string
  authority: string
  /** From who signed it to that authority: each certificate with the one that issued it, DER. */
  links: readonly { certificate: Uint8Array; issuer: Uint8Array }[]
}

/** A master list that is not what it says. */
export class BadMasterList extends Error {}

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const MASTER_LIST = '2.23.136.1.1.2'
/** What the certificate of a signer of master lists is for. */
const LIST_SIGNING = '2.23.136.1.1.3'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const PSS = '1.2.840.113549.1.1.10'
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/**
 * Reads a CSCA master list (ICAO Doc 9303-12, a CMS message) and checks it: its signature, that the certificate of its signer is for
 * signing such lists and counts at `now` (ms), and that an authority of the list issued it. Whether it was revoked is asked apart. Throws
 * `BadMasterList`.
 */
export function readMasterList(bytes: Uint8Array, now: number): MasterList {
  try {
    return checked(bytes, now)
  } catch (error) {
    if (error instanceof BadMasterList) throw error
    throw new BadMasterList('This is no CSCA master list (a .ml file, CMS in DER).')
  }
}

function checked(bytes: Uint8Array, now: number): MasterList {
  const [type, wrapped] = partsOfDer(oneDer(bytes, 0x30))
  if (oidOf(type) !== SIGNED_DATA) throw new BadMasterList('This is no signed list.')
  const [, , encapsulated, ...rest] = partsOfDer(oneDer(wrapped!.content, 0x30))
  const [contentType, content] = partsOfDer(encapsulated)
  if (oidOf(contentType) !== MASTER_LIST) throw new BadMasterList('What is signed here is no CSCA master list.')
  const list = oneDer(content!.content, 0x04).content
  const certificates = partsOfDer(partsOfDer(oneDer(list, 0x30))[1]).map((one) => one.whole)
  const beside = rest.filter(({ tag }) => tag === 0xa0).flatMap(({ content: set }) => readDer(set).map((one) => one.whole))
  const [signerInfo, ...more] = partsOfDer(rest.findLast(({ tag }) => tag === 0x31))
  if (!signerInfo || more.length) throw new BadMasterList('A master list has one signer.')
  const signer = checkSigner(
    signerInfo,
    list,
    beside.map(certificateOf).filter((one) => one !== null),
  )
  if (!signer.keyUsage?.includes(LIST_SIGNING))
    throw new BadMasterList('The certificate of whoever signed this list is not for signing master lists.')
  if (signer.validToDate.getTime() <= now || signer.validFromDate.getTime() > now)
    throw new BadMasterList('The certificate of whoever signed this list has run out. Get the newest list.')
  const authority = certificates
    .map(certificateOf)
    .find((one) => one?.ca && one.subject === signer.issuer && signer.checkIssued(one) && signer.verify(one.publicKey))
  if (!authority) throw new BadMasterList('No authority of this list stands behind its signature.')
  const links = [{ certificate: signer.raw, issuer: authority.raw }]
  return { certificates, signer: thumbprintOf(signer.raw), authority: thumbprintOf(authority.raw), links }
}

/** A certificate, or null for one of a kind that is not known here: it is told apart where it would be used. */
function certificateOf(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

/** The certificate whose key signed the list. */
function checkSigner(info: Der, list: Uint8Array, known: X509Certificate[]): X509Certificate {
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = partsOfDer(info)
  const hash = HASHES[oidOf(partsOfDer(digestAlgorithm)[0])]
  if (!hash) throw new BadMasterList('This list is signed with a hash that is not taken: SHA-256, SHA-384 and SHA-512 are.')
  if (attributes?.tag !== 0xa0) throw new BadMasterList('The signature of this list names no attributes.')
  const attribute = (oid: string) => {
    const found = readDer(attributes.content).find((one) => oidOf(partsOfDer(one)[0]) === oid)
    return partsOfDer(partsOfDer(found)[1])[0]
  }
  const digest = createHash(hash).update(list).digest()
  if (oidOf(attribute(CONTENT_TYPE)) !== MASTER_LIST || !digest.equals(attribute(MESSAGE_DIGEST)!.content))
    throw new BadMasterList('This list was changed after it was signed.')
  // Signed as the set that they are, whatever tag they stand under (RFC 5652, 5.4).
  const signed = Buffer.from(attributes.whole)
  signed[0] = 0x31
  const pss = oidOf(partsOfDer(signatureAlgorithm)[0]) === PSS
  const signer = known.find((one) => !one.ca && fits(one.publicKey, { hash, pss }, signed, signature!.content))
  if (!signer) throw new BadMasterList('The signature of this list is not that of a certificate in it.')
  return signer
}

function fits(key: KeyObject, { hash, pss }: { hash: string; pss: boolean }, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    if (pss)
      return verify(hash, signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature)
    return createVerify(hash).update(signed).verify(key, signature)
  } catch {
    return false
  }
}
