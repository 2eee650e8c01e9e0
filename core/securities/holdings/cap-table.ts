import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ActRow } from '#core/identity/acts/acts.ts'
import { frozenUnits } from '#core/identity/acts/freezes.ts'
import { openNames } from '#core/identity/persons/open-persons.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { holdingActs, issuances, lots, offerings, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { mintedAt, unminted } from '../token-state/minted.ts'

const capTableInput = z.strictObject({
  ...rowsInput(['quantity', 'country', 'acquired']),
  offering_id: z.string().max(100),
  /** A day; the table is as of its end, UTC. Now when absent. */
  as_of: z.iso.date().optional(),
  country: z.string().length(2).optional(),
})

export interface CapTableRow {
  id: string
  person_id: string
  name: string
  country: string | null
  wallets: string[]
  lots: number
  quantity: string
  /** Units that waited for their mint then, beside those held. */
  pending: string
  /** Units that may not be transferred yet at that time. */
  locked: string
  /** When the last of them becomes free. */
  locked_until: string | null
  /** Units that were frozen at that time, at most as many as were held. */
  frozen: string
  /** An investor's id of the holder, when the units belong to one. */
  investor_id: string | null
  /** Freezes in force then; a null quantity is everything, a null wallet every wallet. */
  freezes: { id: string; wallet_address: string | null; quantity: string | null; legal_basis: string }[]
  first_acquired_at: string
  /** Share of all units then outstanding, in basis points of a percent: 1234 is 12.34 %. */
  share_bps: number
}

export interface CapTable extends Rows<CapTableRow> {
  as_of: string
  /** Units of all holders together; equal to what was minted and not burned until then. */
  outstanding: string
  /** Units whose mint was confirmed until then. */
  issued: string
  /** Units that were authorised, or sent, and waited for their mint then: of everybody, whether or not they held others. */
  pending: string
  locked: string
  frozen: string
}

/** Who held what of an offering at a time, by person, and the sums that prove the table whole. */
export const readCapTable = definePageVerb({
  name: 'holdings.cap_table',
  permission: 'offerings.read',
  input: capTableInput,
  run: async ({ ctx: caller, input }): Promise<CapTable> => {
    const ctx = await homeOf(caller, input.offering_id)
    const offering = await findScoped(ctx.db, offerings, ctx, input.offering_id)
    if (!offering) throw notFound()
    const at = (input.as_of ? new Date(`${input.as_of}T23:59:59.999Z`) : new Date(ctx.now)).toISOString()
    const open = inScope(
      lots,
      ctx,
      eq(lots.offering_id, offering.id),
      sql`${lots.created_at} <= ${at}::timestamptz and (${lots.closed_at} is null or ${lots.closed_at} > ${at}::timestamptz)`,
    )
    // What waits for its mint is held by nobody.
    const held = and(open, sql`not ${unminted(at)}`)
    const sort = input.sort ?? '-quantity'
    const order = sql.raw(
      `${{ quantity: 'quantity', country: 'country', acquired: 'first_acquired_at' }[sort.replace(/^-/, '')]} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last`,
    )
    const { freezes, frozen } = await frozenAt(ctx, offering.id, at, held)
    const byCountry = input.country !== undefined || sort.endsWith('country')
    const [{ rows: found }, { rows: issued }, { rows: pending }] = await Promise.all([
      // Everybody is added up once, for the sums and for the order; what is dearer only for the holders of the page.
      ctx.db.execute<Record<string, string | number | null> & { wallets: string[] }>(sql`
      with holder as materialized (
        select ${lots.person_id} as person_id, sum(${lots.quantity}) as quantity, min(${lots.acquired_at}) as first_acquired_at,
          sum(${lots.quantity}) filter (where ${lots.lockup_until} > ${at}::timestamptz) as locked
          ${byCountry ? sql`, max(${persons.country}) as country` : sql``}
        from ${lots} ${byCountry ? sql`left join ${persons} on ${persons.id} = ${lots.person_id}` : sql``}
        where ${held} group by ${lots.person_id}
      ), whole as (
        select coalesce(trim_scale(sum(quantity)), 0)::text as outstanding, coalesce(trim_scale(sum(locked)), 0)::text as all_locked,
          count(*)::int as holders ${input.country ? sql`, count(*) filter (where country = ${input.country})::int as matching` : sql``}
        from holder
      ), shown as (
        select person_id, quantity, first_acquired_at, coalesce(locked, 0) as locked ${byCountry ? sql`, country` : sql``} from holder
        ${input.country ? sql`where country = ${input.country}` : sql``}
        order by ${order}, person_id limit ${input.page_size} offset ${offsetOf(input)}
      )
      select whole.*, shown.*,
        ${byCountry ? sql`` : sql`(select ${persons.country} from ${persons} where ${persons.id} = shown.person_id) as country,`} detail.*
      from whole left join shown on true left join lateral (
        select array_agg(distinct ${lots.wallet_address}) as wallets, count(*)::int as lots, max(${lots.investor_id}) as investor_id,
          max(${lots.lockup_until}) filter (where ${lots.lockup_until} > ${at}::timestamptz) as locked_until
        from ${lots} where ${lots.person_id} = shown.person_id and ${held}
      ) detail on true order by ${order}, person_id`),
      ctx.db.execute<{ issued: string }>(sql`
      select coalesce(trim_scale(sum(${issuances.quantity})), 0)::text as issued from ${issuances}
      where ${inScope(issuances, ctx, eq(issuances.offering_id, offering.id))}
        and ${mintedAt(at)}`),
      ctx.db.execute<{ person_id: string; units: string }>(sql`
      select ${lots.person_id} as person_id, trim_scale(sum(${lots.quantity}))::text as units from ${lots}
      where ${open} and ${unminted(at)} group by 1`),
    ])
    // The sums stand on every row, and on one row of their own when nobody is shown.
    const whole = found[0]!
    const rows = found.filter((row) => row.person_id !== null)
    const names = await openNames(
      ctx,
      rows.map((row) => String(row.person_id)),
    )
    const outstanding = String(whole.outstanding)
    const waiting = new Map(pending.map((row) => [row.person_id, row.units]))
    return {
      as_of: at,
      outstanding,
      issued: issued[0]!.issued,
      pending: String(pending.reduce((sum, row) => sum + BigInt(units(row.units)), 0n)),
      locked: String(whole.all_locked),
      frozen: String([...frozen.values()].reduce((sum, each) => sum + each, 0n)),
      page: input.page,
      page_size: input.page_size,
      total: Number(input.country ? whole.matching : whole.holders),
      rows: rows.map((row) => ({
        id: String(row.person_id),
        person_id: String(row.person_id),
        name: names.get(String(row.person_id)) ?? 'Not on file',
        country: row.country === null ? null : String(row.country),
        wallets: row.wallets,
        lots: Number(row.lots),
        quantity: units(row.quantity),
        pending: units(waiting.get(String(row.person_id))),
        locked: units(row.locked),
        locked_until: row.locked_until ? new Date(row.locked_until).toISOString() : null,
        frozen: String(frozen.get(String(row.person_id)) ?? 0n),
        investor_id: row.investor_id === null ? null : String(row.investor_id),
        freezes: freezes
          .filter((one) => (one.wallet_address ? row.wallets.includes(one.wallet_address) : one.person_id === row.person_id))
          .map(({ id, wallet_address, quantity, legal_basis }) => ({ id, wallet_address, quantity, legal_basis })),
        first_acquired_at: new Date(row.first_acquired_at!).toISOString(),
        share_bps: outstanding === '0' ? 0 : Number((BigInt(units(row.quantity)) * 10_000n) / BigInt(units(outstanding))),
      })),
    }
  },
})

/** What was frozen at a time, by person: everything in a wallet that a freeze of everything bound, else the units of the others. */
async function frozenAt(
  ctx: Ctx,
  offeringId: string,
  at: string,
  held: SQL | undefined,
): Promise<{ freezes: ActRow[]; frozen: Map<string, bigint> }> {
  const freezes = await ctx.db
    .select()
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        eq(holdingActs.offering_id, offeringId),
        eq(holdingActs.kind, 'freeze'),
        sql`${holdingActs.created_at} <= ${at}::timestamptz and (${holdingActs.ended_at} is null or ${holdingActs.ended_at} > ${at}::timestamptz)
          and (${holdingActs.expires_at} is null or ${holdingActs.expires_at} > ${at}::timestamptz)`,
      ),
    )
  const sums = new Map<string, bigint>()
  if (!freezes.length) return { freezes, frozen: sums }
  const rows = await ctx.db
    .select({ person_id: lots.person_id, wallet_address: lots.wallet_address, quantity: sql<string>`sum(${lots.quantity})::text` })
    .from(lots)
    .where(
      and(
        held,
        or(
          inArray(
            lots.person_id,
            freezes.map((freeze) => freeze.person_id),
          ),
          inArray(
            lots.wallet_address,
            freezes.flatMap((freeze) => freeze.wallet_address ?? []),
          ),
        ),
      ),
    )
    .groupBy(lots.person_id, lots.wallet_address)
  for (const row of rows) {
    const keeper = { personId: row.person_id, walletAddress: row.wallet_address }
    const frozen = frozenUnits(freezes, keeper, BigInt(units(row.quantity)))
    sums.set(row.person_id, (sums.get(row.person_id) ?? 0n) + frozen)
  }
  return { freezes, frozen: sums }
}

const units = (value: unknown) => String(value ?? '0').split('.')[0]!

/** The same without names, for programs. */
export const listCapTable = defineVerb({
  name: 'offerings.cap_table',
  permission: 'offerings.read',
  input: byId('Id of the offering').extend({
    as_of: capTableInput.shape.as_of,
    country: capTableInput.shape.country,
    page: queryInteger(1, 1_000_000).default(1),
    page_size: queryInteger(1, 100).default(100),
  }),
  output: z.object({
    success: z.literal(true),
    object: z.literal('cap_table'),
    offering_id: z.string(),
    as_of: z.string(),
    outstanding: z.string(),
    issued: z.string(),
    pending: z
      .string()
      .meta({ description: 'Units authorised or sent and waiting for their mint then; `outstanding` and `issued` leave them out' }),
    locked: z.string(),
    frozen: z.string(),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
    data: z.array(
      z.object({
        person_id: z.string(),
        country: z.string().nullable(),
        wallets: z.array(z.string()),
        lots: z.number().int(),
        quantity: z.string(),
        pending: z.string(),
        locked: z.string(),
        locked_until: z.string().nullable(),
        frozen: z.string(),
        investor_id: z.string().nullable(),
        first_acquired_at: z.string(),
        share_bps: z.number(),
      }),
    ),
  }),
  run: async ({ ctx, input: { id, ...asked } }) => {
    const { rows, ...table } = await readCapTable.run({ ctx, input: { ...capTableInput.parse({ offering_id: id }), ...asked } })
    return {
      success: true as const,
      object: 'cap_table' as const,
      offering_id: id,
      ...table,
      data: rows.map(({ id: _, name: __, freezes: ___, ...row }) => row),
    }
  },
})
