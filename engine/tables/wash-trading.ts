/** Wash-trading heuristics of an NFT sale: points by code, summed and banded. Product rules of 2026-11-21. */
export const WASH_POINTS = {
  WASH_SELF: 100,
  WASH_COMMON_FUNDER: 40,
  WASH_ROUND_TRIP: 35,
  WASH_ROUND_TRIP_ONCE: 15,
  WASH_RING: 40,
  WASH_ZERO_RISK: 40,
  WASH_VELOCITY: 15,
  WASH_PRICE_JUMP: 15,
  WASH_FEE_FREE: 10,
} as const
export const WASH_BANDS = { inform: 40, hold: 60 } as const
export const WASH_LIMITS = {
  funderBps: 5_000,
  funderHops: 2,
  funderDays: 7,
  roundTripDays: 30,
  ringWallets: 3,
  ringShareBps: 8_000,
  ringDays: 30,
  zeroRiskBps: 200,
  zeroRiskHours: 24,
  velocitySales: 5,
  velocityHours: 24,
  priceMultipleBps: 100_000,
} as const
