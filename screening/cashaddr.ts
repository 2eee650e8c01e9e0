import { createHash } from 'node:crypto'

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PREFIX = 'bitcoincash'

/**
 * The base58 form of a Bitcoin Cash "cashaddr" (without its prefix): two spellings of one key hash.
 * Null unless the checksum holds and it is a plain 20-byte key or script hash. Source: the CashAddr specification of bitcoincash.org.
 */
export function cashaddrToLegacy(address: string): string | null {
  const values = [...address].map((c) => CHARSET.indexOf(c))
  if (values.length !== 42 || values.includes(-1)) return null
  const prefix = [...PREFIX].map((c) => c.charCodeAt(0) & 31)
  if (polymod([...prefix, 0, ...values]) !== 0n) return null
  const bytes = toBytes(values.slice(0, -8))
  if (bytes === null || bytes.length !== 21) return null
  const version = bytes[0] === 0 ? 0 : bytes[0] === 8 ? 5 : null
  if (version === null) return null
  return base58Check(Uint8Array.of(version, ...bytes.slice(1)))
}

function polymod(values: number[]): bigint {
  const generator = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
  let checksum = 1n
  for (const value of values) {
    const top = checksum >> 35n
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    generator.forEach((g, i) => {
      if ((top >> BigInt(i)) & 1n) checksum ^= g
    })
  }
  return checksum ^ 1n
}

function toBytes(fiveBits: number[]): number[] | null {
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const value of fiveBits) {
    buffer = ((buffer << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 0xff)
    }
  }
  return bits < 5 && (buffer & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Whether the last four bytes of a base58 text are the checksum of those before, as in every address of Bitcoin's family. */
export function hasBase58Checksum(text: string): boolean {
  let number = 0n
  for (const char of text) {
    const digit = BASE58.indexOf(char)
    if (digit < 0) return false
    number = number * 58n + BigInt(digit)
  }
  const zeros = /^1*/.exec(text)![0].length
  const hex = number === 0n ? '' : number.toString(16)
  const bytes = Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
  return bytes.length > 4 && base58Check(bytes.subarray(0, -4)) === text
}

function base58Check(payload: Uint8Array): string {
  const once = createHash('sha256').update(payload).digest()
  const sum = createHash('sha256').update(once).digest().subarray(0, 4)
  const bytes = [...payload, ...sum]
  let number = bytes.reduce((n, b) => n * 256n + BigInt(b), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = BASE58[Number(number % 58n)] + text
  const zeros = bytes.findIndex((b) => b !== 0)
  return '1'.repeat(zeros) + text
}
