import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockedShare, compareShare, type Holding, indirectShare, largestBlockedShare, shareBps, ultimateOwners } from './ownership.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 100_000)
const h = (owner: string, of: string, percent: number): Holding => ({ owner, of, bps: Math.round(percent * 100) })

/** Acyclic graphs: node i may own a part of any later node. */
const graph = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 10_000 })), { maxLength: 9 })
  .map((edges) => edges.filter(([a, b]) => a < b).map(([a, b, bps]) => ({ owner: `n${a}`, of: `n${b}`, bps })))

/** Oracle: an entity is blocked when it is listed or its blocked direct owners hold half. Plain recursion from the target upwards. */
function isBlocked(edges: readonly Holding[], listed: ReadonlySet<string>, node: string): boolean {
  return listed.has(node) || directBlocked(edges, listed, node) >= 5_000
}
function directBlocked(edges: readonly Holding[], listed: ReadonlySet<string>, node: string): number {
  let sum = 0
  for (const e of edges) if (e.of === node && isBlocked(edges, listed, e.owner)) sum += e.bps
  return sum
}

/** Oracle: add up every path as an integer over 10000^7. */
function pathSum(edges: readonly Holding[], person: string, node: string, scale: bigint): bigint {
  let sum = 0n
  for (const e of edges) {
    if (e.of !== node) continue
    const part = scale * BigInt(e.bps)
    sum += e.owner === person ? part : pathSum(edges, person, e.owner, part / 10_000n)
  }
  return sum
}

describe('ownership', () => {
  it('aggregates blocked owners as a plain recursion does', () => {
    fc.assert(
      fc.property(graph, fc.subarray(['n0', 'n1', 'n2', 'n3']), (edges, listed) => {
        const set = new Set(listed)
        const result = blockedShare(edges, set, 'n6')
        expect(result.bps).toBe(directBlocked(edges, set, 'n6'))
        expect(result.blocked).toBe(result.bps >= 5_000)
      }),
      { numRuns: CASES, seed: 1 },
    )
  })

  it('multiplies along chains and adds paths as an integer sum does', () => {
    const scale = 10_000n ** 7n
    fc.assert(
      fc.property(graph, (edges) => {
        const share = indirectShare(edges, 'n0', 'n6')
        expect(share.n * scale * 10_000n).toBe(pathSum(edges, 'n0', 'n6', scale) * share.d)
      }),
      { numRuns: CASES, seed: 2 },
    )
  })

  it('decides the published cases', () => {
    const blocked = new Set(['X', 'Y'])
    const share = (...edges: Holding[]) => blockedShare(edges, blocked, 'C')
    expect(share(h('X', 'C', 25), h('Y', 'C', 25))).toEqual({ bps: 5_000, blocked: true })
    expect(share(h('X', 'C', 49.99))).toEqual({ bps: 4_999, blocked: false })
    expect(share(h('X', 'A', 50), h('X', 'B', 50), h('A', 'C', 25), h('B', 'C', 25)).blocked).toBe(true)
    expect(share(h('X', 'A', 50), h('X', 'B', 10), h('A', 'C', 25), h('B', 'C', 25))).toEqual({ bps: 2_500, blocked: false })
  })

  it('never rounds a chain up to a threshold', () => {
    expect(compareShare(indirectShare([h('p', 'A', 50), h('A', 'C', 50)], 'p', 'C'), 2_500)).toBe(0)
    const just = indirectShare([h('p', 'A', 50), h('A', 'C', 49.99)], 'p', 'C')
    expect(compareShare(just, 2_500)).toBe(-1)
    expect(shareBps(just)).toBe('2499.5')
    expect(compareShare(indirectShare([h('p', 'C', 20), h('p', 'B', 50), h('B', 'C', 10)], 'p', 'C'), 2_500)).toBe(0)
  })

  it('ends on cross-holdings and finds the people behind companies', () => {
    const ring = [h('A', 'B', 60), h('B', 'A', 60), h('p', 'A', 40), h('A', 'C', 100)]
    expect(ultimateOwners(ring, 'C')).toEqual(['p'])
    expect(shareBps(indirectShare(ring, 'p', 'C'))).toBe('4000')
    expect(blockedShare(ring, new Set(['B']), 'C')).toEqual({ bps: 10_000, blocked: true })
  })

  it('does not add unrelated holders for the single-holder reading', () => {
    expect(largestBlockedShare([h('X', 'C', 30), h('Y', 'C', 25)], new Set(['X', 'Y']), 'C', 5_000)).toBe(3_000)
    // Its own stake and that of the company it holds a majority of; a company held by half is not its own.
    expect(largestBlockedShare([h('X', 'A', 51), h('A', 'C', 30), h('X', 'C', 21)], new Set(['X']), 'C', 5_000)).toBe(5_100)
    expect(largestBlockedShare([h('X', 'A', 50), h('A', 'C', 30), h('X', 'C', 21)], new Set(['X']), 'C', 5_000)).toBe(2_100)
  })
})
