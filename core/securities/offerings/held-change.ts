import { eq } from 'drizzle-orm'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { approvedOutcome, stillHeld } from '#core/record/decisions/approved.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { keepSaid, roleOf, type Speaker } from '#core/record/facts/history.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Written } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { offerings } from '#db/schema.ts'
import { inScope, lockName, lockScoped } from '#db/scoped.ts'
import type { Json } from '#engine/canonical.ts'
import type { Facts } from '#engine/facts.ts'
import { RULES } from '#engine/rulesets.ts'
import { CHANGE } from './change-case.ts'
import { mayOpen } from './change-status.ts'
import { DEAL, type Field, merged, refuseBelowSold, refuseFixed, type UpdateOfferingInput } from './change-terms.ts'
import { needsContact, warningsOf } from './create.ts'
import type { OfferingRow } from './facts.ts'
import { changeFacts, openFacts } from './open-facts.ts'
import { type OfferingView, presentOffering } from './present.ts'

/** Rules that are about the change itself: what an opening asks too keeps the offering paused by itself. */
const OF_CHANGE = new Set(
  RULES.filter((rule) => rule.checks.includes('offering.change') && !rule.checks.includes('offering.open')).map((rule) => rule.code),
)

/** Whether the rules leave this change of a running offering to a person, whatever else they say of it. */
export const isHeld = (row: OfferingRow, changed: readonly Field[], asked: Decided): boolean =>
  ['open', 'paused'].includes(row.status) && (asksPlatform(changed, asked) || reviewsOf(asked).some((code) => OF_CHANGE.has(code)))

/** Whether it is made larger than what terms were agreed for. */
const asksPlatform = (changed: readonly Field[], asked: Decided): boolean =>
  needsContact(asked) && (changed.includes('maximum_raise') || changed.includes('currency'))

const reviewsOf = (decided: Decided): string[] =>
  decided.engine.rules.filter((rule) => rule.result === 'review' && !rule.part_of).map((rule) => rule.code)

/** What becomes another one by a change: price, class and maximum are what investors bought on. */
export const ofDeal = (before: OfferingRow, next: OfferingRow, changed: readonly Field[]): boolean =>
  changed.some((field) => DEAL.includes(field)) || before.facts.security_class !== next.facts.security_class

type Answer = OfferingView & { second_person: SecondPerson | null }

/**
 * Holds a change until another person said what is to become of it: nothing of it is stored in the offering, which takes no investments
 * meanwhile. Above the line of the commercial terms the platform is that person. Throws `already_exists` while another change waits.
 */
export async function holdChange(
  tx: Tx,
  ctx: Ctx,
  p: { row: OfferingRow; change: UpdateOfferingInput; changed: readonly Field[]; asked: Decided },
): Promise<Written<Answer>> {
  const { row, asked } = p
  const waits = await askSecond(tx, ctx, {
    kind: CHANGE,
    subject: { type: 'offering', id: row.id },
    summary: `An issuer asks to change a running offering: ${row.name}`,
    decisionId: asked.decision.id,
    word: { reason_code: 'terms_changed' },
    details: {
      was: row.status,
      asked_as: roleOf(ctx.actor),
      codes: reviewsOf(asked),
      changes: changesOf(row, p.change, p.changed),
      ...(asksPlatform(p.changed, asked) && { platform: true, asked_by: ctx.actor.id }),
    },
  })
  const stored = await setStatus(tx, ctx, row, 'paused')
  return {
    result: { ...presentOffering(stored, { warnings: warningsOf(asked) }), second_person: waits.waits },
    audit: {
      ...asked.audit,
      action: 'offering_change_asked',
      details: { ...asked.audit.details, fields: [...p.changed], status: 'paused', case_id: waits.waits.case_id },
      standing: [`offering:${row.id}`],
    },
    events: [...waits.events, ...moved('offering.paused', stored, row)],
  }
}

/** What was, and what is asked for, field by field: what the second person sees, and what is applied when they agree. */
function changesOf(row: OfferingRow, change: UpdateOfferingInput, changed: readonly Field[]): Record<string, { from: Json; to: Json }> {
  const shown = presentOffering(row) as unknown as Record<string, Json>
  const from = (field: Field): Json => {
    if (field !== 'compliance_facts') return shown[field] ?? null
    const facts = shown.compliance_facts as Record<string, Json>
    return Object.fromEntries(Object.keys(change.compliance_facts ?? {}).map((name) => [name, facts[name] ?? null]))
  }
  return Object.fromEntries(changed.map((field) => [field, { from: from(field), to: (change[field] ?? null) as Json }]))
}

/**
 * The second person's word on it, within the transaction that decides its case: agreed, the change is judged once more and applied;
 * refused, nothing changed. Either way the offering is open again if it was, and if every rule of an opening allows. Throws `conflict`
 * where a rule besides those that asked stands against the change: the case stays open.
 */
export async function settleChange(
  tx: Tx,
  ctx: Ctx,
  row: CaseRow,
  word: AskedAnswer,
): Promise<{ what: string; audit: AuditInput[]; events: EventInput[] }> {
  await lockName(tx, ctx, 'offerings-opened')
  const offering = await lockScoped(tx, offerings, ctx, row.subject_id)
  if (!offering) throw notFound()
  const back = row.details.was === 'open' && offering.status === 'paused'
  const changes = row.details.changes as Record<string, { to: Json }>
  const changed = Object.keys(changes) as Field[]
  const next = word.outcome === 'release' ? await agreed(tx, ctx, { row, offering, word, changes, changed }) : offering
  const opened = back ? await opens(tx, ctx, next) : null
  const [stored] = await tx
    .update(offerings)
    .set({ ...next, ...(opened && { status: 'open' }), updated_at: new Date(ctx.now) })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
    .returning()
  const people = { asked_by: word.author, countersigned_by: word.approver }
  const said = word.outcome === 'release' ? 'changed' : 'as it was'
  return {
    what: back && !opened ? `${said}, and stays paused` : said,
    audit: [
      {
        ...opened?.audit,
        action: word.outcome === 'release' ? 'offering_updated' : 'offering_change_refused',
        category: 'investment',
        subject: { type: 'offering', id: offering.id },
        details: { ...opened?.audit.details, fields: changed, status: stored!.status, ...people, case_id: row.id },
        standing: [`offering:${offering.id}`],
      },
    ],
    events: [
      ...(word.outcome === 'release' ? updated(stored!, offering, changed) : []),
      ...(opened ? moved('offering.opened', stored!, offering) : []),
    ],
  }
}

interface Agreed {
  row: CaseRow
  offering: OfferingRow
  word: AskedAnswer
  changes: Record<string, { to: Json }>
  changed: readonly Field[]
}

/** The offering with the change in it, stated by whoever asked; what the platform agreed to counts as its terms. */
async function agreed(tx: Tx, ctx: Ctx, { row, offering, word, changes, changed }: Agreed): Promise<OfferingRow> {
  const at = row.created_at
  const asked = { now: at.getTime(), actor: { id: word.author } }
  const change = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as UpdateOfferingInput
  const terms = row.details.platform
    ? { commercial_terms: { by: word.approver, at: new Date(ctx.now).toISOString(), case_id: row.id } }
    : {}
  const next = { ...merged(asked, offering, change), ...terms }
  refuseFixed(offering, changed, offering.first_sale_at !== null)
  refuseBelowSold(offering, next)
  const facts = await changeFacts(tx, ctx, next, { before: offering, material: ofDeal(offering, next, changed) })
  const decided = await judge(tx, ctx, offering, facts)
  if (approvedOutcome(ctx, decided, row.details.codes as string[]) !== 'allow')
    throw new AppError('conflict', `The rules do not let this change pass. ${stillHeld(decided)}`, {
      extra: { decision: decided.decision as unknown as Json },
    })
  const role = (row.details.asked_as ?? null) as Speaker['role']
  await keepSaid(tx, ctx, { object: 'offering', id: offering.id }, change.compliance_facts ?? {}, { by: word.author, role, at })
  return next
}

/** The decision of its opening, where every rule allows it. */
async function opens(tx: Tx, ctx: Ctx, row: OfferingRow): Promise<Decided | null> {
  const facts = await openFacts(tx, ctx, row, { draft: false })
  const decided = await judge(tx, ctx, row, facts)
  return mayOpen(ctx, row, facts, decided) instanceof AppError ? null : decided
}

const judge = (tx: Tx, ctx: Ctx, row: OfferingRow, facts: Facts) =>
  recordDecision(tx, ctx, { facts, market: 'securities', subject: { type: 'offering', id: row.id }, category: 'investment' })

async function setStatus(tx: Tx, ctx: Ctx, row: OfferingRow, status: OfferingRow['status']): Promise<OfferingRow> {
  const [stored] = await tx
    .update(offerings)
    .set({ status, updated_at: new Date(ctx.now) })
    .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
    .returning()
  return stored!
}

const viewOf = (row: OfferingRow) => presentOffering(row) as unknown as Record<string, Json>

/** The event of another state, where it is another one. */
const moved = (type: 'offering.opened' | 'offering.paused', now: OfferingRow, before: OfferingRow): EventInput[] =>
  now.status === before.status
    ? []
    : [{ type, resource: { type: 'offering', id: now.id }, object: viewOf(now), previous: { status: before.status } }]

/** The event of other terms, with what they were. */
export function updated(now: OfferingRow, before: OfferingRow, changed: readonly Field[]): EventInput[] {
  const shown = viewOf(before)
  const previous = Object.fromEntries(changed.filter((field) => field in shown).map((field) => [field, shown[field]!]))
  return [{ type: 'offering.updated', resource: { type: 'offering', id: now.id }, object: viewOf(now), previous }]
}
