/**
 * Who owns how much of whom, exactly. Shares are whole basis points (25 % = 2500); products along a chain stay fractions.
 */
export type Holding = { owner: string; of: string; bps: number }

/** A fraction with a positive denominator. */
export type Share = { n: bigint; d: bigint }
const WHOLE = 10_000n

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}
function reduce(n: bigint, d: bigint): Share {
  const g = gcd(n < 0n ? -n : n, d)
  return g === 0n ? { n: 0n, d: 1n } : { n: n / g, d: d / g }
}

/** Compare a share with a limit in basis points: negative, zero or positive. */
export function compareShare(share: Share, bps: number): number {
  const left = share.n * WHOLE
  const right = BigInt(bps) * share.d
  return left < right ? -1 : left > right ? 1 : 0
}

/** Basis points as a decimal text, cut (never rounded up) at two places of a percent's hundredth: `2499.5` for 24.995 %. */
export function shareBps(share: Share): string {
  const tenths = (share.n * WHOLE * 10n) / share.d
  const whole = tenths / 10n
  const rest = tenths % 10n
  return rest === 0n ? `${whole}` : `${whole}.${rest}`
}

/**
 * The share of `target` that `person` holds, directly and through chains: multiplied along each path, added over paths.
 * Cross-holdings are cut where a path would visit a company twice, so the sum is a lower bound there; the caller sends such graphs to a person.
 */
export function indirectShare(holdings: readonly Holding[], person: string, target: string): Share {
  const into = new Map<string, Holding[]>()
  for (const h of holdings) into.set(h.of, [...(into.get(h.of) ?? []), h])
  const walk = (of: string, seen: ReadonlySet<string>): Share => {
    let sum: Share = { n: 0n, d: 1n }
    for (const h of into.get(of) ?? []) {
      const part: Share =
        h.owner === person ? { n: 1n, d: 1n } : seen.has(h.owner) ? { n: 0n, d: 1n } : walk(h.owner, new Set([...seen, h.owner]))
      const through = { n: part.n * BigInt(h.bps), d: part.d * WHOLE }
      sum = reduce(sum.n * through.d + through.n * sum.d, sum.d * through.d)
    }
    return sum
  }
  return walk(target, new Set([target]))
}

/** Every natural person (an owner nobody owns) with any share of `target`. */
export function ultimateOwners(holdings: readonly Holding[], target: string): string[] {
  const owned = new Set(holdings.map((h) => h.of))
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (of: string) => {
    if (seen.has(of)) return
    seen.add(of)
    for (const h of holdings) if (h.of === of) owned.has(h.owner) ? visit(h.owner) : found.add(h.owner)
  }
  visit(target)
  return [...found].sort()
}

/**
 * Whether `target` is blocked by ownership: the direct shares of blocked owners add up to half or more. An owner that is itself
 * blocked this way counts with its whole stake one tier down (no multiplying). Returns the blocked sum of `target` in basis points.
 * Source: OFAC guidance of 2014-08-13, FAQ 401.
 */
export function blockedShare(
  holdings: readonly Holding[],
  blocked: ReadonlySet<string>,
  target: string,
  limitBps = 5_000,
): { bps: number; blocked: boolean } {
  const status = new Set(blocked)
  const sums = new Map<string, number>()
  // Blocking only ever spreads, so repeating until nothing changes ends, also with cross-holdings.
  for (let changed = true; changed; ) {
    changed = false
    sums.clear()
    for (const h of holdings) if (status.has(h.owner)) sums.set(h.of, (sums.get(h.of) ?? 0) + h.bps)
    for (const [company, sum] of sums) {
      if (sum >= limitBps && !status.has(company)) {
        status.add(company)
        changed = true
      }
    }
  }
  const bps = sums.get(target) ?? 0
  return { bps, blocked: bps >= limitBps }
}

/**
 * The largest stake of one blocked holder: its own, and the whole stakes of companies in which it holds a majority, more than
 * `majorityBps`, through any chain. Holders who have nothing to do with each other are not added up.
 * Source: United Kingdom, SI 2019/855 regulation 7 and schedule 1 (shares held indirectly).
 */
export function largestBlockedShare(
  holdings: readonly Holding[],
  blocked: ReadonlySet<string>,
  target: string,
  majorityBps: number,
): number {
  let most = 0
  for (const holder of blocked) most = Math.max(most, blockedShare(holdings, new Set([holder]), target, majorityBps + 1).bps)
  return most
}
