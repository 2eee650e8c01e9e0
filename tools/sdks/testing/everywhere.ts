// What the verbs take from Node and of tables, for everywhere. Whatever else one of them would take is not there, and is missed when it is used.
import { sha256 } from '#engine/sha256.ts'

/** Bytes that say what they are in text, as Node's do. */
class Bytes extends Uint8Array {
  override toString(encoding?: string): string {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return encoding === 'latin1' ? Array.from(this, (byte) => String.fromCharCode(byte)).join('') : new TextDecoder().decode(this)
  }
}

const bytesOf = (text: string, encoding?: string): Bytes => {
  if (encoding === 'hex') return Bytes.from(text.match(/../g) ?? [], (pair: string) => Number.parseInt(pair, 16)) as Bytes
  return encoding === 'latin1'
    ? (Bytes.from(text, (char: string) => char.charCodeAt(0)) as Bytes)
    : new Bytes(new TextEncoder().encode(text))
}

/** What is used of Node's. */
export const Buffer = {
  from: (from: string | Uint8Array | number[], encoding?: string): Bytes =>
    typeof from === 'string' ? bytesOf(from, encoding) : new Bytes(from),
  alloc: (length: number) => new Bytes(length),
  allocUnsafe: (length: number) => new Bytes(length),
  byteLength: (text: string) => new TextEncoder().encode(text).length,
  concat(parts: readonly Uint8Array[]): Bytes {
    const whole = new Bytes(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  },
}

/** SHA-256, in hex or as bytes. */
export function createHash(_algorithm: 'sha256') {
  const parts: Uint8Array[] = []
  const one = {
    update(part: string | Uint8Array) {
      parts.push(typeof part === 'string' ? bytesOf(part) : part)
      return one
    },
    digest(encoding?: 'hex') {
      const hex = sha256(Buffer.concat(parts))
      return encoding === 'hex' ? hex : bytesOf(hex, 'hex')
    },
  }
  return one
}

export const hash = (_algorithm: 'sha256', text: string | Uint8Array, encoding?: 'buffer') =>
  encoding === 'buffer' ? bytesOf(sha256(text), 'hex') : sha256(text)

export const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** Parts of questions to tables are put together when a module is loaded; nobody asks them here. */
export const sql = Object.assign(() => null, { join: () => null, raw: () => null, param: () => null })
export const getTableColumns = (): object => ({})
