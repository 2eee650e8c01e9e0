import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cashStructured, euroStructured, fanIn, splitOverWallets, transfersStructured } from './structuring.ts'
import { floorToCent, limitsOf, maxNow, spikes } from './velocity.ts'
import { DAY, HOUR, inWindow, windowSum } from './windows.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 100_000)
const usd = (value: string) => {
  const [a = '0', b = ''] = value.split('.')
  return BigInt(a) * 1_000_000n + BigInt(b.padEnd(6, '0'))
}
const NOW = 1_800_000_000_000

describe('rolling windows', () => {
  it('sums what a plain filter of whole seconds sums', () => {
    const event = fc.record({ ago: fc.integer({ min: -10, max: 100 }), amount: fc.integer({ min: 0, max: 1_000 }) })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), fc.integer({ min: 1, max: 90 }), (events, seconds) => {
        let expected = 0
        for (const e of events) if (e.ago >= 0 && e.ago < seconds) expected += e.amount
        const timed = events.map((e) => ({ at: NOW - e.ago * 1_000, micro: BigInt(e.amount) }))
        expect(windowSum(timed, NOW, seconds * 1_000)).toBe(BigInt(expected))
      }),
      { numRuns: CASES, seed: 3 },
    )
  })

  it('holds the end and not the start', () => {
    expect([
      inWindow(NOW, NOW, DAY),
      inWindow(NOW - DAY, NOW, DAY),
      inWindow(NOW - DAY + 1, NOW, DAY),
      inWindow(NOW + 1, NOW, DAY),
    ]).toEqual([true, false, true, false])
  })
})

describe('velocity limits', () => {
  it('halves a grey country exactly and shows the cap cut to the cent', () => {
    const l = limitsOf('basic', true)
    expect(l.single).toBe(usd('1499.995'))
    expect(floorToCent(l.single)).toBe(usd('1499.99'))
    expect(l.count).toBe(10)
  })

  it('gives the least room that is left', () => {
    const basic = limitsOf('basic', false)
    expect(maxNow(basic, usd('9000'), usd('9000'))).toBe(usd('1000'))
    expect(maxNow(basic, 0n, usd('24000.50'))).toBe(usd('999.50'))
    expect(maxNow(basic, usd('10001'), usd('10001'))).toBe(0n)
    expect(maxNow(basic, 0n, 0n)).toBe(usd('2999.99'))
  })

  it('calls a spike above five times the mean and from 10,000', () => {
    expect(spikes(usd('10000'), usd('2000'), 10)).toBe(false)
    expect(spikes(usd('10000.01'), usd('2000'), 10)).toBe(true)
    expect(spikes(usd('10000.01'), usd('2000'), 9)).toBe(false)
    expect(spikes(usd('9999.99'), usd('10'), 10)).toBe(false)
    expect(spikes(usd('10000'), usd('10'), 10)).toBe(true)
  })
})

const cash = (amount: string, daysAgo: number, place = 'a') => {
  const at = NOW - daysAgo * DAY
  return { at, day: new Date(at).toISOString().slice(0, 10), place, micro: usd(amount) }
}
const send = (amount: string, hoursAgo: number, beneficiary = 'b', wallet = 'w', extraMs = 0) => ({
  at: NOW - hoursAgo * HOUR - extraMs,
  micro: usd(amount),
  beneficiary,
  wallet,
})

describe('structuring', () => {
  it('sees near-threshold cash on several days or at several places', () => {
    expect(cashStructured([cash('9500', 0), cash('9500', 1), cash('9500', 2)], NOW)).toBe(true)
    expect(cashStructured([cash('9500', 0), cash('9500', 1)], NOW)).toBe(false)
    expect(
      cashStructured(
        [0, 1, 2, 3].map((d) => cash('7999.99', d)),
        NOW,
      ),
    ).toBe(false)
    expect(cashStructured([cash('8000', 0), cash('8000', 1), cash('8000', 2)], NOW)).toBe(true)
    expect(cashStructured([cash('10000', 0), cash('10000', 1), cash('10000', 2)], NOW)).toBe(true)
    expect(cashStructured([cash('9500', 0), cash('9500', 5), cash('9500', 10)], NOW)).toBe(false)
    expect(cashStructured([cash('9500', 0), cash('9500', 5), cash('9500', 9)], NOW)).toBe(true)
    expect(cashStructured([cash('9500', 0), cash('9500', 0), cash('9500', 0)], NOW)).toBe(false)
    expect(cashStructured([cash('5000', 0, 'a'), cash('5000.01', 0, 'b')], NOW)).toBe(true)
    expect(cashStructured([cash('5000', 0, 'a'), cash('5000', 0, 'b')], NOW)).toBe(false)
    expect(cashStructured([cash('5000', 0, 'a'), cash('5000.01', 0, 'a')], NOW)).toBe(false)
  })

  it('sees transfers just under the travel-rule amounts', () => {
    const three = (amount: string, last = 0) => [send(amount, 0), send(amount, 10), send(amount, 71, 'b', 'w', last)]
    expect(transfersStructured(three('2900'), NOW, 'b')).toBe(true)
    expect(transfersStructured(three('2400'), NOW, 'b')).toBe(true)
    expect(transfersStructured(three('2399.99'), NOW, 'b')).toBe(false)
    expect(transfersStructured(three('3000'), NOW, 'b')).toBe(false)
    expect(transfersStructured(three('2999.999999'), NOW, 'b')).toBe(true)
    expect(transfersStructured([send('2900', 0), send('2900', 1), send('2900', 72, 'b', 'w', 1_000)], NOW, 'b')).toBe(false)
    expect(transfersStructured([send('2900', 0), send('2900', 1, 'c'), send('2900', 2)], NOW, 'b')).toBe(false)
    expect(euroStructured([send('990', 0), send('990', 1), send('990', 2)], NOW, 'b')).toBe(true)
    expect(euroStructured([send('990', 0), send('990', 1)], NOW, 'b')).toBe(false)
    expect(euroStructured([send('1000', 0), send('800', 1), send('800', 2)], NOW, 'b')).toBe(true)
    expect(euroStructured([send('799.99', 0), send('800', 1), send('800', 2)], NOW, 'b')).toBe(false)
    expect(euroStructured([send('1000.01', 0), send('800', 1), send('800', 2)], NOW, 'b')).toBe(false)
  })

  it('sees one payment split over wallets', () => {
    const split = (amount: string) => ['w1', 'w2', 'w3'].map((w, i) => send(amount, i, 'b', w))
    expect(splitOverWallets(split('1100'), NOW, 'b', usd('3000'))).toBe(true)
    expect(splitOverWallets(split('1000'), NOW, 'b', usd('3000'))).toBe(true)
    expect(splitOverWallets(split('900'), NOW, 'b', usd('3000'))).toBe(false)
    expect(splitOverWallets(split('3000'), NOW, 'b', usd('3000'))).toBe(false)
    expect(splitOverWallets(split('1600').slice(0, 2), NOW, 'b', usd('3000'))).toBe(false)
  })

  it('sees many small arrivals that leave at once', () => {
    const arrivals = (count: number, amount: string) =>
      Array.from({ length: count }, (_, i) => ({ at: NOW - i * HOUR, micro: usd(amount), counterparty: `c${i}` }))
    const leave = (amount: string) => [{ at: NOW + HOUR, micro: usd(amount), counterparty: 'x' }]
    expect(fanIn(arrivals(10, '999'), leave('9990'))).toBe(false)
    expect(fanIn(arrivals(11, '950'), leave('8360'))).toBe(true)
    expect(fanIn(arrivals(11, '950'), leave('8358.95'))).toBe(false)
    expect(fanIn(arrivals(11, '1000'), leave('11000'))).toBe(false)
    expect(fanIn(arrivals(9, '1200'), leave('10800'))).toBe(false)
  })
})
