import { describe, expect, it } from 'vitest'
import { isoInstant } from '../dates.ts'
import { REVOCATION_REASONS } from '../tables/credential-levels.ts'
import { impliedLevels, isLive, missingLevels, requiredLevels } from './credential.ts'
import { ageProofLastDay, enhancedLastDay, expiryAfterDays } from './credential-expiry.ts'

const usd = (cents: number) => BigInt(cents) * 10_000n

describe('credential expiry', () => {
  it('ends a basic credential at the instant, exclusively', () => {
    const end = expiryAfterDays('2026-11-21T10:00:00Z', 'basic') as number
    expect(isoInstant(end)).toBe('2027-11-21T10:00:00Z')
    expect([isLive(end - 1_000, end), isLive(end, end)]).toEqual([true, false])
  })

  it('ends an enhanced credential by risk and by document', () => {
    expect(enhancedLastDay('2026-11-21', 'medium', '2027-01-31')).toBe('2027-05-01')
    expect(enhancedLastDay('2026-11-21', 'high', null)).toBe('2027-11-21')
    expect(enhancedLastDay('2026-11-21', 'medium', '2040-01-01')).toBe('2028-11-21')
    expect(enhancedLastDay('2026-11-21', 'low', null)).toBe('2029-11-21')
    expect(enhancedLastDay('2026-11-21', 'low', 'soon')).toBe(null)
  })

  it('ends age proofs by their evidence', () => {
    expect(ageProofLastDay('2024-02-29', 'document')).toBe('2029-02-28')
    expect(ageProofLastDay('2026-11-21', 'self_declared')).toBe('2027-02-19')
  })
})

describe('credential levels', () => {
  it('contains what a level contains', () => {
    expect([...impliedLevels(['enhanced'])].sort()).toEqual(['basic', 'enhanced'])
    expect(missingLevels(['enhanced', 'age-21'], ['basic', 'age-13'])).toEqual([])
    expect(missingLevels(['basic'], ['enhanced', 'accredited'])).toEqual(['enhanced', 'accredited'])
  })

  it('asks for more as the amount grows, from the exact amount', () => {
    expect(requiredLevels('stablecoins', 'send', usd(299_999)).from).toEqual(['basic'])
    expect(requiredLevels('stablecoins', 'send', usd(300_000)).from).toEqual(['enhanced'])
    expect(requiredLevels('nfts', 'buy', usd(999_999))).toEqual({ from: [], to: [] })
    expect(requiredLevels('nfts', 'buy', usd(1_000_000)).to).toEqual(['basic'])
    expect(requiredLevels('nfts', 'buy', usd(10_000_000)).to).toEqual(['enhanced'])
    expect(requiredLevels('gaming', 'cash_out', usd(99_999)).from).toEqual(['age-18', 'basic'])
    expect(requiredLevels('gaming', 'cash_out', usd(100_000)).from).toEqual(['age-18', 'enhanced'])
    expect(requiredLevels('defi', 'cash_out', usd(1)).from).toEqual([])
  })

  it('never tells the public why a credential ended', () => {
    for (const reason of Object.values(REVOCATION_REASONS))
      expect(['revoked', 'superseded', 'suspended', 'expired']).toContain(reason.publicText)
    expect(
      Object.entries(REVOCATION_REASONS)
        .filter(([, r]) => r.revivable)
        .map(([code]) => code),
    ).toEqual(['REFRESH_OVERDUE', 'POSSIBLE_MATCH', 'DISPUTE'])
  })
})
