import { constants, createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { BitString, ObjectIdentifier, Sequence } from 'asn1js'
import { type AsnNode, bitsOf, insideOf, octetsOf, oidIn, rawOf, readAsn1, sequenceOf, wholeOf } from './asn1.ts'
import { PassportRefused } from './refusal.ts'

export type HashName = 'sha224' | 'sha256' | 'sha384' | 'sha512'
/** How something was signed: with which hash, and for RSA-PSS with how long a salt. */
export interface SignatureScheme {
  kind: 'rsa' | 'rsa-pss' | 'ecdsa'
  hash: HashName
  salt?: number
}

const unsupported = (what: string) => new PassportRefused('passport_algorithm_unsupported', what)

/** ICAO 9303-12, section 4.4. SHA-1 is left out: who signs with it is taken for nobody. */
const HASHES: Record<string, HashName> = {
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const RSA = '1.2.840.113549.1.1.1'
const PSS = '1.2.840.113549.1.1.10'
const EC = '1.2.840.10045.2.1'
const PRIME_FIELD = '1.2.840.10045.1.1'
const MGF1 = '1.2.840.113549.1.1.8'
const SCHEMES: Record<string, SignatureScheme> = {
  '1.2.840.113549.1.1.14': { kind: 'rsa', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'sha512' },
  '1.2.840.10045.4.3.1': { kind: 'ecdsa', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { kind: 'ecdsa', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { kind: 'ecdsa', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { kind: 'ecdsa', hash: 'sha512' },
}
/** The curves of ICAO 9303-12, by object identifier, as OpenSSL calls them. */
const CURVES: Record<string, string> = {
  '1.3.132.0.33': 'secp224r1',
  '1.2.840.10045.3.1.7': 'prime256v1',
  '1.3.132.0.34': 'secp384r1',
  '1.3.132.0.35': 'secp521r1',
  '1.3.36.3.3.2.8.1.1.5': 'brainpoolP224r1',
  '1.3.36.3.3.2.8.1.1.7': 'brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.9': 'brainpoolP320r1',
  '1.3.36.3.3.2.8.1.1.11': 'brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'brainpoolP512r1',
}

/** The hash that an algorithm identifier names. Throws `passport_algorithm_unsupported`. */
export function hashNamed(node: AsnNode | undefined): HashName {
  const hash = HASHES[oidIn(sequenceOf(node, 1)[0])]
  if (!hash) throw unsupported('The chip uses a hash that is not accepted: SHA-224 to SHA-512 are.')
  return hash
}

/** How an algorithm identifier says something was signed. `digest`: the hash named beside it, where it names none itself. */
export function schemeOf(node: AsnNode | undefined, digest?: HashName): SignatureScheme {
  const [oid, parameters] = sequenceOf(node, 1)
  const name = oidIn(oid)
  if (name === PSS) return pssOf(parameters)
  if ((name === RSA || name === EC) && digest) return { kind: name === RSA ? 'rsa' : 'ecdsa', hash: digest }
  const scheme = SCHEMES[name]
  if (!scheme) throw unsupported('The chip is signed with an algorithm that is not accepted: RSA and ECDSA with SHA-224 to SHA-512 are.')
  return scheme
}

/** RFC 4055: what is left out means SHA-1, which is not accepted. */
function pssOf(parameters: AsnNode | undefined): SignatureScheme {
  const parts = sequenceOf(parameters)
  const part = (tag: number) => parts.map((one) => insideOf(one, tag)).find((inside) => inside !== null)?.[0]
  if (!part(0) || !part(1)) throw unsupported('The chip is signed with RSA-PSS and SHA-1, which is not accepted.')
  const hash = hashNamed(part(0))
  const [mask, maskHash] = sequenceOf(part(1), 2)
  if (oidIn(mask) !== MGF1 || hashNamed(maskHash) !== hash) throw unsupported('The chip is signed with RSA-PSS and two different hashes.')
  const trailer = part(3)
  if (trailer && wholeOf(trailer) !== 1n) throw unsupported('The chip is signed with RSA-PSS and an unknown trailer.')
  const salt = part(2) ? wholeOf(part(2)) : 20n
  if (salt > 64n) throw unsupported('The chip is signed with RSA-PSS and a salt of unusual length.')
  return { kind: 'rsa-pss', hash, salt: Number(salt) }
}

export const digestWith = (hash: HashName, bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest()

/** Whether a signature is by this key over these bytes. `plain`: the two numbers of ECDSA stand one after the other. */
export function signatureFits(
  key: KeyObject,
  { kind, hash, salt }: SignatureScheme,
  bytes: Uint8Array,
  signature: Uint8Array,
  plain = false,
): boolean {
  const type = key.asymmetricKeyType
  if (kind === 'ecdsa' ? type !== 'ec' : type !== 'rsa' && !(type === 'rsa-pss' && kind === 'rsa-pss')) return false
  const how =
    kind === 'ecdsa'
      ? { dsaEncoding: plain ? ('ieee-p1363' as const) : ('der' as const) }
      : kind === 'rsa'
        ? { padding: constants.RSA_PKCS1_PADDING }
        : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt! }
  try {
    return verify(hash, bytes, { key, ...how }, signature)
  } catch {
    return false
  }
}

/**
 * The public key in a SubjectPublicKeyInfo. A curve that is written out is taken only where it is one of the named curves in each of its
 * numbers: whoever may choose the base point can make a key that fits any signature. Throws `passport_algorithm_unsupported`.
 */
export function publicKeyOf(node: AsnNode): KeyObject {
  const [algorithm, point] = sequenceOf(node, 2)
  const [oid, parameters] = sequenceOf(algorithm, 1)
  const name = oidIn(oid)
  if (name !== RSA && name !== PSS && name !== EC) throw unsupported('A key of the chip is of a kind that is not accepted.')
  const der = name === EC ? onNamedCurve(parameters, bitsOf(point)) : rawOf(node)
  let key: KeyObject
  try {
    key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  } catch {
    throw unsupported('A key of the chip cannot be read.')
  }
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {}
  if (name !== EC && !(modulusLength! >= 2_048 && modulusLength! <= 8_192 && publicExponent! < 1n << 32n))
    throw unsupported('An RSA key of the chip is too short or of an unusual form: 2048 bits are the least.')
  return key
}

function onNamedCurve(parameters: AsnNode | undefined, point: Uint8Array): Uint8Array {
  const oid = parameters instanceof ObjectIdentifier ? oidIn(parameters) : namedCurveOf(parameters)
  if (!oid || !CURVES[oid]) throw unsupported('A key of the chip is on a curve that is not accepted.')
  return spkiOf(oid, point)
}

const spkiOf = (curve: string, point: Uint8Array): Uint8Array =>
  new Uint8Array(
    new Sequence({
      value: [
        new Sequence({ value: [new ObjectIdentifier({ value: EC }), new ObjectIdentifier({ value: curve })] }),
        new BitString({ valueHex: point.slice().buffer }),
      ],
    }).toBER(),
  )

interface Curve {
  p: bigint
  a: bigint
  b: bigint
  n: bigint
  x: bigint
  /** The last bit of the base point's other coordinate: with x and the curve it is the whole of it. */
  odd: bigint
}
const known = new Map<string, Curve>()

/** The named curve that these numbers are; null where they are none. */
function namedCurveOf(parameters: AsnNode | undefined): string | null {
  const given = curveOf(parameters)
  if (!given) return null
  return Object.keys(CURVES).find((oid) => isSame(given, wellKnown(oid))) ?? null
}

const isSame = (one: Curve, other: Curve) => (Object.keys(one) as (keyof Curve)[]).every((name) => one[name] === other[name])

/** The numbers of a named curve, as the crypto library writes them out. */
function wellKnown(oid: string): Curve {
  let curve = known.get(oid)
  if (!curve) {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: CURVES[oid]!, paramEncoding: 'explicit' })
    const [algorithm] = sequenceOf(readAsn1(publicKey.export({ format: 'der', type: 'spki' })), 2)
    curve = curveOf(sequenceOf(algorithm, 2)[1])!
    known.set(oid, curve)
  }
  return curve
}

/** RFC 3279, ECParameters. Null for a field that is not of a prime. */
function curveOf(parameters: AsnNode | undefined): Curve | null {
  const [, field, coefficients, base, order, cofactor] = sequenceOf(parameters, 5)
  const [kind, p] = sequenceOf(field, 2)
  if (oidIn(kind) !== PRIME_FIELD || (cofactor && wholeOf(cofactor) !== 1n)) return null
  const [a, b] = sequenceOf(coefficients, 2)
    .slice(0, 2)
    .map((one) => numberOf(octetsOf(one)))
  const point = octetsOf(base)
  const form = point[0] ?? 0
  const compressed = form === 2 || form === 3
  if (!compressed && (form !== 4 || point.length % 2 === 0)) return null
  const x = numberOf(compressed ? point.subarray(1) : point.subarray(1, (point.length + 1) / 2))
  const odd = BigInt((compressed ? form : point.at(-1)!) & 1)
  // The key is used on the named curve itself afterwards, so nothing here that was not compared has any effect.
  return { p: wholeOf(p), a: a!, b: b!, n: wholeOf(order), x, odd }
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
