import { asc, gt, inArray, sql } from 'drizzle-orm'
import type { Services } from '#core/kernel/services.ts'
import { appendLeaves, EMPTY_FRONTIER, type Frontier, rootOf } from '#credentials/merkle.ts'
import { auditLogs, decisions, logCheckpoints, logEntries } from '#db/schema.ts'
import { decisionRecordHash, resultIsWhole } from '../decisions/record-hash.ts'
import { alteredParts, forgetParts, readResults } from '../decisions/result.ts'
import { type AuditRow, leafHash } from '../log/append.ts'
import { type Epoch, openOwn, readEpoch } from './epoch.ts'
import { LogBroken } from './guard.ts'
import { sequenceLog } from './sequence.ts'
import { findUngranted } from './verify-rights.ts'

interface AuditFault {
  leaf_index: number | null
  audit_id: string
  fault: string
  /** True when the log differs from what was signed, which a restore from a backup does too. */
  head?: true
}

export interface AuditVerdict {
  whole: boolean
  size: number
  root: string
  /** What is wrong, in order of the tree; at most 100 are listed. */
  faults: AuditFault[]
}

type Note = (fault: AuditFault) => void
type Entry = typeof logEntries.$inferSelect

/** What the tree must have been at a size, by a signature. */
interface Expected {
  root: Buffer
  fault: string
  head?: true
}

/**
 * Recomputes the whole log from the rows as they are now: every leaf, every decision a leaf vouches for, the tree, its checkpoints
 * with their signatures, and the heads kept outside of the database. Finds any edited, deleted, cut-off or smuggled-in row and
 * names it.
 */
export async function verifyAudit(services: Services): Promise<AuditVerdict> {
  const { db } = services.connection
  const faults: AuditFault[] = []
  const note: Note = (fault) => {
    if (faults.length < 100) faults.push(fault)
  }
  await sequenceLog(services).catch((error) => {
    // What is wrong with it is what this is to find out.
    if (!(error instanceof LogBroken)) throw error
    note({ leaf_index: null, audit_id: '(unknown)', fault: error.message, head: true })
  })
  forgetParts()
  const expected = await signedRoots(services, note)
  let frontier: Frontier = EMPTY_FRONTIER
  let last = -1
  for (;;) {
    const entries = await db
      .select()
      .from(logEntries)
      .where(gt(logEntries.leaf_index, last))
      .orderBy(asc(logEntries.leaf_index))
      .limit(2_000)
    if (!entries.length) break
    const check = await rowsOf(services, entries)
    for (const entry of entries) {
      if (entry.leaf_index !== last + 1) note({ leaf_index: last + 1, audit_id: '(unknown)', fault: 'this leaf was deleted from the tree' })
      last = entry.leaf_index
      check(entry, note)
      frontier = appendLeaves(frontier, [entry.leaf_hash]).frontier
      for (const { root, fault, head } of expected.get(frontier.size) ?? [])
        if (!rootOf(frontier).equals(root)) note({ leaf_index: last, audit_id: entry.audit_id, fault, ...(head && { head }) })
    }
  }
  for (const size of expected.keys())
    if (size > frontier.size)
      note({ leaf_index: null, audit_id: '(unknown)', fault: `leaves are missing: a head was signed at size ${size}`, head: true })
  await findStrays(services, note)
  // Whose facts rest on it is sealed with them.
  for (const id of await alteredParts(db)) note({ leaf_index: null, audit_id: '(unknown)', fault: `part ${id} of decisions was edited` })
  for (const { subject, fault } of await findUngranted(services)) note({ leaf_index: null, audit_id: subject, fault })
  return { whole: faults.length === 0, size: frontier.size, root: rootOf(frontier).toString('hex'), faults }
}

/** Reads what a run of leaves stands for; the answer checks one leaf. */
async function rowsOf(services: Services, entries: Entry[]): Promise<(entry: Entry, note: Note) => void> {
  const { db } = services.connection
  const ids = entries.map((e) => e.audit_id)
  const rows = new Map((await db.select().from(auditLogs).where(inArray(auditLogs.id, ids))).map((r) => [r.id, r]))
  const decided = [...rows.values()].flatMap((r) => (typeof r.details.decision_record === 'string' && r.subject_id ? [r.subject_id] : []))
  const stored = decided.length ? await db.select().from(decisions).where(inArray(decisions.id, decided)) : []
  const results = await readResults(db, stored)
  const made = new Map(stored.map((row, i) => [row.id, { row, result: results[i] }]))
  return (entry, note) => {
    const at = { leaf_index: entry.leaf_index, audit_id: entry.audit_id }
    const row = rows.get(entry.audit_id)
    if (!row) return note({ ...at, fault: 'the audit row was deleted' })
    if (!Buffer.from(leafHash(row)).equals(Buffer.from(entry.leaf_hash))) note({ ...at, fault: 'the audit row was edited' })
    const fault = decisionFault(row, made)
    if (fault) note({ ...at, fault })
  }
}

type Made = Map<string, { row: typeof decisions.$inferSelect; result: Awaited<ReturnType<typeof readResults>>[number] | undefined }>

/** What is wrong with the decision an entry vouches for. */
function decisionFault(row: AuditRow, made: Made): string | null {
  if (typeof row.details.decision_record !== 'string' || !row.subject_id) return null
  const decision = made.get(row.subject_id)
  if (!decision) return `decision ${row.subject_id} was deleted`
  const whole =
    decisionRecordHash(decision.row) === row.details.decision_record && decision.result && resultIsWhole(decision.row, decision.result)
  return whole ? null : `decision ${row.subject_id} was edited`
}

/** The roots that were signed, by size: those of the database's checkpoints and those of the heads kept outside of it. */
async function signedRoots(services: Services, note: Note): Promise<Map<number, Expected[]>> {
  const { db } = services.connection
  const expected = new Map<number, Expected[]>()
  const expect = (size: number, one: Expected) => void expected.set(size, [...(expected.get(size) ?? []), one])
  const notes = new Set<string>()
  // Heads before checkpoints: of a head that is kept meanwhile by another process the checkpoint stands in the database already.
  const heads = [...(await services.heads.all())]
  for (const row of await db.select().from(logCheckpoints)) {
    notes.add(row.note)
    const own = openOwn(services, row.note)
    if (!own || own.size !== row.tree_size || !Buffer.from(own.root).equals(Buffer.from(row.root_hash)))
      note({ leaf_index: null, audit_id: '(unknown)', fault: `the checkpoint of size ${row.tree_size} is not one the log's key signed` })
    expect(row.tree_size, {
      root: Buffer.from(row.root_hash),
      fault: `the tree no longer matches the checkpoint signed at size ${row.tree_size}`,
    })
  }
  const epoch = await readEpoch(db)
  const base = epoch.note ? (openOwn(services, epoch.note)?.size ?? 0) : Number.POSITIVE_INFINITY
  for (const head of heads) {
    if (!concerns(services, head, epoch)) continue
    // What a restore has lost was said when it was made.
    if (head.epoch < epoch.epoch && head.size > base) continue
    if (!notes.has(head.note) && head.epoch === epoch.epoch && head.note !== epoch.note)
      note({ leaf_index: null, audit_id: '(unknown)', fault: `the checkpoint signed at size ${head.size} was deleted`, head: true })
    expect(head.size, {
      root: Buffer.from(head.root, 'base64'),
      fault: `the tree no longer matches the head signed at size ${head.size}, kept since ${head.at}`,
      head: true,
    })
  }
  return expected
}

/** Whether a kept head is about this log: its own, and in production any other's under the same key. */
const concerns = (services: Services, head: { log_id: string; note: string }, { log_id, epoch }: Epoch): boolean =>
  openOwn(services, head.note) !== null && (head.log_id === log_id || (services.config.production && epoch === 1))

async function findStrays({ connection: { db } }: Services, note: Note): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select a.id from audit_logs a left join log_entries e on e.audit_id = a.id left join (select unnest(string_to_array(audit_id, ',')) as audit_id from log_pending) p on p.audit_id = a.id where e.audit_id is null and p.audit_id is null limit 100`,
  )
  for (const stray of rows) note({ leaf_index: null, audit_id: stray.id, fault: 'the audit row is not in the tree' })
}
