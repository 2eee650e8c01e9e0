/** Published weights of the NFT creator risk score (0 best, 100 worst). Product rules of 2026-11-21. */
export const CREATOR_WEIGHTS = {
  base: 5,
  links: [30, 15, 8, 0],
  unproven: 10,
  credential: { none: 25, pending: 15, live: 0 },
  walletAge: { under30: 10, under180: 5, older: 0, unmeasured: 0 },
  country: { high: 15, grey: 10, other: 0 },
  possibleMatch: 20,
  similarName: { strong: 25, weak: 10 },
  takedowns: [0, 10, 20, 30],
  washAlerts: [0, 15, 30],
  exposure: { high: 20, some: 10, none: 0 },
  rejectedVerification: 10,
  sanctionsHit: 100,
} as const
export const CREATOR_LIMITS = {
  similarStrong: 9_200,
  similarWeak: 8_000,
  exposureHighBps: 500,
  exposureSomeBps: 100,
  medium: 25,
  high: 50,
  severe: 75,
  /** Coverage needed for the premium tier in production: measured parts of all parts. */
  coverageParts: 12,
  coverageNeeded: 9,
  linkProofDays: 30,
} as const
