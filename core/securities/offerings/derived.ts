import { sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Tx } from '#db/connect.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { usStateOf } from '#engine/tables/us-states.ts'
import { money, type OfferingRow, regulationOf } from './facts.ts'

const DAY_MS = 86_400_000

type Queryable = Tx | Ctx['db']
type Row = Pick<OfferingRow, 'regulation'> & { id?: string; opens_at: Date | null; created_at: Date; closed_at?: Date | null }

type Other = NonNullable<Room<'offering'>['integration']>[number]
type Recorded = Other & { solicits: boolean; qualified_at: string | null }

/**
 * The issuer's other offerings as recorded here: those that run or ran, also those that were cancelled. One cancelled as a draft was
 * offered to nobody.
 */
async function recorded(db: Queryable, ctx: Ctx, own: string | undefined): Promise<Recorded[]> {
  if (!ctx.world.statements.besideOthers) return []
  const { rows } = await db.execute<{
    id: string
    regulation: OfferingRow['regulation']
    tier: string | null
    starts: string
    ended: string | null
    solicits: boolean
    qualified_at: string | null
  }>(sql`
    select id, regulation, facts->>'reg_a_tier' as tier, coalesce(opens_at, created_at)::text as starts,
      case when status in ('closed', 'cancelled') then coalesce(closed_at, updated_at)::text end as ended,
      (regulation in ('reg_d_506c', 'reg_a_plus') or facts->>'general_solicitation' = 'true') as solicits,
      case when regulation = 'reg_a_plus' then facts->>'qualified_at' end as qualified_at
    from offerings
    where organization_id = ${ctx.organizationId} and environment = ${ctx.environment} and not fixed and id <> ${own ?? ''}
      and (status in ('open', 'paused', 'closed') or (status = 'cancelled' and (closed_at is not null or first_sale_at is not null)))
    order by created_at, id limit 1000`)
  return rows.map((row) => ({
    id: row.id,
    kind: regulationOf(row.regulation, row.tier),
    starts_on: rulesDay(new Date(row.starts)),
    ended_on: row.ended === null ? 'none' : rulesDay(new Date(row.ended)),
    solicits: row.solicits,
    qualified_at: row.qualified_at !== null && row.qualified_at !== 'none' ? row.qualified_at.slice(0, 10) : null,
  }))
}

/**
 * What is derived of an offering and its issuer from our own records, beside which no word counts: the other offerings with which it
 * could be one (Rule 152), whether one of them advertises, when the first was qualified under Regulation A, and what was sold under it
 * in twelve months. Of offerings made elsewhere only the issuer knows: while it said nothing of them, the rules ask.
 */
export async function derivedFacts(
  db: Queryable,
  ctx: Ctx,
  row: Row,
  issuer: Room<'issuer'>,
): Promise<{ issuer: Room<'issuer'>; offering: Room<'offering'> }> {
  const others = await recorded(db, ctx, row.id)
  const elsewhere = issuer.other_offerings ?? null
  const integration = elsewhere && [...others.map(({ solicits: _, qualified_at: __, ...other }) => other), ...elsewhere]
  const starts = rulesDay(row.opens_at ?? row.created_at)
  const beside = (other: Other) => other.kind === 'reg_d_506c' && (other.ended_on === 'none' || other.ended_on >= starts)
  const qualified = [...others.flatMap((one) => one.qualified_at ?? []), ...saidDay(issuer.reg_a_first_qualified_at)].sort()[0]
  return {
    issuer: {
      ...(others.some((other) => other.solicits) && { other_offering_solicited: true }),
      ...(qualified !== undefined && { reg_a_first_qualified_at: qualified }),
      ...(await regASales(db, ctx, row, issuer)),
    },
    offering: {
      ...(integration && { integration }),
      // What runs beside it is known as soon as it is found; that nothing does, once all were named.
      ...((elsewhere || others.some(beside)) && { parallel_506c: [...others, ...(elsewhere ?? [])].some(beside) }),
    },
  }
}

const saidDay = (said: string | undefined): string[] => (typeof said === 'string' && said !== 'none' ? [said.slice(0, 10)] : [])

/**
 * What the issuer sold in other offerings under Regulation A, for the limit over all of them in twelve months: what it said itself of
 * sales elsewhere, and the sales recorded here, by day.
 */
async function regASales(db: Queryable, ctx: Ctx, row: Row, issuer: Room<'issuer'>): Promise<Pick<Room<'issuer'>, 'reg_a_sales'>> {
  if (row.regulation !== 'reg_a_plus') return {}
  const said = issuer.reg_a_sales
  const { rows } = await db.execute<{ day: string; currency: string; amount: string }>(sql`
    select to_char(coalesce(i.accepted_at, i.created_at) at time zone 'America/New_York', 'YYYY-MM-DD') as day, i.currency,
      trim_scale(sum(i.amount))::text as amount
    from investments i join offerings o on o.id = i.offering_id and o.regulation = 'reg_a_plus'
    where i.organization_id = ${ctx.organizationId} and i.environment = ${ctx.environment} and i.status = 'accepted'
      and i.offering_id <> ${row.id ?? ''} group by 1, 2`)
  const sold = rows.map(({ day: date, currency, amount }) => ({ tier: '2', date, amount: money(amount, currency) }))
  // What it said is a list, or nothing, and then the rule asks.
  return Array.isArray(said) ? { reg_a_sales: [...said, ...sold] } : {}
}

/**
 * Sales under Rule 506(b) in offerings made elsewhere, as the issuer said; undefined while it names such an offering of the last 90 days,
 * or that runs, and says nothing of its sales.
 */
export function sales506bElsewhere(ctx: Pick<Ctx, 'now'>, issuer: Room<'issuer'>): Room<'issuer'>['sales_506b'] {
  if (Array.isArray(issuer.sales_506b)) return issuer.sales_506b
  const since = rulesDay(ctx.now - 90 * DAY_MS)
  const counts = issuer.other_offerings?.some(
    ({ kind, ended_on }) => kind === 'reg_d_506b' && (ended_on === 'none' || (ended_on !== undefined && ended_on >= since)),
  )
  return counts ? undefined : []
}

/** The first sale of an offering to somebody of a state, which a state's notice filing counts from; none while there was none. */
export async function firstSaleInState(
  db: Queryable,
  ctx: Ctx,
  offeringId: string,
  state: string | undefined,
): Promise<Pick<Room<'offering'>, 'first_sale_in_state_at'>> {
  if (!state || state === 'none') return { first_sale_in_state_at: 'none' }
  const { rows } = await db.execute<{ us_state: string | null; at: string }>(sql`
    select p.us_state, min(coalesce(i.accepted_at, i.created_at))::text as at from investments i join investors p on p.id = i.investor_id
    where i.organization_id = ${ctx.organizationId} and i.environment = ${ctx.environment} and i.offering_id = ${offeringId}
      and i.status in ('accepted', 'refunded') and p.us_state is not null group by 1`)
  const first = rows.filter((row) => usStateOf(row.us_state!) === state).map((row) => Date.parse(row.at))
  return { first_sale_in_state_at: first.length ? rulesDay(Math.min(...first)) : 'none' }
}
