import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countBucket, globalPersonKey, isSameIdentity, normaliseIdentity, rotatePersonKey, tenantPersonKey } from './person-key.ts'

const pepper = (text: string) => hash('sha256', text, 'buffer')
const P1 = pepper('one')
const born = { date_of_birth: '1980-02-03' }

describe('normalising', () => {
  it.each([
    ['Ada Example', 'EXAMPLE, Ada'],
    ['José María O’Neill', 'ONEILL JOSE MARIA'],
    ['Иван Хрущёв', 'Ivan Hrushchev'],
    ['Дмитрий Медведев', 'Dmitriy Medvedev'],
    ['Αλέξανδρος Παπαδόπουλος', 'Alexandros Papadopoulos'],
    ['Müller Jörg', 'Jorg Muller'],
  ])('%s is %s', (a, b) => expect(normaliseIdentity({ full_name: a, ...born })).toBe(normaliseIdentity({ full_name: b, ...born })))

  it.each([
    ['Ada Example', 'Ida Example'],
    ['Ada Example', 'Ada Maria Example'],
    ['Wei Chen', 'Wei Chan'],
  ])('%s is not %s', (a, b) => expect(normaliseIdentity({ full_name: a, ...born })).not.toBe(normaliseIdentity({ full_name: b, ...born })))

  it.each([
    ['José O’Neill', 'JOSE ONEILL', true],
    ['Ada  Example', 'ada example', true],
    ['Jan Wolff', 'Ian Volf', false],
    ['Anna Meyer', 'Ana Meier', false],
    ['Ada Example', 'Example Ada', false],
    ['Иван', 'Ivan', false],
  ])('%s and %s are one by the letter: %s', (a, b, same) =>
    expect(isSameIdentity({ full_name: a, ...born }, { full_name: b, ...born })).toBe(same),
  )

  it('tells birth dates apart', () =>
    expect(normaliseIdentity({ full_name: 'A', date_of_birth: '1980-01-01' })).not.toBe(
      normaliseIdentity({ full_name: 'A', date_of_birth: '1980-01-02' }),
    ))
})

describe('keys', () => {
  const person = (i: number) => ({ full_name: `Person ${i}`, ...born })

  it('find a person again within a tenant and share nothing between tenants', () => {
    expect(tenantPersonKey([P1], 'org_a/sandbox', person(1))).toBe(
      tenantPersonKey([P1], 'org_a/sandbox', { full_name: '1 PERSON', ...born }),
    )
    const a = new Set(Array.from({ length: 500 }, (_, i) => tenantPersonKey([P1], 'org_a', person(i))))
    const b = Array.from({ length: 500 }, (_, i) => tenantPersonKey([P1], 'org_b', person(i)))
    expect(a.size).toBe(500)
    expect(b.some((key) => a.has(key) || key === globalPersonKey([P1], person(0)))).toBe(false)
    // No linear trace either: the bits of one person's keys at two tenants differ like coin throws.
    let differing = 0
    const first = [...a]
    for (let i = 0; i < 500; i++) {
      let x = BigInt(`0x${first[i]}`) ^ BigInt(`0x${b[i]}`)
      for (; x > 0n; x &= x - 1n) differing++
    }
    expect(Math.abs(differing / (500 * 256) - 0.5)).toBeLessThan(0.01)
  })

  it('keep matching when the pepper is rotated', () => {
    const P2 = pepper('two')
    const old = tenantPersonKey([P1], 'org_a', person(7))
    expect(rotatePersonKey(old, P2)).toBe(tenantPersonKey([P1, P2], 'org_a', person(7)))
    expect(rotatePersonKey(globalPersonKey([P1], person(7)), P2)).toBe(globalPersonKey([P1, P2], person(7)))
    expect(() => tenantPersonKey([], 'org_a', person(7))).toThrow(RangeError)
  })

  it('tells counts only as buckets', () => expect([0, 1, 2, 3, 4, 99].map(countBucket)).toEqual(['0', '1', '2-3', '2-3', '4+', '4+']))
})
