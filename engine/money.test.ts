import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilDiv, convert, formatMicro, maximum, meets, micro, minimum, parseMicro, toCent } from './money.ts'

describe('money', () => {
  it.each([
    ['0', 0n],
    ['0.000001', 1n],
    ['-1.5', -1_500_000n],
    ['100000000.01', 100_000_000_010_000n],
  ])('reads %s', (text, value) => {
    expect(parseMicro(text)).toBe(value)
  })

  it.each(['', '1.', '.5', '1e3', '1,000', ' 1', '+1', '0.0000001', 'NaN', '0x10'])('refuses %j', (text) => {
    expect(parseMicro(text)).toBeNull()
    expect(() => micro(text)).toThrow(RangeError)
  })

  it('rounds a legal maximum down, a legal minimum up, the fee half up', () => {
    expect([maximum(1_499_999n), minimum(1_490_001n)]).toEqual(['1.49', '1.50'])
    expect([toCent(4_999n, 'halfUp'), toCent(5_000n, 'halfUp'), toCent(-4_999n, 'down')]).toEqual([0n, 10_000n, -10_000n])
  })

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => parseMicro(formatMicro(value)) === value),
      { seed: 20261121 },
    )
  })

  it('a conversion is never below the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 1, max: 999_999 }), (amount, rate) => {
        const exact = amount * BigInt(rate)
        const got = convert(amount, `0.${String(rate).padStart(6, '0')}`)!
        return got * 1_000_000n >= exact && (got - 1n) * 1_000_000n < exact
      }),
      { seed: 20261121 },
    )
    expect(convert(1n, '0')).toBeNull()
    expect(convert(1n, 'x')).toBeNull()
  })

  it('compares by comparators that are data', () => {
    expect([meets(1n, '>', 1n), meets(1n, '>=', 1n), meets(1n, '<', 1n), meets(1n, '<=', 1n)]).toEqual([false, true, false, true])
    expect(() => meets(1n, '=', 1n)).toThrow(RangeError)
    expect([ceilDiv(10n, 3n), ceilDiv(9n, 3n), ceilDiv(0n, 3n)]).toEqual([4n, 3n, 0n])
  })
})
