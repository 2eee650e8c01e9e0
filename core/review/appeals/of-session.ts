import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { endEvidence } from '#core/identity/evidence/manage.ts'
import { IDENTITY_EVIDENCE, IDENTITY_REVIEW } from '#core/identity/sessions/conclude.ts'
import { openIdentitySession } from '#core/identity/sessions/open.ts'
import { type SessionRow, sessionEvent } from '#core/identity/sessions/present.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, evidence, identitySessions, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { ANSWER_DAYS, APPEAL_DAYS, type Appeal, appealEvent, DAY_MS, IDENTITY_APPEAL, sealStatement } from './appeal.ts'
import { appealIdentityInput } from './of-investor.ts'

/** For how long a session is open again once its appeal was upheld. */
const AGAIN_DAYS = 7

/** The appeal of a session, or null: there is one at most. */
async function appealOfSession(db: Queryable, ctx: Ctx, id: string): Promise<CaseRow | null> {
  const [row] = await db
    .select()
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, id), eq(cases.kind, IDENTITY_APPEAL))))
    .orderBy(desc(cases.created_at))
    .limit(1)
  return row ?? null
}

/** What the page of a session says of an appeal against its rejection. */
export interface SessionAppeal {
  /** Until when its person may; null where they cannot, or did. */
  possible_until: string | null
  opened_at: string | null
  /** By when it is answered, while it waits. */
  answer_by: string | null
}

/**
 * How it stands with an appeal of whoever proves who they are in a session; null while it is not rejected. A wallet and an investor have a way of
 * their own; this is for people behind a company, who have neither.
 */
export async function sessionAppeal(db: Queryable, ctx: Ctx, session: SessionRow): Promise<SessionAppeal | null> {
  if (session.status !== 'rejected' || session.wallet_id || session.investor_id) return null
  const appeal = await appealOfSession(db, ctx, session.id)
  const until = session.updated_at.getTime() + APPEAL_DAYS * DAY_MS
  return {
    possible_until: until > ctx.now && !appeal ? new Date(until).toISOString() : null,
    opened_at: appeal?.created_at.toISOString() ?? null,
    answer_by: appeal && appeal.status !== 'decided' ? appeal.deadline.toISOString() : null,
  }
}

/**
 * Appeals against the rejection of a session by who proves who they are in it: once, within 30 days. Others than who rejected answer. Throws
 * `not_found`, `invalid_transition`, `validation_failed`.
 */
export const appealOwnSession = definePageVerb({
  name: 'identity_sessions.appeal_own',
  permission: null,
  input: appealIdentityInput.extend({ token: z.string().max(200) }),
  run: async ({ ctx: caller, input }): Promise<{ success: true }> => {
    const { ctx, session: seen } = await openIdentitySession(caller, input.token)
    return write(ctx, async (tx) => {
      const session = await lockScoped(tx, identitySessions, ctx, seen.id)
      const person = session?.person_id ? await findScoped(tx, persons, ctx, session.person_id) : null
      if (!session || person?.erased_at || !(await sessionAppeal(tx, ctx, session))?.possible_until)
        throw new AppError(
          'invalid_transition',
          'This cannot be appealed here: it is not rejected, was more than 30 days ago, was appealed already, or has a way of its own.',
        )
      const opened = await openCase(tx, ctx, {
        kind: IDENTITY_APPEAL,
        subject: { type: 'identity_session', id: session.id },
        priority: 60,
        summary: 'Somebody appeals against the rejection of who they are',
        details: { session_id: session.id, person_id: session.person_id, opened_by: session.created_by },
        deadlineMs: ANSWER_DAYS * DAY_MS,
      })
      const id = newId('appeal', ctx.now)
      const appeal: Appeal = {
        ...{ id, opened_at: new Date(ctx.now).toISOString(), wallet_id: '', wallet_address: '', family: 'evm', proof: 'session' },
        ...{ check_id: null, check: null, market: null, reason_classes: ['identity'], previous: null },
        decided_by: await decidersOf(tx, ctx, session.id),
        statement_key_id: session.subject_key_id,
        statement_sealed: await sealStatement(tx, ctx, session.subject_key_id, id, input.statement),
      }
      await tx
        .update(cases)
        .set({ appeal: appeal as unknown as Record<string, unknown> })
        .where(inScope(cases, ctx, eq(cases.id, opened.id)))
      return {
        result: { success: true as const },
        audit: {
          action: 'appeal_opened',
          category: 'user',
          subject: { type: 'case', id: opened.id },
          details: { appeal_id: id, session_id: session.id, proof: appeal.proof },
        },
        events: [...opened.events, appealEvent('appeal.opened', opened.id, appeal)],
      }
    })
  },
})

/** Who rejected: they do not answer the appeal. */
async function decidersOf(tx: Tx, ctx: Ctx, sessionId: string): Promise<string[]> {
  const before = and(
    eq(cases.subject_id, sessionId),
    inArray(cases.kind, [IDENTITY_REVIEW, IDENTITY_EVIDENCE]),
    eq(cases.status, 'decided'),
  )
  const rows = await tx
    .select()
    .from(cases)
    .where(inScope(cases, ctx, before))
  const people = rows.flatMap((row) => [row.first_approval?.by, row.second_approval?.by])
  return [...new Set(people.filter((by): by is string => typeof by === 'string'))]
}

/**
 * Upheld: the session is open again for a week, and what was found against the person is taken back. Nothing is verified by this alone.
 * Throws `invalid_transition` where it is not rejected any more.
 */
export async function upholdSession(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  appeal: Appeal,
  people: { author: string; approver: string },
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const session = await lockScoped(tx, identitySessions, ctx, row.subject_id)
  if (!session) throw notFound()
  if (session.status !== 'rejected')
    throw new AppError('invalid_transition', `The session is ${session.status} by now, so nothing is left to uphold. Refuse it.`)
  const against = session.evidence_id ? await lockScoped(tx, evidence, ctx, session.evidence_id) : null
  const ended = against?.state === 'rejected' ? await endEvidence(tx, ctx, against, 'appeal_upheld') : null
  const [now] = await tx
    .update(identitySessions)
    .set({
      ...{ status: 'open', reason_code: null, evidence_id: null, method: null, tries: 0, external_id: null, ask_at: null },
      ...(session.provider_named ? {} : { provider: null }),
      expires_at: new Date(ctx.now + AGAIN_DAYS * DAY_MS),
      updated_at: new Date(ctx.now),
    })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  return {
    what: 'appeal upheld',
    audit: [
      {
        action: 'identity_appeal_upheld',
        category: 'user',
        subject: { type: 'identity_session', id: session.id },
        details: { case_id: row.id, asked_by: people.author, countersigned_by: people.approver },
      },
      ...(ended?.audit ?? []),
    ],
    events: [...(ended?.events ?? []), sessionEvent({ ...now!, status: 'open' }), appealEvent('appeal.upheld', row.id, appeal)],
  }
}
