import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { withTenant } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { type Matter, monitoringFacts } from '#core/record/decisions/monitoring.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { historyOf, MOST_PENDING, waitingOf } from '#core/sources/tenant/production.ts'
import type { TenantFact } from '#core/sources/tenant/source.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { organizations } from '#db/schema.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { tenantCtx } from '../accounts/personal.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { SecondPerson } from '../second-person/ask-second.ts'
import { refuseSettingsAlone } from './by-two.ts'
import { askContracts, contractsFound, keepWords, waitingContract } from './contracts.ts'
import { dataNow } from './data-now.ts'
import { askForSecond } from './four-eyes.ts'
import { COUNTS_AT_ONCE, DATA_BASIS, ESTABLISHED, OWN, TENANT_FACTS } from './known.ts'
import { tenantFactHistory, tenantFactsView } from './shape.ts'

const nullable = <S extends Record<string, z.ZodType>>(shape: S) =>
  z
    .strictObject(
      Object.fromEntries(
        Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional().meta({ description: schema.description })]),
      ),
    )
    .refine((facts) => Object.keys(facts).length > 0, 'Give at least one fact.') as unknown as z.ZodType<
    Record<string, Json>,
    Record<string, unknown>
  >
const note = z.string().trim().min(1).max(500).optional().meta({ description: 'Where it can be looked up: the register and the number' })

const effective_at = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .optional()
  .meta({
    description:
      'From when it counts, at most two years ahead; until then the earlier word does. At once where it is left out. A later word on the same fact ends one that still waits',
  })

const stateTenantFactsInput = z.strictObject({ facts: nullable(OWN).meta({ description: 'null takes a fact back' }), note, effective_at })
const establishTenantFactsInput = z.strictObject({
  organization_id: z.string().max(100),
  environment: z.enum(['sandbox', 'production']),
  facts: nullable({ ...OWN, ...ESTABLISHED }),
  note,
  effective_at,
})

const tenantFactHistoryQuery = z.strictObject({
  fact: z
    .enum(TENANT_FACTS as [string, ...string[]])
    .optional()
    .meta({ description: 'Only the words on this fact' }),
})

export type TenantFactsView = z.output<typeof tenantFactsView>

type Value = TenantFactsView['facts'][number]['value']

const SOURCES = { tenant: 'configured', administrator: 'established', sandbox: 'simulated' } as const

/** What is known of the caller's organisation, each with who said it and when. */
export const readTenantFacts = defineVerb({
  name: 'tenant_facts.get',
  permission: 'tenant.read',
  output: tenantFactsView,
  run: async ({ ctx }) => {
    return readView(ctx.db, ctx)
  },
})

/** Every word on a fact, or on all, the newest first; at most 100. */
export const readTenantFactHistory = defineVerb({
  name: 'tenant_facts.history',
  permission: 'tenant.read',
  input: tenantFactHistoryQuery,
  output: tenantFactHistory,
  run: async ({ ctx, input }) => {
    const rows = await historyOf(ctx.db, ctx, input.fact)
    return {
      success: true as const,
      object: 'fact_history' as const,
      data: rows.map(wordOf),
    }
  },
})

const wordOf = (row: Awaited<ReturnType<typeof historyOf>>[number]) => ({
  fact: row.fact,
  value: row.value as Value,
  source: SOURCES[row.stated_as],
  note: row.note,
  stated_by: row.stated_by,
  at: row.at.toISOString(),
  effective_at: (row.effective_at ?? row.at).toISOString(),
})

/**
 * Records what the organisation says of itself: it counts in every decision from now on, or from the time it names, and what was said
 * before stays in its history. What lets one person do what took two waits for the second. Throws `insufficient_permission`, `second_person_required`.
 */
export const stateTenantFacts = defineVerb({
  name: 'tenant_facts.state',
  permission: 'tenant.write',
  input: stateTenantFactsInput,
  output: tenantFactsView.extend({
    second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null where all of it counts' }),
  }),
  run: async ({ ctx, input }) => {
    return record(ctx, input, 'tenant')
  },
})

/**
 * The same by an administrator who looked it up, also of what an organisation does not say itself. Nobody establishes the facts of their
 * own organisation. A contract said to be in force counts once a second administrator agreed; the rest, and a contract taken back, at
 * once. Throws `second_person_required`, `step_up_required`, `not_found`, `already_exists` while a contract waits already.
 */
export const establishTenantFacts = definePageVerb({
  name: 'tenant_facts.establish',
  permission: 'tenant.establish',
  admin: true,
  input: establishTenantFactsInput,
  run: async ({ ctx, input }) => {
    if (ctx.organizationId === input.organization_id)
      throw new AppError('second_person_required', 'An administrator of another organisation establishes the facts of yours.')
    requireStepUp(ctx)
    await requireOrganization(ctx, input.organization_id)
    return record(await tenantCtx(ctx, input.organization_id, input.environment), input, 'administrator')
  },
})

/** What is known of an organisation and every word on it, for an administrator. Throws `not_found`. */
export const readFactsOfTenant = definePageVerb({
  name: 'tenant_facts.of',
  permission: 'tenant.establish',
  admin: true,
  input: z.strictObject({ organization_id: z.string().max(100), environment: z.enum(['sandbox', 'production']) }),
  run: async ({ ctx, input }) => {
    const name = await requireOrganization(ctx, input.organization_id)
    const there = withTenant(ctx, input.organization_id, input.environment)
    return {
      name,
      ...(await readView(ctx.db, there)),
      history: (await historyOf(ctx.db, there)).map(wordOf),
      own: ctx.organizationId === input.organization_id,
      waiting: await waitingContract(ctx.db, there),
    }
  },
})

/** The name of an organisation. Throws `not_found`. */
async function requireOrganization(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, id)).limit(1)
  if (!row) throw notFound()
  return row.name
}

/** Judges each use of personal data by the basis that was said of it. */
export async function judgeUses(tx: Tx, ctx: Ctx, uses: Json | undefined): Promise<void> {
  if (!Array.isArray(uses)) return
  for (const use of uses) {
    const [, purpose, basis, days] = DATA_BASIS.exec(String(use))!
    const processing = { purpose, basis, review_days: days === undefined ? 'none' : Number(days) } as Matter['processing']
    await recordDecision(tx, ctx, {
      facts: await monitoringFacts(ctx, { processing }),
      market: 'platform',
      subject: { type: 'organization', id: ctx.organizationId },
      stated: ['case.processing'],
    })
  }
}

async function record(
  ctx: Ctx,
  { facts, note: where, effective_at: from }: { facts: Record<string, Json>; note?: string | undefined; effective_at?: Date | undefined },
  as: 'tenant' | 'administrator',
): Promise<TenantFactsView & { second_person: SecondPerson | null }> {
  const found = contractsFound(facts)
  if (from) requireLater(ctx, facts, from)
  // no event of a fact: only the organisation itself says it, and every decision names the facts it was made from.
  return write(ctx, async (tx) => {
    const ended = await askForSecond(tx, ctx, facts, where ?? null, as)
    const waiting = [...found, ...(ended?.facts ?? [])]
    const said = Object.fromEntries(Object.entries(facts).filter(([fact]) => !waiting.includes(fact)))
    if (as === 'tenant' && Object.keys(said).length) await refuseSettingsAlone(tx, ctx)
    if (from) await requireRoom(tx, ctx, Object.keys(said).length)
    await keepWords(tx, ctx, said, { as, by: ctx.actor.id, note: where ?? null, from: from ?? null })
    await judgeUses(tx, ctx, facts.data_bases)
    const asked = found.length ? await askContracts(tx, ctx, Object.fromEntries(found.map((fact) => [fact, facts[fact]!])), where) : null
    const later = [asked?.audit, ended?.audit].filter((one) => one !== undefined)
    const entry: AuditInput = {
      action: as === 'tenant' ? 'tenant_facts_stated' : 'tenant_facts_established',
      category: 'system',
      subject: { type: 'organization', id: ctx.organizationId },
      details: { facts: Object.keys(said).sort(), sha256: hashOf(said), ...(from && { effective_at: from.toISOString() }) },
      standing: [`organization:${ctx.organizationId}`],
    }
    return {
      result: { ...(await readView(tx, ctx)), second_person: asked?.waits ?? ended?.waits ?? null },
      audit: later.length && !Object.keys(said).length ? [later[0]!, ...later.slice(1)] : [entry, ...later],
      events: asked?.events ?? [],
    }
  })
}

const MOST_AHEAD_MS = 2 * 366 * 86_400_000

/** Words that count from a later time on. Throws `validation_failed` where the time is none to wait for, or the fact none that waits. */
export function requireLater(ctx: Ctx, facts: Record<string, Json>, from: Date): void {
  if (from.getTime() <= ctx.now) throw invalidField('/effective_at', 'in_the_past', 'Give a time that lies ahead, or leave it out.')
  if (from.getTime() > ctx.now + MOST_AHEAD_MS) throw invalidField('/effective_at', 'too_far', 'Give a time of the next two years.')
  const atOnce = Object.keys(facts).find((fact) => COUNTS_AT_ONCE.includes(fact))
  if (atOnce) throw invalidField('/effective_at', 'not_allowed', `${atOnce} counts at once. Say it without a time.`)
}

/** Throws `validation_failed` where too much waits for its time. */
async function requireRoom(tx: Tx, ctx: Ctx, more: number): Promise<void> {
  if ((await waitingOf(tx, ctx)).length + more > MOST_PENDING)
    throw invalidField('/effective_at', 'too_many', `At most ${MOST_PENDING} words wait for their time.`)
}

async function readView(db: Queryable, ctx: Ctx): Promise<TenantFactsView> {
  const known = await ctx.world.tenant.inForce(db, ctx)
  return viewOf(ctx, known, { pending: (await waitingOf(db, ctx)).map(wordOf), data_age: await dataNow(db, ctx, known) })
}

const viewOf = (
  ctx: Ctx,
  known: readonly TenantFact[],
  { pending, data_age }: Pick<TenantFactsView, 'pending' | 'data_age'>,
): TenantFactsView => ({
  success: true,
  object: 'tenant_facts',
  organization_id: ctx.organizationId,
  environment: ctx.environment,
  facts: TENANT_FACTS.map((fact) => {
    const one = known.find((each) => each.fact === fact)
    return {
      fact,
      value: (one?.value as Value) ?? null,
      source: one ? SOURCES[one.stated_as] : null,
      note: one?.note ?? null,
      stated_by: one?.stated_by ?? null,
      at: one?.at.toISOString() ?? null,
      effective_at: one ? (one.effective_at ?? one.at).toISOString() : null,
      from: fact in OWN ? 'tenant' : 'administrator',
    }
  }),
  data_age,
  pending,
})
