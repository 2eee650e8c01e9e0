/** How much a customer may still move now. All amounts in micro-units of USD. */
import { micro, toCent } from '../money.ts'
import { GREY_FACTOR, SPIKE, VELOCITY_LIMITS, type VelocityLevel } from '../tables/velocity.ts'

export type MicroLimits = { single: bigint; day: bigint; month: bigint; count: number; newCounterparty: bigint }

/** Limits of a level; halved, uncut, for a customer of a country under increased monitoring. The count is not halved below whole transfers. */
export function limitsOf(level: VelocityLevel, grey: boolean): MicroLimits {
  const l = VELOCITY_LIMITS[level]
  const scale = (v: string) => (grey ? (micro(v) * GREY_FACTOR.numerator) / GREY_FACTOR.denominator : micro(v))
  const count = grey ? Math.floor((l.count * Number(GREY_FACTOR.numerator)) / Number(GREY_FACTOR.denominator)) : l.count
  return { single: scale(l.single), day: scale(l.day), month: scale(l.month), count, newCounterparty: scale(l.newCounterparty) }
}

/** A limit cut to the cent, as it is shown. */
export function floorToCent(value: bigint): bigint {
  return value < 0n ? 0n : toCent(value, 'down')
}

/** The largest amount that now fits under the single, day and month limits, cut to the cent. */
export function maxNow(limits: MicroLimits, usedDay: bigint, usedMonth: bigint): bigint {
  let room = limits.single
  for (const left of [limits.day - usedDay, limits.month - usedMonth]) if (left < room) room = left
  return floorToCent(room)
}

/** A day that is far above the customer's own mean: more than five times it and at least 10,000, with ten or more transfers of history. */
export function spikes(dayWithThis: bigint, meanDaily: bigint, historyCount: number): boolean {
  return historyCount >= SPIKE.minHistory && dayWithThis > meanDaily * SPIKE.factor && dayWithThis >= micro(SPIKE.floor)
}
