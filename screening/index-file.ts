import type { NameIndex } from './index.ts'

/**
 * The index as bytes, to be kept in a file or shared between threads. Reading makes views on the bytes and copies nothing. Layout: magic,
 * length of the header, header (JSON), arrays, each at a multiple of 8. Numbers are in the machine's byte order, which the header names.
 */
const MAGIC = 'SWINDEX1'
/** Raised whenever normalising or folding changes, so that an index of older code is not read. */
const INDEX_VERSION = 5

const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int16Array, Int32Array, Float32Array } as const
type ArrayName = keyof typeof ARRAYS
type ArrayOn = new (buffer: ArrayBufferLike, at: number, length: number) => ArrayBufferView

type Header = {
  version: number
  littleEndian: boolean
  /** What the index was built from; the reader compares it with what it has. */
  of: string
  arrays: { field: keyof NameIndex; type: ArrayName; at: number; length: number }[]
}

const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
const aligned = (at: number) => (at + 7) & ~7

/** Bytes of an index; `of` names what it was built from, such as the digests of the lists. `shared` puts them where threads can share them. */
export function encodeIndex(index: NameIndex, { of, shared = false }: { of: string; shared?: boolean }): Uint8Array {
  const fields = Object.entries(index) as [keyof NameIndex, NameIndex[keyof NameIndex]][]
  let at = 0
  const arrays = fields.map(([field, array]) => {
    const entry = { field, type: array.constructor.name as ArrayName, at, length: array.length }
    at = aligned(at + array.byteLength)
    return entry
  })
  const header = Buffer.from(JSON.stringify({ version: INDEX_VERSION, littleEndian: LITTLE_ENDIAN, of, arrays } satisfies Header))
  const start = aligned(MAGIC.length + 4 + header.length)
  const bytes = new Uint8Array(shared ? new SharedArrayBuffer(start + at) : new ArrayBuffer(start + at))
  bytes.set(Buffer.from(MAGIC, 'latin1'))
  new DataView(bytes.buffer).setUint32(MAGIC.length, header.length, true)
  bytes.set(header, MAGIC.length + 4)
  fields.forEach(([, array], i) => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), start + arrays[i]!.at)
  })
  return bytes
}

/** The index in the bytes, or null when they are of another version, machine or list, or damaged: it is then to be built anew. */
export function decodeIndex(bytes: Uint8Array, { of }: { of: string }): NameIndex | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const text = (from: number, to: number) => Buffer.from(bytes.slice(from, to)).toString('utf8')
    if (text(0, MAGIC.length) !== MAGIC) return null
    const headerEnd = MAGIC.length + 4 + view.getUint32(MAGIC.length, true)
    const header = JSON.parse(text(MAGIC.length + 4, headerEnd)) as Header
    if (header.version !== INDEX_VERSION || header.littleEndian !== LITTLE_ENDIAN || header.of !== of) return null
    // Views need 8-byte alignment, which a slice of a larger buffer may lack.
    const whole = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
    const start = whole.byteOffset + aligned(headerEnd)
    const parts = header.arrays.map(({ field, type, at, length }) => [
      field,
      new (ARRAYS[type] as ArrayOn)(whole.buffer, start + at, length),
    ])
    return Object.fromEntries(parts) as NameIndex
  } catch {
    return null
  }
}
