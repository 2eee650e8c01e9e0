import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Services } from '#core/kernel/services.ts'
import { write } from '#core/record/transaction.ts'
import { settings } from '#db/schema.ts'
import { convert, formatMicro, parseMicro } from '#engine/money.ts'
import type { DayRates } from './ecb.ts'

const KEY = 'exchange_rates'
/** How long a process may go on with the rates it read, ms. */
const KEEP_MS = 30_000

const known = new WeakMap<Services, { rates: DayRates | null; readAt: number }>()

/** The rates in force, or null while none were ever had. How old they may be is for the rules to say. */
export async function ratesInForce(services: Services): Promise<DayRates | null> {
  const kept = known.get(services)
  if (kept && performance.now() - kept.readAt < KEEP_MS) return kept.rates
  const [row] = await services.connection.db.select().from(settings).where(eq(settings.key, KEY)).limit(1)
  const rates = (row?.value as DayRates | undefined) ?? null
  known.set(services, { rates, readAt: performance.now() })
  return rates
}

/** Puts rates in force, in place of those before. */
// no event: rates concern every tenant alike, and each decision names the one it used.
export async function putRates(ctx: Ctx, rates: DayRates): Promise<void> {
  const values = { value: rates, updated_at: new Date() }
  await write(ctx, async (tx) => {
    await tx
      .insert(settings)
      .values({ key: KEY, ...values })
      .onConflictDoUpdate({ target: settings.key, set: values })
    return {
      result: null,
      audit: {
        action: 'exchange_rates_set',
        category: 'system',
        details: { date: rates.date, source: rates.source, usd: rates.per_eur.USD },
      },
    }
  })
  known.delete(ctx.services)
}

export type Rate = { from: string; to: string; rate: string; source: string; date: string }

/** One euro is 1.10 dollars in the sandbox, always and today: the rules' day, which begins five hours after the UTC day. */
const SANDBOX = { source: 'sandbox', per_eur: { USD: '1.1' } }

/**
 * The rates a decision may convert by, as the engine's facts: every currency to euros and to dollars. Without rates, or with
 * old ones, a rule that needs one asks for it (`FX_RATE_REQUIRED`), so nothing is allowed by a guess.
 */
export async function rateFacts(ctx: Pick<Ctx, 'environment' | 'now' | 'services'>): Promise<Rate[]> {
  const day = ctx.environment === 'sandbox' ? { ...SANDBOX, date: rulesDay(ctx.now) } : await ratesInForce(ctx.services)
  return day ? pairs(day) : []
}

/** Both ways between the euro, the dollar and everything else. A reciprocal is rounded up: no conversion slips under a threshold. */
export function pairs({ per_eur, source, date }: DayRates): Rate[] {
  const of = { source, date }
  const usd = per_eur.USD
  const rates: Rate[] = []
  for (const [currency, per] of Object.entries(per_eur)) {
    const toEur = inverse(per)
    rates.push({ from: currency, to: 'EUR', rate: toEur, ...of })
    if (currency !== 'USD' && usd) rates.push({ from: currency, to: 'USD', rate: ratio(usd, per), ...of })
  }
  if (usd) rates.push({ from: 'EUR', to: 'USD', rate: usd, ...of })
  return rates
}

/** What a caller states of a rate: what one unit was worth in dollars, when, and who quotes it. */
export interface StatedRate {
  usd: string
  at: string
  source: string
}

/**
 * A sheet with the rate that a caller states of one currency before it: to dollars, and through the sheet to euros, which are then as old
 * as the older of the two.
 */
export function withStatedRate(sheet: readonly Rate[], from: string, said: StatedRate | undefined): Rate[] {
  if (!said) return [...sheet]
  const date = rulesDay(Date.parse(said.at))
  const own = { from, to: 'USD', rate: said.usd, source: said.source, date }
  const euro = sheet.find((rate) => rate.from === 'USD' && rate.to === 'EUR')
  const through = euro && {
    ...own,
    to: 'EUR',
    rate: decimal((scaled(said.usd) * scaled(euro.rate) + SCALE - 1n) / SCALE),
    source: `${said.source}, ${euro.source}`,
    date: euro.date < date ? euro.date : date,
  }
  return [own, ...(through ? [through] : []), ...sheet]
}

const SCALE = 1_000_000_000_000n
const scaled = (text: string) => {
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}
const decimal = (value: bigint) => `${value / SCALE}.${String(value % SCALE).padStart(12, '0')}`.replace(/\.?0+$/, '')
/** a ÷ b to twelve places, rounded up. */
const ratio = (a: string, b: string) => decimal((scaled(a) * SCALE + scaled(b) - 1n) / scaled(b))
const inverse = (per: string) => ratio('1', per)

/** An amount in another currency by these rates, or null without one. */
export function exchanged(amount: string, from: string, to: string, rates: readonly Rate[]): string | null {
  if (from === to) return amount
  const rate = rates.find((one) => one.from === from && one.to === to)
  const micro = parseMicro(amount)
  const result = rate && micro !== null ? convert(micro, rate.rate) : null
  return result === null ? null : formatMicro(result)
}
