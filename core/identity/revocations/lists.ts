import { X509Certificate } from 'node:crypto'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { untrusted } from '#core/kernel/untrusted/reader.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { partsOfCertificate } from '#credentials/revocation/certificate-parts.ts'
import type { Crl } from '#credentials/revocation/crl.ts'
import type { ListAtHand } from '#credentials/revocation/decide.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { evidence, revocationLists, trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { EVIDENCE_WAITS } from '../evidence/record.ts'
import { takeBackEvidence } from '../evidence/take-back.ts'

export type RevocationListRow = typeof revocationLists.$inferSelect

/** Whose list it is, and where it is published: by a certificate (DER), and by what the trusted one at the top is recognised by. */
export interface ListPlace {
  issuer: Uint8Array
  anchor: string
  /** Null where somebody sends it. */
  url: string | null
}

/** Lists that were read, by their digest: each is asked about again and again. */
const opened = new Map<string, Crl>()
const MOST_OPENED = 50

/** A list that was kept, as it is decided by; null where none was ever had. */
async function listIn({ body, digest, url, issuer_name }: RevocationListRow): Promise<ListAtHand | null> {
  if (!body || !digest) return null
  let crl = opened.get(digest)
  if (!crl) {
    crl = (await untrusted.crl(body, null)).crl
    if (opened.size >= MOST_OPENED) opened.delete(opened.keys().next().value!)
    opened.set(digest, crl)
  }
  return { ...crl, source: url === null ? 'imported' : 'fetched', issuer: issuer_name }
}

/** The lists of these rows that were ever had. */
export const listsIn = async (rows: readonly RevocationListRow[]): Promise<ListAtHand[]> =>
  (await Promise.all(rows.map(listIn))).filter((one) => one !== null)

/** Reads a list, and finds who of these (DER) signed it. Throws `BadCrl`. */
export async function openList(bytes: Uint8Array, signers: readonly Uint8Array[]): Promise<{ crl: Crl; signer: Uint8Array }> {
  const { crl, signer } = await untrusted.crl(bytes, signers)
  return { crl, signer: signers[signer]! }
}

/** Keeps a list in place of an older one. False where the one that is kept is newer: nobody goes back. */
export async function keepList(
  db: Queryable,
  ctx: Ctx,
  place: ListPlace,
  { crl, bytes, importedBy = null }: { crl: Crl; bytes: Uint8Array; importedBy?: string | null },
): Promise<boolean> {
  const at = new Date()
  const kept = {
    ...{ body: bytes, digest: crl.digest, number: crl.number, revoked: crl.revoked.size, imported_by: importedBy },
    ...{ this_update: new Date(crl.thisUpdate), next_update: new Date(crl.nextUpdate), kept_at: at, tried_at: at, failure: null },
  }
  const t = revocationLists
  const rows = await db
    .insert(t)
    .values({ ...rowOf(ctx, place), ...kept, created_at: at })
    .onConflictDoUpdate({
      target: PLACE,
      set: kept,
      setWhere: sql`${t.this_update} is null or ${t.this_update} <= ${kept.this_update.toISOString()}`,
    })
    .returning({ id: t.id })
  return rows.length > 0
}

/** Keeps that a list could not be had, and why: it is not asked for again at once, and is told. */
export async function noteFailure(ctx: Ctx, place: ListPlace, failure: string): Promise<void> {
  const at = new Date()
  // no audit: what somebody else does not publish is no act of anybody here.
  await ctx.db
    .insert(revocationLists)
    .values({ ...rowOf(ctx, place), failure, tried_at: at, created_at: at })
    .onConflictDoUpdate({ target: PLACE, set: { failure, tried_at: at } })
}

const PLACE = [revocationLists.organization_id, revocationLists.environment, revocationLists.issuer, revocationLists.url]

function rowOf(ctx: Tenant, { issuer, anchor, url }: ListPlace) {
  const certificate = new X509Certificate(issuer)
  return {
    id: newId('revocation_list'),
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    issuer: partsOfCertificate(issuer).thumbprint,
    certificate: certificate.toString(),
    issuer_name: certificate.subject.replaceAll('\n', ', ').slice(0, 300),
    anchor,
    url,
  }
}

/** Certificates of one issuer, an older and a newer one of the same name, by thumbprint: a list of either covers what both signed (ICAO Doc 9303-12, 4.1.5). */
export const ofOneName = (certificate: Uint8Array, trusted: readonly Uint8Array[]): string[] => {
  const own = partsOfCertificate(certificate)
  const all = trusted.map(partsOfCertificate).filter(({ subject }) => subject === own.subject)
  return [...new Set([own, ...all].map(({ thumbprint }) => thumbprint))]
}

/**
 * What a list that came does to evidence: what rests on certificates that it names is taken back, what waits for it is judged. `issuer`:
 * whose list it is, `trusted`: certificates of all issuers (DER).
 */
export async function followList(
  tx: Tx,
  ctx: Ctx,
  { issuer, trusted, crl }: { issuer: Uint8Array; trusted: readonly Uint8Array[]; crl: Crl },
): Promise<{ taken: number; waits: number }> {
  const issuers = ofOneName(issuer, trusted)
  let taken = await takeBackOfAuthorities(tx, ctx, crl, [issuer, ...trusted])
  for (const one of issuers) taken += await takeBackRevoked(tx, ctx, one, crl)
  const waiting = await waitingFor(tx, ctx, issuers)
  for (const { id } of waiting) await setTimer(tx, ctx, { kind: EVIDENCE_WAITS, subjectId: id, dueMs: ctx.now })
  return { taken, waits: waiting.length }
}

/** What authorities vouched for whose own certificate a list names goes, as when nobody trusts them any more. */
async function takeBackOfAuthorities(tx: Tx, ctx: Ctx, crl: Crl, trusted: readonly Uint8Array[]): Promise<number> {
  const revoked = trusted.map(partsOfCertificate).filter(({ issuer, serial }) => issuer === crl.issuer && crl.revoked.has(serial))
  if (!revoked.length) return 0
  const thumbprints = [...new Set(revoked.map(({ thumbprint }) => thumbprint))]
  const rows = await tx
    .select({ id: trustedIssuers.id })
    .from(trustedIssuers)
    .where(inScope(trustedIssuers, ctx, inArray(sql`lower(${trustedIssuers.identifier})`, thumbprints)))
  let taken = 0
  for (const { id } of rows) taken += await takeBackEvidence(tx, ctx, { voucherId: id }, 'issuer_certificate_revoked')
  return taken
}

/** Evidence that no person has judged yet, because nobody could tell whether one of these revoked a certificate behind it. */
const waitingFor = (db: Queryable, ctx: Tenant, issuers: readonly string[]): Promise<{ id: string }[]> =>
  db
    .select({ id: evidence.id })
    .from(evidence)
    .where(
      inScope(
        evidence,
        ctx,
        eq(evidence.state, 'conflicting'),
        sql`${evidence.proof} #>> '{revocation,state}' = 'unknown'`,
        or(...issuers.map((issuer) => sql`${evidence.proof} @> ${JSON.stringify({ revocation: { certificates: [{ issuer }] } })}::jsonb`)),
      ),
    )

async function takeBackRevoked(tx: Tx, ctx: Ctx, issuer: string, crl: Crl): Promise<number> {
  if (!crl.revoked.size) return 0
  const counts = sql`${evidence.state} in ('valid', 'conflicting')`
  const rows = await tx
    .selectDistinct({ serial: sql<string>`c ->> 'serial'` })
    .from(evidence)
    .innerJoin(sql`lateral jsonb_array_elements(${evidence.proof} -> 'revocation' -> 'certificates') c`, sql`c ->> 'issuer' = ${issuer}`)
    .where(inScope(evidence, ctx, and(counts, sql`jsonb_typeof(${evidence.proof} -> 'revocation' -> 'certificates') = 'array'`)))
  const serials = rows.flatMap(({ serial }) => (crl.revoked.has(serial) ? [serial] : []))
  let taken = 0
  for (const serial of serials) taken += await takeBackEvidence(tx, ctx, { certificate: { issuer, serial } }, 'issuer_certificate_revoked')
  return taken
}

/** Keeps a list that was fetched, and does what follows of it for evidence. Throws `BadCrl`. */
export async function keepFetched(ctx: Ctx, place: ListPlace, bytes: Uint8Array, signers: readonly Uint8Array[]): Promise<void> {
  const { crl } = await openList(bytes, signers)
  const issuers = ofOneName(place.issuer, signers)
  // no audit: what an issuer publishes is no act of anybody here. What is taken back is told one by one.
  if (!(await keepList(ctx.db, ctx, place, { crl, bytes }))) return noteFailure(ctx, place, 'older')
  if (!crl.revoked.size && !(await waitingFor(ctx.db, ctx, issuers)).length) return
  // no event: what becomes of evidence is told one by one.
  await write({ ...ctx, idempotency: null }, async (tx) => {
    const { taken, waits } = await followList(tx, ctx, { issuer: place.issuer, trusted: signers, crl })
    return {
      result: undefined,
      audit: {
        action: 'revocation_list_read',
        category: 'system',
        subject: { type: 'revocation_list', id: issuers[0]! },
        details: { digest: crl.digest, number: crl.number, revoked: crl.revoked.size, evidence_withdrawn: taken, evidence_waiting: waits },
      },
    }
  })
}
