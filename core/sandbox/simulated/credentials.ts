import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { decodeCbor, embedded, encodeCbor, Tagged } from '#credentials/presented/cbor.ts'
import { sign1Message } from '#credentials/presented/cose.ts'
import { deviceAuthentication, sessionTranscript, type Transcript } from '#credentials/presented/mdoc.ts'

/** Makes and presents credentials as issuers and wallets do, for the simulated wallet: the protocols are real, the issuers made up. */

export interface HolderKeys {
  privateKey: KeyObject
  jwk: JsonWebKey
}
export function newHolder(): HolderKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) }
}

/** Who signs: a key, its certificates (DER), and the algorithm it says. */
export interface Signing {
  privateKey: KeyObject
  chain: readonly Buffer[]
  alg?: string
}

export interface Validity {
  from: Date
  until: Date
  status?: { uri: string; idx: number } | undefined
  /** Whom it is sealed to. */
  sub?: string
}

const p1363 = (key: KeyObject, message: Uint8Array) => sign('sha256', message, { key, dsaEncoding: 'ieee-p1363' })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function jwt(key: KeyObject, header: object, payload: object): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${p1363(key, Buffer.from(input)).toString('base64url')}`
}
const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

/** An SD-JWT VC of which every claim can be disclosed alone. */
export function issueSdJwtVc(by: Signing, vct: string, claims: Record<string, unknown>, holder: HolderKeys, validity: Validity): string {
  const disclosures = Object.entries(claims).map(([name, value]) => encode([randomBytes(16).toString('base64url'), name, value]))
  const { from, until, status, sub } = validity
  const payload = {
    ...(sub && { sub }),
    ...{ vct, iss: 'https://issuer.sandbox.invalid', iat: seconds(from), exp: seconds(until), cnf: { jwk: holder.jwk } },
    ...(status && { status: { status_list: status } }),
    ...{ _sd_alg: 'sha-256', _sd: disclosures.map(hashOf).sort() },
  }
  const header = { alg: by.alg ?? 'ES256', typ: 'dc+sd-jwt', x5c: by.chain.map((der) => der.toString('base64')) }
  return `${[jwt(by.privateKey, header, payload), ...disclosures].join('~')}~`
}

/** A presentation of the whole of it, for one verifier and request. */
export function presentSdJwtVc(issued: string, holder: KeyObject, to: { audience: string; nonce: string; at: Date }): string {
  const payload = { iat: seconds(to.at), aud: to.audience, nonce: to.nonce, sd_hash: hashOf(issued) }
  return `${issued}${jwt(holder, { alg: 'ES256', typ: 'kb+jwt' }, payload)}`
}

const ES256 = -7
/** A COSE_Sign1 with this protected header. */
export function sign1(key: KeyObject, protectedHeader: Map<number, unknown>, chain: readonly Buffer[], payload: Buffer, detached = false) {
  const head = encodeCbor(protectedHeader)
  const x5chain = chain.length === 1 ? chain[0] : [...chain]
  return [head, new Map(chain.length ? [[33, x5chain]] : []), detached ? null : payload, p1363(key, sign1Message(head, payload))]
}
const coseKey = ({ x, y }: JsonWebKey) =>
  new Map<number, unknown>([
    ...([
      [1, 2],
      [-1, 1],
    ] as const),
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ])
const time = (at: Date) => new Tagged(0, `${at.toISOString().slice(0, 19)}Z`)
/** A day as mobile documents write it (full-date). */
export const fullDate = (day: string): Tagged => new Tagged(1_004, day)

/** What an issuer signed of a mobile document: elements of one namespace, and their security object. CBOR. */
export function issueMdoc(
  by: Signing,
  type: { docType: string; space: string },
  elements: Record<string, unknown>,
  holder: HolderKeys,
  validity: Validity,
): Buffer {
  const items = Object.entries(elements).map(([name, value], digestID) =>
    embedded(
      new Map<string, unknown>([
        ['digestID', digestID],
        ['random', randomBytes(32)],
        ['elementIdentifier', name],
        ['elementValue', value],
      ]),
    ),
  )
  const digests = new Map(items.map((item, id) => [id, createHash('sha256').update(encodeCbor(item)).digest()]))
  const { from, until, status } = validity
  const mso = new Map<string, unknown>([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', new Map([[type.space, digests]])],
    ['deviceKeyInfo', new Map([['deviceKey', coseKey(holder.jwk)]])],
    ['docType', type.docType],
    [
      'validityInfo',
      new Map([
        ['signed', time(from)],
        ['validFrom', time(from)],
        ['validUntil', time(until)],
      ]),
    ],
    ...(status
      ? [['status', new Map([['status_list', new Map<string, unknown>(Object.entries({ idx: status.idx, uri: status.uri }))]])] as const]
      : []),
  ])
  const alg = by.alg === undefined ? ES256 : Number(by.alg)
  return encodeCbor(
    new Map<string, unknown>([
      ['nameSpaces', new Map([[type.space, items]])],
      ['issuerAuth', sign1(by.privateKey, new Map([[1, alg]]), by.chain, encodeCbor(embedded(mso)))],
    ]),
  )
}

/** A presentation of the whole of it (DeviceResponse, base64url), for one verifier and request. */
export function presentMdoc(issued: Buffer, docType: string, holder: KeyObject, transcript: Transcript): string {
  const nameSpaces = embedded(new Map())
  const message = deviceAuthentication(sessionTranscript(transcript), docType, nameSpaces)
  const deviceSigned = new Map<string, unknown>([
    ['nameSpaces', nameSpaces],
    ['deviceAuth', new Map([['deviceSignature', sign1(holder, new Map([[1, ES256]]), [], message, true)]])],
  ])
  const document = new Map<string, unknown>([
    ['docType', docType],
    ['issuerSigned', decodeCbor(issued)],
    ['deviceSigned', deviceSigned],
  ])
  const response = new Map<string, unknown>([
    ['version', '1.0'],
    ['documents', [document]],
    ['status', 0],
  ])
  return encodeCbor(response).toString('base64url')
}
