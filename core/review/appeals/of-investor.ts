import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openCase } from '#core/record/cases/open.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import { readStatus } from '#core/securities/investors/present.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, decisions, investors, organizations, persons, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import {
  ANSWER_DAYS,
  APPEAL_DAYS,
  type Appeal,
  type AppealView,
  appealEvent,
  appealOf,
  appealView,
  DAY_MS,
  IDENTITY_APPEAL,
  presentAppeal,
  sealStatement,
} from './appeal.ts'

export const appealIdentityInput = z.strictObject({
  statement: z
    .string()
    .trim()
    .min(10, 'Say in at least 10 characters why the refusal is wrong')
    .max(4_000, 'At most 4,000 characters')
    .meta({ description: 'Why the refusal is wrong, in the investor’s words. Kept sealed' }),
})

/** When the identity of an investor was rejected last, or null while it is not. */
function rejectedAt(row: InvestorRow): number | null {
  if (readStatus(row.identity_status) !== 'rejected') return null
  const entry = row.history.find((one) => one.field === 'identity_status' && one.to === 'rejected')
  return entry ? Date.parse(String(entry.at)) : row.updated_at.getTime()
}

/** The newest appeal of an investor's identity, or null. */
export async function identityAppeal(db: Queryable, ctx: Ctx, investorId: string): Promise<CaseRow | null> {
  const [row] = await db
    .select()
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, investorId), eq(cases.kind, IDENTITY_APPEAL))))
    .orderBy(desc(cases.created_at), desc(cases.id))
    .limit(1)
  return row ?? null
}

/** Until when this rejection can be appealed: once, within 30 days. Null when it cannot. */
export function identityAppealableUntil(row: InvestorRow, appeal: CaseRow | null, now: number): string | null {
  const at = rejectedAt(row)
  if (at === null || (appeal && (appeal.status !== 'decided' || appeal.created_at.getTime() >= at))) return null
  const until = at + APPEAL_DAYS * DAY_MS
  return until > now ? new Date(until).toISOString() : null
}

/** Opens an appeal within the caller's transaction; the investor must be locked. Throws `invalid_transition` when there is none to open. */
export async function openIdentityAppeal(
  tx: Tx,
  ctx: Ctx,
  row: InvestorRow,
  statement: string,
  proof = ctx.actor.type === 'user' ? 'account' : 'organization',
): Promise<Written<{ success: true } & AppealView>> {
  if (!identityAppealableUntil(row, await identityAppeal(tx, ctx, row.id), ctx.now))
    throw new AppError(
      'invalid_transition',
      'This cannot be appealed: the identity is not rejected, was rejected more than 30 days ago, or was appealed already.',
    )
  const person = await findScoped(tx, persons, ctx, row.person_id)
  const wallet = row.wallet_id ? await findScoped(tx, wallets, ctx, row.wallet_id) : null
  const id = newId('appeal', ctx.now)
  const keyId = person && !person.erased_at ? person.subject_key_id : tenantKeyId(ctx)
  const named = eq(organizations.id, ctx.organizationId)
  const [organization] = await tx.select({ name: organizations.name }).from(organizations).where(named).limit(1)
  const before = await tx
    .select()
    .from(cases)
    .where(
      inScope(
        cases,
        ctx,
        and(
          eq(cases.subject_id, row.id),
          inArray(cases.kind, ['verification_identity', 'identity_revocation']),
          eq(cases.status, 'decided'),
        ),
      ),
    )
    .orderBy(desc(cases.decided_at))
    .limit(1)
  const about = and(eq(screenings.subject_type, 'investor'), eq(screenings.subject_id, row.id), eq(decisions.outcome, 'deny'))
  const [denied] = await tx
    .select({ id: decisions.id, at: decisions.evaluated_at })
    .from(screenings)
    .innerJoin(decisions, eq(decisions.id, screenings.decision_id))
    .where(inScope(screenings, ctx, about))
    .orderBy(desc(screenings.created_at), desc(screenings.id))
    .limit(1)
  // Where the rules alone refused, theirs is the decision that whoever answers has to read.
  const byRules = denied && (!before[0]?.decided_at || denied.at > before[0].decided_at)
  const opened = await openCase(tx, ctx, {
    kind: IDENTITY_APPEAL,
    subject: { type: 'investor', id: row.id },
    decisionId: byRules ? denied.id : (before[0]?.decision_id ?? null),
    priority: 60,
    summary: 'An investor appeals against the rejection of the identity',
    details: { ...(row.user_id && { user_id: row.user_id }) },
    deadlineMs: ANSWER_DAYS * DAY_MS,
  })
  const appeal: Appeal = {
    id,
    opened_at: new Date(ctx.now).toISOString(),
    wallet_id: wallet?.id ?? '',
    wallet_address: wallet?.address ?? '',
    family: wallet?.family === 'solana' ? 'solana' : 'evm',
    proof,
    check_id: null,
    check: 'investor.verify',
    market: 'securities',
    reason_classes: ['identity'],
    decided_by: before
      .flatMap((one) => [one.first_approval?.by, one.second_approval?.by])
      .filter((by): by is string => typeof by === 'string'),
    previous: null,
    statement_key_id: keyId,
    statement_sealed: await sealStatement(tx, ctx, keyId, id, statement),
  }
  const [stored] = await tx
    .update(cases)
    .set({ appeal: appeal as unknown as Record<string, unknown> })
    .where(inScope(cases, ctx, eq(cases.id, opened.id)))
    .returning()
  return {
    result: { success: true, ...presentAppeal(stored!, organization?.name ?? 'An organisation') },
    audit: {
      action: 'appeal_opened',
      category: 'user',
      subject: { type: 'case', id: opened.id },
      details: { appeal_id: appeal.id, investor_id: row.id, proof: appeal.proof },
    },
    events: [...opened.events, appealEvent('appeal.opened', opened.id, appeal)],
  }
}

/**
 * Appeals against the rejection of an investor's identity, once and within 30 days. Others than who rejected answer; upheld by
 * two, the identity is pending again and can be verified anew. Throws `not_found`, `invalid_transition`.
 */
export const appealIdentity = defineVerb({
  name: 'investors.appeal',
  permission: 'investors.write',
  input: byId('Investor id, inv_…').extend(appealIdentityInput.shape),
  output: appealView.extend({ success: z.literal(true) }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, investors, ctx, input.id)
      if (!row) throw notFound()
      return openIdentityAppeal(tx, ctx, row, input.statement)
    })
  },
})

export const appealStanding = (row: CaseRow | null) => (row && appealOf(row) ? presentAppeal(row, '') : null)
