import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { rosette, rosetteSvg } from './rosette.ts'

const sha = (text: string) => hash('sha256', text)

describe('rosette', () => {
  it('is the same for the same hash, whatever its spelling, for ever', () => {
    const one = sha('one')
    expect(rosetteSvg(`0x${one.toUpperCase()}`.replace('0X', '0x'))).toBe(rosetteSvg(one))
    expect(rosetteSvg(`sha256:${one}`, { detail: 'small' })).toBe(rosetteSvg(one, { detail: 'small' }))
    // Seals are printed and remembered: a change of these two values changes every seal there is.
    expect(sha(rosetteSvg(one))).toBe('2b608962574f6496654cf8ce56239e19aec5309595907ede733a9245e0408f6a')
    expect(sha(rosetteSvg(one, { detail: 'small' }))).toBe('492e4b5601da70745c0f1b43c403c144d3b627220b5b014b9acca9f4270edba2')
  })

  it('differs between hashes in both details', () => {
    for (const detail of ['fine', 'small'] as const) {
      const seen = new Set(Array.from({ length: 1000 }, (_, i) => sha(rosetteSvg(sha(`seal ${i}`), { detail }))))
      expect(seen.size).toBe(1000)
    }
    // One changed digit anywhere is another seal.
    const base = sha('base')
    for (let i = 0; i < 64; i++)
      expect(rosetteSvg(base.slice(0, i) + (base[i] === '0' ? '1' : '0') + base.slice(i + 1))).not.toBe(rosetteSvg(base))
  })

  it('stays inside its box and small enough to be sent', () => {
    for (let i = 0; i < 150; i++) {
      for (const detail of ['fine', 'small'] as const) {
        for (const path of rosette(sha(`box ${i}`), detail).paths) {
          expect(path.d).toMatch(/^M[-\d acz.M]+z$/)
          for (const piece of path.d.split(/(?=M)/)) {
            if (piece.includes('a')) continue // a circle about the centre
            const [start, curve] = piece.slice(1, -1).split('c')
            let [x, y] = start!.split(' ').map(Number) as [number, number]
            const numbers = curve!.match(/-?\d+/g)!.map(Number)
            for (let k = 0; k < numbers.length; k += 6) {
              x += numbers[k + 4]!
              y += numbers[k + 5]!
              expect(Math.hypot(x - 500, y - 500)).toBeLessThanOrEqual(499 - path.width / 2)
            }
          }
        }
      }
    }
    expect(gzipSync(rosetteSvg(sha('size'))).length).toBeLessThan(14_000)
    expect(rosetteSvg(sha('size'), { detail: 'small' }).length).toBeLessThan(4_000)
  })

  it('refuses what is not a hash and escapes what is written into the markup', () => {
    for (const bad of ['', 'xyz', '0x1234', 'g'.repeat(64)]) expect(() => rosette(bad)).toThrow(RangeError)
    expect(rosetteSvg(sha('x'), { title: '"><script>' })).toContain('aria-label="&quot;&gt;&lt;script&gt;"')
  })
})
