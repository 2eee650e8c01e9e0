/** One value of DER (ITU-T X.690): its tag, what is in it, and all of its bytes. */
export interface Der {
  tag: number
  content: Uint8Array
  whole: Uint8Array
}

const SEQUENCE = 0x30
const SET = 0x31

/** The values that bytes hold, one after the other. Throws `RangeError` for what is not DER with tags of one byte. */
export function readDer(bytes: Uint8Array): Der[] {
  const found: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const tag = bytes[at++]!
    if ((tag & 0x1f) === 0x1f) throw new RangeError('a tag of several bytes')
    let length = at < bytes.length ? bytes[at++]! : -1
    if (length > 0x80) {
      const size = length & 0x7f
      if (size > 4 || at + size > bytes.length) throw new RangeError('a length that is too large')
      length = 0
      for (let i = 0; i < size; i++) length = length * 256 + bytes[at++]!
    } else if (length === 0x80) throw new RangeError('a length that is not said')
    if (length < 0 || at + length > bytes.length) throw new RangeError('cut off')
    found.push({ tag, content: bytes.subarray(at, at + length), whole: bytes.subarray(start, at + length) })
    at += length
  }
  return found
}

/** The only value that bytes hold, of this tag. */
export function oneDer(bytes: Uint8Array, tag: number): Der {
  const [value, ...more] = readDer(bytes)
  if (!value || more.length || value.tag !== tag) throw new RangeError(`not one value of the tag ${tag}`)
  return value
}

/** What a sequence or a set holds. */
export function partsOfDer(value: Der | undefined): Der[] {
  if (!value || (value.tag !== SEQUENCE && value.tag !== SET && (value.tag & 0xe0) !== 0xa0)) throw new RangeError('not made of parts')
  return readDer(value.content)
}

/** An object identifier with dots. */
export function oidOf(value: Der | undefined): string {
  if (value?.tag !== 0x06 || !value.content.length) throw new RangeError('not an object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const byte of value.content) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc > Number.MAX_SAFE_INTEGER / 128) throw new RangeError('an arc that is too large')
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const first = Math.min(2, Math.floor(arcs[0]! / 40))
  return [first, arcs[0]! - first * 40, ...arcs.slice(1)].join('.')
}
