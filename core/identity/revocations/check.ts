import { X509Certificate } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { partsOfCertificate } from '#credentials/revocation/certificate-parts.ts'
import { BadCrl } from '#credentials/revocation/crl.ts'
import { decideRevocation, type LinkAsked, type ListAtHand, type Revocation } from '#credentials/revocation/decide.ts'
import type { Queryable } from '#db/connect.ts'
import { revocationLists, type trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { fetchList, refreshList } from './fetch.ts'
import { listsIn, ofOneName, openList, type RevocationListRow } from './lists.ts'

/** A chain from who signed to a trusted issuer: each certificate with the one that issued it, DER. */
export interface ChainToCheck {
  links: readonly { certificate: Uint8Array; issuer: Uint8Array }[]
  /** What the trusted issuer is recognised by. */
  anchor: string
  /** Certificates of all issuers of its kind: one that has a new key signs its list with that, for what its older keys signed, too (ICAO Doc 9303-12, 4.1.4 and 4.1.5). */
  trusted: readonly Uint8Array[]
}

/** A list is asked for anew after a day at the latest, and after a minute where asking for it failed. */
const DAY_MS = 86_400_000
const RETRY_MS = 60_000
/** Of the addresses that a certificate names. */
const MOST = 3

/**
 * Whether a certificate of a chain was revoked. What is decided by is what is kept here: lists that are missing or due are fetched first. By
 * the time of the world, whatever a sandbox's clock says.
 */
export async function checkRevocation(ctx: Ctx, { links, anchor, trusted }: ChainToCheck): Promise<Revocation> {
  const asked: LinkAsked[] = []
  for (const { certificate, issuer } of links) {
    const of = partsOfCertificate(certificate)
    const own = partsOfCertificate(issuer)
    const signers = [issuer, ...trusted.filter((one) => partsOfCertificate(one).subject === own.subject)]
    const issuers = ofOneName(issuer, signers)
    const before = await rowsOf(ctx, issuers)
    const places = placesIn(of.places)
    const due = places.filter((url) => isDue(before.find((row) => row.issuer === own.thumbprint && row.url === url)))
    await Promise.all(due.map((url) => refreshList(ctx, { issuer, anchor, url }, signers)))
    const rows = due.length ? await rowsOf(ctx, issuers) : before
    const failed = rows.find((row) => row.failure !== null && row.url !== null && places.includes(row.url))?.failure
    asked.push({
      certificate: of,
      issuer: own.thumbprint,
      lists: await listsIn(rows),
      failure: failed ?? (of.places?.length && !places.length ? 'address_unsupported' : null),
    })
  }
  asked.push(...(await authorityRevoked(ctx, anchor, trusted)))
  return decideRevocation(asked, Date.now())
}

/** The trusted certificate at the top, where a list of its own issuer revokes it. Who publishes nothing of themselves is trusted as they are. */
async function authorityRevoked(ctx: Tenant & { db: Queryable }, anchor: string, trusted: readonly Uint8Array[]): Promise<LinkAsked[]> {
  const own = trusted.find((one) => partsOfCertificate(one).thumbprint === anchor.toLowerCase())
  const certificate = own && partsOfCertificate(own)
  if (!certificate || certificate.issuer !== certificate.subject) return []
  const lists = (await listsIn(await rowsOf(ctx, ofOneName(own, trusted)))).filter(({ revoked }) => revoked.has(certificate.serial))
  return lists.length ? [{ certificate, issuer: anchor, lists, failure: null }] : []
}

/**
 * What the lists that are kept say now of the certificates behind evidence, by its proof; null of a proof that names none. Nothing is fetched.
 * `trusted`: certificates of all issuers. Where the proof does not say to which lists a certificate belongs, only those for all of its issuer's count.
 */
export async function checkAgain(
  db: Queryable,
  ctx: Tenant,
  proof: Record<string, unknown> | null,
  trusted: readonly Uint8Array[],
): Promise<Revocation | null> {
  const before = proof?.revocation as Revocation | undefined
  if (!before?.certificates.length) return null
  const asked: LinkAsked[] = []
  for (const { serial, issuer, state, places, authority } of before.certificates) {
    const own = trusted.find((one) => partsOfCertificate(one).thumbprint === issuer)
    const rows = await rowsOf({ ...ctx, db }, own ? ofOneName(own, trusted) : [issuer])
    asked.push({
      certificate: { serial, places: state === 'not_published' ? null : [...(places ?? [])], isAuthority: authority ?? true },
      ...{ issuer, lists: await listsIn(rows) },
      failure: rows.find((row) => row.failure !== null && row.url !== null && places?.includes(row.url))?.failure ?? null,
    })
  }
  return decideRevocation(asked, Date.now())
}

/**
 * Whether who signed a list of issuers was revoked. The authority behind them may be one that nobody trusts yet, so what it publishes is
 * fetched for this alone and not kept: it says nothing of anybody else.
 */
export async function checkListSigner(ctx: Ctx, links: ChainToCheck['links'], trusted: readonly Uint8Array[]): Promise<Revocation> {
  const asked: LinkAsked[] = []
  for (const { certificate, issuer } of links) {
    const of = partsOfCertificate(certificate)
    const own = partsOfCertificate(issuer).thumbprint
    const isTrusted = trusted.some((one) => partsOfCertificate(one).thumbprint === own)
    const rows = isTrusted ? await rowsOf(ctx, ofOneName(issuer, trusted)) : []
    const read = await Promise.all(placesIn(of.places).map((url) => readOnce(ctx, url, issuer)))
    asked.push({
      certificate: of,
      issuer: own,
      lists: [...(await listsIn(rows)), ...read.flatMap(({ list }) => list ?? [])],
      failure: read.find(({ failure }) => failure !== null)?.failure ?? null,
    })
    asked.push(...(await authorityRevoked(ctx, own, trusted)))
  }
  return decideRevocation(asked, Date.now())
}

async function readOnce(ctx: Ctx, url: string, issuer: Uint8Array): Promise<{ list: ListAtHand | null; failure: string | null }> {
  const bytes = await fetchList(ctx, url)
  if (!bytes) return { list: null, failure: 'unreachable' }
  try {
    const { crl } = await openList(bytes, [issuer])
    return { list: { ...crl, source: 'fetched', issuer: new X509Certificate(issuer).subject }, failure: null }
  } catch (error) {
    if (!(error instanceof BadCrl)) throw error
    return { list: null, failure: error.problem }
  }
}

/** The addresses of a certificate that are asked: some lead to a directory, which is not. */
const placesIn = (places: readonly string[] | null): string[] =>
  (places ?? []).filter((place) => /^https?:\/\//i.test(place) && place.length <= 2_000).slice(0, MOST)

const rowsOf = (ctx: Tenant & { db: Queryable }, issuers: string[]): Promise<RevocationListRow[]> =>
  ctx.db
    .select()
    .from(revocationLists)
    .where(inScope(revocationLists, ctx, inArray(revocationLists.issuer, issuers)))

function isDue(row: RevocationListRow | undefined): boolean {
  if (!row) return true
  const since = Date.now() - row.tried_at.getTime()
  const current = row.next_update !== null && row.next_update.getTime() > Date.now() && since < DAY_MS
  return !current && since > RETRY_MS
}

export type RevocationPolicy = typeof trustedIssuers.$inferSelect.revocation

/**
 * What follows for evidence: refused, left to a person, or nothing. A certificate whose issuer publishes nothing counts, and that is said;
 * where lists are required it is refused.
 */
export function whatFollows({ state }: Revocation, policy: RevocationPolicy): 'revoked' | 'refused' | 'review' | 'counts' {
  if (state === 'revoked') return 'revoked'
  if (state === 'unknown') return policy === 'require' ? 'refused' : 'review'
  return state === 'not_published' && policy === 'require' ? 'refused' : 'counts'
}

/** Why evidence waits for a person: nobody could tell whether a certificate behind it was revoked. */
export const REVOCATION_UNKNOWN = 'revocation_unknown'

/** Whether evidence was kept without anybody knowing that, by its proof. */
export const isUnchecked = (proof: Record<string, unknown> | null): boolean =>
  (proof?.revocation as Pick<Revocation, 'state'> | undefined)?.state === 'unknown'

/** In words, for whoever is refused. */
export const unknownWords = ({ certificates }: Revocation): string => {
  const open = certificates.find(({ state }) => state === 'unknown' || state === 'not_published')
  return open?.state === 'not_published'
    ? 'The issuer does not publish which certificates it revoked, and its word counts only where it does. Import its list, or show something else.'
    : `Nobody can tell now whether the issuer revoked the certificate that signed this (${open?.reason ?? 'unreachable'}). Try again later, or show something else.`
}
