// What the verbs of payments and of securities read and write, as `memory.ts`.
import { worth } from '#core/chain/transactions/worth.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import type { LotRow } from '#core/securities/holdings/lots.ts'
import { money, type OfferingRow } from '#core/securities/offerings/facts.ts'
import { defaultsOf } from '#core/securities/offerings/present.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import { addMonths, legalDay, startOfLegalDay } from '#engine/dates.ts'
import { formatMicro, parseMicro } from '#engine/money.ts'
import { byAddress, memory } from './memory.ts'
import type { PastOf, TransactionRow } from './types.ts'

const DAY_MS = 86_400_000

/** Every wallet that is bound to a person. */
export const walletsOfPerson = async (db: unknown, _ctx: unknown, personId: string) =>
  [...memory(db).wallets.values()].filter((one) => one.person_id === personId).map((one) => one.address)

/** What still may happen or has happened counts; what was refused, failed or expired does not. */
const COUNTED = ['approved', 'review', 'submitted', 'settled', 'awaiting_counterparty']
const counted = (db: unknown, ctx: TenantNow, id: string, days: number) =>
  memory(db)
    .transactions.filter((row) => row.id !== id && COUNTED.includes(row.status) && row.created_at.getTime() > ctx.now - days * DAY_MS)
    .toReversed()

export async function past(
  db: unknown,
  ctx: Ctx,
  p: { id: string; rates: PastOf['rates'] },
  own: readonly string[],
  direction: 'sent' | 'received',
) {
  return counted(db, ctx, p.id, 30).flatMap((row) => {
    const [mine, theirs] = direction === 'sent' ? [row.from_address, row.to_address] : [row.to_address, row.from_address]
    if (!mine || !own.includes(mine) || row.offering_id || row.market === 'nfts' || row.asset?.token_id) return []
    const cash = direction === 'sent' ? row.facts['tx.cash'] : null
    return {
      at: Math.min(row.created_at.getTime(), ctx.now),
      usd: worth(row.amount, row.currency, 'USD', p.rates),
      eur: worth(row.amount, row.currency, 'EUR', p.rates),
      wallet: mine,
      other: (theirs && byAddress(db, theirs)?.person_id) || theirs || 'none',
      cash: typeof cash === 'object' && cash !== null ? cash : null,
    }
  })
}

export async function cashOuts(db: unknown, ctx: Ctx, p: { id: string; rates: PastOf['rates'] }, own: readonly string[]) {
  return counted(db, ctx, p.id, 367)
    .filter((row) => row.market === 'gaming' && row.type === 'redemption' && own.includes(row.from_address ?? ''))
    .map((row) => ({
      at: Math.min(row.created_at.getTime(), ctx.now),
      usd: worth(row.amount, row.currency, 'USD', p.rates),
      wallet: row.from_address!,
    }))
}

/** The last that was told of this wallet and protocol. */
export async function hadAccess(db: unknown, _ctx: unknown, walletId: string, protocol: string) {
  const told = memory(db).events.findLast(
    ({ type, resource, object }) =>
      type.startsWith('defi.access.') &&
      resource.id === walletId &&
      String((object as { protocol_name?: unknown }).protocol_name).toLowerCase() === protocol.toLowerCase(),
  )
  return told?.type === 'defi.access.granted'
}

export const walletRisk = async (_db: unknown, ctx: Ctx, subject: { persona: Persona | null }) =>
  ctx.world.markets.walletRisk(subject.persona)

export async function sentInMarket(
  db: unknown,
  ctx: Ctx,
  market: string,
  subject: { person: { id: string } | null; wallet: { address: string } },
  rates: PastOf['rates'],
) {
  const own = [subject.wallet.address, ...(subject.person ? await walletsOfPerson(db, ctx, subject.person.id) : [])]
  return counted(db, ctx, '', 1)
    .filter((row) => row.market === market && own.includes(row.from_address ?? ''))
    .reduce((sum, row) => sum + worth(row.amount, row.currency, 'USD', rates), 0n)
}

export async function insertTransaction(db: unknown, _ctx: unknown, row: TransactionRow) {
  memory(db).transactions.push(row)
  return [row]
}

export const transactionByHash = (db: unknown, hash: string) => memory(db).transactions.filter((row) => row.transaction_hash === hash)

/** The sandbox's offerings that always exist, and those a test made. */
export async function lockOffering(db: unknown, ctx: Ctx, id: string): Promise<OfferingRow | null> {
  const known = memory(db).offerings.get(id)
  if (known || !Object.hasOwn(ALWAYS, id)) return known ?? null
  const made = offeringRow(id, ctx.now, ALWAYS[id]!)
  memory(db).offerings.set(id, made)
  return made
}

const ALWAYS: Readonly<Record<string, Partial<OfferingRow>>> = {
  off_sandbox_open: { name: 'Sandbox Open', regulation: 'reg_d_506b' },
  off_sandbox_506c: { name: 'Sandbox 506(c)', regulation: 'reg_d_506c' },
  off_sandbox_reg_s: { name: 'Sandbox Reg S', regulation: 'reg_s' },
}

/** The regulation of an offering that says nothing of it. */
const ORDINARY = 'reg_d_506c'

export type OfferingSaid = Partial<OfferingRow>
export const offeringRow = (id: string, now: number, said: OfferingSaid): OfferingRow =>
  ({
    id,
    organization_id: 'org_testing',
    environment: 'sandbox',
    name: id,
    regulation: ORDINARY,
    type: 'equity',
    status: 'open',
    total_supply: '1000000',
    price_per_token: '10',
    maximum_raise: '10000000',
    minimum_investment: '0',
    target_amount: null,
    currency: 'USD',
    opens_at: null,
    closes_at: null,
    facts: {},
    facts_stated: {},
    commercial_terms: null,
    amount_raised: '0',
    fee_accrued: '0',
    first_sale_at: null,
    created_at: new Date(now),
    closed_at: null,
    ...defaultsOf(said.regulation ?? ORDINARY),
    // Who sells abroad under Regulation S sells to nobody at home.
    blocked_countries: said.regulation === 'reg_s' ? ['US'] : [],
    allowed_countries: [],
    chain: null,
    token_address: null,
    token_decimals: null,
    token_link: null,
    token_pause: null,
    token_end: null,
    ...said,
  }) as OfferingRow

export const openLots = async (db: unknown, _ctx: unknown, offeringId: string, walletAddress: string) =>
  memory(db).lots.filter((lot) => lot.offering_id === offeringId && lot.wallet_address === walletAddress)

const whole = (units: string) => BigInt(units.split('.')[0]!)
const total = (rows: readonly LotRow[]) => String(rows.reduce((sum, lot) => sum + whole(lot.quantity), 0n))
const ownerOf = (db: unknown, lot: LotRow) => {
  const wallet = byAddress(db, lot.wallet_address)
  return wallet?.person_id ?? wallet?.id ?? lot.wallet_address
}

export const heldBy = async (db: unknown, _ctx: unknown, offeringId: string, personId: string) =>
  total(memory(db).lots.filter((lot) => lot.offering_id === offeringId && ownerOf(db, lot) === personId))

export const outstandingUnits = async (db: unknown, _ctx: unknown, offeringId: string) =>
  total(memory(db).lots.filter((lot) => lot.offering_id === offeringId))

export async function heldSince(db: unknown, _ctx: unknown, offeringId: string) {
  const times = memory(db).lots.flatMap((lot) => (lot.offering_id === offeringId ? lot.acquired_at.getTime() : []))
  return times.length ? new Date(Math.min(...times)) : null
}

const underWay = (ctx: TenantNow, row: TransactionRow) =>
  row.status === 'submitted' || (row.status === 'approved' && (row.deadline?.getTime() ?? 0) > ctx.now)

export async function holdersOfRecord(db: unknown, ctx: Ctx, offeringId: string | null, except = '') {
  const held = new Map<string, bigint>()
  const add = (person: string, units: bigint) => held.set(person, (held.get(person) ?? 0n) + units)
  for (const lot of memory(db).lots) if (!offeringId || lot.offering_id === offeringId) add(ownerOf(db, lot), whole(lot.quantity))
  for (const row of memory(db).transactions) {
    const to = row.to_address && byAddress(db, row.to_address)
    if (to && row.offering_id && (!offeringId || row.offering_id === offeringId) && row.id !== except && underWay(ctx, row))
      add(to.person_id ?? to.id, whole(row.amount))
  }
  return [...held].map(([person_id, units]) => ({ person_id, units: String(units), accredited: false }))
}

export async function pendingUnits(
  db: unknown,
  ctx: Ctx,
  p: { offeringId: string; walletAddress: string; except: string; sentOnly?: boolean },
) {
  const rows = memory(db).transactions.filter(
    (row) =>
      row.offering_id === p.offeringId &&
      row.from_address === p.walletAddress &&
      row.id !== p.except &&
      (p.sentOnly ? row.status === 'submitted' : underWay(ctx, row)),
  )
  return String(rows.reduce((sum, row) => sum + whole(row.amount), 0n))
}

export async function soldLately(db: unknown, ctx: Ctx, p: { offering: OfferingRow; personId: string; except: string }) {
  const isOwn = (address: string | null) => {
    const wallet = address === null ? null : byAddress(db, address)
    return wallet?.person_id === p.personId || wallet?.id === p.personId
  }
  const since = startOfLegalDay(addMonths(legalDay(ctx.now), -3))
  const sold = memory(db).transactions.filter(
    (row) =>
      row.offering_id === p.offering.id &&
      row.id !== p.except &&
      isOwn(row.from_address) &&
      !isOwn(row.to_address) &&
      !['mint', 'burn'].includes(row.type) &&
      row.created_at.getTime() > since &&
      (row.status === 'settled' || underWay(ctx, row)),
  )
  const units = sold.reduce((sum, row) => sum + whole(row.amount), 0n)
  const value = formatMicro(units * (parseMicro(p.offering.price_per_token) ?? 0n))
  return { sold_3_months: String(units), sold_3_months_value: money(value, p.offering.currency) }
}

export const openBlockCases = async (db: unknown, _ctx: unknown, personId: string | null, walletId: string | null) =>
  memory(db).cases.filter((one) => one.open && one.kind !== 'transaction_review' && [personId, walletId].includes(one.about)).length

export const affiliationOf = async (_db: unknown, ctx: Ctx) =>
  ctx.world.statements.affiliation && { now: false, lately: false, role: ctx.world.statements.affiliation }

export const establish = async (_db: unknown, ctx: Ctx) => ctx.world.statements.issuerOfRecord ?? { verification: 'unverified' as const }
export const noOrganization = undefined

export async function findVenue(_db: unknown, ctx: Ctx, said: string) {
  const name = said.trim().toLowerCase()
  return ctx.world.markets.venues.find((one) => one.id === said || one.name.toLowerCase() === name) ?? null
}

/** A lot that a test says somebody holds. */
export const lotRow = (p: {
  id: string
  offering: OfferingRow
  wallet: string
  quantity: string
  acquired: Date
  from: LotRow['acquired_from']
}) =>
  ({
    id: p.id,
    offering_id: p.offering.id,
    wallet_address: p.wallet,
    quantity: p.quantity,
    acquired_at: p.acquired,
    paid_in_full_at: null,
    acquired_from: p.from,
    acquired_under: p.offering.regulation,
    tack_from: null,
  }) as unknown as LotRow

/** What a sandbox said of its organisation: nothing, and every threshold is the platform's. */
export const TOLD_OF_TENANT = Object.freeze([])
