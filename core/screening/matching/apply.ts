import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Ctx, Sealing, Tenant } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Queryable } from '#db/connect.ts'
import { exceptions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { MOST_MATCHES } from './present.ts'
import type { ScreenedMatch, SubjectToScreen } from './screen-subject.ts'
import { isStrong } from './strong.ts'
import { subjectFactsHash, subjectKey } from './subject-key.ts'

export type ExceptionRow = typeof exceptions.$inferSelect

/**
 * Marks the matches a false-positive decision covers. It covers a match while it is active, not past its last day, and while
 * the facts of the subject and of the entry are those it was taken on; never an exact address or a strong name. `matches` are
 * the best; `every` looks all of them up, for when all of the best are covered.
 */
export async function markExceptions(
  db: Queryable,
  ctx: Sealing,
  subject: SubjectToScreen,
  matches: ScreenedMatch[],
  every: () => ScreenedMatch[],
): Promise<ScreenedMatch[]> {
  if (matches.every(isStrong)) return matches
  const rows = await activeExceptions(db, ctx, [subjectKey(ctx, subject)])
  return applyExceptions(ctx, subject, matches, rows, every)
}

/** Why a decision ended that was taken on facts which are others now. */
const CHANGED = ['entry_changed', 'subject_changed']

/** The decisions about these subjects, known by their keys: those in force, and those that ended because facts changed, the newest first. */
export async function activeExceptions(db: Queryable, ctx: Tenant, subjectKeys: string[]): Promise<ExceptionRow[]> {
  if (!subjectKeys.length) return []
  return db
    .select()
    .from(exceptions)
    .where(
      inScope(
        exceptions,
        ctx,
        and(
          inArray(exceptions.subject_id, subjectKeys),
          or(eq(exceptions.state, 'active'), and(eq(exceptions.state, 'voided'), inArray(exceptions.end_reason, CHANGED))),
        ),
      ),
    )
    .orderBy(desc(exceptions.created_at))
}

/** `markExceptions` with the decisions about this subject at hand. */
export function applyExceptions(
  ctx: Pick<Ctx, 'now' | 'services'>,
  subject: SubjectToScreen,
  matches: ScreenedMatch[],
  rows: readonly ExceptionRow[],
  every: () => ScreenedMatch[],
): ScreenedMatch[] {
  if (!rows.length || !matches.length) return matches
  const facts = subjectFactsHash(ctx, subject)
  const mark = markedBy(ctx, rows, facts)
  const marked = matches.map(mark)
  if (marked.some((match) => match.exception === null)) return marked
  // Behind those set aside may stand others, of which nobody decided anything: they must not be cleared with them.
  const others = every()
    .map(mark)
    .filter((match) => match.exception === null)
  return [...marked, ...others.slice(0, MOST_MATCHES)]
}

const markedBy =
  (ctx: Pick<Ctx, 'now'>, rows: readonly ExceptionRow[], facts: string) =>
  (match: ScreenedMatch): ScreenedMatch => {
    const about = rows.filter((r) => r.entity_id === match.entity_id && r.approved_at !== null && r.expires_at.getTime() > ctx.now)
    const now = { facts, entry: match.entry_hash }
    const row = about.find((r) => holds(r, now)) ?? about.find((r) => !sameFacts(r, now))
    if (!row || isStrong(match)) return match
    return {
      ...match,
      // One that was taken on other facts sets nothing aside; the rules are told of it, and say why it no longer holds.
      ...(holds(row, now) && {
        exception: { id: row.id, author: row.author, expires_at: row.expires_at.toISOString() },
      }),
      exception_facts: {
        author: row.approved_by!,
        requester: row.author,
        reason: row.reason,
        decided_on: rulesDay(row.approved_at!),
        expires_on: row.expires_at.toISOString().slice(0, 10),
        subject_hash: row.subject_hash,
        entry_hash: row.entity_hash,
      },
    }
  }

type Facts = { facts: string; entry: string }
const sameFacts = (row: ExceptionRow, now: Facts) => row.subject_hash === now.facts && row.entity_hash === now.entry
const holds = (row: ExceptionRow, now: Facts) => row.state === 'active' && sameFacts(row, now)
