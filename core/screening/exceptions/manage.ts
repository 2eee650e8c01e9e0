import { and, desc, eq, inArray, lt, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import type { Services } from '#core/kernel/services.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb, type Given } from '#core/record/verb.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { exceptions, screenings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { EXCEPTION_MAX_DAYS } from '#engine/calculations/exception.ts'
import { viewFor } from '../lists/view.ts'
import type { ExceptionRow } from '../matching/apply.ts'
import { lookUp, type SubjectToScreen } from '../matching/screen-subject.ts'
import { isStrong } from '../matching/strong.ts'
import { furtherFacts } from '../matching/subject.ts'
import { subjectFactsHash, subjectKey } from '../matching/subject-key.ts'
import { retellDecided } from '../subjects/retell.ts'
import { evidenceFields, evidenceFrom, keptEvidence, openEvidence, requireEvidence } from './evidence.ts'
import { exceptionEvent, presentException } from './present.ts'
import { exception } from './shape.ts'

const DAY_MS = 86_400_000

const createExceptionInput = z.strictObject({
  check_id: z
    .string()
    .max(60)
    .meta({ description: 'The check whose match is a false positive; its subject is the one the exception is for' }),
  entity_id: z.string().max(120).meta({ description: '`matches[].entity_id` of that check' }),
  reason: z.string().trim().min(10, 'Say in a sentence why they are not the same').max(1000),
  ...evidenceFields,
  expires_at: z.iso.date().optional().meta({ description: 'Last day, at most 365 days ahead; 180 days when left out' }),
})

/**
 * Proposes that a match is a false positive. It takes effect when another person approves it, and ends on its day or when the
 * subject's or the entry's facts change. Throws `not_found`, `exception_not_possible` for an exact address or a strong match,
 * `already_exists`, `validation_failed` for an exact or strong name without evidence.
 */
export const createException = defineVerb({
  name: 'exceptions.create',
  permission: 'exceptions.write',
  input: createExceptionInput,
  output: exception,
  run: async ({ ctx, input }) => {
    const expires = expiryOf(ctx, input.expires_at)
    const check = await findScoped(ctx.db, screenings, ctx, input.check_id)
    if (!check) throw notFound()
    const subject = await subjectOf(ctx, check)
    // The lowest threshold and every match: the check may have been made with a threshold of its own, and answered with others.
    const all = lookUp(await viewFor(ctx.db, ctx), subject, { threshold: 0.5, limit: Number.POSITIVE_INFINITY })
    const match = all.find((m) => m.entity_id === input.entity_id)
    if (!match) throw invalidField('/entity_id', 'no_match', 'This entry is not a match of that check on the lists now in force.')
    if (isStrong(match))
      throw new AppError(
        'exception_not_possible',
        match.match_type === 'address_exact'
          ? 'The address itself is listed: that is never a false positive.'
          : 'Name and further facts agree: a match as strong as this cannot be set aside.',
      )
    const evidence = requireEvidence([match], subject, evidenceFrom(input))
    return write(ctx, async (tx) => {
      const about = inScope(
        exceptions,
        ctx,
        and(
          eq(exceptions.subject_id, subjectKey(ctx, subject)),
          eq(exceptions.entity_id, match.entity_id),
          inArray(exceptions.state, OPEN),
        ),
      )
      const [known] = await tx.select({ id: exceptions.id }).from(exceptions).where(about).limit(1)
      if (known) throw new AppError('already_exists', `There is already an exception for this match: ${known.id}.`)
      const id = newId('exception', ctx.now)
      const [row] = await tx
        .insert(exceptions)
        .values({
          id,
          ...(await keptEvidence(tx, ctx, subject, id, evidence)),
          organization_id: ctx.organizationId,
          environment: ctx.environment,
          subject_id: subjectKey(ctx, subject),
          entity_id: match.entity_id,
          entity_name: match.name,
          wallet_address: subject.wallet_address ?? null,
          check_id: check.id,
          reason: input.reason,
          author: ctx.actor.id,
          subject_hash: subjectFactsHash(ctx, subject),
          entity_hash: match.entry_hash,
          expires_at: expires,
          created_at: new Date(ctx.now),
        })
        .returning()
      return {
        result: { success: true as const, ...presentException(row!) },
        audit: {
          action: 'exception_proposed',
          category: 'system',
          subject: { type: 'exception', id: row!.id },
          details: {
            check_id: check.id,
            entity_id: match.entity_id,
            expires_at: expires.toISOString(),
            evidence_hash: row!.evidence_hash,
          },
        },
        // no event: it has no effect until another person approves it.
      }
    })
  },
})

const OPEN: ExceptionRow['state'][] = ['proposed', 'active']

function expiryOf(ctx: Ctx, day: string | undefined): Date {
  const today = new Date(ctx.now).toISOString().slice(0, 10)
  const end = day ? Date.parse(`${day}T23:59:59.999Z`) : Date.parse(`${today}T23:59:59.999Z`) + 180 * DAY_MS
  if (end < ctx.now) throw invalidField('/expires_at', 'past_date', 'The last day is in the past.')
  if (Math.floor((end - Date.parse(today)) / DAY_MS) > EXCEPTION_MAX_DAYS)
    throw invalidField('/expires_at', 'too_late', `An exception holds for at most ${EXCEPTION_MAX_DAYS} days.`)
  return new Date(end)
}

async function subjectOf(ctx: Ctx, check: typeof screenings.$inferSelect): Promise<SubjectToScreen> {
  const sealed = await ctx.services.keyring.open<Record<string, unknown> & Partial<SubjectToScreen>>(
    ctx.db,
    check.subject_key_id,
    `screenings.subject:${check.id}`,
    check.subject_sealed,
  )
  const { full_name, date_of_birth, country, entity_type } = sealed
  return {
    ...(check.wallet_address && { wallet_address: check.wallet_address }),
    ...(full_name && { full_name }),
    ...(date_of_birth && { date_of_birth }),
    ...(country && { country }),
    ...(entity_type && { entity_type }),
    ...furtherFacts(sealed),
  }
}

const decideExceptionInput = byId('Id of the exception').extend({ note: z.string().trim().max(1000).optional() })

/** Approves what another person proposed; from now on the match no longer makes a review. Throws `second_person_required`. */
export const approveException = defineVerb({
  name: 'exceptions.approve',
  permission: 'exceptions.write',
  input: decideExceptionInput,
  output: exception,
  run: (given) => decide(given, 'active'),
})

/** Refuses a proposal. */
export const refuseException = defineVerb({
  name: 'exceptions.refuse',
  permission: 'exceptions.write',
  input: decideExceptionInput,
  output: exception,
  run: (given) => decide(given, 'refused'),
})

async function decide({ ctx, input }: Given<typeof decideExceptionInput>, to: 'active' | 'refused') {
  return write(ctx, async (tx) => {
    const row = await lockScoped(tx, exceptions, ctx, input.id)
    if (!row) throw notFound()
    if (row.state !== 'proposed')
      throw new AppError('invalid_transition', `This exception is ${row.state}; only a proposed one can be decided.`)
    if (to === 'active')
      await requireSecondPerson(tx, ctx, {
        by: row.author,
        at: row.created_at,
        own: 'Another person than the one who proposed it must approve it.',
      })
    const at = new Date(ctx.now)
    const changes =
      to === 'active'
        ? { state: to, approved_by: ctx.actor.id, approved_at: at }
        : { state: to, end_reason: input.note || 'refused', ended_at: at }
    await tx
      .update(exceptions)
      .set(changes)
      .where(inScope(exceptions, ctx, eq(exceptions.id, row.id)))
    const next: ExceptionRow = { ...row, ...changes }
    const told = await retellDecided(tx, ctx, to === 'active' ? [row.subject_id] : [])
    return {
      result: { success: true as const, ...presentException(next) },
      audit: [
        {
          action: to === 'active' ? 'exception_approved' : 'exception_refused',
          category: 'system',
          subject: { type: 'exception', id: row.id },
          details: { entity_id: row.entity_id, author: row.author, ...(input.note && { note: input.note }) },
          standing: [`exception:${row.id}`],
        },
        ...told.audit,
      ],
      events: to === 'active' ? [exceptionEvent('exception.created', next), ...told.events] : [],
    }
  })
}

const listExceptionsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(['proposed', 'active', 'refused', 'expired', 'voided']).optional(),
  entity_id: z.string().max(120).optional(),
  wallet_address: z.string().max(100).optional(),
})

/** False-positive decisions, newest first. */
export const listExceptions = defineVerb({
  name: 'exceptions.list',
  permission: 'exceptions.write',
  input: listExceptionsQuery,
  output: listOf(exception),
  run: async ({ ctx, input }) => {
    const position = decodeCursor(ctx, 'exceptions', input.cursor) as [string, string] | null
    const before = position && new Date(position[0])
    const rows = await ctx.db
      .select()
      .from(exceptions)
      .where(
        inScope(
          exceptions,
          ctx,
          and(
            input.status && eq(exceptions.state, input.status),
            input.entity_id ? eq(exceptions.entity_id, input.entity_id) : undefined,
            input.wallet_address ? eq(exceptions.wallet_address, input.wallet_address) : undefined,
            before
              ? or(lt(exceptions.created_at, before), and(eq(exceptions.created_at, before), lt(exceptions.id, position[1])))
              : undefined,
          ),
        ),
      )
      .orderBy(desc(exceptions.created_at), desc(exceptions.id))
      .limit(input.limit + 1)
    const page = pageOf(ctx, 'exceptions', rows, input.limit, presentException, (row) => [row.created_at.toISOString(), row.id])
    return { success: true as const, ...page }
  },
})

/** One exception, with what tells the subject from the entry. Throws `not_found`. */
export const getException = defineVerb({
  name: 'exceptions.get',
  permission: 'exceptions.write',
  input: byId('Id of the exception'),
  output: exception,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, exceptions, ctx, input.id)
    if (!row) throw notFound()
    const evidence = await openEvidence(ctx.db, ctx, row.id, row.evidence)
    return { success: true as const, ...presentException(row), evidence }
  },
})

/** Takes an exception back. The match is a review again at the next check. */
export const removeException = defineVerb({
  name: 'exceptions.delete',
  permission: 'exceptions.write',
  input: byId('Id of the exception'),
  output: exception,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, exceptions, ctx, input.id)
      if (!row) throw notFound()
      if (!OPEN.includes(row.state)) throw new AppError('invalid_transition', `This exception is already ${row.state}.`)
      const changes = { state: 'voided' as const, end_reason: 'taken_back', ended_at: new Date(ctx.now) }
      await tx
        .update(exceptions)
        .set(changes)
        .where(inScope(exceptions, ctx, eq(exceptions.id, row.id)))
      const next: ExceptionRow = { ...row, ...changes }
      const told = await retellDecided(tx, ctx, [row.subject_id])
      return {
        result: { success: true as const, ...presentException(next) },
        audit: [
          {
            action: 'exception_voided',
            category: 'system',
            subject: { type: 'exception', id: row.id },
            details: { reason: 'taken_back' },
            standing: [`exception:${row.id}`],
          },
          ...told.audit,
        ],
        events: [exceptionEvent('exception.voided', next), ...told.events],
      }
    })
  },
})

/** Ends the exceptions whose last day is over by their tenant's clock, and says so. */
export async function expireExceptions(services: Services): Promise<number> {
  const tenants = await services.connection.db
    .selectDistinct({ organizationId: exceptions.organization_id, environment: exceptions.environment })
    .from(exceptions)
    .where(inArray(exceptions.state, OPEN))
  let ended = 0
  for (const { organizationId, environment } of tenants) {
    const ctx = await systemCtxIn(services, { id: 'exceptions', organizationId, environment: environment as Environment })
    const { now } = ctx
    const due = inScope(exceptions, ctx, and(inArray(exceptions.state, OPEN), lte(exceptions.expires_at, new Date(now))))
    if (!(await ctx.db.select({ id: exceptions.id }).from(exceptions).where(due).limit(1)).length) continue
    ended += await write(ctx, async (tx) => {
      const rows = await tx
        .update(exceptions)
        .set({ state: 'expired', end_reason: 'expired', ended_at: new Date(now) })
        .where(due)
        .returning()
      const told = await retellDecided(
        tx,
        ctx,
        rows.map((row) => row.subject_id),
      )
      return {
        result: rows.length,
        audit: [
          {
            action: 'exceptions_expired',
            category: 'system',
            details: { count: rows.length },
            standing: rows.map((row) => `exception:${row.id}` as const),
          },
          ...told.audit,
        ],
        events: [...rows.map((row) => exceptionEvent('exception.expired', row)), ...told.events],
      }
    })
  }
  return ended
}
