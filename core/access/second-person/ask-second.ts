import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { AskedKind } from '#core/record/cases/asked-kinds.ts'
import { openCase } from '#core/record/cases/open.ts'
import { historyLine } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { cases } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { actHash, sha256 } from './approval.ts'

/** Why something is asked for, as the operations take it. */
interface AskedWord {
  reason_code: string
  note?: string | null | undefined
  document_sha256?: string | null | undefined
}

/** What waits for another person, as answers show it. */
export interface SecondPerson {
  case_id: string
  status: 'awaiting_second'
  asked_by: string
  asked_at: string
  answer_by: string
}

interface Asking {
  kind: AskedKind
  subject: { type: string; id: string }
  summary: string
  word: AskedWord
  details?: Record<string, unknown>
  /** What of the details tells it from something else of this kind that is asked for about the same. */
  like?: Record<string, unknown> | undefined
  /** Who asks, where a system carries out what a person said: that person is the first of the two. */
  by?: string
  /** The decision that leaves it to a person, where one does. */
  decisionId?: string
}

/**
 * Asks for something that takes two people: opens a case in which the caller's word is the first of two. Another person agrees
 * or declines in the review queue or with POST /v1/cases/{id}/decide. Throws `already_exists` when the same waits already.
 */
export async function askSecond(tx: Tx, ctx: Ctx, p: Asking): Promise<{ waits: SecondPerson; events: EventInput[] }> {
  const at = new Date(ctx.now).toISOString()
  const opened = await openCase(tx, ctx, {
    kind: p.kind,
    subject: p.subject,
    decisionId: p.decisionId ?? null,
    priority: 70,
    summary: p.summary,
    like: p.like,
    details: {
      ...p.details,
      reason_code: p.word.reason_code,
      ...(p.word.document_sha256 && { document_sha256: p.word.document_sha256 }),
      history: [historyLine(ctx, new Date(ctx.now), 'asked for it', p.word.note ?? p.word.reason_code)],
    },
  })
  if (!opened.opened)
    throw new AppError('already_exists', 'This was asked for already and waits for another person.', {
      extra: { existing_id: opened.id },
    })
  const note = p.word.note ?? p.word.reason_code
  const by = p.by ?? ctx.actor.id
  const act = actHash({
    case_id: opened.id,
    outcome: 'release',
    entities: [],
    note_sha256: sha256(note),
    step: 1,
    first: null,
    approver: by,
    round: 0,
  })
  const [row] = await tx
    .update(cases)
    .set({
      status: 'awaiting_second',
      first_approval: {
        by,
        at,
        outcome: 'release',
        reason_code: p.word.reason_code,
        note,
        document_sha256: p.word.document_sha256 ?? null,
        method: 'none',
        act_hash: act.toString('hex'),
        entities: [],
      },
    })
    .where(inScope(cases, ctx, eq(cases.id, opened.id)))
    .returning()
  return {
    waits: {
      case_id: opened.id,
      status: 'awaiting_second',
      asked_by: by,
      asked_at: at,
      answer_by: row!.deadline.toISOString(),
    },
    events: opened.events,
  }
}
