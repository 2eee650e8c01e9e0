import { and, inArray, sql } from 'drizzle-orm'
import type { Approval } from '#core/access/second-person/approval.ts'
import { caseCtx, isAnsweredByPlatform, isHiddenFrom, isOfHolder, isOperator } from '#core/access/second-person/scope.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { isMemberOf } from '#core/kernel/members.ts'
import { may } from '#core/kernel/permissions.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { openEvidence } from '#core/screening/exceptions/evidence.ts'
import { offeringAskedAbout } from '#core/securities/offerings/cancel.ts'
import { cases, users } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { appealOf, readStatement } from '../appeals/appeal.ts'
import {
  approvalOf,
  type CaseView,
  type Desk,
  isIdentityCase,
  looksAnew,
  type NamedCase,
  nameCases,
  onDesk,
  PROPOSED,
  presentCase,
  queueOrder,
} from './case.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { type IdentityFile, identityFileOf } from './identity-file.ts'
import { readAnswer, shownQuestion } from './question.ts'
import { caseAnswer } from './shape.ts'

/**
 * One case, with the words that its list leaves out; who read a holder's appeal is kept in the log. Throws `not_found`, also for what is about
 * the caller or what a colleague shows of themselves.
 */
export const getCase = defineVerb({
  name: 'cases.get',
  permission: 'cases.read',
  input: byId('Id of the case'),
  output: caseAnswer,
  run: async ({ ctx, input }) => {
    const { tenant, row, shown } = await readCase(ctx, input.id)
    const result = { success: true as const, ...shown }
    return row.appeal ? noted(tenant, row, result) : result
  },
})

/** A case with everything a reviewer needs to decide. */
export interface CaseFile extends NamedCase {
  /** Whether the reader may decide it, and not only read. */
  decides: boolean
  /** Whether the people whose desk it lies on are told of it alone, and Sealwright answers it. */
  theirs: boolean
  evidence: Evidence
  /** Of a case about somebody's identity: what was told, typed and shown. */
  identity: IdentityFile | null
  /** Of a case about an offering's terms, or about cancelling it: how it stands now. */
  offering: Awaited<ReturnType<typeof offeringAskedAbout>>
  /** The case after this one in the queue, for going on without the list. */
  next: string | null
  history: { at: string; by: string; what: string; note: string | null }[]
  /** The words of those who proposed or decided, with who they are and how that was known. */
  words: (Pick<Approval, 'by' | 'at' | 'outcome' | 'reason_code' | 'note' | 'method' | 'act_hash'> & { email: string })[]
}

/**
 * How somebody was screened, and which rules only officers read: for those who decide cases or audit them. Of an identity and an
 * accreditation the file is what is decided about, so nothing of it.
 */
function forReader({ actor }: Ctx, row: CaseRow, evidence: Evidence): Evidence {
  const file = isIdentityCase(row.kind) || row.kind === 'accreditation_review'
  if (!file && (may(actor, 'cases.decide') || may(actor, 'audit_log.read'))) return evidence
  const { decision } = evidence
  return {
    ...evidence,
    ...{ query: null, candidates: [], others: [], demoted: [], lists: [] },
    decision: decision && { ...decision, rules: decision.rules.filter((rule) => !rule.officer_only) },
  }
}

/**
 * One case with the evidence opened, for the people whose desk it lies on; who read it is kept in the log. Throws `not_found`, also for
 * what a colleague shows of themselves.
 */
export const openCaseFile = definePageVerb({
  name: 'cases.open_file',
  permission: 'cases.read',
  input: byId(),
  run: async ({ ctx, input }): Promise<CaseFile> => {
    const { tenant, row, shown } = await readCase(ctx, input.id)
    // The platform's own is opened by whoever is not of the organisation, or answers for the platform within it.
    const holders = await isOfHolder(ctx.db, row.id)
    const desk: Desk = isOperator(ctx) && (holders || tenant.organizationId !== ctx.organizationId) ? 'platform' : 'own'
    const theirs = desk === 'own' && !isOperator(ctx) && (await isAnsweredByPlatform(tenant, row.id))
    const unread = looksAnew(row)
    const given = [row.first_approval, row.second_approval].flatMap((one) => approvalOf(one) ?? [])
    const history = (row.details.history as CaseFile['history'] | undefined) ?? []
    const [evidence, identity, [following], offering, named] = await Promise.all([
      evidenceOf(tenant, row),
      identityFileOf(tenant, row),
      ctx.db
        .select({ id: cases.id })
        .from(cases)
        .where(onDesk(ctx, desk, sql`${cases.status} <> 'decided'`, sql`${cases.id} <> ${row.id}`))
        .orderBy(queueOrder)
        .limit(1),
      offeringAskedAbout(tenant, row),
      nameCases(
        ctx,
        [shown],
        [...given, ...history].map((one) => one.by),
      ),
    ])
    const { data, emailOf } = desk === 'platform' ? named : await amongColleagues(ctx, named)
    const result: CaseFile = {
      ...data[0]!,
      evidence: desk === 'platform' ? evidence : forReader(ctx, row, evidence),
      decides: !theirs && may(ctx.actor, 'cases.decide'),
      theirs,
      identity,
      offering,
      next: following?.id ?? null,
      history: history.map((line) => ({ ...line, by: emailOf(line.by), note: unread && line.what === PROPOSED ? null : line.note })),
      words: given.map(({ by, at, outcome, reason_code, note, method, act_hash }) => ({
        ...{ by, email: emailOf(by), at, outcome, reason_code, method, act_hash },
        note: unread ? null : note,
      })),
    }
    return evidence.query || evidence.accreditation || evidence.others.length || identity || row.appeal
      ? noted(tenant, row, result)
      : result
  },
})

type Named = Awaited<ReturnType<typeof nameCases>>

/** An organisation's people read the addresses of their colleagues, and of nobody else who had a word on a case. */
async function amongColleagues(ctx: Ctx, { data, emailOf, people }: Named): Promise<Named> {
  const mine = and(inArray(users.id, people), isMemberOf(ctx.db, ctx.organizationId))
  const colleagues = people.length ? await ctx.db.select({ id: users.id }).from(users).where(mine) : []
  const own = (id: string) => (colleagues.some((one) => one.id === id) ? emailOf(id) : id.startsWith('usr_') ? 'somebody else' : id)
  return { people, data: data.map((row) => ({ ...row, assigned_email: row.assigned_to && own(row.assigned_to) })), emailOf: own }
}

async function readCase(ctx: Ctx, id: string): Promise<{ tenant: Ctx; row: CaseRow; shown: CaseView }> {
  const tenant = await caseCtx(ctx, id)
  if (await isHiddenFrom(tenant, id)) throw notFound()
  const row = (await findScoped(ctx.db, cases, tenant, id))!
  const presented = presentCase(row, tenant.now)
  // Which authority asks for a file, and for what, is for whoever may read the erasure.
  const { authority, opened_for } = row.details
  const shown =
    authority !== undefined && may(ctx.actor, 'erasures.read')
      ? { ...presented, details: { ...presented.details, authority, opened_for } }
      : presented
  const appeal = appealOf(row)
  const [answer, statement, evidence] = await Promise.all([
    readAnswer(ctx, row),
    appeal && readStatement(ctx, appeal),
    shown.proposal && openEvidence(ctx.db, ctx, id, approvalOf(row.first_approval)?.evidence ?? null),
  ])
  const proposal = shown.proposal && {
    ...shown.proposal,
    differences: evidence?.differences ?? [],
    document_sha256: shown.proposal.document_sha256 ?? evidence?.document_sha256 ?? null,
  }
  return { tenant, row, shown: { ...shown, proposal, question: shownQuestion(row, answer), appeal: { ...shown.appeal, statement } } }
}

// no event: reading changes nothing; the log keeps who read it.
const noted = <T>(tenant: Ctx, row: CaseRow, result: T): Promise<T> =>
  write(
    { ...tenant, idempotency: null },
    async (): Promise<Written<T>> => ({
      result,
      audit: { action: 'case_read', category: 'admin', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
    }),
  )
