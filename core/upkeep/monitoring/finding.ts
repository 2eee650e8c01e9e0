import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { openCase } from '#core/record/cases/open.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Tx } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { parseDay, startOfLegalDay } from '#engine/dates.ts'
import type { Decision } from '#engine/decide.ts'
import type { FactsOf } from '#engine/facts/of-checks.ts'

export interface Finding {
  audit: [AuditInput, ...AuditInput[]]
  events: EventInput[]
}

/** The case of a finding: two people end it, as everything that a rule holds. */
const MONITORING_CASE = 'monitoring_review'
const WEEK_MS = 7 * 86_400_000

/**
 * Judges one matter by the rules of monitoring and records the decision, once: null when it was judged before. What a rule finds opens
 * a case with the day by which the law wants something done. The words of a case tell nobody that a report may be made
 * (31 USC 5318(g)(2)); which rule found what, the decision says to officers alone.
 */
export async function recordFinding(
  tx: Tx,
  ctx: Ctx,
  p: {
    facts: FactsOf<'monitoring'>
    market: string
    /** What is judged, under a name of its own: one matter about one thing is judged once. */
    subject: { type: string; id: string }
    subjectKeyId?: string
    walletAddress?: string | null
    /** Whether what was found is for a person; a pattern that the law leaves to the tenant is only recorded. */
    calls?: (found: Decision['rules']) => boolean
  },
): Promise<Finding | null> {
  const { facts, market, subject, subjectKeyId, walletAddress } = p
  await lockName(tx, ctx, `monitoring:${subject.id}`)
  const [before] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(inScope(decisions, ctx, and(eq(decisions.subject_id, subject.id), eq(decisions.subject_type, subject.type))))
    .limit(1)
  if (before) return null
  const decided = await recordDecision(tx, ctx, { facts, market, subject, subjectKeyId, walletAddress: walletAddress ?? null })
  const found = decided.engine.rules.filter((rule) => !['pass', 'not_applicable'].includes(rule.result))
  const opened =
    found.length && (p.calls?.(found) ?? true)
      ? await openCase(tx, ctx, {
          kind: MONITORING_CASE,
          subject: { type: 'decision', id: decided.decision.id },
          decisionId: decided.decision.id,
          priority: 60,
          summary: 'Monitoring found something that a person has to look at',
          details: { market, about: subject.id },
          deadlineMs: deadlineOf(ctx, found),
        })
      : null
  return { audit: [decided.audit], events: opened?.events ?? [] }
}

/** Until the end of the first day that a rule names, else a week. */
function deadlineOf(ctx: Ctx, found: Decision['rules']): number {
  const days = found
    .flatMap((rule) => (typeof rule.params?.due === 'string' ? [parseDay(rule.params.due)] : []))
    .filter((day) => day !== null)
  return days.length ? Math.max(startOfLegalDay(Math.min(...days) + 1) - ctx.now, 0) : WEEK_MS
}
