import { constants, createHash, createPublicKey, type KeyObject, privateEncrypt, randomBytes, sign } from 'node:crypto'
import {
  Boolean as AsnBoolean,
  Set as AsnSet,
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  PrintableString,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js'
import type { HashName } from './algorithms.ts'

/** Who signs: a private key, and how. */
export interface ChipSigner {
  key: KeyObject
  kind: 'rsa' | 'rsa-pss' | 'ecdsa'
  hash: HashName
}

const HASH_OIDS: Record<HashName, string> = {
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}
const RSA_OIDS = { sha224: 14, sha256: 11, sha384: 12, sha512: 13 }
const ECDSA_OIDS = { sha224: 1, sha256: 2, sha384: 3, sha512: 4 }

const seq = (...value: BaseBlock[]) => new Sequence({ value })
const set = (...value: BaseBlock[]) => new AsnSet({ value })
const oid = (value: string) => new ObjectIdentifier({ value })
const int = (value: number) => new Integer({ value })
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: bytes.slice().buffer })
const bits = (bytes: Uint8Array, unusedBits = 0) => new BitString({ valueHex: bytes.slice().buffer, unusedBits })
const tagged = (tagNumber: number, ...value: BaseBlock[]) => new Constructed({ idBlock: { tagClass: 3, tagNumber }, value })
/** Whole seconds, and two digits of the year up to 2049 (RFC 5280, section 4.1.2.5). */
const time = (ms: number) => {
  const valueDate = new Date(Math.floor(ms / 1_000) * 1_000)
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate })
}
const raw = (bytes: Uint8Array) => fromBER(bytes).result
const der = (block: BaseBlock) => new Uint8Array(block.toBER())
const named = (country: string, name: string) =>
  seq(set(seq(oid('2.5.4.6'), new PrintableString({ value: country }))), set(seq(oid('2.5.4.3'), new Utf8String({ value: name }))))

/** A file of a chip: what is in it, under the tag of the application that names it. */
const chipFile = (tagNumber: number, ...value: BaseBlock[]): Uint8Array =>
  der(new Constructed({ idBlock: { tagClass: 2, tagNumber }, value }))

const algorithmOf = ({ kind, hash }: ChipSigner) => {
  if (kind === 'ecdsa') return seq(oid(`1.2.840.10045.4.3.${ECDSA_OIDS[hash]}`))
  if (kind === 'rsa') return seq(oid(`1.2.840.113549.1.1.${RSA_OIDS[hash]}`), new Null())
  const hashed = seq(oid(HASH_OIDS[hash]), new Null())
  const mask = seq(oid('1.2.840.113549.1.1.8'), seq(oid(HASH_OIDS[hash]), new Null()))
  return seq(oid('1.2.840.113549.1.1.10'), seq(tagged(0, hashed), tagged(1, mask), tagged(2, int(32))))
}

const signBytes = ({ key, kind, hash }: ChipSigner, bytes: Uint8Array): Uint8Array =>
  sign(hash, bytes, kind === 'rsa-pss' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : key)

export interface CertificateAsked {
  issuer: { country: string; name: string }
  subject: { country: string; name: string }
  /** Of whom it is; the public half of a key, or a SubjectPublicKeyInfo as it stands. */
  key: KeyObject | Uint8Array
  notBefore: number
  notAfter: number
  serial: number
  /** May sign certificates; else it may sign data. */
  ca?: boolean
  /** Extended uses, by object identifier. */
  uses?: string[]
  /** Where its issuer publishes which certificates it revoked. */
  crl?: string
}

/** A certificate of X.509, as states and who signs passports for them have it. DER. */
export function buildCertificate(asked: CertificateAsked, by: ChipSigner): Uint8Array {
  const spki = asked.key instanceof Uint8Array ? asked.key : createPublicKey(asked.key).export({ format: 'der', type: 'spki' })
  const extension = (id: string, value: BaseBlock) => seq(oid(id), new AsnBoolean({ value: true }), octets(der(value)))
  const extensions = [
    extension('2.5.29.15', asked.ca ? bits(Uint8Array.of(0x06), 1) : bits(Uint8Array.of(0x80), 7)),
    ...(asked.ca ? [extension('2.5.29.19', seq(new AsnBoolean({ value: true }), int(0)))] : []),
    ...(asked.uses ? [extension('2.5.29.37', seq(...asked.uses.map(oid)))] : []),
    ...(asked.crl ? [seq(oid('2.5.29.31'), octets(der(seq(seq(pointAt(asked.crl))))))] : []),
  ]
  const body = seq(
    tagged(0, int(2)),
    int(asked.serial),
    algorithmOf(by),
    named(asked.issuer.country, asked.issuer.name),
    seq(time(asked.notBefore), time(asked.notAfter)),
    named(asked.subject.country, asked.subject.name),
    raw(spki),
    tagged(3, seq(...extensions)),
  )
  return der(seq(raw(der(body)), algorithmOf(by), bits(signBytes(by, der(body)))))
}

/** The full name of a distribution point. */
const pointAt = (url: string) =>
  tagged(
    0,
    tagged(0, new Primitive({ idBlock: { tagClass: 3, tagNumber: 6 }, valueHex: Uint8Array.from(Buffer.from(url, 'latin1')).buffer })),
  )

export interface CrlAsked {
  /** Certificate of whoever says it, DER. */
  issuer: Uint8Array
  number: number
  thisUpdate: number
  /** Left out where it does not say. */
  nextUpdate?: number
  /** Certificates that are revoked, DER. */
  revoked: Uint8Array[]
  /** The address whose certificates alone it is about. */
  at?: string
  /** Further extensions, DER. */
  extensions?: Uint8Array[]
}

/** A list of revoked certificates (RFC 5280, section 5). DER. */
export function buildCrl(asked: CrlAsked, by: ChipSigner): Uint8Array {
  const body = seq(
    int(1),
    algorithmOf(by),
    partOf(asked.issuer, 5),
    time(asked.thisUpdate),
    ...(asked.nextUpdate === undefined ? [] : [time(asked.nextUpdate)]),
    ...(asked.revoked.length ? [seq(...asked.revoked.map((one) => seq(partOf(one, 1), time(asked.thisUpdate))))] : []),
    tagged(
      0,
      seq(
        seq(oid('2.5.29.20'), octets(der(int(asked.number)))),
        ...(asked.at ? [seq(oid('2.5.29.28'), new AsnBoolean({ value: true }), octets(der(seq(pointAt(asked.at)))))] : []),
        ...(asked.extensions ?? []).map(raw),
      ),
    ),
  )
  return der(seq(raw(der(body)), algorithmOf(by), bits(signBytes(by, der(body)))))
}

/** A part of a certificate, by its place: 1 the number, 3 the issuer, 5 the subject. */
const partOf = (certificate: Uint8Array, place: number): BaseBlock =>
  ((raw(certificate) as Sequence).valueBlock.value[0] as Sequence).valueBlock.value[place] as BaseBlock

/** The security object of a chip with these files, by their numbers, signed by the one whose certificate it is. */
export function buildSecurityObject(
  files: Record<number, Uint8Array>,
  { certificate, by, hash, signedAt }: { certificate: Uint8Array; by: ChipSigner; hash: HashName; signedAt?: number },
): Uint8Array {
  const digest = (bytes: Uint8Array) => new Uint8Array(createHash(hash).update(bytes).digest())
  const algorithm = () => seq(oid(HASH_OIDS[hash]))
  const groups = Object.entries(files).map(([number, bytes]) => seq(int(Number(number)), octets(digest(bytes))))
  const content = der(seq(int(0), algorithm(), seq(...groups)))
  const attributes = [
    seq(oid('1.2.840.113549.1.9.3'), set(oid('2.23.136.1.1.1'))),
    ...(signedAt === undefined ? [] : [seq(oid('1.2.840.113549.1.9.5'), set(time(signedAt)))]),
    seq(oid('1.2.840.113549.1.9.4'), set(octets(digest(content)))),
  ]
  const signer = seq(
    int(1),
    seq(partOf(certificate, 3), partOf(certificate, 1)),
    algorithm(),
    tagged(0, ...attributes),
    algorithmOf(by),
    octets(signBytes(by, der(set(...attributes)))),
  )
  const encapsulated = seq(oid('2.23.136.1.1.1'), tagged(0, octets(content)))
  const signed = seq(int(3), set(algorithm()), encapsulated, tagged(0, raw(certificate)), set(signer))
  return chipFile(23, seq(oid('1.2.840.113549.1.7.2'), tagged(0, signed)))
}

/** Data group 1: the zone as it is printed. */
export const buildDg1 = (zone: string): Uint8Array =>
  chipFile(1, new Primitive({ idBlock: { tagClass: 2, tagNumber: 31 }, valueHex: Uint8Array.from(Buffer.from(zone, 'latin1')).buffer }))

/** Data group 15: the key by which the chip itself answers. */
export const buildDg15 = (key: KeyObject): Uint8Array => chipFile(15, raw(createPublicKey(key).export({ format: 'der', type: 'spki' })))

/** Data group 14, where it names the hash with which a chip answers by a curve. */
export const buildDg14 = (): Uint8Array => chipFile(14, set(seq(oid('2.23.136.1.1.5'), int(1), oid('0.4.0.127.0.7.1.1.4.1.3'))))

/** What a chip answers to a challenge with its own key (ICAO 9303-11, section 6.1). */
export function answerChallenge(key: KeyObject, challenge: Uint8Array): Uint8Array {
  if (key.asymmetricKeyType === 'ec') return sign('sha256', challenge, { key, dsaEncoding: 'ieee-p1363' })
  const size = key.asymmetricKeyDetails!.modulusLength! / 8
  const chosen = randomBytes(size - 32 - 3)
  const hash = createHash('sha256').update(chosen).update(challenge).digest()
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.concat([Buffer.of(0x6a), chosen, hash, Buffer.of(0x34, 0xcc)]))
}

export interface ZoneAsked {
  issuing_state: string
  family_name: string
  given_names: string
  document_number: string
  nationality: string
  date_of_birth: string
  expires_on: string
  sex: 'F' | 'M' | '<'
}

/** The zone of a passport (TD3) with its check digits. */
export function buildZone(asked: ZoneAsked): string {
  const fill = (text: string, width: number) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '<')
      .slice(0, width)
      .padEnd(width, '<')
  const day = (text: string) => text.slice(2).replaceAll('-', '')
  const checked = (field: string) => field + checkDigit(field)
  const names = `${fill(asked.family_name, 39).replace(/<+$/, '')}<<${fill(asked.given_names, 39)}`
  const number = checked(fill(asked.document_number, 9))
  const [born, expires, own] = [checked(day(asked.date_of_birth)), checked(day(asked.expires_on)), checked('<'.repeat(14))]
  const line = number + fill(asked.nationality, 3) + born + asked.sex + expires + own
  return `P<${fill(asked.issuing_state, 3)}${names.slice(0, 39).padEnd(39, '<')}${line}${checkDigit(number + born + expires + own)}`
}

/** ICAO 9303-3, section 4.9. */
const checkDigit = (field: string): number =>
  [...field].reduce((sum, c, i) => sum + [7, 3, 1][i % 3]! * (c === '<' ? 0 : Number.parseInt(c, 36)), 0) % 10
