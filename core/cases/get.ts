import { sql } from 'drizzle-orm'
import { cases } from '#db/schema.ts'
import { mailAddresses } from '../accounts/people.ts'
import { appealOf, readStatement } from '../appeals/appeal.ts'
import type { Ctx, Environment } from '../context.ts'
import { notFound } from '../errors.ts'
import { tenantCtx } from '../holders/personal.ts'
import { cancellationFacts } from '../offerings/cancel.ts'
import { write } from '../transaction.ts'
import { requireAdmin } from '../users/admin-only.ts'
import { type CaseView, findCase, presentCases, queueOrder, visibleTo } from './case.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { readAnswer, shownQuestion } from './question.ts'

export interface CaseDetail extends CaseView {
  details: Record<string, unknown>
  evidence: Evidence
  /** Of a case in which an issuer asks to cancel an offering: what is left in it. */
  offering: Awaited<ReturnType<typeof cancellationFacts>>
  /** The case after this one in the queue, for going on without the list. */
  next: string | null
  history: { at: string; by: string; what: string; note: string | null }[]
  /** The holder's appeal against the refusal, in their own words; null statement once it was erased. */
  appeal: { opened_at: string; reason_classes: string[]; statement: string | null } | null
  /** What was asked of the person or the organisation, and their answer. */
  question: ReturnType<typeof shownQuestion>
}

/** One case with the evidence opened for the reviewer; who read it is kept in the log. Throws `not_found`. */
export async function getCase({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<CaseDetail> {
  await requireAdmin(ctx, 'cases.read')
  const row = await findCase(ctx.db, ctx, input.id)
  if (!row) throw notFound()
  const tenant = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
  const [[shown], evidence, [following], offering] = await Promise.all([
    presentCases(ctx, [row]),
    evidenceOf(tenant, row),
    ctx.db
      .select({ id: cases.id })
      .from(cases)
      .where(visibleTo(ctx, sql`${cases.status} <> 'decided'`, sql`${cases.id} <> ${row.id}`))
      .orderBy(queueOrder)
      .limit(1),
    cancellationFacts(tenant, row),
  ])
  const { history, question: _, ...details } = row.details as { history?: CaseDetail['history']; question?: unknown }
  const mailOf = await mailAddresses(
    ctx.db,
    ctx.services,
    (history ?? []).map((line) => line.by),
  )
  const appealed = appealOf(row)
  const appeal = appealed && {
    opened_at: appealed.opened_at,
    reason_classes: appealed.reason_classes,
    statement: await readStatement(ctx, appealed),
  }
  const result = {
    ...shown!,
    details,
    evidence,
    offering,
    next: following?.id ?? null,
    history: (history ?? []).map((line) => ({ ...line, by: mailOf.get(line.by) ?? line.by })),
    appeal,
    question: shownQuestion(row, await readAnswer(ctx, row)),
  }
  if (!evidence.query && !appeal) return result
  // no event: reading changes nothing; the log keeps who read it.
  return write({ ...tenant, idempotency: null }, async () => ({
    result,
    audit: { action: 'case_read', category: 'admin', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
  }))
}
