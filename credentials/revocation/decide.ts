import type { CertificateParts } from './certificate-parts.ts'
import type { Crl } from './crl.ts'

/** A list that was read and found to be its issuer's, and how it came here. */
export interface ListAtHand
  extends Pick<Crl, 'digest' | 'number' | 'thisUpdate' | 'nextUpdate' | 'revoked' | 'places' | 'leavesOutAuthorities'> {
  source: 'fetched' | 'imported'
  /** Who signed it, for people. */
  issuer: string
}

type CertificateAsked = Pick<CertificateParts, 'serial' | 'places' | 'isAuthority'>

/** One certificate of a chain, the lists of its issuer, and why there is no newer one where there should be. */
export interface LinkAsked {
  certificate: CertificateAsked
  /** SHA-256 of its issuer's certificate. */
  issuer: string
  lists: readonly ListAtHand[]
  failure: string | null
}

type RevocationState = 'good' | 'revoked' | 'unknown' | 'not_published'

/** What was found out about a certificate: which list said it, or why nothing is known. No personal data. */
interface Checked {
  serial: string
  issuer: string
  state: RevocationState
  reason: string | null
  /** Where it says that lists are, and whether it may sign others: by these it is looked for in a list that comes later. */
  places: readonly string[] | null
  authority: boolean
  list: { issuer: string; number: string | null; this_update: string; next_update: string; digest: string; source: string } | null
}

export interface Revocation {
  /** The worst of its certificates. `trusted_itself`: the one that signed is the trusted one, and nobody else could revoke it. */
  state: RevocationState | 'trusted_itself'
  certificates: Checked[]
}

const WORST: RevocationState[] = ['revoked', 'unknown', 'not_published', 'good']
/** Clocks of issuers may be wrong by so much, ms. */
const SKEW = 300_000

/** Whether certificates of a chain are revoked at `now` (ms), by what their issuers say. Nothing known is not "good". */
export function decideRevocation(asked: readonly LinkAsked[], now: number): Revocation {
  return whole(asked.map((one) => decideOne(one, now)))
}

/** What is known of two chains together: of each certificate once, and the worst of all. */
export function bothRevocations(one: Revocation, other: Revocation): Revocation {
  const isKnown = (it: Checked) => one.certificates.some(({ issuer, serial }) => issuer === it.issuer && serial === it.serial)
  return whole([...one.certificates, ...other.certificates.filter((it) => !isKnown(it))])
}

function whole(certificates: Checked[]): Revocation {
  const state = WORST.find((worst) => certificates.some((one) => one.state === worst))
  return { state: state ?? 'trusted_itself', certificates }
}

function decideOne({ certificate: { serial, places, isAuthority }, issuer, lists, failure }: LinkAsked, now: number): Checked {
  // A list that names addresses is of the certificates that name one of them.
  const about = lists.filter(
    (list) => (!list.places.length || list.places.some((place) => places?.includes(place))) && !(isAuthority && list.leavesOutAuthorities),
  )
  const newest = about.toSorted((a, b) => b.thisUpdate - a.thisUpdate)[0]
  const said = (state: RevocationState, reason: string | null): Checked => ({
    serial,
    issuer,
    state,
    reason,
    places,
    authority: isAuthority,
    list: newest ? shown(newest) : null,
  })
  if (!newest) return places === null ? said('not_published', null) : said('unknown', failure ?? 'unreachable')
  // Nobody takes a revocation back by publishing nothing more.
  if (newest.revoked.has(serial)) return said('revoked', null)
  if (newest.thisUpdate > now + SKEW) return said('unknown', 'not_yet_valid')
  if (newest.nextUpdate <= now) return said('unknown', failure ?? 'stale')
  return said('good', null)
}

const shown = ({ issuer, number, thisUpdate, nextUpdate, digest, source }: ListAtHand): Checked['list'] => ({
  issuer,
  number,
  this_update: new Date(thisUpdate).toISOString(),
  next_update: new Date(nextUpdate).toISOString(),
  digest,
  source,
})
