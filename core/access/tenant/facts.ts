import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { secondPerson } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { withTenant } from '#core/kernel/context.ts'
import { isCountry } from '#core/kernel/countries.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { type Matter, monitoringFacts } from '#core/record/decisions/monitoring.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { historyOf } from '#core/sources/tenant/production.ts'
import { keyOfDid } from '#credentials/did-key.ts'
import type { Tx } from '#db/connect.ts'
import { organizations } from '#db/schema.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { tenantCtx } from '../accounts/personal.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { SecondPerson } from '../second-person/ask-second.ts'
import { askContracts, type Contract, contractsFound, keepWords, waitingContract } from './contracts.ts'
import { askForSecond } from './four-eyes.ts'
import { tenantFactHistory, tenantFactsView } from './shape.ts'

const place = '[A-Z]{2}(?:-[A-Z0-9]{1,3})?'
const licence = z
  .string()
  .regex(
    new RegExp(`^(?:gambling|lender|money_transmitter):${place}(?::[a-z_]{1,30})?$`),
    'A kind and a place, such as gambling:US-NJ:sports',
  )
const placeCode = z.string().regex(new RegExp(`^${place}$`), 'A country or a part of it, such as US-NJ')

const DATA_BASIS = /^(identity|reuse|automated_denial):(legal_obligation|contract|consent|none)(?::(\d{1,4}))?$/

/** What an organisation says of itself; null takes a fact back. */
const OWN = {
  licences: z.array(licence).max(200).meta({
    description: 'Licences held, each as kind:place, with the vertical where the place licenses only some: gambling:US-NJ:sports',
  }),
  us_bsa_type: z
    .enum(['none', 'msb', 'bank', 'broker_dealer', 'futures', 'mutual_fund', 'ppsi'])
    .meta({ description: 'Kind of reporting institution under 31 CFR chapter X' }),
  cdd_regime: z.enum(['US', 'EU', 'UK']).meta({ description: 'Whose due diligence the organisation follows' }),
  casp_auth: z.boolean().meta({ description: 'Whether it is authorised as a crypto-asset service provider under MiCA' }),
  serves_eu: z.boolean().meta({ description: 'Whether it serves clients in the European Union' }),
  art_trader: z.boolean().meta({ description: 'Whether it trades in works of art by profession' }),
  travel_seats: z
    .array(
      z
        .string()
        .regex(/^[A-Z]{2}$/, 'Two letters, such as US')
        .refine(isCountry, 'A country of ISO 3166-1'),
    )
    .max(60)
    .meta({
      description:
        'Countries whose travel rule binds it as a provider; the United States for a reporting institution there and the European Union for who is authorised in it, also where left out, and for who serves it while it does not say',
    }),
  data_bases: z.array(z.string().regex(DATA_BASIS, 'A purpose and its basis, such as identity:legal_obligation')).max(10).meta({
    description:
      'On which basis it uses personal data, each as purpose:basis (GDPR art. 6), an automated denial with the days until a person looks again (art. 22): identity:legal_obligation, reuse:consent, automated_denial:contract:30. Each is judged when it is said: GET /v1/decisions?check=monitoring',
  }),
  reliance_keys: z
    .array(
      z
        .string()
        .max(100)
        .refine((did) => keyOfDid(did) !== null, 'A did:key of an Ed25519 or P-256 key'),
    )
    .max(10)
    .meta({
      description:
        'Keys, as did:key, with which its own programme signs whom it identified: POST /v1/identity/reliance. Another key takes two people who may change members while the programme is relied on',
    }),
  identity_second_person: z.boolean().meta({
    description:
      'Whether documents of a person are accepted by two of your people, one after the other; one of them while it does not say. To end it takes two people who may change members, where it is production',
  }),
  identity_evidence_days: z.number().int().min(1).max(3_650).meta({
    description:
      'For how many days what a reviewer saw of a person counts, at most until the document’s last day; 365 while it does not say',
  }),
  member_changes_by_two: z.boolean().meta({
    description:
      'Whether invitations and changes of members’ roles take two of your people who may make them; said in production, it counts in both environments. To end it takes two people as well; one person while it does not say',
  }),
  accreditation_second_person: z.boolean().meta({
    description:
      'Whether accreditation files are confirmed by two of your people, one after the other, besides who sent them; one of them while it does not say. To end it takes two people who may change members, where it is production',
  }),
  game_blocklist: z.array(placeCode).max(300).meta({ description: 'Places where it lets nobody play, whatever their law' }),
} satisfies Record<string, z.ZodType>

/** What only administrators find, two of them: contracts with Sealwright. */
const ESTABLISHED = {
  enterprise_contract: z.boolean().meta({ description: 'Whether an enterprise contract with Sealwright is in force' }),
  reliance_agreement: z.boolean().meta({ description: 'Whether a contract of reliance under 31 CFR 1020.220(a)(6) is in force' }),
  identity_reliance: z.enum(['basic', 'enhanced']).meta({
    description:
      'Up to which level the identities of its own programme are relied on (31 CFR 1020.220(a)(6), Regulation (EU) 2024/1624 art. 48); certified each year anew',
  }),
} satisfies Record<Contract, z.ZodType>
const TENANT_FACTS: readonly string[] = [...Object.keys(OWN), ...Object.keys(ESTABLISHED)]

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

const stateTenantFactsInput = z.strictObject({ facts: nullable(OWN).meta({ description: 'null takes a fact back' }), note })
const establishTenantFactsInput = z.strictObject({
  organization_id: z.string().max(100),
  environment: z.enum(['sandbox', 'production']),
  facts: nullable({ ...OWN, ...ESTABLISHED }),
  note,
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
    return viewOf(ctx, await ctx.world.tenant.inForce(ctx.db, ctx))
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
})

/**
 * Records what the organisation says of itself: it counts in every decision from now on, and what was said before stays in its
 * history. What lets one person do what took two waits for the second. Throws `insufficient_permission`, `second_person_required`.
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
      ...viewOf(there, await there.world.tenant.inForce(ctx.db, there)),
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
async function judgeUses(tx: Tx, ctx: Ctx, uses: Json | undefined): Promise<void> {
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
  { facts, note: where }: { facts: Record<string, Json>; note?: string | undefined },
  as: 'tenant' | 'administrator',
): Promise<TenantFactsView & { second_person: SecondPerson | null }> {
  const found = contractsFound(facts)
  // no event of a fact: only the organisation itself says it, and every decision names the facts it was made from.
  return write(ctx, async (tx) => {
    const ended = await askForSecond(tx, ctx, facts, where ?? null, as)
    const waiting = [...found, ...(ended?.facts ?? [])]
    const said = Object.fromEntries(Object.entries(facts).filter(([fact]) => !waiting.includes(fact)))
    await keepWords(tx, ctx, said, { as, by: ctx.actor.id, note: where ?? null })
    await judgeUses(tx, ctx, facts.data_bases)
    const asked = found.length ? await askContracts(tx, ctx, Object.fromEntries(found.map((fact) => [fact, facts[fact]!])), where) : null
    const later = [asked?.audit, ended?.audit].filter((one) => one !== undefined)
    const entry: AuditInput = {
      action: as === 'tenant' ? 'tenant_facts_stated' : 'tenant_facts_established',
      category: 'system',
      subject: { type: 'organization', id: ctx.organizationId },
      details: { facts: Object.keys(said).sort(), sha256: hashOf(said) },
      standing: [`organization:${ctx.organizationId}`],
    }
    return {
      result: { ...viewOf(ctx, await ctx.world.tenant.inForce(tx, ctx)), second_person: asked?.waits ?? ended?.waits ?? null },
      audit: later.length && !Object.keys(said).length ? [later[0]!, ...later.slice(1)] : [entry, ...later],
      events: asked?.events ?? [],
    }
  })
}

const viewOf = (ctx: Ctx, known: Awaited<ReturnType<Ctx['world']['tenant']['inForce']>>): TenantFactsView => ({
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
      from: fact in OWN ? 'tenant' : 'administrator',
    }
  }),
})
