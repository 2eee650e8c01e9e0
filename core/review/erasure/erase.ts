import { and, desc, eq, gt, isNotNull, isNull, like, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findWallet } from '#core/chain/wallets/find.ts'
import type { PersonRow } from '#core/identity/persons/ensure.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import { decision, listOf } from '#core/kernel/answers.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import type { Services } from '#core/kernel/services.ts'
import { type Decided, recordDecision } from '#core/record/decisions/decide.ts'
import { monitoringFacts } from '#core/record/decisions/monitoring.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { writeDue } from '#core/record/write-due.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import type { Tx } from '#db/connect.ts'
import { erasures, investors, lots, mails, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import { RECORD_CLASSES, type RecordClass } from '#engine/tables/retention.ts'
import { keeperOf, keptUntil, recordsFound } from './records.ts'
import { erasure, erasureTold, holdReason, presentErasure } from './shape.ts'
import { eraseClosedAccount, erasePerson, restrictPerson, setAside, type Wiped } from './wipe.ts'

/** Kinds of records that a law keeps. */
export const KEPT_KINDS = RECORD_CLASSES

const eraseInput = z
  .strictObject({
    investor_id: z.string().max(100).optional(),
    wallet_address: walletAddress.optional(),
    law: z.enum(['gdpr', 'ccpa', 'other']).default('gdpr').meta({ description: 'The law the person invokes' }),
    asked_on: z.iso.date().optional().meta({ description: 'Day of the request; today when left out' }),
    duties: z
      .array(z.strictObject({ kind: z.enum(KEPT_KINDS), from: z.iso.date() }))
      .max(50)
      .default([])
      .meta({
        description:
          'Records that a law makes you keep, with the day their period began. Sanctions hits and refusals under sanctions law are added by themselves; so is what was found out of who they are, by the law you follow (`us_bsa_type`, `cdd_regime`, `casp_auth`)',
      }),
    legal_hold: z
      .string()
      .trim()
      .min(3)
      .max(500)
      .optional()
      .meta({ description: 'Ground of a legal hold; nothing is erased while it stands' }),
    hold_reason: holdReason.optional(),
  })
  .refine((v) => (v.investor_id === undefined) !== (v.wallet_address === undefined), {
    message: 'Give investor_id or wallet_address.',
    path: ['investor_id'],
  })
  .refine((v) => v.hold_reason === undefined || v.legal_hold !== undefined, {
    message: 'Say the ground of the hold in legal_hold.',
    path: ['legal_hold'],
  })

export type ErasureRow = typeof erasures.$inferSelect

const DAY_MS = 86_400_000
/** What the mail that ends the erasure of an account is called, so that it is forgotten a day after it was sent. */
export const LAST_MAIL = 'mail_erasure_'

/**
 * Answers a person's request for erasure. What no law keeps is erased at once; what a law keeps is restricted, named with its
 * ground, and erased on its day (GDPR art. 17(3)(b) and (e); Cal. Civ. Code 1798.105(d)(8)). Decisions stay provable by their hashes.
 * Throws `not_found`, `conflict` while the person holds tokens, `already_exists` when it was done before.
 */
export const requestPersonErasure = defineVerb({
  name: 'erasures.create',
  permission: 'persons.erase',
  input: eraseInput,
  output: erasure.extend({ decision }),
  run: async ({ ctx, input }) => {
    const asked_on = input.asked_on ?? new Date(ctx.now).toISOString().slice(0, 10)
    if (asked_on > new Date(ctx.now).toISOString().slice(0, 10))
      throw invalidField('/asked_on', 'future_date', 'The date is in the future.')
    return write(ctx, async (tx) => {
      const person = await personAsked(tx, ctx, input)
      const [before] = await tx
        .select({ id: erasures.id })
        .from(erasures)
        .where(inScope(erasures, ctx, eq(erasures.person_id, person.id)))
      if (before)
        throw new AppError('already_exists', 'This person was erased or restricted already.', { extra: { existing_id: before.id } })
      const { row, wiped, decision } = await settleErasure(tx, ctx, person, { ...input, asked_on })
      return {
        result: { success: true as const, ...presentErasure(row), decision },
        audit: [
          {
            action: row.status === 'restricted' ? 'person_restricted' : 'person_erased',
            category: 'user',
            subject: { type: 'person', id: person.id },
            details: { erasure_id: row.id, law: input.law, erase_from: row.erase_from, records: row.records.map((r) => r.kind) },
          },
          ...wiped.audit,
        ],
        events: wiped.events,
      }
    })
  },
})

type Settling = Pick<z.output<typeof eraseInput>, 'law' | 'duties' | 'legal_hold' | 'hold_reason'> & { asked_on: string }

/** Erases a person, or restricts what a law keeps, and records which. Throws `conflict` for a holder of tokens. */
export async function settleErasure(
  tx: Tx,
  ctx: Ctx,
  person: PersonRow,
  input: Settling,
): Promise<{ row: ErasureRow; wiped: Wiped; decision: WireDecision }> {
  await refuseHolders(tx, ctx, person)
  const id = newId('erasure', ctx.now)
  const known = await recordsFound(tx, ctx, person, input.duties)
  const { records, from } = keptUntil([...input.duties, ...known], await keeperOf(tx, ctx))
  const decided = await judgeErasure(tx, ctx, id, { ...input, records })
  const restricted = decided.outcome !== 'allow'
  const wiped = restricted
    ? await restrictPerson(tx, ctx, person, { held: input.legal_hold !== undefined })
    : await erasePerson(tx, ctx, person)
  const [row] = await tx
    .insert(erasures)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      person_id: person.id,
      status: restricted ? 'restricted' : 'erased',
      law: input.law,
      asked_on: input.asked_on,
      records,
      legal_hold: input.legal_hold ?? null,
      hold_reason: input.legal_hold === undefined ? null : (input.hold_reason ?? 'other'),
      erase_from: restricted ? from : null,
      requested_by: ctx.actor.id,
      created_at: new Date(ctx.now),
      erased_at: restricted ? null : new Date(ctx.now),
    })
    .returning()
  return { row: row!, wiped, decision: decided.decision }
}

/**
 * By when the request is answered and from when the records may go, by the rules of retention. Sealed with the tenant's key: it names
 * days and kinds of records, and stays provable when the person's own key is gone.
 */
async function judgeErasure(
  tx: Tx,
  ctx: Ctx,
  id: string,
  p: Pick<Settling, 'law' | 'asked_on' | 'legal_hold'> & { records: readonly { kind: RecordClass; from: string }[] },
): Promise<Decided> {
  const records = p.records.map(({ kind, from }) => ({ kind, from }))
  const kept = records.length > 0 || p.legal_hold !== undefined
  return recordDecision(tx, ctx, {
    facts: await monitoringFacts(ctx, {
      ...(p.law !== 'other' && { erasure_request: { law: p.law, asked_on: p.asked_on, records } }),
      ...(kept && { erasure: { records, legal_hold: p.legal_hold !== undefined } }),
    }),
    market: 'platform',
    subject: { type: 'erasure', id },
    category: 'user',
  })
}

async function personAsked(tx: Tx, ctx: Ctx, input: z.output<typeof eraseInput>): Promise<PersonRow> {
  const investor = input.investor_id ? await findScoped(tx, investors, ctx, input.investor_id) : null
  const wallet = input.wallet_address ? await findWallet(tx, ctx, input.wallet_address.canonical) : null
  const personId = investor?.person_id ?? wallet?.person_id
  const person = personId ? await lockScoped(tx, persons, ctx, personId) : null
  if (!person) throw notFound()
  const [own] = await tx
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, and(eq(investors.person_id, person.id), eq(investors.external_id, SELF), isNotNull(investors.user_id))))
    .limit(1)
  if (own)
    throw new AppError(
      'conflict',
      'This is what somebody shows of themselves. It is erased with their account, which they ask for on its page.',
    )
  return person
}

/** The register of holders must name its holders. */
async function refuseHolders(tx: Tx, ctx: Ctx, person: PersonRow): Promise<void> {
  const [held] = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(inScope(lots, ctx, and(eq(lots.person_id, person.id), isNull(lots.closed_at), gt(lots.quantity, '0'))))
    .limit(1)
  if (held)
    throw new AppError(
      'conflict',
      'This person still holds tokens, and the register of holders must name its holders. Transfer or redeem them first.',
    )
}

const listErasuresQuery = z.strictObject({ ...pageQuery, status: z.enum(['restricted', 'erased']).optional() })

/** The caller's erasures, newest first. */
export const listErasures = defineVerb({
  name: 'erasures.list',
  permission: 'erasures.read',
  input: listErasuresQuery,
  output: listOf(erasure),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'erasures', input.cursor)
    const rows = await ctx.db
      .select()
      .from(erasures)
      .where(
        inScope(
          erasures,
          ctx,
          after ? lt(erasures.id, after[0] as string) : undefined,
          input.status ? eq(erasures.status, input.status) : undefined,
        ),
      )
      .orderBy(desc(erasures.id))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'erasures', rows, input.limit, presentErasure, (row) => [row.id]) }
  },
})

export const getErasure = defineVerb({
  name: 'erasures.get',
  permission: 'erasures.read',
  input: byId('Erasure id, era_…'),
  output: erasure,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, erasures, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentErasure(row) }
  },
})

/** Erases the restricted persons whose day has come. */
export async function eraseDue(services: Services): Promise<void> {
  const { db } = services.connection
  // no audit: the erasure itself said that this mail would be forgotten.
  await db
    .delete(mails)
    .where(and(like(mails.id, `${LAST_MAIL}%`), ne(mails.status, 'queued'), lt(mails.created_at, new Date(Date.now() - DAY_MS))))
  await setAsideFormer(services)
  const due = await db
    .select()
    .from(erasures)
    .where(and(eq(erasures.status, 'restricted'), isNull(erasures.legal_hold), isNotNull(erasures.erase_from)))
  for (const row of due) {
    const environment = row.environment as Environment
    const ctx = await systemCtxIn(services, { id: 'erase-due', organizationId: row.organization_id, environment })
    const { now } = ctx
    if (row.erase_from === null || row.erase_from > isoDay(legalDay(now))) continue
    await writeDue(ctx, async (tx) => {
      const held = await lockScoped(tx, erasures, ctx, row.id)
      if (held?.status !== 'restricted' || held.legal_hold !== null) return null
      const done = await eraseRestricted(tx, ctx, held)
      // A rule that came since may keep it longer: it is looked at again the next night.
      return { result: 1, audit: done.audit, events: done.events }
    })
  }
}

/**
 * Erases somebody restricted, if the rules let the records go that are kept of them. `row` is null where they do not: then nothing
 * changed but that it was judged.
 */
export async function eraseRestricted(
  tx: Tx,
  ctx: Ctx,
  held: ErasureRow,
  act?: ErasureRow['acts'][number],
): Promise<{ row: ErasureRow | null; audit: [AuditInput, ...AuditInput[]]; events: EventInput[] }> {
  const decided = await judgeErasure(tx, ctx, held.id, {
    law: 'other',
    asked_on: held.asked_on,
    records: held.records as { kind: RecordClass; from: string }[],
  })
  if (decided.outcome !== 'allow') return { row: null, audit: [decided.audit], events: [] }
  const person = await lockScoped(tx, persons, ctx, held.person_id)
  const wiped = person && !person.erased_at ? await erasePerson(tx, ctx, person) : { audit: [], events: [] }
  if (person) await eraseClosedAccount(tx, ctx, person.id)
  const [row] = await tx
    .update(erasures)
    .set({ status: 'erased', erased_at: new Date(ctx.now) })
    .where(inScope(erasures, ctx, eq(erasures.id, held.id)))
    .returning()
  return {
    row: row!,
    audit: [
      { action: 'person_erased', category: 'user', subject: { type: 'person', id: held.person_id }, details: { erasure_id: held.id } },
      decided.audit,
      ...wiped.audit,
    ],
    events: [...wiped.events, erasureTold(row!, act ?? null)],
  }
}

/** Whoever was restricted when that left their name on the pages: their keys are taken out of use now. */
async function setAsideFormer(services: Services): Promise<void> {
  const { rows } = await services.connection.db.execute<{ id: string; organization_id: string; environment: Environment }>(sql`
    select p.id, p.organization_id, p.environment from erasures e join persons p on p.id = e.person_id
    where e.status = 'restricted' and p.erased_at is null and p.pii_sealed is not null
      and not exists (select from subject_keys k where k.id = p.subject_key_id and k.destroyed_at is not null)`)
  for (const { id, organization_id, environment } of rows) {
    const ctx = await systemCtxIn(services, { id: 'erase-due', organizationId: organization_id, environment })
    // no event: it was told when they were restricted.
    await write(ctx, async (tx) => {
      const person = await lockScoped(tx, persons, ctx, id)
      if (person && !person.erased_at) await setAside(tx, ctx, person)
      return { result: null, audit: { action: 'person_set_aside', category: 'system', subject: { type: 'person', id } } }
    })
  }
}
