import { base58 } from '@scure/base'

/** No key and no signature is longer: the time it takes grows with the square of the length. */
const LONGEST = 256

/** Base58 as Bitcoin and Solana write it. */
export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(Uint8Array.from(bytes))

/** The bytes, or null when a letter is not base58 or the text is longer than any key or signature. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > LONGEST) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
