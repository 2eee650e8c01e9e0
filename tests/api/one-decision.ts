import { eq, inArray, notExists } from 'drizzle-orm'
import { openOrNull } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { replayDecision } from '#core/record/decision-views/replay.ts'
import { presentDecision, type WireRule } from '#core/record/decisions/present.ts'
import { readResults } from '#core/record/decisions/result.ts'
import { attemptContext } from '#core/record/webhooks/record.ts'
import type { Db } from '#db/connect.ts'
import { auditLogs, decisions, events, webhookAttempts } from '#db/schema.ts'
import type { Decision } from '#engine/decide.ts'
import { redactFor } from '#engine/visibility.ts'

/** What an answer, an event, a webhook's payload or a receipt says of a decision. */
interface Told {
  where: string
  id: string
  outcome: string
  reason_codes?: string[]
  rules?: Pick<WireRule, 'code' | 'version' | 'result' | 'message'>[]
  result_hash?: string
  receipt?: Receipt
}
interface Receipt {
  entry: { subject_id: string; details: { outcome: string; result_hash: string } }
  documents: { decision_record?: Pick<Decision, 'outcome' | 'reason_codes'>; result_hash?: Omit<Decision, 'result_hash'> }
}

/** Decisions that stand anywhere in an answer or event: an id, an outcome and reason codes beside each other, or a receipt. */
export function decisionsIn(value: unknown, where: string, found: Told[]): void {
  if (Array.isArray(value)) for (const each of value) decisionsIn(each, where, found)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { id, object, decision_id, receipt, outcome, reason_codes, rules, result_hash } = value as Record<string, unknown>
  if (object === 'receipt' && typeof decision_id === 'string') {
    const proof = receipt as Receipt
    const { details } = proof.entry
    found.push({ where, id: decision_id, outcome: details.outcome, result_hash: details.result_hash, receipt: proof })
    return
  }
  if (typeof id === 'string' && id.startsWith('dec_') && typeof outcome === 'string' && Array.isArray(reason_codes))
    found.push({
      where,
      id,
      outcome,
      reason_codes,
      ...(Array.isArray(rules) && { rules }),
      ...(typeof result_hash === 'string' && { result_hash }),
    })
  for (const each of Object.values(value)) decisionsIn(each, where, found)
}

type Row = typeof decisions.$inferSelect
interface Sealed {
  row: Row
  result: Decision
}

/** The sealed decisions of these ids. One that was only tried is not kept, and not among them. */
export async function sealedDecisions(db: Db, ids: Iterable<string>): Promise<Map<string, Sealed>> {
  const rows = await db
    .select()
    .from(decisions)
    .where(inArray(decisions.id, [...new Set(ids)]))
  const results = await readResults(db, rows)
  return new Map(rows.flatMap((row, i) => (results[i] ? [[row.id, { row, result: results[i] }] as const] : [])))
}

const shown = ({ row, result }: Sealed, allRules: boolean) => presentDecision(row, result, { publicUrl: '', receipt: null, allRules })
const inShort = (rules: Told['rules'] = []) =>
  JSON.stringify(rules.map(({ code, version, result, message }) => [code, version, result, message]))

/** In what a decision is told otherwise than it is sealed; null when in nothing. */
export function otherwise(told: Told, sealed: Sealed): object | null {
  const { row, result } = sealed
  const kept = shown(sealed, true)
  const same = told.receipt ? provesIt(told.receipt, sealed) : saysIt(told, sealed)
  if (same && (told.result_hash ?? row.result_hash) === row.result_hash) return null
  return { ...told, sealed: { outcome: result.outcome, reason_codes: kept.reason_codes, rules: kept.rules.map(({ code }) => code) } }
}

function saysIt({ outcome, reason_codes, rules }: Told, sealed: Sealed): boolean {
  const kept = shown(sealed, false)
  if (outcome !== kept.outcome || reason_codes?.join() !== kept.reason_codes.join()) return false
  return !rules || [kept, shown(sealed, true)].some((one) => inShort(rules) === inShort(one.rules))
}

/** A receipt holds the sealed bytes: the entry, and the record and result unless officers alone may read of a rule that ran. */
function provesIt({ entry, documents }: Receipt, sealed: Sealed): boolean {
  const { row, result } = sealed
  if (entry.subject_id !== row.id || entry.details.outcome !== row.outcome) return false
  const { decision_record: record, result_hash: proven } = documents
  if (redactFor(result, 'tenant') !== result) return !record && !proven
  if (!record || !proven) return false
  const { outcome, reason_codes, rules } = shown({ row, result: { ...proven, result_hash: row.result_hash } }, true)
  return (
    record.outcome === row.outcome &&
    record.reason_codes.join() === row.reason_codes.join() &&
    proven.reason_codes.join() === row.reason_codes.join() &&
    saysIt({ where: '', id: row.id, outcome, reason_codes, rules }, sealed)
  )
}

/** What webhooks carried, try by try, as it was sent. */
async function carried(services: Services): Promise<Told[]> {
  const { db } = services.connection
  const told: Told[] = []
  for (const { id, request_body } of await db.select().from(webhookAttempts)) {
    const body = await openOrNull(db, services, attemptContext(id), request_body)
    if (body) decisionsIn(JSON.parse(body), `webhook attempt ${id}`, told)
  }
  return told
}

/** Of each check and outcome of a test file one decision is made again, and no more than this many in all. */
const REPLAYED = 12

/**
 * What answers, receipts, events and webhooks told otherwise than the sealed decision of that id, in outcome, reason codes or rules, and
 * sealed decisions that the log does not vouch for or that come out otherwise when made again.
 */
export async function secondOutcomes(services: Services, owner: string, answered: readonly Told[]): Promise<object[]> {
  const { db } = services.connection
  const unvouched = await db
    .select({ id: decisions.id, check: decisions.check })
    .from(decisions)
    .where(notExists(db.select({ id: auditLogs.id }).from(auditLogs).where(eq(auditLogs.id, decisions.audit_id))))
    .limit(10)
  if (unvouched.length) return unvouched.map((one) => ({ ...one, status: 'no entry of the log' }))
  const told = [...answered, ...(await carried(services))]
  for (const row of await db.select({ type: events.type, object: events.object }).from(events)) decisionsIn(row.object, row.type, told)
  if (!told.length) return []
  const sealed = await sealedDecisions(
    db,
    told.map(({ id }) => id),
  )
  const wrong = told.flatMap((one) => {
    const kept = sealed.get(one.id)
    return (kept && otherwise(one, kept)) ?? []
  })
  const kinds = new Map([...sealed.values()].map(({ row }) => [`${row.check} ${row.outcome}`, row]))
  for (const row of [...kinds.values()].slice(0, REPLAYED)) {
    const environment = row.environment as 'sandbox' | 'production'
    const ctx = systemCtx(services, { id: owner, organizationId: row.organization_id, environment })
    const { status, replayed } = await replayDecision({ ctx, input: { id: row.id } })
    if (['differs', 'inputs_altered'].includes(status)) wrong.push({ id: row.id, check: row.check, status, replayed })
  }
  return wrong
}
