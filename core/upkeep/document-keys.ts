import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { documentKey, SHOWN_FOR_ANOTHER, shownForOthers } from '#core/identity/evidence/document-key.ts'
import { endEvidence } from '#core/identity/evidence/manage.ts'
import type { EvidenceRow } from '#core/identity/evidence/present.ts'
import { readContext } from '#core/identity/evidence/record.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Services } from '#core/kernel/services.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import { writeDue } from '#core/record/write-due.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import type { Tx } from '#db/connect.ts'
import { evidence, memberships, persons, settings } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'

/** So many pieces of evidence in one run. */
const MOST = 1_000
/** With how often the hash was made another way: then all of it is gone over again. */
const STATE = 'document_keys_filled_2'
/** So long after the first pass an older version, which writes no keys, may have run beside this one. */
const LOOK_AGAIN_MS = 86_400_000

interface State {
  /** How many times all of it was gone through. */
  passes: number
  /** The last that was looked at. */
  after: string
  at: string
}

/**
 * Gives evidence of before documents were compared, or of when another spelling was another document, the keyed hash of its document, where a
 * number was read: so one shown for somebody else is told to whoever looks next. Where it counts for somebody else already, the later evidence
 * counts no more until it is shown again and a person has compared both, as it would have waited when it came; the owners are told. Goes on
 * where it stopped, over all of it twice. Answers how many were filled.
 */
export async function fillDocumentKeys(services: Services): Promise<number> {
  const { db } = services.connection
  const [kept] = await db.select().from(settings).where(eq(settings.key, STATE)).limit(1)
  const state = (kept?.value ?? { passes: 0, after: '', at: new Date().toISOString() }) as State
  const rests = state.passes === 1 && state.after === '' && Date.now() - Date.parse(state.at) < LOOK_AGAIN_MS
  if (state.passes > 1 || rests) return 0
  const rows = await db
    .select()
    .from(evidence)
    .where(and(eq(evidence.proves, 'identity'), gt(evidence.id, state.after)))
    .orderBy(asc(evidence.id))
    .limit(MOST)
  let filled = 0
  for (const row of rows) filled += await fill(services, row)
  const whole = rows.length < MOST
  const next: State = { passes: state.passes + (whole ? 1 : 0), after: whole ? '' : rows.at(-1)!.id, at: new Date().toISOString() }
  // no audit: how far an upgrade has come.
  await db
    .insert(settings)
    .values({ key: STATE, value: next, updated_at: new Date() })
    .onConflictDoUpdate({ target: settings.key, set: { value: next, updated_at: new Date() } })
  return filled
}

async function fill(services: Services, row: EvidenceRow): Promise<number> {
  const tenant = { organizationId: row.organization_id, environment: row.environment as Environment }
  const key = await keyOf(services, row)
  if (key === null || key === row.document_key) return 0
  const ctx = await systemCtxIn(services, { id: 'fill-document-keys', ...tenant })
  return writeDue(ctx, async (tx) => {
    const person = await lockScoped(tx, persons, ctx, row.person_id)
    // Nobody is compared with who is out of use.
    if (!person?.person_key || person.erased_at) return null
    await tx
      .update(evidence)
      .set({ document_key: key })
      .where(inScope(evidence, ctx, eq(evidence.id, row.id)))
    const others = row.state === 'valid' ? await shownForOthers(tx, ctx, key, row.person_id) : []
    // Ids are in the order of time.
    const [first, ...later] = [row.id, ...others.map(({ id }) => id)].sort()
    const ended = await endAll(tx, ctx, later)
    if (later.length) await tellOwners(tx, ctx, first!, later)
    return {
      result: 1,
      audit: [
        {
          action: later.length ? 'document_counts_for_two' : 'document_key_filled',
          category: 'system',
          subject: { type: 'evidence', id: row.id },
          details: { others: others.map(({ id }) => id) },
        },
        ...ended.audit,
      ],
      // Without an end it is the same evidence, which can be compared from now on.
      events: ended.events,
    }
  })
}

/** Takes back what a document of somebody else proved. */
async function endAll(tx: Tx, ctx: Ctx, ids: readonly string[]): Promise<{ audit: AuditInput[]; events: EventInput[] }> {
  const done: { audit: AuditInput[]; events: EventInput[] } = { audit: [], events: [] }
  for (const id of ids) {
    const row = await lockScoped(tx, evidence, ctx, id)
    if (row?.state !== 'valid') continue
    const { audit, events } = await endEvidence(tx, ctx, row, SHOWN_FOR_ANOTHER)
    done.audit.push(...audit)
    done.events.push(...events)
  }
  return done
}

/** Null where no number was read, or what was read does not open any more. */
async function keyOf(services: Services, row: EvidenceRow): Promise<string | null> {
  try {
    const read = await services.keyring.open<Record<string, unknown>>(
      services.connection.db,
      row.subject_key_id,
      readContext(row.id),
      row.read_sealed,
    )
    return documentKey({ organizationId: row.organization_id, environment: row.environment as Environment, services }, read)
  } catch (error) {
    if (!(error instanceof Erased)) services.log.warn({ evidence: row.id }, 'what was read of somebody does not open')
    return null
  }
}

async function tellOwners(tx: Tx, ctx: Ctx, first: string, later: readonly string[]): Promise<void> {
  const owners = await tx
    .select({ id: memberships.user_id })
    .from(memberships)
    .where(and(eq(memberships.organization_id, ctx.organizationId), eq(memberships.role, 'owner'), isNull(memberships.ended_at)))
  for (const { id } of owners)
    await notify(tx, ctx, {
      userId: id,
      title: 'One document counted for two people',
      body: `The same document is in evidence ${first} and, of others in ${ctx.environment}, ${later.join(', ')}. What came later was taken back: whose it is shows it again, and a reviewer compares both. Withdraw the first where it is not theirs: POST /v1/identity/evidence/{id}/withdraw.`,
      href: '/documentation/identity',
    })
}
