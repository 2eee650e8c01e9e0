import { describe, expect, it } from 'vitest'
import { type CreatorFacts, creatorRisk } from './creator-risk.ts'
import { customerRisk } from './customer-risk.ts'
import { type TransactionRiskFacts, transactionRisk } from './transaction-risk.ts'
import { type WashFacts, washScore } from './wash-score.ts'

const creator: CreatorFacts = {
  links: 3,
  linksProven: 0,
  production: false,
  credential: 'basic',
  walletAgeDays: null,
  country: 'other',
  possibleMatch: false,
  nameSimilarity: null,
  takedowns365d: 0,
  washAlerts90d: 0,
  exposureBps: null,
  rejectedIn365d: false,
  sanctionsHit: false,
  hasName: true,
  enhancedScreening: true,
}
const creatorOf = (patch: Partial<CreatorFacts>) => {
  const r = creatorRisk({ ...creator, ...patch })
  return [r.score, r.tier, r.band]
}

describe('creator risk score', () => {
  it.each([
    [{}, [5, 'premium', 'low']],
    [{ links: 1 }, [20, 'standard', 'low']],
    [{ links: 0 }, [35, 'basic', 'medium']],
    [{ production: true, walletAgeDays: 400, exposureBps: 0 }, [15, 'standard', 'low']],
    [{ production: true, linksProven: 1, walletAgeDays: 400, exposureBps: 0 }, [5, 'premium', 'low']],
    [{ links: 1, nameSimilarity: 9_200 }, [45, 'standard', 'medium']],
    [{ links: 1, nameSimilarity: 9_199 }, [30, 'standard', 'medium']],
    [{ links: 2, nameSimilarity: 9_500, takedowns365d: 3, exposureBps: 500 }, [88, 'none', 'severe']],
    [{ washAlerts90d: 2, takedowns365d: 3, links: 2, nameSimilarity: 8_000, walletAgeDays: 100 }, [88, 'none', 'severe']],
    [{ sanctionsHit: true }, [100, 'none', 'severe']],
    [{ credential: 'none' }, [30, 'none', 'medium']],
    [{ credential: 'pending', links: 3 }, [20, 'none', 'low']],
    [{ hasName: false }, [5, 'none', 'low']],
    [{ enhancedScreening: false }, [5, 'standard', 'low']],
    [{ country: 'grey', links: 3 }, [15, 'premium', 'low']],
    [{ country: 'high', rejectedIn365d: true }, [30, 'standard', 'medium']],
    [{ links: 2, takedowns365d: 2, washAlerts90d: 1 }, [48, 'standard', 'medium']],
    [{ possibleMatch: true, takedowns365d: 3 }, [55, 'basic', 'high']],
    [{ walletAgeDays: 29 }, [15, 'premium', 'low']],
    [{ walletAgeDays: 30 }, [10, 'premium', 'low']],
    [{ walletAgeDays: 179 }, [10, 'premium', 'low']],
    [{ walletAgeDays: 180 }, [5, 'premium', 'low']],
    [{ exposureBps: 99 }, [5, 'premium', 'low']],
    [{ exposureBps: 100 }, [15, 'premium', 'low']],
    [{ exposureBps: 499 }, [15, 'premium', 'low']],
    [{ nameSimilarity: 7_999 }, [5, 'premium', 'low']],
    [{ takedowns365d: 1, washAlerts90d: 1 }, [30, 'standard', 'medium']],
  ] as [Partial<CreatorFacts>, unknown[]][])('%j gives %j', (patch, expected) => {
    expect(creatorOf(patch)).toEqual(expected)
  })

  it('needs nine measured parts of twelve for premium in production', () => {
    const r = creatorRisk({ ...creator, production: true, linksProven: 3, country: null })
    expect([r.measured, r.tier]).toEqual([9, 'premium'])
    expect(r.parts).toHaveLength(12)
  })
})

describe('customer risk score', () => {
  const base = { countryPoints: 0, pep: false, adverseMedia: false, market: 'stablecoins', noLiveness: false, alertIn180d: false } as const
  it.each([
    [{}, 10, 'low'],
    [{ countryPoints: 25, market: 'defi', noLiveness: true }, 50, 'medium'],
    [{ countryPoints: 40, pep: true, market: 'gaming' }, 65, 'high'],
    [{ countryPoints: 100, pep: true, adverseMedia: true, market: 'defi', noLiveness: true, alertIn180d: true }, 100, 'high'],
    [{ countryPoints: 25, market: 'nfts' }, 30, 'medium'],
    [{ adverseMedia: true, market: 'securities' }, 30, 'medium'],
    [{ alertIn180d: true, market: 'nfts', countryPoints: 9 }, 29, 'low'],
    [{ countryPoints: 40, market: 'securities', noLiveness: true }, 60, 'high'],
  ] as const)('%j gives %d, %s', (patch, score, band) => {
    const r = customerRisk({ ...base, ...patch })
    expect([r.score, r.band]).toEqual([score, band])
  })
})

describe('wash-trading score', () => {
  const none: WashFacts = {
    samePerson: false,
    funderBps: 0,
    funderHops: 1,
    funderDays: 1,
    viaExchange: false,
    returns30d: 0,
    ringWallets: 0,
    ringShareBps: 0,
    keptBps: null,
    sales24h: 1,
    priceMultipleBps: null,
    outsideBid: false,
    feeBps: 250,
    volumeReward: false,
  }
  it.each([
    [{}, 0, 'none'],
    [{ samePerson: true }, 100, 'deny'],
    [{ funderBps: 5_000 }, 40, 'inform'],
    [{ funderBps: 4_999 }, 0, 'none'],
    [{ funderBps: 5_000, viaExchange: true }, 0, 'none'],
    [{ funderBps: 5_000, funderHops: 3 }, 0, 'none'],
    [{ funderBps: 5_000, funderHops: 2, funderDays: 7 }, 40, 'inform'],
    [{ funderBps: 5_000, funderDays: 8 }, 0, 'none'],
    [{ returns30d: 2 }, 35, 'none'],
    [{ returns30d: 1 }, 15, 'none'],
    [{ ringWallets: 3, ringShareBps: 8_000 }, 40, 'inform'],
    [{ ringWallets: 3, ringShareBps: 7_990 }, 0, 'none'],
    [{ ringWallets: 2, ringShareBps: 9_000 }, 0, 'none'],
    [{ keptBps: 200 }, 40, 'inform'],
    [{ keptBps: 201 }, 0, 'none'],
    [{ sales24h: 5 }, 15, 'none'],
    [{ sales24h: 4 }, 0, 'none'],
    [{ priceMultipleBps: 100_000 }, 15, 'none'],
    [{ priceMultipleBps: 99_900 }, 0, 'none'],
    [{ priceMultipleBps: 100_000, outsideBid: true }, 0, 'none'],
    [{ feeBps: 0, volumeReward: true }, 10, 'none'],
    [{ feeBps: 50, volumeReward: true }, 0, 'none'],
    [{ funderBps: 5_000, sales24h: 5 }, 55, 'inform'],
    [{ funderBps: 5_000, ringWallets: 3, ringShareBps: 8_000 }, 80, 'hold'],
    [{ returns30d: 2, sales24h: 5, feeBps: 0, volumeReward: true }, 60, 'hold'],
  ] as [Partial<WashFacts>, number, string][])('%j gives %d, %s', (patch, score, band) => {
    const r = washScore({ ...none, ...patch })
    expect([r.score, r.band]).toEqual([score, band])
  })
})

describe('transaction risk score', () => {
  const none: TransactionRiskFacts = {
    countryPoints: 0,
    basicAbove1000: false,
    walletAgeDays: null,
    mixerWithin2Hops24h: false,
    exposureHold: false,
    structuring: false,
    fanPattern: false,
    spike: false,
    washScore: 0,
    roundAmountToNewCounterparty: false,
  }
  it.each([
    [{}, 0],
    [{ countryPoints: 25, basicAbove1000: true }, 28],
    [{ structuring: true, spike: true, walletAgeDays: 6 }, 55],
    [{ walletAgeDays: 7 }, 0],
    [{ countryPoints: 40, mixerWithin2Hops24h: true, exposureHold: true, fanPattern: true }, 80],
    [{ washScore: 59 }, 0],
    [{ washScore: 60, roundAmountToNewCounterparty: true }, 30],
    [{ countryPoints: 100, structuring: true, spike: true, fanPattern: true }, 100],
  ] as [Partial<TransactionRiskFacts>, number][])('%j gives %d', (patch, score) => {
    expect(transactionRisk({ ...none, ...patch }).score).toBe(score)
  })
})
