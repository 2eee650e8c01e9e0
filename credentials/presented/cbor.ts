/** CBOR (RFC 8949), as far as mobile documents need it. Strict: what is left over, doubled, too deep or not well-formed is refused. */

/** A tagged value. `raw` are the bytes it was read from, tag and all: what digests are made of. */
export class Tagged {
  readonly tag: number
  readonly value: unknown
  readonly raw: Uint8Array | null
  constructor(tag: number, value: unknown, raw: Uint8Array | null = null) {
    this.tag = tag
    this.value = value
    this.raw = raw
  }
}

/** CBOR within CBOR (tag 24). */
export const embedded = (value: unknown): Tagged => new Tagged(24, encodeCbor(value))

const DEEPEST = 24
const BREAK = Symbol('break')
const text = new TextDecoder('utf-8', { fatal: true })

function utf8(bytes: Uint8Array): string {
  try {
    return text.decode(bytes)
  } catch {
    throw new RangeError('text of CBOR that is none')
  }
}

/** Reads one value. Maps become `Map`, bytes `Buffer`, integers beyond 2^53 `bigint`. Throws RangeError. */
export function decodeCbor(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes)
  const value = reader.value(0)
  if (value === BREAK || reader.at !== bytes.length) throw new RangeError('this is not one value of CBOR')
  return value
}

class Reader {
  readonly bytes: Buffer
  at = 0
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new RangeError('CBOR that is too deep')
    const from = this.at
    const first = this.take(1)[0]!
    const major = first >> 5
    const info = first & 31
    if (major === 7) return this.simple(info)
    const length = info === 31 ? null : this.length(info)
    switch (major) {
      case 0:
        return this.whole(length)
      case 1: {
        const whole = this.whole(length)
        return typeof whole === 'bigint' ? -1n - whole : -1 - whole
      }
      case 2:
        return length === null ? Buffer.concat(this.chunks(2)) : this.take(this.size(length))
      case 3:
        return length === null ? this.chunks(3).map(utf8).join('') : utf8(this.take(this.size(length)))
      case 4:
        return this.list(length, depth)
      case 5:
        return this.map(length, depth)
      default: {
        const value = this.value(depth + 1)
        if (value === BREAK) throw new RangeError('a tag without a value')
        return new Tagged(this.size(length), value, this.bytes.subarray(from, this.at))
      }
    }
  }

  take(count: number): Buffer {
    if (count > this.bytes.length - this.at) throw new RangeError('CBOR that ends too early')
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  length(info: number): number | bigint {
    if (info < 24) return info
    if (info > 27) throw new RangeError('a length that CBOR does not know')
    const bytes = this.take(2 ** (info - 24))
    if (info < 27) return bytes.readUIntBE(0, bytes.length)
    const big = bytes.readBigUInt64BE()
    return big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : big
  }

  whole(length: number | bigint | null): number | bigint {
    if (length === null) throw new RangeError('an integer without an end')
    return length
  }

  size(length: number | bigint | null): number {
    if (typeof length !== 'number') throw new RangeError('CBOR that ends too early')
    return length
  }

  chunks(major: number): Buffer[] {
    const chunks: Buffer[] = []
    while (true) {
      const first = this.take(1)[0]!
      if (first === 0xff) return chunks
      if (first >> 5 !== major || (first & 31) === 31) throw new RangeError('a string of other parts')
      chunks.push(this.take(this.size(this.length(first & 31))))
    }
  }

  list(length: number | bigint | null, depth: number): unknown[] {
    const list: unknown[] = []
    for (let n = 0; length === null || n < length; n++) {
      const value = this.value(depth + 1)
      if (value === BREAK && length === null) break
      if (value === BREAK) throw new RangeError('a list that is broken off')
      list.push(value)
    }
    return list
  }

  map(length: number | bigint | null, depth: number): Map<unknown, unknown> {
    const map = new Map<unknown, unknown>()
    for (let n = 0; length === null || n < length; n++) {
      const key = this.value(depth + 1)
      if (key === BREAK && length === null) break
      const value = this.value(depth + 1)
      if (!['string', 'number'].includes(typeof key) || value === BREAK || map.has(key))
        throw new RangeError('a map that is not well-formed')
      map.set(key, value)
    }
    return map
  }

  simple(info: number): unknown {
    if (info === 20 || info === 21) return info === 21
    if (info === 22) return null
    if (info === 23) return undefined
    if (info === 25) return half(this.take(2).readUInt16BE())
    if (info === 26) return this.take(4).readFloatBE()
    if (info === 27) return this.take(8).readDoubleBE()
    if (info === 31) return BREAK
    throw new RangeError('a simple value that nobody knows')
  }
}

function half(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction
          ? Number.NaN
          : Number.POSITIVE_INFINITY
        : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return bits & 0x8000 ? -size : size
}

/** Writes a value: integers, text, bytes, lists, maps in their order, tags, yes and no, null. Throws RangeError for anything else. */
export function encodeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)])])
  if (value instanceof Tagged) return value.raw ? Buffer.from(value.raw) : Buffer.concat([head(6, value.tag), encodeCbor(value.value)])
  throw new RangeError('this has no form in CBOR')
}

function head(major: number, length: number): Buffer {
  const first = major << 5
  if (length < 24) return Buffer.from([first | length])
  const bytes = length < 0x100 ? 1 : length < 0x1_0000 ? 2 : length < 0x1_0000_0000 ? 4 : 8
  const out = Buffer.alloc(1 + bytes)
  out[0] = first | (24 + Math.log2(bytes))
  if (bytes === 8) out.writeBigUInt64BE(BigInt(length), 1)
  else out.writeUIntBE(length, 1, bytes)
  return out
}
