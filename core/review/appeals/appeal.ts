import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { type CaseRow, resultOf } from '#core/record/cases/steps.ts'
import type { EventType } from '#core/record/events/event-types.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** How long a holder may appeal against a refusal, and how long an answer may take. */
export const APPEAL_DAYS = 30
export const ANSWER_DAYS = 14
export const DAY_MS = 86_400_000

/** The kind of a case that an appeal opens, where rules refused and no person had. */
export const APPEAL_KIND = 'appeal'
/** The kind of a case in which the rejection of an investor's identity is appealed. */
export const IDENTITY_APPEAL = 'identity_appeal'

/** A holder's appeal as it is kept with its case. Times are those of the tenant's clock. */
export interface Appeal {
  id: string
  opened_at: string
  /** Empty, as the address, where an investor without a wallet appeals. */
  wallet_id: string
  wallet_address: string
  family: 'evm' | 'solana'
  /** How the wallet's control was seen: by its key, by its contract, or before its contract exists. */
  proof: string
  check_id: string | null
  /** Of the decision that refused: which check it was, for which market, and the classes of its reasons. */
  check: string | null
  market: string | null
  reason_classes: string[]
  /** Who refused before, when people did: they do not answer the appeal. */
  decided_by: string[]
  previous: { outcome: string; decided_at: string } | null
  statement_key_id: string
  statement_sealed: string
}

export const appealOf = (row: Pick<CaseRow, 'appeal'>): Appeal | null => row.appeal as unknown as Appeal | null

const SUBJECTS = new Set(['wallet', 'sanctions_check', 'monitored_subject', 'transaction', 'investment'])

/** What is about a transfer that was made: a word on it keeps nobody from anything. */
const MADE = new Set(['unapproved_transfer', 'reorganized_transfer', 'unmoved_transfer'])

/** Whether a refusal of this case is about a wallet, so that its holder can appeal. Verifications of people are handed in anew instead. */
const canBeAppealed = (row: Pick<CaseRow, 'subject_type' | 'kind'>): boolean => SUBJECTS.has(row.subject_type) && !MADE.has(row.kind)

/** Until when a holder may still appeal against what people refused in this case; null where nobody can. */
export const appealableUntil = (row: CaseRow): string | null =>
  resultOf(row.outcome) === 'refuse' && row.decided_at && !row.appeal && canBeAppealed(row)
    ? new Date(row.decided_at.getTime() + APPEAL_DAYS * DAY_MS).toISOString()
    : null

/** An appeal as its holder sees it: no wallet, no names of people, no list. */
export const appealView = z.object({
  object: z.literal('appeal'),
  id: z.string(),
  case_id: z.string(),
  status: z.enum(['in_review', 'upheld', 'refused']),
  organization: z.string(),
  environment: z.string(),
  market: z.string(),
  reason_classes: z.array(z.string()),
  opened_at: z.string(),
  answer_by: z.string(),
  decided_at: z.string().nullable(),
})
export type AppealView = z.output<typeof appealView>

export const appealStatus = (row: CaseRow): AppealView['status'] =>
  row.status !== 'decided' ? 'in_review' : row.outcome === 'released' ? 'upheld' : 'refused'

export function presentAppeal(row: CaseRow, organization: string): AppealView {
  const appeal = appealOf(row)!
  return {
    object: 'appeal',
    id: appeal.id,
    case_id: row.id,
    status: appealStatus(row),
    organization,
    environment: row.environment,
    market: appeal.market ?? 'platform',
    reason_classes: appeal.reason_classes,
    opened_at: appeal.opened_at,
    answer_by: row.deadline.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

const CONTEXT = (id: string) => `appeals.statement:${id}`

/** Seals what the holder wrote with the person's own key where one is known, so that erasure reaches it. */
export async function sealStatement(tx: Queryable, ctx: Ctx, keyId: string, id: string, statement: string): Promise<string> {
  return (await ctx.services.keyring.seal(tx, ctx, keyId, CONTEXT(id), { statement })).toString('base64')
}

/** The holder's words, for who decides; null once they were erased. */
export async function readStatement(ctx: Pick<Ctx, 'db' | 'services'>, { id, statement_key_id, statement_sealed }: Appeal) {
  // What was sealed with another's key was taken away itself.
  if (!statement_sealed) return null
  try {
    const sealed = Buffer.from(statement_sealed, 'base64')
    return (await ctx.services.keyring.open<{ statement: string }>(ctx.db, statement_key_id, CONTEXT(id), sealed)).statement
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}

/** An appeal is answered by somebody who did not refuse before. Throws `second_person_required`. */
export async function requireOtherDecider(db: Queryable, tenant: Ctx, row: CaseRow): Promise<void> {
  const own = 'You made the decision this appeal is against. Somebody else has to answer it.'
  for (const by of appealOf(row)?.decided_by ?? []) await requireSecondPerson(db, tenant, { by, at: null, own })
}

export const appealEvent = (
  type: EventType & `appeal.${string}`,
  caseId: string,
  appeal: Appeal,
  more: Record<string, unknown> = {},
): EventInput => ({
  type,
  resource: { type: 'case', id: caseId },
  object: { case_id: caseId, wallet_id: appeal.wallet_id || null, check_id: appeal.check_id, ...more },
})

/** The decision an appeal is against, within its tenant. */
export async function decisionOf(db: Queryable, tenant: Ctx, id: string | null) {
  if (!id) return null
  const [row] = await db
    .select()
    .from(decisions)
    .where(inScope(decisions, tenant, and(eq(decisions.id, id))))
    .limit(1)
  return row ?? null
}
