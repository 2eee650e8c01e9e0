import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { reachOf } from './address.ts'

/** Each IPv4 address as the ways of writing it, and the IPv6 addresses that lead to it, have it. */
function spellings(v4: string): { mapped: string[]; old: string[]; nat64: string[] } {
  const [a, b, c, d] = v4.split('.').map(Number) as [number, number, number, number]
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
  const inverted = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`
  const pair = `${hex(a, b)}:${hex(c, d)}`
  return {
    mapped: [`::ffff:${v4}`, `::ffff:${pair}`, `0:0:0:0:0:ffff:${pair}`, `0000:0000:0000:0000:0000:FFFF:${pair}`],
    old: [
      `::${pair}`,
      `::${v4}`,
      `2002:${pair}::`,
      `2002:${pair}::1`,
      `2001:0:${pair}::`,
      `2001:0:4136:e378::${inverted}`,
      `::ffff:0:${pair}`,
    ],
    nat64: [`64:ff9b::${pair}`, `64:ff9b::${v4}`],
  }
}

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.8',
  '172.16.4.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '0.1.2.3',
]
const RESERVED = ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '240.0.0.1', '192.88.99.1']
const FORBIDDEN = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
]
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '168.63.129.17',
]

describe('where an address leads', () => {
  it('S18 private and reserved IPv4 is private in every spelling', () => {
    for (const v4 of [...PRIVATE, ...RESERVED]) {
      const { mapped, old, nat64 } = spellings(v4)
      for (const text of [v4, ...mapped, ...old, ...nat64]) expect([text, reachOf(text)]).not.toContain('public')
      for (const text of [v4, ...mapped]) expect([text, reachOf(text)]).toEqual([text, 'private'])
    }
  })

  it('S18 the services of hosts and clouds are for nobody, not even by the operator’s word, in every spelling', () => {
    for (const v4 of FORBIDDEN) {
      const { mapped, old, nat64 } = spellings(v4)
      for (const text of [v4, ...mapped, ...old, ...nat64]) expect([text, reachOf(text)]).toEqual([text, 'forbidden'])
    }
    for (const text of [
      'fe80::1',
      'fe80::1%eth0',
      'febf::1',
      'ff02::1',
      'ff0e::1',
      'fd00:ec2::254',
      'FD00:0EC2:0:0:0:0:0:254',
      'fd20:ce::254',
    ])
      expect([text, reachOf(text)]).toEqual([text, 'forbidden'])
  })

  it('S18 public IPv4 stays public where IPv6 leads to it today, and not on the ways that ended', () => {
    for (const v4 of PUBLIC) {
      const { mapped, old, nat64 } = spellings(v4)
      for (const text of [v4, ...mapped, ...nat64]) expect([text, reachOf(text)]).toEqual([text, 'public'])
      for (const text of old) expect([text, reachOf(text)]).not.toContain('public')
    }
  })

  it('IPv6 is public only where it was given out', () => {
    for (const text of ['2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '2620:fe::fe'])
      expect([text, reachOf(text)]).toEqual([text, 'public'])
    for (const text of [
      ...[
        '::',
        '::1',
        '::2',
        'fc00::1',
        'fdff::1',
        'fec0::1',
        '100::1',
        '4000::1',
        '8000::1',
        'f000::1',
        '64:ff9b:1::1',
        '64:ff9b:1:7f00:0:100::',
      ],
      ...['2001:db8::1', '3fff::1', '5f00::1', '2001:2::1', '2001:10::1', '2001:20::1'],
    ])
      expect([text, reachOf(text)]).toEqual([text, 'private'])
  })

  it('what is no address leads nowhere', () => {
    for (const text of ['', 'localhost', '1.2.3.4.5', '256.1.1.1', '::g', '1::2::3', '8.8.8.8 ', '8.8.8.8/8', '[::1]'])
      expect([text, reachOf(text)]).toEqual([text, 'forbidden'])
  })

  it('an address of this machine is never public', () => {
    for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) expect(reachOf(address)).not.toBe('public')
  })
})
