import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { type Der, oidOf, oneDer, partsOfDer, readDer } from '../der.ts'
import { schemeOf, signatureFits } from '../passport/algorithms.ts'
import { readAsn1 } from '../passport/asn1.ts'
import { PassportRefused } from '../passport/refusal.ts'
import { extensionsOf, hexOf, partsOfCertificate, urisOf } from './certificate-parts.ts'

/** Why a list of revoked certificates says nothing here. */
const CRL_PROBLEMS = {
  unreadable: 'This is no list of revoked certificates (a .crl file, X.509 in DER or PEM).',
  delta: 'This list only says what changed since another one (a delta CRL). Send the complete one.',
  indirect: 'This list is about certificates of other issuers as well (an indirect CRL). Send the issuer’s own.',
  partial: 'This list leaves out some certificates or some reasons. Send the complete one.',
  unsupported: 'This list is bound to a condition that is not known here, or is signed in a way that does not count.',
  no_next_update: 'This list does not say when the next one is due, so nobody can tell whether it is current.',
  wrong_signer: 'This list is not signed by the issuer whose certificates it is about.',
} as const
export type CrlProblem = keyof typeof CRL_PROBLEMS

export class BadCrl extends Error {
  readonly problem: CrlProblem
  constructor(problem: CrlProblem) {
    super(CRL_PROBLEMS[problem])
    this.name = 'BadCrl'
    this.problem = problem
  }
}

/** A list of revoked certificates (RFC 5280, section 5), as its issuer signed it. Times in ms. */
export interface Crl {
  /** SHA-256 of the whole, hex. */
  digest: string
  /** As it is written, hex. */
  issuer: string
  number: string | null
  thisUpdate: number
  nextUpdate: number
  /** Serial numbers, hex as they are written. */
  revoked: ReadonlySet<string>
  /** The addresses it says to be the list of; empty where it is of all certificates of its issuer. */
  places: readonly string[]
  /** It leaves out certificates of authorities. */
  leavesOutAuthorities: boolean
  signed: { bytes: Uint8Array; algorithm: Uint8Array; signature: Uint8Array }
}

const NUMBER = '2.5.29.20'
const DELTA = '2.5.29.27'
const ISSUING_POINT = '2.5.29.28'
const KEY_ID = '2.5.29.35'
const ENTRY_ISSUER = '2.5.29.29'
const ED25519 = '1.3.101.112'

/** Reads a list. Whose it is, is not asked here. Work grows with its size alone. Throws `BadCrl`. */
export function readCrl(given: Uint8Array): Crl {
  try {
    return read(derOf(given))
  } catch (error) {
    if (error instanceof BadCrl) throw error
    throw new BadCrl('unreadable')
  }
}

/** The same, and which of these certificates (DER) signed it, by its place; with none given, nobody asks. Throws `BadCrl`. */
export function readCrlOf(given: Uint8Array, signers: readonly Uint8Array[] | null): { crl: Crl; signer: number } {
  const crl = readCrl(given)
  const signer = signers ? signers.findIndex((one) => isCrlOf(crl, one)) : -1
  if (signers && signer < 0) throw new BadCrl('wrong_signer')
  return { crl, signer }
}

function derOf(given: Uint8Array): Uint8Array {
  const pem =
    given[0] === 0x30 ? null : /-----BEGIN (?:X509 )?CRL-----([A-Za-z0-9+/=\s]+)-----END/.exec(Buffer.from(given).toString('latin1'))
  return pem ? Buffer.from(pem[1]!, 'base64') : given
}

function read(der: Uint8Array): Crl {
  const [body, algorithm, signature] = partsOfDer(oneDer(der, 0x30))
  const fields = partsOfDer(body)
  if (fields[0]?.tag === 0x02) fields.shift()
  const [inner, issuer, from, ...rest] = fields
  if (!inner || !issuer || !from || !algorithm || signature?.tag !== 0x03 || hexOf(inner.whole) !== hexOf(algorithm.whole))
    throw new BadCrl('unreadable')
  const until = isTime(rest[0]) ? rest.shift()! : null
  const entries = rest[0]?.tag === 0x30 ? partsOfDer(rest.shift()) : []
  const extensions = extensionsOf(rest[0])
  if (extensions.has(DELTA)) throw new BadCrl('delta')
  const scope = scopeOf(extensions.get(ISSUING_POINT)?.value)
  if ([...extensions].some(([name, { critical }]) => critical && ![NUMBER, ISSUING_POINT, KEY_ID].includes(name)))
    throw new BadCrl('unsupported')
  if (!until) throw new BadCrl('no_next_update')
  const number = extensions.get(NUMBER)
  return {
    digest: createHash('sha256').update(der).digest('hex'),
    issuer: hexOf(issuer.whole),
    number: number ? BigInt(`0x${hexOf(oneDer(number.value, 0x02).content)}`).toString() : null,
    thisUpdate: timeOf(from),
    nextUpdate: timeOf(until),
    revoked: new Set(entries.map(serialOf)),
    ...scope,
    signed: { bytes: body!.whole, algorithm: algorithm.whole, signature: signature.content.subarray(1) },
  }
}

/** Of which certificates of its own issuer it is the list. Throws `BadCrl` for one that speaks of others, or not of every reason. */
function scopeOf(point: Uint8Array | undefined): Pick<Crl, 'places' | 'leavesOutAuthorities'> {
  if (!point) return { places: [], leavesOutAuthorities: false }
  const said = new Map(partsOfDer(oneDer(point, 0x30)).map((one) => [one.tag, one]))
  if (said.has(0x84)) throw new BadCrl('indirect')
  // Only of authorities, of attributes, or for some reasons.
  if ([0x82, 0x83, 0x85].some((tag) => said.has(tag))) throw new BadCrl('partial')
  const name = said.get(0xa0)
  const places = name ? urisOf(readDer(name.content)[0]) : []
  if (name && !places.length) throw new BadCrl('partial')
  return { places, leavesOutAuthorities: said.has(0x81) }
}

function serialOf(entry: Der): string {
  const [serial, , extensions] = partsOfDer(entry)
  if (serial?.tag !== 0x02) throw new BadCrl('unreadable')
  for (const one of extensions ? partsOfDer(extensions) : []) {
    const [name, critical] = partsOfDer(one)
    const id = oidOf(name)
    if (id === ENTRY_ISSUER) throw new BadCrl('indirect')
    if (critical?.tag === 0x01 && critical.content[0] === 0xff) throw new BadCrl('unsupported')
  }
  return hexOf(serial.content)
}

const isTime = (value: Der | undefined): boolean => value?.tag === 0x17 || value?.tag === 0x18

/** A time as certificates have it, ms (RFC 5280, 4.1.2.5). */
function timeOf({ tag, content }: Der): number {
  const text = Buffer.from(content).toString('latin1')
  const [, year, month, day, hour, minute, second] = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? []
  if (!year || (tag === 0x17) !== (year.length === 2)) throw new BadCrl('unreadable')
  const whole = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2_000 : 1_900)
  return Date.UTC(whole, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

const ed25519Fits = (key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean =>
  key.asymmetricKeyType === 'ed25519' && verify(null, bytes, key, signature)

/** Whether it is a list of an issuer, signed with its key, by a certificate (DER) that may sign such lists. */
export function isCrlOf(crl: Crl, issuer: Uint8Array): boolean {
  const certificate = new x509.X509Certificate(new Uint8Array(issuer))
  const usage = certificate.extensions.find((one) => one instanceof x509.KeyUsagesExtension)
  if (partsOfCertificate(issuer).subject !== crl.issuer || (usage && !(usage.usages & x509.KeyUsageFlags.cRLSign))) return false
  const { publicKey } = new X509Certificate(issuer)
  const { bytes, algorithm, signature } = crl.signed
  if (oidOf(partsOfDer(oneDer(algorithm, 0x30))[0]) === ED25519) return ed25519Fits(publicKey, bytes, signature)
  try {
    return signatureFits(publicKey, schemeOf(readAsn1(algorithm)), bytes, signature)
  } catch (error) {
    if (error instanceof PassportRefused) throw new BadCrl('unsupported')
    throw error
  }
}
