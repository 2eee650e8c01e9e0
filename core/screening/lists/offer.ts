import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { newId } from '#core/kernel/ids.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { listHolds, listVersions } from '#db/schema.ts'
import type { SanctionsList } from '#screening/entity.ts'
import { EXPECTED, type ExpectedLists } from '#screening/lists/expected.ts'
import { type FileSigns, type Finding, judgeList } from '#screening/lists/judge.ts'
import type { RefusedList } from '#screening/load.ts'
import { decodeListInTurns } from '#screening/snapshot.ts'
import { keptOf, keptVersions } from './kept.ts'
import { tellHeld } from './tell-held.ts'

export interface Offer {
  list: SanctionsList
  content: Uint8Array
  signs?: FileSigns | undefined
  origin: 'download' | 'folder'
  /** The publisher's entity tags, to ask for changes with. */
  files?: string
}

export interface Offered {
  /** `held`: kept back for two people to look at. `discarded`: two people did, and it stays away. */
  state: 'loaded' | 'unchanged' | 'held' | 'discarded'
  /** Of the version, or of what is held. */
  id: string
  source: string
  version: string
  findings: Finding[]
}

/** Somebody else stored a version between our look and our lock. */
class Moved extends Error {}

/**
 * Puts a version of a list in force, unless the one in force has the same bytes, or something speaks against it: then it is held and
 * the one in force stays, or none. One at a time for each list, over all processes. Tells the log, and of a hold every administrator.
 */
export async function offerList(services: Services, offer: Offer, expected: ExpectedLists = EXPECTED): Promise<Offered> {
  for (;;) {
    try {
      return await offerOnce(services, offer, expected)
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
  }
}

async function offerOnce(services: Services, offer: Offer, expected: ExpectedLists): Promise<Offered> {
  const { list } = offer
  const latest = await newestOf(services, list.source)
  const named = { source: list.source, version: list.version }
  if (latest?.sha256 === list.sha256) {
    await confirm(services, latest.id, offer)
    return { state: 'unchanged', id: latest.id, ...named, findings: [] }
  }
  const known = await knownHold(services, list.source, list.sha256, latest?.id ?? null)
  if (known) return { ...known, ...named }
  const before = latest && (await listOf(services, list.source, latest))
  const past = await keptVersions(services, list.source, Date.now())
  const findings = judgeList({ before, after: list, past, signs: offer.signs, expected: expected[list.source] })
  const former = findings.some((one) => one.code === 'older') ? null : await formerly(services, list)
  if (former) findings.push(former)
  const id = newId('list_version')
  // no event: a hold changes no answer; what a new version changes is told by the re-screening that follows.
  await write(systemCtx(services, { id: 'lists' }), async (tx) => {
    await lockList(tx, list.source)
    await stillNewest(tx, list.source, latest?.id ?? null)
    if (findings.length) return { result: null, ...(await hold(tx, services, { id, offer, findings, before: latest?.id ?? null })) }
    await tx.insert(listVersions).values({ ...columnsOf(offer), id, content: offer.content })
    await supersede(tx, list.source)
    return { result: null, audit: loadedEntry(id, offer) }
  })
  if (findings.length) services.log.warn({ ...named, hold: id, findings: findings.map((one) => one.code) }, 'sanctions list held back')
  return { state: findings.length ? 'held' : 'loaded', id, ...named, findings }
}

/** Holds files that could not be read as a list. There is nothing to release: another file has to come, or two people set it aside. */
export async function holdUnreadable(services: Services, refused: RefusedList, origin: Offer['origin']): Promise<Offered> {
  const { source, sha256, error } = refused
  const latest = await newestOf(services, source)
  const named = { source, version: `unreadable-${sha256.slice(0, 12)}` }
  const findings: Finding[] = [{ code: 'unreadable', detail: `It cannot be read: ${error.message}.` }]
  const known = await knownHold(services, source, sha256, latest?.id ?? null)
  if (known) return { ...known, ...named }
  const id = newId('list_version')
  const now = new Date()
  // no event: nothing in force changes.
  await write(systemCtx(services, { id: 'lists' }), async (tx) => {
    await lockList(tx, source)
    await stillNewest(tx, source, latest?.id ?? null)
    if ((await openHolds(tx, source)).some((row) => row.sha256 === sha256)) throw new Moved()
    await supersede(tx, source)
    const counts = { entries: 0, names: 0, addresses: 0, published_at: null, dated_by: null }
    const times = { loaded_at: now, checked_at: now }
    await tx.insert(listHolds).values({ id, ...named, sha256, ...counts, ...times, origin, findings, before_id: latest?.id ?? null })
    await tellHeld(tx, services, { ...named, findings, inForce: latest !== null, readable: false })
    return { result: null, audit: heldEntry(id, { ...named, sha256, findings, origin }) }
  }).catch((error: unknown) => {
    if (!(error instanceof Moved)) throw error
  })
  services.log.warn({ ...named, hold: id, findings: ['unreadable'] }, 'sanctions list held back')
  return { state: 'held', id, ...named, findings }
}

/** The newest version of an official list. */
export async function newestOf(services: Pick<Services, 'connection'>, source: string) {
  const [latest] = await services.connection.db
    .select({ id: listVersions.id, sha256: listVersions.sha256, etag: listVersions.etag })
    .from(listVersions)
    .where(and(eq(listVersions.source, source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  return latest ?? null
}

/** Not every file names its day, but what was replaced before is older, whatever it names. */
async function formerly(services: Services, { source, sha256 }: SanctionsList): Promise<Finding | null> {
  const [was] = await services.connection.db
    .select({ loaded_at: listVersions.loaded_at })
    .from(listVersions)
    .where(and(eq(listVersions.source, source), eq(listVersions.sha256, sha256), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at))
    .limit(1)
  return was
    ? { code: 'older', detail: `The same was put in force on ${was.loaded_at.toISOString().slice(0, 16)}Z and replaced since.` }
    : null
}

/** A stored version. The list of politically exposed persons is large, so the one in force is not read a second time. */
async function listOf(services: Services, source: string, { id, sha256 }: { id: string; sha256: string }): Promise<SanctionsList> {
  const inForce = source === 'pep' ? services.screening.exposed()?.lists[0] : undefined
  return inForce?.sha256 === sha256 ? inForce : decodeListInTurns(await contentOf(services, id))
}

async function contentOf(services: Services, id: string): Promise<Uint8Array> {
  const [row] = await services.connection.db
    .select({ content: listVersions.content })
    .from(listVersions)
    .where(eq(listVersions.id, id))
    .limit(1)
  return row!.content
}

/** The publisher still gives what is in force, so what was held is no longer what it gives. */
async function confirm(services: Services, id: string, { list, files }: Offer): Promise<void> {
  const { db } = services.connection
  await db
    .update(listVersions)
    .set({ checked_at: new Date(), ...(files !== undefined && { etag: files }) })
    .where(eq(listVersions.id, id))
  await withdrawHolds(services, list.source)
}

/** Ends what is held of a list, because its publisher gives another version now. */
export async function withdrawHolds(services: Services, source: string): Promise<void> {
  if (!(await openHolds(services.connection.db, source)).length) return
  // no event: nothing in force changes.
  await write(systemCtx(services, { id: 'lists' }), async (tx) => {
    await lockList(tx, source)
    const ids = await supersede(tx, source)
    return {
      result: null,
      audit: { action: 'list_hold_ended', category: 'system', subject: { type: 'list', id: source }, details: { source, holds: ids } },
    }
  })
}

async function knownHold(services: Services, source: string, sha256: string, before: string | null) {
  const { db } = services.connection
  const [row] = await db
    .select({ id: listHolds.id, state: listHolds.state, findings: listHolds.findings })
    .from(listHolds)
    .where(and(eq(listHolds.source, source), eq(listHolds.sha256, sha256), inArray(listHolds.state, ['held', 'discarded'])))
    .limit(1)
  if (!row) return null
  await db.update(listHolds).set({ checked_at: new Date(), before_id: before }).where(eq(listHolds.id, row.id))
  return { id: row.id, state: row.state as 'held' | 'discarded', findings: row.findings as Finding[] }
}

const openHolds = (db: Pick<Tx, 'select'>, source: string) =>
  db
    .select({ id: listHolds.id, sha256: listHolds.sha256 })
    .from(listHolds)
    .where(and(eq(listHolds.source, source), eq(listHolds.state, 'held')))

async function hold(tx: Tx, services: Services, p: { id: string; offer: Offer; findings: Finding[]; before: string | null }) {
  const { id, offer, findings, before } = p
  const { list } = offer
  if ((await openHolds(tx, list.source)).some((row) => row.sha256 === list.sha256)) throw new Moved()
  await supersede(tx, list.source)
  await tx.insert(listHolds).values({ ...columnsOf(offer), id, content: offer.content, findings, before_id: before })
  await tellHeld(tx, services, { source: list.source, version: list.version, findings, inForce: before !== null, readable: true })
  return { audit: heldEntry(id, { source: list.source, version: list.version, sha256: list.sha256, findings, origin: offer.origin }) }
}

/** Lets nobody else change which version of this list is in force until the transaction ends. */
export const lockList = (tx: Tx, source: string) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`list:${source}`}, 0))`)

async function stillNewest(tx: Tx, source: string, id: string | null): Promise<void> {
  const [newest] = await tx
    .select({ id: listVersions.id })
    .from(listVersions)
    .where(and(eq(listVersions.source, source), isNull(listVersions.organization_id)))
    .orderBy(desc(listVersions.loaded_at), desc(listVersions.id))
    .limit(1)
  if ((newest?.id ?? null) !== id) throw new Moved()
}

/** What waited for a decision waits no longer: something newer came. */
export async function supersede(tx: Tx, source: string, except = ''): Promise<string[]> {
  const ended = await tx
    .update(listHolds)
    .set({ state: 'superseded', decided_at: new Date() })
    .where(and(eq(listHolds.source, source), eq(listHolds.state, 'held'), ne(listHolds.id, except)))
    .returning({ id: listHolds.id })
  return ended.map(({ id }) => id)
}

function columnsOf({ list, signs, origin, files }: Offer) {
  const profile = keptOf(list, signs)
  const now = new Date()
  return {
    source: list.source,
    version: list.version,
    sha256: list.sha256,
    entries: list.entries.length,
    names: profile.counts.names,
    addresses: profile.counts.wallets,
    profile,
    published_at: new Date(list.published_at),
    dated_by: list.dated_by ?? null,
    // By the one clock under the lock: the newest is the last that was put in force.
    loaded_at: now,
    checked_at: now,
    origin,
    etag: files ?? null,
  }
}

const loadedEntry = (id: string, { list, origin }: Offer): AuditInput => ({
  action: 'list_loaded',
  category: 'system',
  subject: { type: 'list_version', id },
  details: { source: list.source, version: list.version, sha256: list.sha256, entries: list.entries.length, origin },
})

const heldEntry = (
  id: string,
  held: { source: string; version: string; sha256: string; findings: Finding[]; origin: string },
): AuditInput => ({
  action: 'list_held',
  category: 'system',
  status: 'failure',
  subject: { type: 'list_version', id },
  details: { ...held, findings: held.findings.map((one) => one.code) },
})
