import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investments, investors, issuances, lots, persons, transactions, wallets } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { OfferingRow } from '../offerings/facts.ts'

/** No chain is waited for longer; also spares a look at all that ever moved. */
const WAITS_MS = 2 * 86_400_000

/** A transfer that is signed for, or sent, and has not settled: its units are spoken for. */
const signed = (ctx: Ctx) =>
  sql`(${transactions.status} = 'submitted' or (${transactions.status} = 'approved' and ${transactions.deadline} > ${new Date(ctx.now).toISOString()}::timestamptz))`

type Holders = NonNullable<Room<'offering'>['holders']>

/**
 * Who holds anything of this issuer, or of one offering of it, by person: the units of their lots, what they bought and was not issued
 * yet, and what transfers on their way bring them, without the transfer named. Somebody of whom nothing is known counts as not accredited.
 */
export async function holdersOfRecord(tx: Tx, ctx: Ctx, offeringId: string | null, except = ''): Promise<Holders> {
  const own = (column: typeof lots.offering_id | typeof investments.offering_id | typeof transactions.offering_id) =>
    offeringId === null ? sql`true` : sql`${column} = ${offeringId}`
  const { rows } = await tx.execute<{ person_id: string; units: string; accredited: boolean }>(sql`
    select person_id, trunc(sum(units))::text as units, coalesce(
      (select bool_and(${investments.accredited}) from ${investments}
        where ${inScope(investments, ctx)} and ${investments.person_id} = held.person_id and ${investments.status} = 'accepted'),
      (select bool_or(${investors.accreditation_status} = 'verified'
          and coalesce(${investors.accreditation_expires_at} > ${new Date(ctx.now).toISOString()}::timestamptz, true))
        from ${investors} where ${inScope(investors, ctx)} and ${investors.person_id} = held.person_id), false) as accredited
    from (
      select ${lots.person_id} as person_id, ${lots.quantity} as units from ${lots}
        where ${inScope(lots, ctx)} and ${lots.closed_at} is null and ${own(lots.offering_id)}
      union all
      select ${investments.person_id}, ${investments.token_quantity} - ${investments.issued_quantity} from ${investments}
        where ${inScope(investments, ctx)} and ${investments.status} = 'accepted' and ${own(investments.offering_id)}
          and ${investments.token_quantity} > ${investments.issued_quantity}
      union all
      select coalesce(${wallets.person_id}, ${wallets.id}), ${transactions.amount} from ${transactions}
        join ${wallets} on ${inScope(wallets, ctx)} and ${wallets.address} = ${transactions.to_address}
        where ${inScope(transactions, ctx)} and ${transactions.offering_id} is not null and ${own(transactions.offering_id)}
          and ${transactions.type} not in ('mint', 'burn') and ${signed(ctx)} and ${transactions.id} <> ${except}
          and ${transactions.created_at} > ${new Date(ctx.now - WAITS_MS).toISOString()}::timestamptz
    ) held group by person_id`)
  return rows.map((row) => ({ ...row }))
}

type FundOwner = NonNullable<Room<'issuer'>['fund_owners']>[number]

/**
 * Owners of a fund under section 3(c)(1): everybody of record, and those elsewhere whom the issuer named. Of a person it is known that
 * nobody stands behind them; of an entity it is what it said when it bought, or what the issuer says under its person. While that of one
 * of them is not known, nor who is elsewhere, the whole list is unknown, and the rule asks.
 */
export async function fundOwners(tx: Tx, ctx: Ctx, issuer: Room<'issuer'>, holders: Holders): Promise<Pick<Room<'issuer'>, 'fund_owners'>> {
  if (!String(issuer.ica_status).startsWith('3c1')) return {}
  const elsewhere = issuer.fund_owners
  if (!Array.isArray(elsewhere)) return { fund_owners: undefined }
  const behind = await standBehind(tx, ctx, holders)
  const named = new Set(elsewhere.map((owner) => owner.person_id))
  const known = holders.every(({ person_id }) => behind.has(person_id) || named.has(person_id))
  return { fund_owners: known ? [...holders.map((holder) => ofRecord(holder, behind)), ...elsewhere] : undefined }
}

/** Whom the issuer also names counts once, with both their units; nobody of record is left out by a word of it. */
const ofRecord = ({ person_id, units }: Holders[number], behind: Behind): FundOwner => ({
  person_id,
  units,
  knowledgeable_employee: false,
  fund_owner_count: behind.get(person_id) ?? 'none',
})

type Behind = ReadonlyMap<string, FundOwner['fund_owner_count']>

/** How many owners stand behind each holder, as far as that is known. */
async function standBehind(tx: Tx, ctx: Ctx, holders: Holders): Promise<Behind> {
  const ids = holders.map((row) => row.person_id)
  const people = await tx
    .select({ id: persons.id })
    .from(persons)
    .where(inScope(persons, ctx, eq(persons.kind, 'natural'), inArray(persons.id, ids)))
  const said = await tx
    .select({ id: investments.person_id, count: sql<FundOwner['fund_owner_count']>`${investments.facts} -> 'investor.fund_owner_count'` })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        eq(investments.status, 'accepted'),
        inArray(investments.person_id, ids),
        sql`${investments.facts} ? 'investor.fund_owner_count'`,
      ),
    )
    .orderBy(asc(investments.created_at), asc(investments.id))
  const unsaid = ctx.world.statements.behindEntity.fund_owner_count
  return new Map([
    ...(unsaid === undefined ? [] : ids.map((id) => [id, unsaid] as const)),
    ...said.map(({ id, count }) => [id, count] as const),
    ...people.map(({ id }) => [id, 'none'] as const),
  ])
}

/** Units of a wallet that transfers on their way take along, without the one named; of what was sent already alone when `sentOnly`. */
export async function pendingUnits(
  tx: Tx,
  ctx: Ctx,
  p: { offeringId: string; walletAddress: string; except: string; sentOnly: boolean },
): Promise<string> {
  const { rows } = await tx.execute<{ units: string }>(sql`
    select coalesce(sum(trunc(${transactions.amount})), 0)::text as units from ${transactions}
    where ${inScope(transactions, ctx)} and ${transactions.offering_id} = ${p.offeringId} and ${transactions.from_address} = ${p.walletAddress}
      and ${transactions.type} <> 'mint' and ${transactions.id} <> ${p.except}
      and ${p.sentOnly ? sql`${transactions.status} = 'submitted'` : signed(ctx)}`)
  return rows[0]!.units
}

/**
 * The offering's limit on holders and who holds now, for the rules. The caps of an issuer must be locked (`lockCaps`). `atLimit` plays an
 * offering that is full: the limit is then as many as hold besides the person.
 */
export async function holderLimitFacts(
  tx: Tx,
  ctx: Ctx,
  offering: Pick<OfferingRow, 'id' | 'max_holders'>,
  p: { personId: string; atLimit: boolean; except?: string },
): Promise<Pick<Room<'offering'>, 'max_holders' | 'holders'>> {
  if (offering.max_holders === null && !p.atLimit) return { max_holders: 'none' }
  const holders = await holdersOfRecord(tx, ctx, offering.id, p.except)
  const others = holders.filter((holder) => holder.person_id !== p.personId)
  return { max_holders: p.atLimit ? others.length : (offering.max_holders ?? 'none'), holders: p.atLimit ? others : holders }
}

/**
 * What an issuer may not exceed over all its offerings (holders, sales of twelve months) is read and used up by one call at a time.
 * Taken before an offering is locked, so that no two calls wait for each other.
 */
export const lockCaps = (tx: Tx, ctx: Ctx): Promise<void> => lockName(tx, ctx, 'issuer-caps')

/** Units issued to somebody beyond what they bought: no sale stands behind them, and they are no longer there to be sold. */
export async function grantedUnits(tx: Tx, ctx: Ctx, offering: Pick<OfferingRow, 'id' | 'fixed'>): Promise<bigint> {
  if (offering.fixed) return 0n
  const { rows } = await tx.execute<{ units: string }>(sql`
    select coalesce(sum(greatest(given.units - coalesce(sold.units, 0), 0)), 0)::text as units from (
      select ${issuances.investor_id} as investor_id, sum(${issuances.quantity}) as units from ${issuances}
        where ${inScope(issuances, ctx)} and ${issuances.offering_id} = ${offering.id} and ${issuances.investment_id} is null
          and ${issuances.status} in ('authorized', 'submitted', 'confirmed') group by 1
    ) given left join (
      select ${investments.investor_id} as investor_id, sum(${investments.token_quantity} - ${investments.issued_quantity}) as units
        from ${investments} where ${inScope(investments, ctx)} and ${investments.offering_id} = ${offering.id}
          and ${investments.status} = 'accepted' group by 1
    ) sold on sold.investor_id = given.investor_id`)
  return BigInt(rows[0]!.units.split('.')[0]!)
}

/** Units of accepted investments of everybody else that are not issued yet: what is paid for is given to nobody before. */
export async function soldToOthers(tx: Tx, ctx: Ctx, offeringId: string, investorId: string | null): Promise<bigint> {
  const { rows } = await tx.execute<{ units: string }>(sql`
    select coalesce(sum(${investments.token_quantity} - ${investments.issued_quantity}), 0)::text as units from ${investments}
    where ${inScope(investments, ctx)} and ${investments.offering_id} = ${offeringId} and ${investments.status} = 'accepted'
      and ${investments.investor_id} <> ${investorId ?? ''}`)
  return BigInt(rows[0]!.units.split('.')[0]!)
}
