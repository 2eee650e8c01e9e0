import type { X509Certificate } from 'node:crypto'
import { readCertificates, trustedAnchor } from '#credentials/presented/certificates.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import { thumbprintOf } from './certificates.ts'
import { BadMasterList, type MasterList } from './master-list.ts'

/** For which kinds of issuers lists of trust services say who they are. */
export type ListedKind = 'pid' | 'iaca' | 'accreditation'

/** A service of a trust service provider, as its list names it. */
interface ListedService {
  type: string
  /** Null where its list says nothing of states: who is on it is granted (ETSI TS 119 602, annex D). */
  status: string | null
  certificates: Uint8Array[]
}

/** What a list says of itself, and its services. */
export interface ProviderList {
  format: 'ts_119_612' | 'ts_119_602'
  /** Kind of list, territory, operator and name: the same of each issue of it. */
  scheme: string
  operator: string
  territory: string
  sequence: number
  issued: number
  nextUpdate: number
  services: ListedService[]
}

/**
 * Services whose certificates sign what wallets present: of PIDs and public bodies by ETSI TS 119 602, annexes D and H, of attestations by
 * ETSI TS 119 612, 5.5.1, which has no type for PIDs. What else is on a list, revocation or time stamps, vouches for nobody here.
 */
const TYPES: Record<ListedKind, readonly string[]> = {
  pid: ['http://uri.etsi.org/19602/SvcType/PID/Issuance'],
  // A PID as a mobile document is signed below the same authorities.
  iaca: ['http://uri.etsi.org/19602/SvcType/PID/Issuance'],
  accreditation: [
    'http://uri.etsi.org/19602/SvcType/PubEAA/Issuance',
    'http://uri.etsi.org/TrstSvc/Svctype/EAA',
    'http://uri.etsi.org/TrstSvc/Svctype/EAA/Q',
    'http://uri.etsi.org/TrstSvc/Svctype/EAA/Pub-EAA',
  ],
}
/**
 * States in which a service counts: granted, or of one that is not qualified recognised at national level (ETSI TS 119 612, 5.5.4), and
 * notified of a public body that issues attestations (ETSI TS 119 602, annex H). A list of providers of PIDs names none (annex D).
 */
const GRANTED = [
  'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted',
  'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/recognisedatnationallevel',
  'http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus/notified',
]

/** Which certificates of a list are let in as issuers of a kind: of services of its type that are granted. */
export const certificatesFor = ({ services }: ProviderList, kind: ListedKind): Uint8Array[] =>
  services.flatMap(({ type, status, certificates }) =>
    TYPES[kind].includes(type) && (status === null || GRANTED.includes(status)) ? certificates : [],
  )

/** A list as it came, and who signed it. */
export interface SignedProviderList {
  list: ProviderList
  by: Pick<MasterList, 'signer' | 'authority'>
}

/** What for the certificate of a signer of trusted lists is, where it says it (ETSI TS 119 612, 5.7.1). */
const LIST_SIGNING = '0.4.0.2231.3.0'

/**
 * Who signed a list, by the certificates (DER) that came with it: below or as the scheme operator's certificate with this thumbprint, and
 * in force at `now` (ms). Throws `BadMasterList`.
 */
export function operatorsSigner(chain: readonly Uint8Array[], provider: string, now: number): X509Certificate {
  try {
    const certificates = readCertificates(chain)
    const signer = certificates[0]!
    if (thumbprintOf(signer.raw) !== provider) trustedAnchor(certificates, [{ thumbprint: provider, certificate: null }], now)
    // The operator's own need not be for signatures of messages: most are for those of documents alone.
    else if (signer.validToDate.getTime() <= now || signer.validFromDate.getTime() > now)
      throw new BadMasterList('The certificate of whoever signed this list is not valid now. Get the newest list.')
    if (signer.keyUsage && !signer.keyUsage.includes(LIST_SIGNING))
      throw new BadMasterList('The certificate of whoever signed this list is not for signing such lists.')
    return signer
  } catch (error) {
    if (error instanceof BadMasterList) throw error
    if (error instanceof PresentationRefused && error.code === 'issuer_certificate_expired')
      throw new BadMasterList('A certificate of whoever signed this list is not valid now. Get the newest list.')
    throw new BadMasterList('This list is not signed by the operator that was named: compare the thumbprint with what it publishes.')
  }
}

/** Refuses a list that is over, or is of later on. Throws `BadMasterList`. */
export function requireCurrent({ issued, nextUpdate }: ProviderList, now: number): void {
  if (issued > now + 300_000) throw new BadMasterList('This list is of a time that has not come yet.')
  if (nextUpdate <= now) throw new BadMasterList('A newer list was due by now. Get the newest one.')
}

/** A time as such lists have it, ms. Throws `BadMasterList`. */
export function listTime(text: unknown): number {
  const at = typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new BadMasterList('A time of this list cannot be read.')
  return at
}

/** The number of an issue of a list. Throws `BadMasterList`. */
export function issueNumber(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647) throw new BadMasterList('The list says no number of itself.')
  return number
}
