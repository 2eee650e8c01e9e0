/** Bytes and texts without any API of Node, for what also runs in browsers and workers. */

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Of pairs of hex digits, with or without `0x`; what is none is for the caller to refuse. */
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.replace(/^0x/, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Empty when the text is not base64 in its one canonical spelling. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return new Uint8Array()
  const letters = atob(text)
  return btoa(letters) === text ? Uint8Array.from(letters, (letter) => letter.charCodeAt(0)) : new Uint8Array()
}

/** Empty when the text is not base64url, without padding, in its one canonical spelling. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return new Uint8Array()
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='))
}

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export function concat(...parts: (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** JSON that is an object, in UTF-8; null for anything else. */
export function jsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Unpacks gzip or zlib; null for what is neither, is followed by something, or unpacks to more than a megabyte. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, format: 'gzip' | 'deflate'): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return concat(...parts)
      length += value.length
      if (length > MOST_UNPACKED) {
        await reader.cancel()
        return null
      }
      parts.push(value)
    }
  } catch {
    return null
  }
}
const MOST_UNPACKED = 1 << 20
