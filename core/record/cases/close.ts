import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { EventInput } from '../events/events.ts'
import { decidedEvent, outcomeWord } from './steps.ts'

/** Closes the open case about something that was settled elsewhere, by whoever may do that there. Returns its events. With `keepMatches`, one about a possible match stays. */
export async function closeCases(
  tx: Tx,
  ctx: Ctx,
  p: { subjectId: string; kind: string; outcome: 'release' | 'refuse'; reasonCode?: string; keepMatches?: boolean },
): Promise<EventInput[]> {
  const at = new Date(ctx.now)
  const outcome = outcomeWord({ kind: p.kind }, p.outcome)
  const word = { by: ctx.actor.id, at: at.toISOString(), outcome: p.outcome, reason_code: p.reasonCode ?? 'settled_elsewhere' }
  const rows = await tx
    .update(cases)
    .set({ status: 'decided', outcome, decided_at: at, first_approval: word, second_approval: null })
    .where(
      inScope(
        cases,
        ctx,
        and(
          eq(cases.subject_id, p.subjectId),
          eq(cases.kind, p.kind),
          ne(cases.status, 'decided'),
          p.keepMatches ? sql`${cases.details} ->> 'possible_match' is distinct from 'true'` : undefined,
        ),
      ),
    )
    .returning()
  return rows.map((row) => decidedEvent(row, outcome))
}
