import { expect, test } from 'vitest'
import { base32, newSecret, setupAddress, stepOf } from './totp.ts'

// RFC 6238, appendix B (SHA-1), its last six digits.
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('the code of second %i is the one of RFC 6238', (second, code) => {
  const step = Math.floor(second / 30)
  expect(stepOf(secret, code, second * 1000)).toBe(step)
  for (const near of [-30, 30]) expect(stepOf(secret, code, (second + near) * 1000)).toBe(step)
  for (const far of [-61, 61]) expect(stepOf(secret, code, (second + far) * 1000)).toBeNull()
})

test('a secret has 160 bits and is shown as authenticators read it', () => {
  expect(newSecret()).toHaveLength(20)
  expect(newSecret()).not.toEqual(newSecret())
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const address = new URL(setupAddress(secret, 'a b@x.example'))
  expect(decodeURIComponent(address.pathname)).toBe('/Sealwright:a b@x.example')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: base32(secret),
    issuer: 'Sealwright',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
