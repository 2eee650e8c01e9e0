import { asc, gt, inArray, sql } from 'drizzle-orm'
import { appendLeaves, EMPTY_FRONTIER, type Frontier, rootOf } from '#credentials/merkle.ts'
import { auditLogs, decisions, logCheckpoints, logEntries } from '#db/schema.ts'
import { decisionRecordHash, resultIsWhole } from '../decisions/record-hash.ts'
import { forgetParts, readResults } from '../decisions/result.ts'
import type { Services } from '../services.ts'
import { leafHash } from './append.ts'
import { sequenceLog } from './sequence.ts'

export interface AuditVerdict {
  whole: boolean
  size: number
  root: string
  /** What is wrong, in order of the tree; at most 100 are listed. */
  faults: { leaf_index: number | null; audit_id: string; fault: string }[]
}

/**
 * Recomputes the whole log from the rows as they are now: every leaf, every decision a leaf vouches for, the tree and its
 * checkpoints. Finds any edited, deleted or smuggled-in row and names it.
 */
export async function verifyAudit(services: Pick<Services, 'connection'>): Promise<AuditVerdict> {
  const { db } = services.connection
  await sequenceLog(services)
  forgetParts()
  const faults: AuditVerdict['faults'] = []
  const note = (leaf_index: number | null, audit_id: string, fault: string) => {
    if (faults.length < 100) faults.push({ leaf_index, audit_id, fault })
  }
  const checkpoints = new Map((await db.select().from(logCheckpoints)).map((c) => [c.tree_size, c.root_hash]))
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
    const rows = new Map(
      (
        await db
          .select()
          .from(auditLogs)
          .where(
            inArray(
              auditLogs.id,
              entries.map((e) => e.audit_id),
            ),
          )
      ).map((r) => [r.id, r]),
    )
    const decisionIds = [...rows.values()].flatMap((r) =>
      typeof r.details.decision_record === 'string' && r.subject_id ? [r.subject_id] : [],
    )
    const stored = decisionIds.length ? await db.select().from(decisions).where(inArray(decisions.id, decisionIds)) : []
    const results = await readResults(db, stored)
    const made = new Map(stored.map((row, i) => [row.id, { row, result: results[i] }]))
    for (const entry of entries) {
      if (entry.leaf_index !== last + 1) note(last + 1, '(unknown)', 'this leaf was deleted from the tree')
      last = entry.leaf_index
      const row = rows.get(entry.audit_id)
      if (!row) note(entry.leaf_index, entry.audit_id, 'the audit row was deleted')
      else {
        if (!Buffer.from(leafHash(row)).equals(Buffer.from(entry.leaf_hash))) note(entry.leaf_index, row.id, 'the audit row was edited')
        if (typeof row.details.decision_record === 'string' && row.subject_id) {
          const decision = made.get(row.subject_id)
          if (!decision) note(entry.leaf_index, row.id, `decision ${row.subject_id} was deleted`)
          else if (
            decisionRecordHash(decision.row) !== row.details.decision_record ||
            !decision.result ||
            !resultIsWhole(decision.row, decision.result)
          )
            note(entry.leaf_index, row.id, `decision ${row.subject_id} was edited`)
        }
      }
      frontier = appendLeaves(frontier, [entry.leaf_hash]).frontier
      const checkpoint = checkpoints.get(frontier.size)
      if (checkpoint && !rootOf(frontier).equals(Buffer.from(checkpoint)))
        note(entry.leaf_index, entry.audit_id, `the tree no longer matches the checkpoint signed at size ${frontier.size}`)
    }
  }
  for (const size of checkpoints.keys())
    if (size > frontier.size) note(null, '(unknown)', `leaves are missing: a checkpoint was signed at size ${size}`)
  const { rows: strays } = await db.execute<{ id: string }>(
    sql`select a.id from audit_logs a left join log_entries e on e.audit_id = a.id left join (select unnest(string_to_array(audit_id, ',')) as audit_id from log_pending) p on p.audit_id = a.id where e.audit_id is null and p.audit_id is null limit 100`,
  )
  for (const stray of strays) note(null, stray.id, 'the audit row is not in the tree')
  return { whole: faults.length === 0, size: frontier.size, root: rootOf(frontier).toString('hex'), faults }
}
