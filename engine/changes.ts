/** Changes that rules propose, written once. */
import { formatMicro } from './money.ts'
import type { Change } from './rule.ts'

/** "up to 1,499.99 USD" for an amount fact; nothing when nothing is left. */
export function upTo(path: string, room: bigint, currency = 'USD'): readonly Change[] {
  if (room <= 0n) return []
  const amount = formatMicro(room)
  return [{ say: `up to ${amount} ${currency}`, facts: { [path]: { amount, currency } } }]
}
