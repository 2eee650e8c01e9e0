/** Base58 as Bitcoin and Solana write it. Meant for keys and signatures: input is short, so the simple way is quick enough. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]))
const LONGEST = 256

export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += digits[i]! * 256
      digits[i] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return (
    '1'.repeat(zeros === -1 ? bytes.length : zeros) +
    digits
      .reverse()
      .map((digit) => ALPHABET[digit])
      .join('')
  )
}

/** The bytes, or null when a letter is not base58 or the text is longer than any key or signature. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > LONGEST) return null
  const bytes: number[] = []
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return null
    let carry = value
    for (let i = 0; i < bytes.length; i++) {
      carry += bytes[i]! * 58
      bytes[i] = carry & 255
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 255)
  }
  const zeros = [...text].findIndex((letter) => letter !== '1')
  return Uint8Array.from([...new Array(zeros === -1 ? text.length : zeros).fill(0), ...bytes.reverse()])
}
