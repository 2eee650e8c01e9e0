import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { worth } from '#core/chain/transactions/worth.ts'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Rate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { transactions, wallets } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { fanIn, fanOut, splitOverWallets, transfersStructured } from '#engine/calculations/structuring.ts'
import { transactionRisk } from '#engine/calculations/transaction-risk.ts'
import { spikes } from '#engine/calculations/velocity.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { formatMicro, micro } from '#engine/money.ts'
import { countryPoints, countryRiskTable } from '#engine/tables/country-risk.ts'
import { isInbound } from './party.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What still may happen or has happened counts; what was refused, failed or expired does not. */
const COUNTED = ['approved', 'review', 'submitted', 'settled', 'awaiting_counterparty'] as const
/** Single payments that are looked at; sums are of all. */
const MOST = 1_000

interface Past {
  at: number
  usd: bigint
  eur: bigint
  wallet: string
  /** The person on the other side, else the address. */
  other: string
  /** Currency that the caller took in or paid out with it. */
  cash: CashLeg | null
}

/** Currency behind a payment, as its caller states it under `tx.cash`. */
interface CashLeg {
  direction: 'in' | 'out'
  place: string
  voucher: boolean
}
const cashIn = (facts: Readonly<Record<string, unknown>>): CashLeg | null => {
  const said = facts['tx.cash']
  return typeof said === 'object' && said !== null ? (said as CashLeg) : null
}

/** Whom a payment goes to: the person, whichever wallet of theirs. */
export const beneficiaryOf = (to: MarketSubject | null, address: string | null): string => to?.person?.id ?? address ?? 'none'

export interface PaymentHistory {
  history: Room<'history'>
  risk: NonNullable<Room<'tx'>['risk']>
  /** What this sender sent to this beneficiary in the 24 hours before, in micro-units. */
  linked: { usd: bigint; eur: bigint }
  /** Wallets from which the person cashed out of games in the 24 hours before, this payment's included. */
  cashOutWallets: number
}

/**
 * What the sender sent and received in thirty days, over all wallets of the person, and what the published risk score of this payment
 * is made of. `id` is the payment itself: one that is decided again is not before itself.
 */
export async function paymentHistory(
  tx: Tx,
  ctx: Ctx,
  p: {
    id: string
    amount: string
    currency: string | undefined
    from: MarketSubject | null
    to: MarketSubject | null
    fromAddress: string | null
    toAddress: string | null
    rates: readonly Rate[]
    /** What the caller states of this payment. */
    said: Readonly<Record<string, unknown>>
  },
): Promise<PaymentHistory> {
  const { from, to, rates } = p
  // The wallets are locked one by one; the limits are the person's over all of them.
  if (from?.person) await lockName(tx, ctx, `payments:${from.person.id}`)
  const own = await walletsOf(tx, ctx, from, p.fromAddress)
  const sent = await past(tx, ctx, p, own, 'sent')
  const received = await past(tx, ctx, p, own, 'received')
  const cashedOut = await cashOuts(tx, ctx, p, own)
  const usd = worth(p.amount, p.currency, 'USD', rates)
  const beneficiary = beneficiaryOf(to, p.toAddress)
  const total = (rows: readonly Pick<Past, 'usd'>[]) => rows.reduce((sum, row) => sum + row.usd, 0n)
  const since = (hours: number, rows: readonly Past[] = sent) => rows.filter((row) => ctx.now - row.at < hours * HOUR_MS)
  const toThem = sent.filter((row) => row.other === beneficiary)
  const day = since(24)
  const linked = since(24, toThem)
  const month = sent.length < MOST ? total(sent) : await totalSent(tx, ctx, p, own)
  // A mean day is one of those before the day that is judged.
  const mean = (month - total(day)) / 29n
  const first = toThem.length ? Math.min(...toThem.map((row) => row.at)) : ctx.world.markets.knownSince(ctx.now)
  const known = first === null ? 'none' : new Date(first).toISOString()
  const transfers = (rows: readonly Past[]) =>
    rows.map((row) => ({
      at: new Date(row.at).toISOString(),
      usd: formatMicro(row.usd),
      eur: formatMicro(row.eur),
      beneficiary: row.other,
      wallet: row.wallet,
    }))
  const flows = (rows: readonly Past[]) =>
    rows.map((row) => ({ at: new Date(row.at).toISOString(), usd: formatMicro(row.usd), counterparty: row.other }))
  const dollars = (value: bigint) => ({ amount: formatMicro(value), currency: 'USD' })
  const history = {
    sum_24h: dollars(total(day)),
    sum_30d: dollars(month),
    counterparty_sum_24h: dollars(total(day.filter((row) => row.other === beneficiary))),
    count_24h: day.length,
    oldest_24h_at: day.length ? new Date(Math.min(...day.map((row) => row.at))).toISOString() : 'none',
    count: sent.length,
    counterparty_first_at: known,
    mean_daily_30d: dollars(mean),
    linked: linked.map((row) => ({ at: new Date(row.at).toISOString(), usd: formatMicro(row.usd), eur: formatMicro(row.eur) })),
    transfers: transfers(sent),
    cluster_transfers: own.length > 1 ? transfers(day) : [],
    cluster_linked: own.length > 1,
    incoming: flows(received),
    outgoing: flows(sent),
    ...cashFacts([...sent, { at: ctx.now, usd, cash: cashIn(p.said) }], isIdentified(from?.facts.credential)),
    cash_out_30d: dollars(total(cashedOut.filter((row) => ctx.now - row.at < 30 * DAY_MS))),
    prizes_year: dollars(total(cashedOut.filter((row) => legalYear(row.at) === legalYear(ctx.now)))),
  }
  return {
    history,
    linked: { usd: total(linked), eur: linked.reduce((sum, row) => sum + row.eur, 0n) },
    cashOutWallets: new Set([
      ...cashedOut.filter((row) => ctx.now - row.at < DAY_MS).map((row) => row.wallet),
      ...(p.fromAddress ? [p.fromAddress] : []),
    ]).size,
    risk: riskOf(ctx, { from, to, usd, beneficiary, sent, received, day: total(day), mean, isNew: toThem.length === 0, own: own.length }),
  }
}

/** The person's currency transactions, this payment's included: it was taken already. */
function cashFacts(rows: readonly Pick<Past, 'at' | 'usd' | 'cash'>[], identified: boolean): Room<'history'> {
  const legs = rows.flatMap(({ at, usd, cash }) => (cash ? [{ at, usd, cash }] : []))
  return {
    cash: legs.map(({ at, usd, cash }) => ({
      at: new Date(at).toISOString(),
      day: rulesDay(at),
      place: cash.place,
      amount: formatMicro(usd),
      direction: cash.direction,
    })),
    vouchers: legs.flatMap(({ at, usd, cash }) => (cash.voucher ? [{ day: rulesDay(at), amount: formatMicro(usd) }] : [])),
    cash_identified: identified,
  }
}

/** Only the full file of an enhanced credential identifies whoever hands in currency (31 CFR 1010.312). */
export const isIdentified = (credential: Room<'subject'>['credential']): boolean =>
  credential?.state === 'active' && credential.levels?.includes('enhanced') === true

/** Currency transactions of a holder over all their wallets, newest first, for a look at the end of a business day. */
export async function cashOf(
  tx: Tx,
  ctx: Ctx,
  p: { personId: string | null; address: string | null; identified: boolean; rates: readonly Rate[] },
): Promise<Room<'history'>> {
  const own = p.personId ? await walletsOfPerson(tx, ctx, p.personId) : p.address ? [p.address] : []
  return cashFacts(await past(tx, ctx, { id: 'none', rates: p.rates }, own, 'sent'), p.identified)
}

function riskOf(
  ctx: Ctx,
  p: {
    from: MarketSubject | null
    to: MarketSubject | null
    usd: bigint
    beneficiary: string
    sent: readonly Past[]
    received: readonly Past[]
    day: bigint
    mean: bigint
    isNew: boolean
    own: number
  },
): PaymentHistory['risk'] {
  const { from, to, usd, beneficiary, sent, received } = p
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  const places = [from, to].flatMap((side) =>
    (side?.persona?.effects.country ?? side?.data?.country) ? [side!.persona?.effects.country ?? side!.data!.country!] : [],
  )
  const now = { at: ctx.now, micro: usd, beneficiary, wallet: from?.wallet.address ?? 'this' }
  const events = [...sent.map((row) => ({ at: row.at, micro: row.usd, beneficiary: row.other, wallet: row.wallet })), now]
  const flow = (row: Past) => ({ at: row.at, micro: row.usd, counterparty: row.other })
  const out = [...sent.map(flow), { at: ctx.now, micro: usd, counterparty: beneficiary }]
  const age = !ctx.world.markets.walletsAge || !from ? 'none' : Math.floor((ctx.now - from.wallet.created_at.getTime()) / DAY_MS)
  const traces = ctx.world.markets.traces(from?.persona ?? null)
  return {
    countryPoints: Math.max(0, ...places.map((place) => (table ? countryPoints(table, place) : 0))),
    basicAbove1000: !!from?.credential && !from.facts.credential?.levels?.includes('enhanced') && usd > micro('1000'),
    walletAgeDays: age,
    mixerWithin2Hops24h: traces.mixerWithin2Hops24h ?? 'none',
    exposureHold: traces.exposureHold ?? 'none',
    structuring:
      transfersStructured(events, ctx.now, beneficiary) || (p.own > 1 && splitOverWallets(events, ctx.now, beneficiary, micro('3000'))),
    fanPattern: fanIn(received.map(flow), out) || fanOut(received.map(flow), out),
    spike: spikes(p.day + usd, p.mean, sent.length),
    washScore: traces.washScore ?? 'none',
    roundAmountToNewCounterparty: p.isNew && usd >= micro('5000') && usd % micro('1000') === 0n,
  }
}

/**
 * The published risk score of who stands behind a wallet, 0 to 100: the highest of their payments of thirty days recorded here, sent or
 * received, or what their country and the age of the wallet come to where that is more.
 */
export async function walletRisk(tx: Tx, ctx: Ctx, subject: MarketSubject): Promise<number> {
  const played = ctx.world.markets.walletRisk(subject.persona)
  if (played !== null) return played
  const own = await walletsOf(tx, ctx, subject, subject.wallet.address)
  const [highest] = await tx
    .select({ score: sql<number>`coalesce(max(${transactions.risk_score}), 0)::int` })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          or(inArray(transactions.from_address, own), inArray(transactions.to_address, own)),
          gt(transactions.created_at, new Date(ctx.now - 30 * DAY_MS)),
        ),
      ),
    )
  const table = countryRiskTable(new Date(ctx.now).toISOString().slice(0, 10))
  const country = subject.data?.country
  const { score } = transactionRisk({
    countryPoints: country && table ? countryPoints(table, country) : 0,
    walletAgeDays: Math.floor((ctx.now - subject.wallet.created_at.getTime()) / DAY_MS),
    ...{ basicAbove1000: false, structuring: false, fanPattern: false, spike: false, roundAmountToNewCounterparty: false },
    ...ctx.world.markets.traces(subject.persona),
  })
  return Math.max(highest!.score, score)
}

/** Every wallet of the person who sends; the one wallet when nobody is known. */
export async function walletsOf(tx: Tx, ctx: Ctx, from: MarketSubject | null, address: string | null): Promise<string[]> {
  if (!address) return []
  if (!from?.person) return [address]
  return [...new Set([address, ...(await walletsOfPerson(tx, ctx, from.person.id))])]
}

async function walletsOfPerson(tx: Tx, ctx: Ctx, personId: string): Promise<string[]> {
  const rows = await tx
    .select({ address: wallets.address })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, personId)))
  return rows.map((row) => row.address)
}

const legalYear = (at: number) => rulesDay(at).slice(0, 4)

/** What games paid out to the person since the year before began, or in thirty days where that is longer. */
async function cashOuts(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; rates: readonly Rate[] },
  own: readonly string[],
): Promise<Pick<Past, 'at' | 'usd' | 'wallet'>[]> {
  if (!own.length) return []
  const rows = await tx
    .select({
      amount: transactions.amount,
      currency: transactions.currency,
      wallet: transactions.from_address,
      at: transactions.created_at,
    })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          inArray(transactions.from_address, [...own]),
          eq(transactions.market, 'gaming'),
          eq(transactions.type, 'redemption'),
          ne(transactions.id, p.id),
          countedWithin(ctx, 367 * DAY_MS),
        ),
      ),
    )
  return rows.map((row) => ({
    at: Math.min(row.at.getTime(), ctx.now),
    usd: worth(row.amount, row.currency, 'USD', p.rates),
    wallet: row.wallet!,
  }))
}

/**
 * What a person, or a wallet of nobody known, sent in a market's name in the 24 hours before, in dollars: what a cap of that market
 * counts. A check of access moves nothing, so only transactions count, also those that were sent and never approved.
 */
export async function sentInMarket(
  tx: Tx,
  ctx: Ctx,
  market: (typeof transactions.$inferSelect)['market'],
  subject: MarketSubject,
  rates: readonly Rate[],
): Promise<bigint> {
  const own = await walletsOf(tx, ctx, subject, subject.wallet.address)
  const sent = and(inArray(transactions.from_address, own), eq(transactions.market, market), countedWithin(ctx, DAY_MS))
  return sumInDollars(tx, ctx, sent, rates)
}

/** Payments of thirty days that arrived from the provider a call names and lacked their data. */
export async function failuresOf(
  tx: Tx,
  ctx: Ctx,
  id: string,
  call: { originator?: Record<string, unknown> | undefined; compliance_facts: Readonly<Record<string, unknown>> },
): Promise<number> {
  const vasp = call.originator?.vasp
  if (!isInbound(call) || typeof vasp !== 'string') return 0
  const rows = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      inScope(
        transactions,
        ctx,
        and(
          ne(transactions.id, id),
          countedWithin(ctx, 30 * DAY_MS),
          sql`${transactions.facts} ->> 'tx.direction' = 'inbound'`,
          sql`${transactions.travel_rule} ->> 'counterparty' = ${vasp}`,
          sql`${transactions.travel_rule} ->> 'status' = 'incomplete'`,
        ),
      ),
    )
    .limit(MOST)
  return rows.length
}

/** In dollars, of all thirty days, however many payments they were. */
async function totalSent(tx: Tx, ctx: Ctx, p: { id: string; rates: readonly Rate[] }, own: readonly string[]): Promise<bigint> {
  return sumInDollars(tx, ctx, counted(ctx, p, transactions.from_address, own), p.rates)
}

async function sumInDollars(tx: Tx, ctx: Ctx, which: SQL | undefined, rates: readonly Rate[]): Promise<bigint> {
  const rows = await tx
    .select({ currency: transactions.currency, sum: sql<string>`sum(${transactions.amount})::text` })
    .from(transactions)
    .where(inScope(transactions, ctx, which))
    .groupBy(transactions.currency)
  return rows.reduce((sum, row) => sum + worth(row.sum, row.currency, 'USD', rates), 0n)
}

/** Made in the time before, so long, and not refused. */
export const countedWithin = (ctx: Ctx, ms: number) =>
  and(
    inArray(transactions.status, COUNTED),
    gt(transactions.created_at, new Date(ctx.now - ms)),
    // Who began a moment later may have been decided first.
    lte(transactions.created_at, new Date(ctx.now + 60_000)),
  )

const counted = (
  ctx: Ctx,
  p: { id: string },
  mine: typeof transactions.from_address | typeof transactions.to_address,
  own: readonly string[],
) =>
  and(
    inArray(mine, [...own]),
    // Payments in whichever market's name: neither units of an offering nor NFTs.
    isNull(transactions.offering_id),
    ne(transactions.market, 'nfts'),
    sql`${transactions.asset} ->> 'token_id' is null`,
    ne(transactions.id, p.id),
    countedWithin(ctx, 30 * DAY_MS),
  )

async function past(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; rates: readonly Rate[] },
  own: readonly string[],
  direction: 'sent' | 'received',
): Promise<Past[]> {
  if (!own.length) return []
  const [mine, theirs] =
    direction === 'sent' ? [transactions.from_address, transactions.to_address] : [transactions.to_address, transactions.from_address]
  const sameTenant: SQL = sql`${wallets.organization_id} = ${transactions.organization_id} and ${wallets.environment} = ${transactions.environment}`
  const rows = await tx
    .select({
      amount: transactions.amount,
      currency: transactions.currency,
      wallet: mine,
      address: theirs,
      person: wallets.person_id,
      at: transactions.created_at,
      cash: direction === 'sent' ? sql<CashLeg | null>`nullif(${transactions.facts} -> 'tx.cash', '"none"')` : sql<null>`null`,
    })
    .from(transactions)
    .leftJoin(wallets, and(sameTenant, eq(wallets.address, theirs)))
    .where(inScope(transactions, ctx, counted(ctx, p, mine, own)))
    .orderBy(desc(transactions.created_at))
    .limit(MOST)
  return rows.map((row) => ({
    at: Math.min(row.at.getTime(), ctx.now),
    usd: worth(row.amount, row.currency, 'USD', p.rates),
    eur: worth(row.amount, row.currency, 'EUR', p.rates),
    wallet: row.wallet!,
    other: row.person ?? row.address ?? 'none',
    cash: row.cash,
  }))
}
