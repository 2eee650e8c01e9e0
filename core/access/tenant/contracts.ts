import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { readMember } from '#core/kernel/members.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { tenantWords } from '#core/sources/tenant/production.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { cases, tenantFacts } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { askSecond, type SecondPerson } from '../second-person/ask-second.ts'

const KIND = 'tenant_contract'
/** Held by whoever changes what the organisation says of itself. */
export const SETTINGS_LOCK = 'tenant-settings'

/** What only administrators find, two of them: contracts with Sealwright. */
const CONTRACTS = ['enterprise_contract', 'reliance_agreement', 'identity_reliance'] as const
export type Contract = (typeof CONTRACTS)[number]

/** Contracts said to be in force: they let go what rules hold. Taking one back holds again, so that takes one person and acts at once. */
export const contractsFound = (facts: Record<string, Json>): string[] =>
  CONTRACTS.filter((fact) => facts[fact] !== undefined && facts[fact] !== null && facts[fact] !== false)

/** What says whether the identities of a tenant's own programme are relied on: each word on one of these is followed by a look at what rests on it. */
const OF_RELIANCE = ['identity_reliance', 'us_bsa_type', 'casp_auth', 'licences']
/** The timer of that look. */
export const RELIANCE_JUDGED = 'identity_reliance'
/** For so long an agreement counts: whoever relies on another's programme has it certified each year (31 CFR 1020.220(a)(6)(iii)). */
export const CERTIFIED_MS = 366 * 86_400_000

/** Keeps words on facts, each the one in force from now on, or from the time named. Where they are of a contract, one after the other. */
export async function keepWords(
  tx: Tx,
  ctx: Ctx,
  facts: Record<string, Json>,
  said: { as: 'tenant' | 'administrator'; by: string; note: string | null; from?: Date | null },
): Promise<void> {
  const words = Object.entries(facts)
  if (!words.length) return
  // A plan of the policy counts on what it was made from.
  await lockName(tx, ctx, SETTINGS_LOCK)
  const before = words.some(([fact]) => (CONTRACTS as readonly string[]).includes(fact)) ? [...(await lockContracts(tx, ctx)).values()] : []
  // Whoever waited for the lock comes later, whenever their call began.
  const at = new Date(Math.max(ctx.now, ...before.map((word) => word.at.getTime() + 1)))
  const effective_at = said.from && said.from > at ? said.from : null
  if (words.some(([fact]) => OF_RELIANCE.includes(fact)))
    for (const due of facts.identity_reliance ? [0, CERTIFIED_MS] : [0])
      await setTimer(tx, ctx, { kind: RELIANCE_JUDGED, subjectId: ctx.organizationId, dueMs: (effective_at ?? at).getTime() + due })
  tenantWords(ctx.services.connection).changing(ctx)
  await tx.insert(tenantFacts).values(
    words.map(([fact, value]) => ({
      ...{ id: newId('tenant_fact'), organization_id: ctx.organizationId, environment: ctx.environment, fact, value },
      ...{ note: said.note, stated_by: said.by, stated_as: said.as, at, effective_at },
    })),
  )
}

/**
 * Asks for contracts to be recorded: another administrator agrees or declines. `platform` keeps the organisation's own people from
 * answering. Throws `already_exists` while another request about this organisation waits.
 */
export async function askContracts(
  tx: Tx,
  ctx: Ctx,
  asked: Readonly<Record<string, Json>>,
  note: string | undefined,
): Promise<{ waits: SecondPerson; audit: AuditInput; events: EventInput[] }> {
  const before = await lockContracts(tx, ctx)
  const waiting = await waitingContract(tx, ctx)
  if (waiting)
    throw new AppError(
      'already_exists',
      'A contract with this organisation waits for another administrator already. It is answered first.',
      {
        extra: { existing_id: waiting.case_id },
      },
    )
  const { waits, events } = await askSecond(tx, ctx, {
    kind: KIND,
    subject: { type: 'organization', id: ctx.organizationId },
    summary: 'An administrator asks to record a contract with an organisation',
    word: { reason_code: 'contract_in_force', note },
    details: {
      platform: true,
      asked_by: ctx.actor.id,
      changes: Object.fromEntries(Object.entries(asked).map(([fact, to]) => [fact, { from: before.get(fact)?.value ?? null, to }])),
      words: Object.fromEntries(Object.keys(asked).map((fact) => [fact, before.get(fact)?.id ?? null])),
      note: note ?? null,
    },
  })
  return {
    waits,
    audit: {
      action: 'tenant_contract_asked',
      category: 'system',
      subject: { type: 'organization', id: ctx.organizationId },
      details: { facts: Object.keys(asked), case_id: waits.case_id },
    },
    events,
  }
}

/**
 * The second administrator's word on it, within the transaction that decides its case. Nobody of the organisation itself answers, in
 * the sandbox neither. Throws `second_person_required`, and `conflict` where another word on the contract was said meanwhile.
 */
export async function settleTenantContract(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  const { actor } = ctx
  const own = await readMember(tx, actor.id, row.organization_id)
  if (actor.type !== 'user' || actor.role !== 'admin' || actor.organizationId === row.organization_id || own)
    throw new AppError('second_person_required', 'An administrator of another organisation than this one answers it, signed in.')
  if (word.outcome === 'refuse') return { what: 'as before', audit: [], events: [] }
  const { changes, words, note } = row.details as {
    changes: Record<string, { to: Json }>
    words: Record<string, string | null>
    note: string | null
  }
  const now = await lockContracts(tx, ctx)
  // By the word, not its value: what was taken back meanwhile is not given again by an older request.
  if (Object.entries(words).some(([fact, id]) => (now.get(fact)?.id ?? null) !== id))
    throw new AppError(
      'conflict',
      'Another word on this contract was said since this was asked for. Refuse it, and ask again if it is still wanted.',
    )
  const facts = Object.fromEntries(Object.entries(changes).map(([fact, { to }]) => [fact, to]))
  await keepWords(tx, ctx, facts, { as: 'administrator', by: word.author, note })
  return {
    what: 'in force',
    audit: [
      {
        action: 'tenant_facts_established',
        category: 'system',
        subject: { type: 'organization', id: row.organization_id },
        details: {
          facts: Object.keys(facts).sort(),
          sha256: hashOf(facts),
          asked_by: word.author,
          countersigned_by: word.approver,
          case_id: row.id,
        },
        standing: [`organization:${row.organization_id}`],
      },
    ],
    // As with every fact of an organisation: each decision names the facts it was made from.
    events: [],
  }
}

/** What waits for another administrator about an organisation, if anything does. */
export async function waitingContract(db: Queryable, ctx: Ctx): Promise<{ case_id: string; facts: string[]; asked_by: string } | null> {
  const [row] = await db
    .select({ id: cases.id, details: cases.details })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.kind, KIND), ne(cases.status, 'decided'))))
    .limit(1)
  return row ? { case_id: row.id, facts: Object.keys(row.details.changes as object), asked_by: String(row.details.asked_by) } : null
}

/** The newest word on each contract, to which nobody adds until this transaction ends. */
async function lockContracts(tx: Tx, ctx: Ctx): Promise<Map<string, typeof tenantFacts.$inferSelect>> {
  await lockName(tx, ctx, 'tenant-contracts')
  const rows = await tx
    .selectDistinctOn([tenantFacts.fact])
    .from(tenantFacts)
    .where(inScope(tenantFacts, ctx, inArray(tenantFacts.fact, [...CONTRACTS])))
    .orderBy(tenantFacts.fact, desc(tenantFacts.at), desc(tenantFacts.id))
  return new Map(rows.map((row) => [row.fact, row]))
}
