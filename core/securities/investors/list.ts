import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bestCredentials, summarise } from '#core/identity/credentials/live.ts'
import { openPersons } from '#core/identity/persons/open-persons.ts'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId, country } from '#core/kernel/fields.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investments, investors, offerings, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { emailHash, type InvestorRow } from './create.ts'
import { type InvestorView, investorAnswer, presentInvestor } from './present.ts'

const status = z.enum(['incomplete', 'pending', 'verified', 'rejected'])

const listInvestorsQuery = z.strictObject({
  ...pageQuery,
  status: status.optional(),
  accreditation_status: status.optional(),
  type: z.enum(['individual', 'entity']).optional(),
  country: country.optional(),
  email: z.string().regex(/@/).max(255).optional().meta({ description: 'The whole address' }),
  external_id: z.string().max(100).optional(),
  ...createdQuery,
})

/** The tenant's investors, newest first. */
export const listInvestors = defineVerb({
  name: 'investors.list',
  permission: 'investors.read',
  input: listInvestorsQuery,
  output: listOf(investorAnswer),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select()
      .from(investors)
      .where(
        inScope(
          investors,
          ctx,
          and(
            input.status ? eq(investors.status, input.status) : undefined,
            input.accreditation_status ? eq(investors.accreditation_status, input.accreditation_status) : undefined,
            input.type ? eq(investors.type, input.type) : undefined,
            input.country ? eq(investors.country, input.country) : undefined,
            input.email ? eq(investors.email_hash, emailHash(ctx, input.email)) : undefined,
            input.external_id ? eq(investors.external_id, input.external_id) : undefined,
            ...createdBetween(investors, input),
            olderThan(investors, decodeCursor(ctx, 'investors', input.cursor)),
          ),
        ),
      )
      .orderBy(...newestFirst(investors))
      .limit(input.limit + 1)
    const views = await presentMany(ctx, rows)
    return { success: true as const, ...pageOf(ctx, 'investors', rows, input.limit, (row) => views.get(row.id)!, placeOf) }
  },
})

/** Many investors with their persons, wallets and credentials, by id: four queries, however many they are. */
async function presentMany(ctx: Ctx, rows: InvestorRow[]): Promise<Map<string, InvestorView>> {
  if (!rows.length) return new Map()
  const personIds = rows.map((row) => row.person_id)
  const walletIds = rows.flatMap((row) => row.wallet_id ?? [])
  const [data, owned] = await Promise.all([
    openPersons(ctx, personIds),
    walletIds.length
      ? ctx.db
          .select()
          .from(wallets)
          .where(inScope(wallets, ctx, inArray(wallets.id, walletIds)))
      : [],
  ])
  const credentials = await bestCredentials(ctx.db, ctx, owned)
  const byId = new Map(owned.map((wallet) => [wallet.id, wallet]))
  return new Map(
    rows.map((row) => {
      const wallet = row.wallet_id ? (byId.get(row.wallet_id) ?? null) : null
      const credential = wallet ? credentials.get(wallet.id) : undefined
      const summary = credential && wallet ? summarise(credential, wallet, ctx.now, false) : null
      return [row.id, presentInvestor(row, data.get(row.person_id) ?? null, wallet, summary, ctx.now)]
    }),
  )
}

const offeringInvestorsQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(['accepted', 'pending', 'rejected', 'refunded', 'cancelled'])
    .optional()
    .meta({ description: 'Only those with an investment in this state' }),
})

/** Who invested in one offering, newest investor first, with what each has in it. Throws `not_found`. */
export const listOfferingInvestors = defineVerb({
  name: 'offerings.investors',
  permission: 'investors.read',
  input: byId('Offering id, off_…').extend(offeringInvestorsQuery.shape),
  output: z.object({
    success: z.literal(true),
    data: z.array(
      investorAnswer.extend({
        in_offering: z.object({
          investments: z.number().int(),
          pending: z.number().int(),
          accepted_amount: z.string(),
          quantity: z.string(),
          issued_quantity: z.string(),
        }),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ ctx, input }) => {
    if (!(await findScoped(ctx.db, offerings, ctx, input.id))) throw notFound()
    const list = `offering_investors:${input.id}`
    const here = inScope(
      investments,
      ctx,
      and(eq(investments.offering_id, input.id), input.status ? eq(investments.status, input.status) : undefined),
    )
    const rows = await ctx.db
      .select()
      .from(investors)
      .where(
        inScope(
          investors,
          ctx,
          and(
            sql`exists (select 1 from ${investments} where ${here} and ${investments.investor_id} = ${investors.id})`,
            olderThan(investors, decodeCursor(ctx, list, input.cursor)),
          ),
        ),
      )
      .orderBy(...newestFirst(investors))
      .limit(input.limit + 1)
    const [views, sums] = await Promise.all([presentMany(ctx, rows), sumsOf(ctx, input.id, rows)])
    const none = { investments: 0, pending: 0, accepted_amount: '0', quantity: '0', issued_quantity: '0' }
    const present = (row: InvestorRow) => ({ ...views.get(row.id)!, in_offering: sums.get(row.id) ?? none })
    return { success: true as const, ...pageOf(ctx, list, rows, input.limit, present, placeOf) }
  },
})

async function sumsOf(ctx: Ctx, offeringId: string, rows: InvestorRow[]) {
  if (!rows.length) return new Map()
  const accepted = sql`filter (where ${investments.status} = 'accepted')`
  const found = await ctx.db
    .select({
      investor: investments.investor_id,
      investments: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${investments.status} = 'pending'))::int`,
      accepted_amount: sql<string>`coalesce(trim_scale(sum(${investments.amount}) ${accepted}), 0)::text`,
      quantity: sql<string>`coalesce(trim_scale(sum(${investments.token_quantity}) ${accepted}), 0)::text`,
      issued_quantity: sql<string>`coalesce(trim_scale(sum(${investments.issued_quantity}) ${accepted}), 0)::text`,
    })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(investments.offering_id, offeringId),
          inArray(
            investments.investor_id,
            rows.map((row) => row.id),
          ),
        ),
      ),
    )
    .groupBy(investments.investor_id)
  return new Map(found.map(({ investor, ...sums }) => [investor, sums]))
}
