import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { appendAudit } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ExceptionRow } from '../matching/apply.ts'
import type { Screened, SubjectToScreen } from '../matching/screen-subject.ts'
import { subjectKey } from '../matching/subject-key.ts'
import { exceptionEvent } from './present.ts'

/**
 * Voids what was decided about this subject when its facts were others: a wallet checked with another name, birth date or
 * country is not the party the decision was about. Returns the events.
 */
export async function voidChangedSubject(tx: Tx, ctx: Ctx, subject: SubjectToScreen, screened: Screened): Promise<EventInput[]> {
  if (!subject.wallet_address || !subject.full_name || !screened.matches.length) return []
  const rows = await tx
    .update(exceptions)
    .set(ended(ctx, 'subject_changed'))
    .where(
      inScope(
        exceptions,
        ctx,
        and(
          eq(exceptions.subject_id, subjectKey(ctx, subject)),
          ne(exceptions.subject_hash, screened.subjectHash()),
          inArray(exceptions.state, ['proposed', 'active']),
        ),
      ),
    )
    .returning()
  await sayVoided(tx, ctx, rows)
  return rows.map((row) => exceptionEvent('exception.voided', row))
}

/**
 * Voids what was decided about entries that changed or left the list. `now` gives the hash of an entry's facts, null when it
 * is gone. Returns the events of this tenant.
 */
export async function voidChangedEntries(tx: Tx, ctx: Ctx, now: ReadonlyMap<string, string | null>): Promise<EventInput[]> {
  if (!now.size) return []
  const rows = await tx
    .select()
    .from(exceptions)
    .where(inScope(exceptions, ctx, and(inArray(exceptions.state, ['proposed', 'active']), inArray(exceptions.entity_id, [...now.keys()]))))
    .for('update')
  const voided: ExceptionRow[] = []
  for (const row of rows) {
    const hash = now.get(row.entity_id) ?? null
    if (hash === row.entity_hash) continue
    const changes = ended(ctx, hash === null ? 'entry_removed' : 'entry_changed')
    await tx
      .update(exceptions)
      .set(changes)
      .where(inScope(exceptions, ctx, eq(exceptions.id, row.id)))
    voided.push({ ...row, ...changes })
  }
  await sayVoided(tx, ctx, voided)
  return voided.map((row) => exceptionEvent('exception.voided', row))
}

/** One entry of the log for all that ended, so that none of them comes back into force without another. */
async function sayVoided(tx: Tx, ctx: Ctx, rows: readonly ExceptionRow[]): Promise<void> {
  if (!rows.length) return
  const standing = rows.map((row) => `exception:${row.id}` as const)
  await appendAudit(tx, ctx, [
    { action: 'exceptions_voided', category: 'system', details: { count: rows.length, reason: rows[0]!.end_reason }, standing },
  ])
}

const ended = (ctx: Ctx, reason: string): Pick<ExceptionRow, 'state' | 'end_reason' | 'ended_at'> => ({
  state: 'voided',
  end_reason: reason,
  ended_at: new Date(ctx.now),
})
