import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, hashOf, type Json } from './canonical.ts'
import { sha256 } from './sha256.ts'

describe('canonical JSON', () => {
  it('is the example of RFC 8785, section 3.2.3', () => {
    const value = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    }
    const order = [...canonical(value).matchAll(/:"([^"]*)"/g)].map((match) => match[1])
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('writes numbers and text as RFC 8785, section 3.2.2', () => {
    expect(
      canonical({
        numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27],
        string: '€$\u000f\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}')
    expect(canonical(-0)).toBe('0')
    expect(canonical({ '10': 1, '9': 2 })).toBe('{"10":1,"9":2}')
  })

  it('leaves undefined keys out and refuses what has no canonical form', () => {
    expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}')
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', undefined, 1n])
      expect(() => canonical(bad as never)).toThrow(TypeError)
  })

  it('does not depend on the order of keys and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value as Json)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonical(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 2000, seed: 20261121 },
    )
  })
})

describe('SHA-256', () => {
  it('agrees with the platform on every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'é'.repeat(length % 7) + 'a'.repeat(length)
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })

  it('agrees with the platform on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => sha256(bytes) === createHash('sha256').update(bytes).digest('hex')),
      { numRuns: 500, seed: 20261121 },
    )
  })

  it('hashes the canonical form', () => {
    expect(hashOf({ b: 1, a: 2 })).toBe(createHash('sha256').update('{"a":2,"b":1}').digest('hex'))
  })
})
