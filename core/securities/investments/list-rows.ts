import { and, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { openNames } from '#core/identity/persons/open-persons.ts'
import { type Rows, readRows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { decisions, investments, investors, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { refusalOf } from '../bookings/present.ts'
import { emailHash } from '../investors/create.ts'

const SORTS = ['created_at', 'amount', 'token_quantity', 'status', 'country', 'offering'] as const
const ORDER = {
  created_at: investments.created_at,
  amount: investments.amount,
  token_quantity: investments.token_quantity,
  status: investments.status,
  country: investors.country,
  offering: offerings.name,
} as const

const investmentRowsInput = z.strictObject({
  ...rowsInput(SORTS),
  offering_id: z.string().max(100).optional(),
  status: z.enum(['accepted', 'pending', 'rejected', 'refunded', 'cancelled']).optional(),
  country: z.string().length(2).optional(),
  accredited: z.enum(['yes', 'no']).optional(),
  /** Accepted and not issued in full. */
  unissued: z.boolean().optional(),
  /** An id, or the whole e-mail address: names and addresses are sealed and cannot be searched in part. */
  q: z.string().max(255).optional(),
})

export interface InvestmentRow {
  id: string
  offering_id: string
  offering_name: string
  investor_id: string
  investor_name: string
  investor_status: string
  country: string | null
  accredited: boolean
  status: string
  amount: string
  token_quantity: string
  issued_quantity: string
  fee_amount: string
  currency: string
  lockup_until: string | null
  /** While it waits: until when its units are reserved. */
  reserved_until: string | null
  payment_failed: boolean
  cancel_reason: string | null
  /** Of the rules alone. */
  reason_codes: string[]
  /** Who ended it besides the rules, and how. */
  refusal: ReturnType<typeof refusalOf>
  decision_id: string
  has_wallet: boolean
  created_at: string
}

/**
 * Why somebody was not accepted: what speaks against it, without the notes. Not read for those who were. What a rule has against
 * something always stands in full in what is stored: among the outcomes, or beside the pattern they follow (../decisions/result.ts).
 */
const refusals = sql<string[] | null>`case when ${investments.status} <> 'accepted' then (
  select array_agg(distinct lower(coalesce(rule ->> 'reason', rule ->> 'code')))
  from jsonb_array_elements(coalesce(${decisions.result} -> 'own', ${decisions.result} -> 'rules')) rule where rule ->> 'result' in ('fail', 'review', 'needs_info')) end`

/** Investments as a table shows them: paged, sorted and filtered by the database, names opened for the page alone. */
export const listInvestmentRows = definePageVerb({
  name: 'investments.list_rows',
  permission: 'investments.read',
  input: investmentRowsInput,
  run: async ({ ctx, input }): Promise<Rows<InvestmentRow>> => {
    const where = inScope(
      investments,
      ctx,
      and(
        input.offering_id ? eq(investments.offering_id, input.offering_id) : undefined,
        input.status ? eq(investments.status, input.status) : undefined,
        input.country ? eq(investors.country, input.country) : undefined,
        input.accredited ? eq(investments.accredited, input.accredited === 'yes') : undefined,
        input.unissued
          ? sql`${investments.status} = 'accepted' and ${investments.issued_quantity} < ${investments.token_quantity}`
          : undefined,
        input.q
          ? or(
              eq(investments.id, input.q),
              eq(investments.investor_id, input.q),
              eq(investors.external_id, input.q),
              eq(investors.email_hash, emailHash(ctx, input.q)),
            )
          : undefined,
      ),
    )
    const found = await readRows(
      input,
      ORDER,
      investments.id,
      ({ order, limit, offset }) =>
        ctx.db
          .select({ investment: investments, investor: investors, offering: offerings.name, reasons: refusals })
          .from(investments)
          .innerJoin(investors, eq(investors.id, investments.investor_id))
          .innerJoin(offerings, eq(offerings.id, investments.offering_id))
          .leftJoin(decisions, eq(decisions.id, investments.decision_id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      ctx.db
        .select({ total: sql<string>`count(*)` })
        .from(investments)
        .innerJoin(investors, eq(investors.id, investments.investor_id))
        .where(where),
    )
    const names = await openNames(
      ctx,
      found.rows.map((row) => row.investment.person_id),
    )
    return {
      ...found,
      rows: found.rows.map(({ investment, investor, offering, reasons }) => ({
        id: investment.id,
        offering_id: investment.offering_id,
        offering_name: offering,
        investor_id: investment.investor_id,
        investor_name: names.get(investment.person_id) ?? 'No name',
        investor_status: investor.status,
        country: investor.country,
        accredited: investment.accredited,
        status: investment.status,
        amount: investment.amount,
        token_quantity: investment.token_quantity,
        issued_quantity: investment.issued_quantity,
        fee_amount: investment.fee_amount,
        currency: investment.currency,
        lockup_until: investment.lockup_until?.toISOString() ?? null,
        reserved_until: investment.status === 'pending' ? (investment.reserved_until?.toISOString() ?? null) : null,
        payment_failed: investment.status === 'pending' && investment.payment_failed_at !== null,
        cancel_reason: investment.cancel_reason,
        reason_codes: reasons ?? [],
        refusal: refusalOf(investment),
        decision_id: investment.decision_id,
        has_wallet: investor.wallet_id !== null,
        created_at: investment.created_at.toISOString(),
      })),
    }
  },
})
