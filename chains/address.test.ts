import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { defaultChain, familyOf, parseAddress } from './address.ts'
import { decodeBase58, encodeBase58 } from './base58.ts'

describe('EVM addresses', () => {
  // From EIP-55 itself.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s', (text) => {
    expect(parseAddress(text, { strictChecksum: true })).toEqual({
      ok: true,
      family: 'evm',
      canonical: text,
      did: `did:pkh:eip155:1:${text}`,
      checksum: 'valid',
    })
    expect(parseAddress(text.toLowerCase())).toMatchObject({ canonical: text, checksum: 'none' })
    expect(parseAddress(`0x${text.slice(2).toUpperCase()}`)).toMatchObject({ canonical: text, checksum: 'none' })
    const wrong = text.replace(/[a-f]/, (c) => c.toUpperCase())
    expect(parseAddress(wrong)).toMatchObject({ canonical: text, checksum: 'mismatch' })
    expect(parseAddress(wrong, { strictChecksum: true })).toEqual({ ok: false, code: 'address_checksum_invalid' })
  })

  it('refuses what is none', () => {
    for (const bad of [
      '',
      '0x123',
      '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      `0x${'g'.repeat(40)}`,
      ` 0x${'1'.repeat(40)}`,
      `0x${'1'.repeat(40)}\n`,
      `0x${'1'.repeat(41)}`,
      'vitalik.eth',
    ]) {
      expect(parseAddress(bad)).toEqual({ ok: false, code: 'invalid_address' })
    }
    expect(parseAddress(`0x${'0'.repeat(40)}`)).toEqual({ ok: false, code: 'address_not_allowed' })
  })
})

describe('Solana addresses', () => {
  it('reads 32 bytes of base58 and keeps the spelling', () => {
    const text = '7NQ3JdzsKpxJc2KNNM1eVyQy6Mk8qFAe1STzkWBoKro2'
    expect(parseAddress(text)).toEqual({
      ok: true,
      family: 'solana',
      canonical: text,
      did: `did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${text}`,
      checksum: 'none',
    })
    expect(Buffer.from(decodeBase58(text)!).toString('hex')).toBe(`${'5ea1'.repeat(14)}00000001`)
  })
  it('refuses other lengths, other letters and the system program', () => {
    for (const bad of ['1'.repeat(31), 'z'.repeat(44), '0OIl'.repeat(10), encodeBase58(randomBytes(31)), encodeBase58(randomBytes(33))]) {
      expect(parseAddress(bad)).toEqual({ ok: false, code: 'invalid_address' })
    }
    expect(parseAddress('1'.repeat(32))).toEqual({ ok: false, code: 'address_not_allowed' })
  })
})

describe('base58', () => {
  it('round-trips, leading zeros too', () => {
    for (let i = 0; i < 500; i++) {
      const bytes = Uint8Array.from([...new Array(i % 4).fill(0), ...randomBytes(i % 67)])
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }
  })
  it('is the common one', () => {
    expect(encodeBase58(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(encodeBase58(Buffer.from('0000287fb4cd', 'hex'))).toBe('11233QC4')
    expect(decodeBase58('x'.repeat(300))).toBeNull()
  })
})

it('chains and families', () => {
  expect([defaultChain('evm'), defaultChain('solana'), familyOf('polygon'), familyOf('solana')]).toEqual([
    'ethereum',
    'solana',
    'evm',
    'solana',
  ])
})
