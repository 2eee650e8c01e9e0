import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { openNames } from '#core/identity/persons/open-persons.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { type Rows, readRows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { investments, investors, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { emailHash } from './create.ts'
import { accreditationEnded, readStatuses } from './present.ts'

const SORTS = ['created_at', 'status', 'country', 'letter'] as const
const ORDER = {
  created_at: investors.created_at,
  status: investors.status,
  country: investors.country,
  letter: investors.accreditation_expires_at,
} as const
const status = z.enum(['incomplete', 'pending', 'verified', 'rejected'])

const investorRowsInput = z.strictObject({
  ...rowsInput(SORTS),
  status: status.optional(),
  accreditation: status.optional(),
  country: z.string().length(2).optional(),
  type: z.enum(['individual', 'entity']).optional(),
  /** An id, the external id, or the whole e-mail address: names are sealed and cannot be searched in part. */
  q: z.string().max(255).optional(),
})

/** Rows whose accreditation reads so at this moment: one that has ended is incomplete. */
function accreditationIs(state: z.infer<typeof status>, now: number): SQL | undefined {
  const { accreditation_status: stored, accreditation_expires_at: until } = investors
  if (state === 'verified') return and(eq(stored, state), or(isNull(until), gt(until, new Date(now))))
  if (state === 'incomplete') return or(eq(stored, state), and(eq(stored, 'verified'), lte(until, new Date(now))))
  return eq(stored, state)
}

export interface InvestorRowView {
  id: string
  name: string
  type: string
  country: string | null
  status: string
  accreditation_status: string
  accreditation_expires_at: string | null
  accreditation_ended: boolean
  documents_status: string
  wallet_address: string | null
  invested: string
  investments: number
  created_at: string
}

/** The organisation's investors as a table shows them. */
export const listInvestorRows = definePageVerb({
  name: 'investors.list_rows',
  permission: 'investors.read',
  input: investorRowsInput,
  run: async ({ ctx, input }): Promise<Rows<InvestorRowView>> => {
    const where = inScope(
      investors,
      ctx,
      and(
        input.status ? eq(investors.status, input.status) : undefined,
        input.accreditation ? accreditationIs(input.accreditation, ctx.now) : undefined,
        input.country ? eq(investors.country, input.country) : undefined,
        input.type ? eq(investors.type, input.type) : undefined,
        input.q
          ? or(eq(investors.id, input.q), eq(investors.external_id, input.q), eq(investors.email_hash, emailHash(ctx, input.q)))
          : undefined,
      ),
    )
    const found = await readRows(
      input,
      ORDER,
      investors.id,
      ({ order, limit, offset }) =>
        ctx.db
          .select({ investor: investors, address: wallets.address })
          .from(investors)
          .leftJoin(wallets, eq(wallets.id, investors.wallet_id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      ctx.db.select({ total: sql<string>`count(*)` }).from(investors).where(where),
    )
    const [names, sums] = await Promise.all([
      openNames(
        ctx,
        found.rows.map((row) => row.investor.person_id),
      ),
      investedBy(
        ctx,
        found.rows.map((row) => row.investor.id),
      ),
    ])
    return {
      ...found,
      rows: found.rows.map(({ investor, address }) => ({
        id: investor.id,
        name: names.get(investor.person_id) ?? 'No name',
        type: investor.type,
        country: investor.country,
        status: investor.status,
        // A proof that has ended is incomplete again, as everywhere; the day it ended stays.
        accreditation_status: readStatuses(investor, null, ctx.now).verification.accreditation_status,
        accreditation_ended: accreditationEnded(investor, ctx.now),
        accreditation_expires_at: investor.accreditation_expires_at?.toISOString() ?? null,
        documents_status: investor.documents_status,
        wallet_address: address,
        invested: sums.get(investor.id)?.sum ?? '0',
        investments: sums.get(investor.id)?.count ?? 0,
        created_at: investor.created_at.toISOString(),
      })),
    }
  },
})

/** What each investor of the page has invested and was accepted with. */
async function investedBy(ctx: Ctx, ids: string[]): Promise<Map<string, { sum: string; count: number }>> {
  if (!ids.length) return new Map()
  const { rows } = await ctx.db.execute<{ investor_id: string; sum: string; count: string }>(sql`
    select investor_id, trim_scale(sum(amount))::text as sum, count(*)::text as count from ${investments}
    where investor_id = any(${sql.param(ids)}::text[])
      and organization_id = ${ctx.organizationId} and environment = ${ctx.environment} and status = 'accepted'
    group by investor_id`)
  return new Map(rows.map((row) => [row.investor_id, { sum: row.sum, count: Number(row.count) }]))
}
