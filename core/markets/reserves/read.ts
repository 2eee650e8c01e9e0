import { and, desc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import type { Services } from '#core/kernel/services.ts'
import { checkpointOver } from '#core/record/audit/checkpoint.ts'
import { logOrigin, logVerifierKey } from '#core/record/audit/epoch.ts'
import { readProof, treeSize } from '#core/record/audit/read-nodes.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { auditBody } from '#core/record/log/append.ts'
import { defineVerb } from '#core/record/verb.ts'
import { inclusionPlan } from '#credentials/merkle.ts'
import { buildReceipt, type Receipt } from '#credentials/receipt.ts'
import { auditLogs, decisions, logEntries, organizations, reserveStatements } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { presentStatement, type StatementRow, statementAnswer, statementRecord, type WireStatement } from './present.ts'
import { isLate, publishedStatement } from './publish.ts'

const listStatementsQuery = z.strictObject({
  ...pageQuery,
  token: z.string().max(20).optional(),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
})

/** The caller's statements, newest first, every version of each month. */
export const listStatements = defineVerb({
  name: 'stablecoins.list_statements',
  permission: 'reserves.read',
  input: listStatementsQuery,
  output: listOf(statementAnswer),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'reserve_statements', input.cursor)
    const which = and(
      input.token ? eq(reserveStatements.token, input.token) : undefined,
      input.month ? eq(reserveStatements.month, input.month) : undefined,
      olderThan(reserveStatements, after),
    )
    const rows = await ctx.db
      .select()
      .from(reserveStatements)
      .where(inScope(reserveStatements, ctx, which))
      .orderBy(...newestFirst(reserveStatements))
      .limit(input.limit + 1)
    const present = (row: StatementRow) => ({ ...presentStatement(row, ctx.services.config.publicUrl), late: isLate(row) })
    return { success: true as const, ...pageOf(ctx, 'reserve_statements', rows, input.limit, present, placeOf) }
  },
})

/** One statement with the decision on it. */
export const getStatement = defineVerb({
  name: 'stablecoins.get_statement',
  permission: 'reserves.read',
  input: byId('Statement id, rsv_…'),
  output: publishedStatement,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, reserveStatements, ctx, input.id)
    if (!row) throw notFound()
    return {
      success: true as const,
      ...presentStatement(row, ctx.services.config.publicUrl),
      late: isLate(row),
      decision: await decisionOf(ctx, row),
    }
  },
})

async function decisionOf({ services }: Pick<Ctx, 'services'>, statement: StatementRow) {
  const { db } = services.connection
  const [row] = await db.select().from(decisions).where(eq(decisions.id, statement.decision_id)).limit(1)
  return presentDecision(row!, await readResult(db, row!), { publicUrl: services.config.publicUrl, receipt: null })
}

export interface PublicStatement extends WireStatement {
  issuer: string
  environment: Environment
  late: boolean
  outcome: 'allow' | 'deny' | 'review'
  /** What the rules say of it, notes included. */
  findings: { code: string; result: string; message: string | null; citation: { label: string; url: string | null } | null }[]
  /** The version that took its place. */
  superseded_by: string | null
  others: { id: string; month: string; version: number; ratio: string | null }[]
  /** Its proof is at `url`; the key checks it. */
  receipt: { log_index: number; tree_size: number; url: string; verifier_key: string } | null
}

/** What anybody may read of a statement: all of it, what the rules say of it, and its place in the log. Null when there is none. */
export async function readPublicStatement(services: Services, id: string): Promise<PublicStatement | null> {
  const { db } = services.connection
  const [found] = await db
    .select({ row: reserveStatements, issuer: organizations.name })
    .from(reserveStatements)
    .innerJoin(organizations, eq(organizations.id, reserveStatements.organization_id))
    .where(eq(reserveStatements.id, id))
    .limit(1)
  if (!found) return null
  const { row, issuer } = found
  const scope = { organizationId: row.organization_id, environment: row.environment }
  const sameToken = eq(reserveStatements.token, row.token)
  const [others, [next], leaf, decision] = await Promise.all([
    db
      .selectDistinctOn([reserveStatements.month])
      .from(reserveStatements)
      .where(inScope(reserveStatements, scope, sameToken))
      .orderBy(desc(reserveStatements.month), desc(reserveStatements.version))
      .limit(13),
    db
      .select({ id: reserveStatements.id })
      .from(reserveStatements)
      .where(
        inScope(
          reserveStatements,
          scope,
          and(sameToken, eq(reserveStatements.month, row.month), gt(reserveStatements.version, row.version)),
        ),
      )
      .orderBy(reserveStatements.version)
      .limit(1),
    leafOf(services, id),
    decisionOf({ services }, row),
  ])
  const { publicUrl } = services.config
  return {
    ...presentStatement(row, publicUrl),
    issuer,
    environment: row.environment as Environment,
    late: isLate(row),
    outcome: decision.outcome,
    findings: decision.rules.map(({ code, result, message, citation }) => ({ code, result, message, citation })),
    superseded_by: next?.id ?? null,
    others: others
      .filter((one) => one.month !== row.month)
      .map((one) => ({ id: one.id, month: one.month, version: one.version, ratio: one.ratio })),
    receipt: leaf?.entry
      ? {
          log_index: leaf.entry.leaf_index,
          tree_size: await treeSize(db),
          url: `${publicUrl}/reserves/${id}/receipt`,
          verifier_key: await logVerifierKey(services),
        }
      : null,
  }
}

async function leafOf({ connection: { db } }: Pick<Services, 'connection'>, id: string) {
  const [leaf] = await db
    .select({ audit: auditLogs, entry: logEntries })
    .from(auditLogs)
    .leftJoin(logEntries, eq(logEntries.audit_id, auditLogs.id))
    .where(and(eq(auditLogs.subject_id, id), eq(auditLogs.action, 'reserve_statement_published')))
    .limit(1)
  return leaf ?? null
}

/** Proof that a statement stands in the public log as it is shown, for anybody; checkable offline. Throws `not_found`. */
export async function statementReceipt(services: Services, id: string): Promise<Receipt> {
  const { db } = services.connection
  const [row] = await db.select().from(reserveStatements).where(eq(reserveStatements.id, id)).limit(1)
  const leaf = await leafOf(services, id)
  const covered = row && leaf && (await checkpointOver(services, leaf.audit.id))
  if (!row || !leaf || !covered) throw notFound()
  const { leaf_index, size, note } = covered
  return buildReceipt({
    entry: auditBody(leaf.audit),
    documents: { statement: statementRecord(row) },
    origin: await logOrigin(services),
    index: leaf_index,
    size,
    proof: await readProof(db, inclusionPlan(leaf_index, size)),
    checkpoint: note,
  })
}
