import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import type { EventInput } from '../events.ts'
import type { Screened, SubjectToScreen } from '../screenings/screen-subject.ts'
import { subjectKey } from '../screenings/subject-key.ts'
import type { ExceptionRow } from './apply.ts'
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
          ne(exceptions.subject_hash, screened.subjectHash),
          inArray(exceptions.state, ['proposed', 'active']),
        ),
      ),
    )
    .returning()
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
  const events: EventInput[] = []
  for (const row of rows) {
    const hash = now.get(row.entity_id) ?? null
    if (hash === row.entity_hash) continue
    const changes = ended(ctx, hash === null ? 'entry_removed' : 'entry_changed')
    await tx
      .update(exceptions)
      .set(changes)
      .where(inScope(exceptions, ctx, eq(exceptions.id, row.id)))
    events.push(exceptionEvent('exception.voided', { ...row, ...changes }))
  }
  return events
}

const ended = (ctx: Ctx, reason: string): Pick<ExceptionRow, 'state' | 'end_reason' | 'ended_at'> => ({
  state: 'voided',
  end_reason: reason,
  ended_at: new Date(ctx.now),
})
