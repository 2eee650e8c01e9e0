import { decodeCbor, Tagged } from '#credentials/presented/cbor.ts'
import { readCertificates, trustedPath } from '#credentials/presented/certificates.ts'
import { isSign1Of, readSign1 } from '#credentials/presented/cose.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import { thumbprintOf } from './certificates.ts'
import { BadMasterList, type MasterList } from './master-list.ts'

/** What the certificate of a signer of such lists is for (ISO/IEC 18013-5, annex C). */
const LIST_SIGNING = '1.0.18013.5.1.8'
/** Documents that are read here: of authorities of others nobody would be asked. */
const DOCUMENTS = ['org.iso.18013.5.1.mDL', 'eu.europa.ec.eudi.pid.1']

/**
 * Reads a VICAL, the list of authorities of mobile documents (ISO/IEC 18013-5, annex C; COSE), and checks it: its signature, by a chain to
 * the certificate whose thumbprint (SHA-256) is given, that its signer's certificate is for signing such lists, and that a newer list is
 * not due at `now` (ms). Entries that have run out are left out with the certificates of other documents. Throws `BadMasterList`.
 */
export function readVical(bytes: Uint8Array, provider: string, now: number): MasterList {
  try {
    return checked(bytes, provider, now)
  } catch (error) {
    if (error instanceof BadMasterList) throw error
    if (error instanceof PresentationRefused && error.code === 'issuer_not_trusted')
      throw new BadMasterList('This list is not signed by the provider that was named: compare the thumbprint with what it publishes.')
    if (error instanceof PresentationRefused && error.code === 'issuer_certificate_expired')
      throw new BadMasterList('A certificate of whoever signed this list is not valid now. Get the newest list.')
    throw new BadMasterList('This is no VICAL (a .cbor file, COSE_Sign1).')
  }
}

function checked(bytes: Uint8Array, provider: string, now: number): MasterList {
  const sign1 = readSign1(decodeCbor(bytes))
  const chain = readCertificates(sign1.chain)
  const { anchor, links } = trustedPath(chain, [{ thumbprint: provider, certificate: null }], now)
  const signer = chain[0]!
  if (!signer.keyUsage?.includes(LIST_SIGNING))
    throw new BadMasterList('The certificate of whoever signed this list is not for signing such lists.')
  if (!sign1.payload || !isSign1Of(signer.publicKey, sign1, sign1.payload))
    throw new BadMasterList('This list was changed after it was signed.')
  const list = decodeCbor(sign1.payload)
  const infos: unknown = list instanceof Map ? list.get('certificateInfos') : null
  if (!(list instanceof Map) || !Array.isArray(infos) || list.get('version') !== '1.0')
    throw new BadMasterList('What is signed here is no VICAL of version 1.0.')
  const due = timeOf(list.get('nextUpdate'))
  if (due !== null && due <= now) throw new BadMasterList('A newer list was due by now. Get the newest one.')
  const certificates = infos.flatMap((one: unknown): Uint8Array[] => {
    if (!(one instanceof Map)) throw new BadMasterList('An entry of this list cannot be read.')
    const [certificate, documents] = [one.get('certificate'), one.get('docType')]
    if (!Buffer.isBuffer(certificate) || !Array.isArray(documents)) throw new BadMasterList('An entry of this list cannot be read.')
    const until = timeOf(one.get('notAfter'))
    const counts = documents.some((name) => DOCUMENTS.includes(name)) && (until === null || until > now)
    return counts ? [certificate] : []
  })
  return {
    ...{ certificates, signer: thumbprintOf(signer.raw), authority: anchor.thumbprint },
    links: links.map(({ certificate, issuer }) => ({ certificate: certificate.raw, issuer: issuer.raw })),
  }
}

/** A time (tag 0), in ms; null where there is none. Throws `BadMasterList`. */
function timeOf(value: unknown): number | null {
  if (value === undefined) return null
  const at = value instanceof Tagged && typeof value.value === 'string' ? Date.parse(value.value) : Number.NaN
  if (Number.isNaN(at)) throw new BadMasterList('A time of this list cannot be read.')
  return at
}
