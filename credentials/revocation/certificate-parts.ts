import { createHash } from 'node:crypto'
import { type Der, oidOf, oneDer, partsOfDer, readDer } from '../der.ts'

/** What of a certificate is asked where it is looked for in a list of revoked ones. */
export interface CertificateParts {
  /** SHA-256 of the whole, hex. */
  thumbprint: string
  /** As they are written, hex. */
  serial: string
  issuer: string
  subject: string
  /** Where its issuer publishes which certificates it revoked; null where it names no place at all. */
  places: string[] | null
  isAuthority: boolean
}

const DISTRIBUTION_POINTS = '2.5.29.31'
const BASIC_CONSTRAINTS = '2.5.29.19'
const URI = 0x86

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Reads a certificate (DER) that was found to be sound before. Throws `RangeError`. */
export function partsOfCertificate(der: Uint8Array): CertificateParts {
  const fields = partsOfDer(partsOfDer(oneDer(der, 0x30))[0])
  if (fields[0]?.tag === 0xa0) fields.shift()
  const [serial, , issuer, , subject] = fields
  if (serial?.tag !== 0x02 || !issuer || !subject) throw new RangeError('not a certificate')
  const extensions = extensionsOf(fields.find(({ tag }) => tag === 0xa3))
  const points = extensions.get(DISTRIBUTION_POINTS)
  const basic = extensions.get(BASIC_CONSTRAINTS)
  return {
    thumbprint: createHash('sha256').update(der).digest('hex'),
    serial: hexOf(serial.content),
    issuer: hexOf(issuer.whole),
    subject: hexOf(subject.whole),
    places: points ? partsOfDer(oneDer(points.value, 0x30)).flatMap(placesOf) : null,
    isAuthority: !!basic && partsOfDer(oneDer(basic.value, 0x30))[0]?.tag === 0x01,
  }
}

/** Of one distribution point. One that covers some reasons only, or is another issuer's, leads nowhere: what it leaves out would be taken for good. */
function placesOf(point: Der): string[] {
  const parts = partsOfDer(point)
  return parts.some(({ tag }) => tag !== 0xa0) ? [] : parts.flatMap(({ content }) => urisOf(readDer(content)[0]))
}

/** The addresses in the name of a distribution point: of its full name, since a relative one names none. */
export const urisOf = (name: Der | undefined): string[] =>
  name?.tag === 0xa0
    ? readDer(name.content).flatMap(({ tag, content }) => (tag === URI ? [Buffer.from(content).toString('latin1')] : []))
    : []

/** Extensions by object identifier, each once. Throws `RangeError`. */
export function extensionsOf(wrapped: Der | undefined): Map<string, { critical: boolean; value: Uint8Array }> {
  const found = new Map<string, { critical: boolean; value: Uint8Array }>()
  for (const one of wrapped ? partsOfDer(oneDer(wrapped.content, 0x30)) : []) {
    const [name, second, third] = partsOfDer(one)
    const value = third ?? second
    const critical = third !== undefined && second!.content[0] === 0xff
    if (value?.tag !== 0x04 || found.has(oidOf(name))) throw new RangeError('an extension that cannot be read')
    found.set(oidOf(name), { critical, value: value.content })
  }
  return found
}
