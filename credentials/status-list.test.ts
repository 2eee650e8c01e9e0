import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  decodeBits,
  encodeBits,
  globalStatusIndex,
  isSet,
  LIST_ENTRIES,
  randomStatusIndex,
  splitStatusIndex,
  statusBits,
  statusPlace,
} from './status-list.ts'

describe('bits', () => {
  it('count from the left', () => {
    expect(statusBits([0])[0]).toBe(0b1000_0000)
    expect(statusBits([7, 8]).subarray(0, 2)).toEqual(Uint8Array.of(1, 128))
    const bits = statusBits([0, 5, 131_071])
    expect([0, 1, 5, 131_070, 131_071].map((i) => isSet(bits, i))).toEqual([true, false, true, false, true])
  })

  it('survive the wire, short when empty', () => {
    const set = Array.from({ length: 1311 }, (_, i) => (i * 7919) % LIST_ENTRIES)
    expect(decodeBits(encodeBits(statusBits(set)))).toEqual(statusBits(set))
    expect(encodeBits(statusBits([])).length).toBeLessThan(100)
  })

  it('refuse indices outside and what is not a list', () => {
    for (const bad of [-1, LIST_ENTRIES, 0.5, Number.NaN]) {
      expect(() => statusBits([bad])).toThrow(RangeError)
      expect(() => isSet(statusBits([]), bad)).toThrow(RangeError)
    }
    for (const bad of [
      '',
      'u',
      'zAAAA',
      'uAAAA',
      encodeBits(statusBits([])).slice(0, -6),
      `u${gzipSync(Buffer.alloc(100)).toString('base64url')}`,
    ])
      expect(decodeBits(bad)).toBeNull()
  })

  it('do not unpack bombs', () => {
    expect(decodeBits(`u${gzipSync(Buffer.alloc(64 << 20)).toString('base64url')}`)).toBeNull()
  })
})

describe('places', () => {
  it('never repeat within a list and look like no order', () => {
    const key = Buffer.alloc(32, 7)
    const n = 5_000
    const places = Array.from({ length: n }, (_, i) => statusPlace(key, i).index)
    expect(new Set(places).size).toBe(n)
    expect(Math.max(...places)).toBeLessThan(LIST_ENTRIES)
    let rising = 0
    for (let i = 1; i < n; i++) if (places[i]! > places[i - 1]!) rising++
    expect(Math.abs(rising / n - 0.5)).toBeLessThan(0.03)
    expect(Math.abs(places.reduce((a, b) => a + b, 0) / n / LIST_ENTRIES - 0.5)).toBeLessThan(0.02)
  })

  it('go on in the next list, in another order', () => {
    const key = Buffer.alloc(32, 7)
    expect(statusPlace(key, LIST_ENTRIES - 1).list).toBe(1)
    expect(statusPlace(key, LIST_ENTRIES).list).toBe(2)
    expect(statusPlace(key, LIST_ENTRIES).index).not.toBe(statusPlace(key, 0).index)
    expect(statusPlace(Buffer.alloc(32, 8), 0).index).not.toBe(statusPlace(key, 0).index)
    expect(() => statusPlace(key, -1)).toThrow(RangeError)
  })

  it('have one number across lists', () => {
    expect(splitStatusIndex(globalStatusIndex(3, 4242))).toEqual({ list: 3, index: 4242 })
    expect(randomStatusIndex()).toBeLessThan(LIST_ENTRIES)
  })
})
