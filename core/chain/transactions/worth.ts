import { exchanged, type Rate } from '#core/sources/rates/store.ts'
import { formatMicro, micro } from '#engine/money.ts'

const STABLE: Record<string, string> = { USDC: 'USD', USDT: 'USD', EURC: 'EUR' }
export const isStablecoin = (currency: string): boolean => Object.hasOwn(STABLE, currency)

/** An amount as a fact of the engine: a stablecoin in the currency it is pegged to, in dollars where none is said. */
export const moneyFact = (amount: string, currency: string | undefined) => ({
  amount,
  currency: STABLE[currency ?? 'USD'] ?? currency ?? 'USD',
})

/**
 * An amount in dollars or euros, in micro-units, by these rates. Without a rate the figure itself stands in: what is judged by
 * it then waits for one. Digits behind the millionth are rounded up, so that they never make an amount look like nothing.
 */
export function worth(amount: string, currency: string | null | undefined, target: 'USD' | 'EUR', rates: readonly Rate[]): bigint {
  const code = currency ?? 'USD'
  const units = roundedUp(amount)
  const text = exchanged(formatMicro(units), STABLE[code] ?? code, target, rates)
  return text === null ? units : micro(text)
}

function roundedUp(amount: string): bigint {
  const [, head = amount, tail = ''] = /^(\d+\.\d{6})(\d+)$/.exec(amount) ?? []
  return micro(head) + (/[1-9]/.test(tail) ? 1n : 0n)
}

/** An amount in dollars, in micro-units; null without a rate to convert it by. */
export function inDollars(amount: string, currency: string, rates: readonly Rate[]): bigint | null {
  const text = exchanged(formatMicro(roundedUp(amount)), STABLE[currency] ?? currency, 'USD', rates)
  return text === null ? null : micro(text)
}
