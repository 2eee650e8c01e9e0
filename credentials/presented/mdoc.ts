/**
 * A mobile document (ISO/IEC 18013-5) presented by OpenID4VP: the issuer's signature of the security object, the digests of what was
 * disclosed, and the device's signature over the transcript of this very request.
 */
import { createHash } from 'node:crypto'
import { algorithmName } from './algorithms.ts'
import { embedded, encodeCbor, Tagged } from './cbor.ts'
import { readCertificates } from './certificates.ts'
import { decoded, isSign1Of, keyOfCose, notReadable, readSign1 } from './cose.ts'
import { jwkThumbprint } from './jwt.ts'
import { PresentationRefused } from './refused.ts'
import { type CredentialShown, type ExpectedPresentation, SKEW, type StatusPlace } from './shown.ts'

const HASHES: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/** What the device signs besides the document: which request of which verifier it answers (OpenID4VP 1.0, B.2.6). */
export type Transcript =
  | { by: 'redirect'; clientId: string; nonce: string; keyThumbprint: Uint8Array; responseUri: string }
  | { by: 'browser'; origin: string; nonce: string; keyThumbprint: Uint8Array }

/** SessionTranscript: of a request by link or code, or by the browser. */
export function sessionTranscript(of: Transcript): unknown[] {
  const info = of.by === 'redirect' ? [of.clientId, of.nonce, of.keyThumbprint, of.responseUri] : [of.origin, of.nonce, of.keyThumbprint]
  const name = of.by === 'redirect' ? 'OpenID4VPHandover' : 'OpenID4VPDCAPIHandover'
  return [null, null, [name, createHash('sha256').update(encodeCbor(info)).digest()]]
}

/** DeviceAuthenticationBytes (9.1.3.4): what the device's signature is over. */
export const deviceAuthentication = (transcript: unknown[], docType: string, nameSpaces: Tagged): Buffer =>
  encodeCbor(embedded(['DeviceAuthentication', transcript, docType, nameSpaces]))

/** Reads one presentation (DeviceResponse, base64url) with one document. Throws `PresentationRefused` with the reason. */
export function readMdocPresentation(
  text: string,
  transcript: Transcript,
  expected: Omit<ExpectedPresentation, 'audience' | 'nonce'>,
): CredentialShown {
  const response = mapOf(decoded(Buffer.from(text, 'base64url')))
  const documents = response.get('documents')
  if (response.get('status') !== 0 || !Array.isArray(documents) || documents.length !== 1)
    throw new PresentationRefused('credential_invalid', 'The wallet has to answer with one document.')
  const document = mapOf(documents[0])
  const issuerSigned = mapOf(document.get('issuerSigned'))
  const { mso, signer, algorithm } = readSecurityObject(issuerSigned.get('issuerAuth'), document.get('docType'), expected)
  const claims = openElements(issuerSigned.get('nameSpaces') ?? new Map(), mso)
  const validUntil = requireInForce(mapOf(mso.get('validityInfo')), expected.now)
  const holder = requireDevice(document, mso, sessionTranscript(transcript))
  return {
    format: 'mso_mdoc',
    type: mso.get('docType') as string,
    claims,
    signer,
    status: statusPlace(mso.get('status')),
    validUntil,
    algorithms: { issuer: algorithm, holder: holder.algorithm },
    holderKey: holder.thumbprint,
  }
}

function mapOf(value: unknown): Map<unknown, unknown> {
  if (!(value instanceof Map)) throw notReadable()
  return value
}

/** What stands within a tag 24. */
function within(value: unknown): unknown {
  if (!(value instanceof Tagged) || value.tag !== 24 || !Buffer.isBuffer(value.value)) throw notReadable()
  return decoded(value.value)
}

function readSecurityObject(issuerAuth: unknown, docType: unknown, expected: Pick<ExpectedPresentation, 'issuerOf'>) {
  const sign1 = readSign1(issuerAuth)
  if (!sign1.payload) throw notReadable()
  const signer = { chain: readCertificates(sign1.chain), issuer: null, kid: null }
  if (!isSign1Of(expected.issuerOf(signer).key, sign1, sign1.payload))
    throw new PresentationRefused(
      'signature_invalid',
      'The issuer’s signature of the document does not hold. Present the document as it was issued.',
    )
  const mso = mapOf(within(decoded(sign1.payload)))
  if (typeof docType !== 'string' || mso.get('docType') !== docType)
    throw new PresentationRefused('credential_altered', 'The document says to be of another type than its issuer signed.')
  return { mso, signer, algorithm: algorithmName(sign1.algorithm) }
}

/** The elements by namespace. Each must be one whose digest the issuer signed. */
function openElements(nameSpaces: unknown, mso: Map<unknown, unknown>): Record<string, Record<string, unknown>> {
  const hash = HASHES[String(mso.get('digestAlgorithm'))]
  if (!hash) throw new PresentationRefused('algorithm_not_supported', 'The digests of the document are made in a way that we do not know.')
  const signed = mapOf(mso.get('valueDigests'))
  const opened: [string, Record<string, unknown>][] = []
  for (const [space, items] of mapOf(nameSpaces)) {
    if (typeof space !== 'string' || !Array.isArray(items)) throw notReadable()
    const digests = mapOf(signed.get(space) ?? new Map())
    const elements = new Map<string, unknown>()
    for (const item of items) {
      const read = mapOf(within(item))
      const name = read.get('elementIdentifier')
      const digest = digests.get(read.get('digestID'))
      const own = createHash(hash)
        .update((item as Tagged).raw!)
        .digest()
      if (typeof name !== 'string' || elements.has(name) || !Buffer.isBuffer(digest) || !own.equals(digest))
        throw new PresentationRefused(
          'credential_altered',
          'An element of the document is not one that its issuer signed. Present the document as it was issued.',
        )
      elements.set(name, plain(read.get('elementValue')))
    }
    opened.push([space, Object.fromEntries(elements)])
  }
  return Object.fromEntries(opened)
}

/** Days and times without their tags, maps as objects. */
function plain(value: unknown): unknown {
  if (value instanceof Tagged) return plain(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, one]) => [String(name), plain(one)]))
  return value
}

function requireInForce(info: Map<unknown, unknown>, now: number): number {
  const [from, until] = ['validFrom', 'validUntil'].map((name) => Date.parse(String(plain(info.get(name)))))
  if (!Number.isFinite(from) || !Number.isFinite(until))
    throw new PresentationRefused('credential_invalid', 'The validity of the document cannot be read.')
  if (from! > now + SKEW) throw new PresentationRefused('credential_expired', 'The document is not valid yet. Try again later.')
  if (until! <= now - SKEW)
    throw new PresentationRefused('credential_expired', 'The document has expired. Renew it in your wallet and present it again.')
  return until!
}

function requireDevice(document: Map<unknown, unknown>, mso: Map<unknown, unknown>, transcript: unknown[]) {
  const { key, jwk } = keyOfCose(mapOf(mso.get('deviceKeyInfo')).get('deviceKey'))
  const deviceSigned = mapOf(document.get('deviceSigned'))
  const nameSpaces = deviceSigned.get('nameSpaces')
  // Elements that only the device vouches for are not asked for, and would not count.
  if (mapOf(within(nameSpaces)).size > 0)
    throw new PresentationRefused('credential_invalid', 'The wallet added elements that its issuer did not sign.')
  const auth = mapOf(deviceSigned.get('deviceAuth'))
  if (!auth.has('deviceSignature'))
    throw new PresentationRefused('algorithm_not_supported', 'The device has to sign: a code (MAC) proves nothing to us over the internet.')
  const sign1 = readSign1(auth.get('deviceSignature'))
  const message = deviceAuthentication(transcript, mso.get('docType') as string, nameSpaces as Tagged)
  if (sign1.payload !== null || !isSign1Of(key, sign1, message))
    throw new PresentationRefused(
      'holder_key_mismatch',
      'The device’s signature does not hold: it is not of the device that the document was issued to, or answers another request. Answer the one that is shown now.',
    )
  return { algorithm: algorithmName(sign1.algorithm), thumbprint: jwkThumbprint(jwk).toString('base64url') }
}

/** `status` of a security object: absent, or a place in a Token Status List. */
function statusPlace(status: unknown): StatusPlace | null {
  if (status === undefined) return null
  const list = status instanceof Map ? status.get('status_list') : undefined
  const [uri, index] = list instanceof Map ? [list.get('uri'), list.get('idx')] : []
  if (typeof uri !== 'string' || typeof index !== 'number' || index < 0)
    throw new PresentationRefused('credential_status_unavailable', 'The document’s status is published in a way that we cannot ask.')
  return { uri, index }
}
