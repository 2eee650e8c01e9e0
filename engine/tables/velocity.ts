/** Velocity limits of the stablecoin market in USD. Product defaults of 2026-11-21; a tenant may set lower ones. Usage may reach a limit. */
export type VelocityLevel = 'none' | 'basic' | 'enhanced' | 'entity'
export type VelocityLimits = { single: string; day: string; month: string; count: number; newCounterparty: string }

export const VELOCITY_LIMITS: Record<VelocityLevel, VelocityLimits> = {
  none: { single: '0', day: '0', month: '0', count: 0, newCounterparty: '0' },
  basic: { single: '2999.99', day: '10000', month: '25000', count: 20, newCounterparty: '1000' },
  enhanced: { single: '100000', day: '250000', month: '1000000', count: 200, newCounterparty: '25000' },
  entity: { single: '1000000', day: '5000000', month: '50000000', count: 2000, newCounterparty: '250000' },
}
/** Limits of a customer from a country under increased monitoring are halved (numerator, denominator). */
export const GREY_FACTOR = { numerator: 1n, denominator: 2n } as const
export const SPIKE = { factor: 5n, floor: '10000', minHistory: 10 } as const
