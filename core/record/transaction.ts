import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Author, Ctx } from '#core/kernel/context.ts'
import { AppError, ERRORS } from '#core/kernel/errors.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import type { Mail } from '#core/kernel/mails/mail.ts'
import { queueMails } from '#core/kernel/mails/queue.ts'
import { mentionsIn } from '#core/kernel/mentions.ts'
import { openValue, sealValue } from '#core/kernel/sealed.ts'
import { FIRST_VERSION } from '#core/kernel/versions.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { auditLogs, decisions, eventSequences, events, idempotencyKeys } from '#db/schema.ts'
import { entriesLeftOut } from './decisions/decide.ts'
import { noteKept, shownIn } from './decisions/kept.ts'
import { insertDecisions, partsOf } from './decisions/result.ts'
import { type EventInput, firstEvent, recordEvents } from './events/events.ts'
import { type AuditInput, appendAudit, auditRow, leafOf } from './log/append.ts'
import { noteRefusedTransition } from './log/note-refusal.ts'

/** What a verb's transaction must say besides its result: at least one audit entry, and the events and mails it causes. */
export interface Written<T> {
  result: T
  audit: AuditInput | [AuditInput, ...AuditInput[]]
  events?: EventInput[]
  mails?: Mail[]
}

/** A refusal that follows from a decision: the decision is kept, and the refusal is thrown once it is. Nothing else may have been written. */
export interface Refused {
  refused: AppError
  audit: AuditInput
}
export const refusedAfter = ({ audit }: { audit: AuditInput }, refused: AppError): Refused => ({ refused, audit })

/**
 * The one way to write. Runs `work` in a transaction and, in the same transaction, appends the audit leaves,
 * the outbox events, the mails and the answer kept under the caller's Idempotency-Key: all of it or none.
 * `work` may run more than once: what it does outside of `tx` must bear that.
 * A repeated key with the same body throws `Replay` with the first answer; the middleware turns that into the response.
 */
export async function write<T>(ctx: Ctx, work: (tx: Tx) => Promise<Written<T> | Refused>): Promise<T> {
  const { organizationId, environment, now, actor, requestId, idempotency, precondition, db, services } = ctx
  const by: Author = { organizationId, environment, now, actor, requestId, idempotency }
  const run = async (tx: Tx) => {
    if (idempotency) await claim(tx, { ...by, services })
    await precondition?.(tx)
    const written = await work(tx)
    const entries = Array.isArray(written.audit) ? written.audit : [written.audit]
    await appendAudit(tx, by, [...entries, ...entriesLeftOut(tx, entries)])
    if ('refused' in written) return written
    if (written.events?.length) await recordEvents(tx, by, written.events)
    if (written.mails?.length) await queueMails(tx, services, written.mails)
    if (idempotency) {
      const { status, shaped, made } = idempotency
      const answer = made ? await made(tx, written.result as never) : written.result
      if (answer !== undefined) await keepAnswer(tx, { ...by, services }, status, JSON.stringify(shaped ? shaped(answer) : answer))
    }
    return written
  }
  const refuse = async (error: unknown): Promise<never> => {
    // An API call's refusal is noted with its object, where its answer is made.
    if (actor.type === 'user') await noteRefusedTransition({ ...by, db }, error)
    throw error
  }
  const written = await again(() => db.transaction(run)).catch(refuse)
  if ('refused' in written) return refuse(written.refused)
  services.wake('outbox')
  return written.result
}

/**
 * A call whose answer is made of what is written: it is kept as it is sent, in the same transaction. A process that ends between the two
 * would else have kept what was meant for nobody. Undefined where the call is refused all the same.
 */
export function answering<T>(ctx: Ctx, made: (tx: Tx, written: T) => unknown): Ctx {
  if (ctx.idempotency) ctx.idempotency.made = made
  return ctx
}

/** Deadlock, serialisation failure, and a row that somebody else made between our look and our insert. */
const PASSING = new Set(['40P01', '40001', '23505'])
const TRIES = 4

/** Does a rolled-back transaction once more when only a neighbour of the same moment was in its way. */
async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await transaction()
    } catch (error) {
      const cause = error instanceof Error ? ((error.cause ?? error) as { code?: unknown }) : {}
      if (tried === TRIES || typeof cause.code !== 'string' || !PASSING.has(cause.code)) throw error
      // Unequal pauses, so that the same two do not meet again.
      await setTimeout(Math.random() * 10 * tried)
    }
  }
}

/** The first answer to an Idempotency-Key. */
type Stored = Pick<typeof idempotencyKeys.$inferSelect, 'status' | 'api_version'> & { body: string }

/** Thrown to end a call whose answer is already stored. */
export class Replay extends Error {
  readonly status: number
  readonly body: string
  /** The version of the API that it was answered in. */
  readonly version: string
  constructor({ status, body, api_version }: Stored) {
    super('replayed')
    this.status = status
    this.body = body
    this.version = api_version ?? FIRST_VERSION
  }
}

/** What a call that only adds rows has to say: the rows besides audit entries and events. */
export interface Appended<T> {
  result: T
  rows: [PgTable, Record<string, unknown>[]][]
  audit: AuditInput[]
  events: EventInput[]
}

/**
 * As `write`, for calls that change nothing that exists: their rows, audit leaves and events are committed together with
 * those of other calls of the same moment. Returns after the commit. With `alone`, and for a call with an
 * Idempotency-Key, which must hold its key while it works, the call gets a transaction of its own; `tx` then may change what
 * exists. Events of a grouped call must be the first of their resources.
 */
export async function append<T>(
  ctx: Ctx,
  { alone }: { alone: boolean },
  work: (db: Queryable, tx: Tx | null) => Promise<Appended<T>>,
): Promise<T> {
  if (alone || ctx.idempotency)
    return write(ctx, async (tx) => {
      const { rows, ...written } = await work(tx, tx)
      for (const [table, values] of rows)
        if (table === decisions) await insertDecisions(tx, values as (typeof decisions.$inferInsert)[])
        else if (values.length) await tx.insert(table).values(values)
      return { ...written, audit: atLeastOne(written.audit) }
    })
  const { organizationId, environment, now, actor, requestId, idempotency, db, services } = ctx
  const by: Author = { organizationId, environment, now, actor, requestId, idempotency }
  const { result, rows, audit, events: inputs } = await work(db, null)
  const entries = atLeastOne(audit).map((entry) => auditRow(by, entry))
  const fresh = inputs.map((input) => firstEvent(by, input))
  const shown = shownIn(rows.flatMap(([table, values]) => (table === decisions ? values : [])))
  // What waits for the commit keeps the answer alone: the rows are bytes by then.
  await services.connection.group.add(
    new Map<PgTable, Record<string, unknown>[]>([
      ...rows,
      [auditLogs, entries],
      [eventSequences, fresh.map((event) => event.sequence)],
      [events, fresh.map((event) => event.row)],
    ]),
    entries.map(leafOf),
    rows.flatMap(([table, values]) => (table === decisions ? partsOf(values) : [])),
  )
  noteKept(shown)
  if (fresh.length) services.wake('outbox')
  return result
}

function atLeastOne(audit: AuditInput[]): [AuditInput, ...AuditInput[]] {
  const [first, ...rest] = audit
  if (!first) throw new Error('a call that writes must say what it did')
  return [first, ...rest]
}

/** Who sent an Idempotency-Key, and what its answer is sealed with. */
type Asking = Author & Pick<Ctx, 'services'>

async function claim(tx: Tx, ctx: Asking): Promise<void> {
  const { method, path, bodyHash } = ctx.idempotency!
  const scope = `${ctx.organizationId}|${ctx.environment}|${method}|${path}|${storedKey(ctx)}`
  const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${scope}, 0)) as free`)
  if (!rows[0]?.free)
    throw new AppError('idempotency_in_progress', 'The first call with this Idempotency-Key has not finished. Ask again in a second.')
  const stored = await findAnswer(tx, ctx)
  // Answered by its own first half, the call would be told what was meant for nobody.
  if (stored && ctx.idempotency!.kept !== undefined)
    throw new Error('A call keeps one answer under its Idempotency-Key: what it writes besides, it writes with idempotency: null.')
  if (stored) throw replayOrRefuse(stored, bodyHash)
}

/**
 * An Idempotency-Key belongs to whoever sent it: the API key (and those it was renewed into), or the person. Stored as the hash of
 * both, so that knowing another's Idempotency-Key, or reading the table, opens no answer.
 */
function storedKey({ actor, idempotency }: Pick<Ctx, 'actor' | 'idempotency'>): string {
  const caller = actor.type === 'api_key' ? (actor.family ?? actor.id) : actor.id
  return createHash('sha256')
    .update(JSON.stringify([caller, idempotency!.key]))
    .digest('base64url')
}

/** The stored answer of this key, if any; entries older than 72 hours no longer count. */
export async function findAnswer(tx: Tx | Ctx['db'], ctx: Asking) {
  const { method, path } = ctx.idempotency!
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.organization_id, ctx.organizationId),
        eq(idempotencyKeys.environment, ctx.environment),
        eq(idempotencyKeys.method, method),
        eq(idempotencyKeys.path, path),
        eq(idempotencyKeys.key, storedKey(ctx)),
        sql`${idempotencyKeys.created_at} > now() - interval '72 hours'`,
      ),
    )
    .limit(1)
  return row ? { ...row, body: await openValue(tx, ctx.services, answerContext(ctx), row.body) } : null
}

/** Answers name people: they are sealed with the tenant's key, each to its call. */
const answerContext = (ctx: Asking): string => {
  const { method, path } = ctx.idempotency!
  return `idempotency:${ctx.organizationId}|${ctx.environment}|${method}|${path}|${storedKey(ctx)}`
}

/** An API key, or a signing secret of a webhook: shown once, kept nowhere in a readable form. */
const SECRET = /whsec_[A-Za-z0-9+/=]{16,}|sw_(?:sandbox|production)_[0-9a-f]{64}/

/** What a repetition gets in place of an answer with a secret: that the call was done, and what it made, but not the secret. */
function withoutSecret(ctx: Asking, body: string): { status: number; body: string } {
  const { id } = JSON.parse(body) as { id?: string }
  const code = 'secret_shown_once'
  const address = `${ctx.services.config.publicUrl}/errors/${code}`
  const problem = {
    type: address,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    code,
    detail:
      'This call was done, and its answer held a secret, which is shown once and kept nowhere. If it is lost, rotate or remove what existing_id names.',
    request_id: ctx.requestId,
    doc_url: address,
    existing_id: id ?? null,
  }
  return { status: problem.status, body: JSON.stringify(problem) }
}

/** An upload is known once it was read: from then on its file is part of what the call's Idempotency-Key stands for. */
export function bindUpload({ idempotency }: Pick<Ctx, 'idempotency'>, fileSha256: string, input: unknown): void {
  if (idempotency)
    idempotency.bodyHash = createHash('sha256')
      .update(`${fileSha256}|${JSON.stringify(input)}`)
      .digest('hex')
}

export function replayOrRefuse(stored: Stored & { body_hash: string }, bodyHash: string): Error {
  if (stored.body_hash !== bodyHash)
    return new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another body. Use a new key for a new request.')
  return new Replay(stored)
}

/**
 * Stores the answer under the caller's key, without any secret it holds. A refusal that counts as an answer (409, 404) is stored outside the lock of `claim`, so it is
 * only `first`: false, and nothing is stored, where another call answered meanwhile.
 */
export async function keepAnswer(tx: Tx | Ctx['db'], ctx: Asking, status: number, body: string, first = false): Promise<boolean> {
  ctx.idempotency!.kept = body
  const { method, path, bodyHash, version } = ctx.idempotency!
  const kept = SECRET.test(body) ? withoutSecret(ctx, body) : { status, body }
  const answer = {
    body_hash: bodyHash,
    status: kept.status,
    body: await sealValue(tx, ctx.services, tenantKeyId(ctx), answerContext(ctx), kept.body, ctx),
    mentions: mentionsIn(kept.body),
    api_version: version,
    created_at: new Date(),
  }
  const values = {
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    method,
    path,
    key: storedKey(ctx),
    ...answer,
  }
  const stored = await tx
    .insert(idempotencyKeys)
    .values(values)
    .onConflictDoUpdate({
      target: [
        idempotencyKeys.organization_id,
        idempotencyKeys.environment,
        idempotencyKeys.method,
        idempotencyKeys.path,
        idempotencyKeys.key,
      ],
      set: answer,
      ...(first && { setWhere: sql`${idempotencyKeys.created_at} <= now() - interval '72 hours'` }),
    })
    .returning({ key: idempotencyKeys.key })
  return stored.length > 0
}
