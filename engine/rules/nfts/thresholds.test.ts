import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NFT_SALE_10K } from '../../cases/minimal.ts'
import { evaluate } from '../../decide.ts'
import type { Facts } from '../../facts.ts'
import { buildRuleset, dataOf } from '../../ruleset.ts'
import { RULES } from '../../rulesets.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 100_000)
const rules = RULES.filter((r) => ['NFT_BUYER_VERIFICATION', 'NFT_CREATOR_VERIFICATION'].includes(r.code))
const ruleset = buildRuleset(dataOf(rules, 'nft', '1'), rules)
const decimal = (micro: number) => `${Math.floor(micro / 1_000_000)}.${String(micro % 1_000_000).padStart(6, '0')}`

describe('NFT sale thresholds', () => {
  it('are reached by this sale and what was linked in the day before, to the millionth', () => {
    const limit = 10_000_000_000
    const part = fc.integer({ min: 0, max: 4_000_000_000 })
    const linked = fc.array(fc.record({ micro: part, secondsAgo: fc.integer({ min: 0, max: 100_000 }) }), { maxLength: 4 })
    // A third of the cases sit right at the limit, where a rounding would show.
    const near = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(linked, part, near, fc.boolean(), fc.boolean(), (before, price, offset, edge, verified) => {
        let sum = 0
        for (const b of before) if (b.secondsAgo < 86_400) sum += b.micro
        const own = edge && sum < limit ? limit - sum + offset : price
        const due = sum + own >= limit
        const at = (s: number) => new Date(Date.UTC(2026, 10, 21, 17) - s * 1_000).toISOString()
        const facts = {
          ...NFT_SALE_10K,
          sale: {
            total: { amount: decimal(own), currency: 'USD' },
            linked: before.map((b) => ({ at: at(b.secondsAgo), usd: decimal(b.micro) })),
          },
          creator: { tier: verified ? 'basic' : 'none', score: 20 },
          buyer: {
            control: 'proven',
            credential: {
              levels: verified ? ['basic'] : [],
              state: verified ? 'active' : 'none',
              expires_at: verified ? '2027-01-01T00:00:00Z' : 'none',
            },
          },
        } as unknown as Facts
        expect(evaluate(facts, ruleset).outcome).toBe(due && !verified ? 'needs_info' : 'allow')
      }),
      { numRuns: CASES, seed: 8 },
    )
  })
})
