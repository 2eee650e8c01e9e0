import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'

/** What a document may be. The type is read from the bytes; what a browser or a file name claims is not believed. */
export const DOCUMENT_TYPES = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const
export type DocumentType = keyof typeof DOCUMENT_TYPES

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)

/** The type of a file by its content, or null when it is none that is accepted. */
function sniffType(bytes: Uint8Array): DocumentType | null {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  return null
}

/** Names of what acts or holds files. The short ones only before a value: three letters turn up by chance in every large picture. */
const ACTIVE = /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|RichMedia)\b|JS\s*(?:[(<]|\d+\s+\d+\s+R\b)|XFA\s*(?:[[<]|\d+\s+\d+\s+R\b))/
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** Names may be written with #4A for J. One pass, whatever the text is made of. */
function plainNames(text: string): string {
  if (!text.includes('#')) return text
  const bytes = Buffer.from(text, 'latin1')
  let to = 0
  for (let from = 0; from < bytes.length; from++, to++) {
    const byte = bytes[from]!
    const high = byte === 0x23 && from + 2 < bytes.length ? digitOf(bytes[from + 1]!) : -1
    const low = high < 0 ? -1 : digitOf(bytes[from + 2]!)
    bytes[to] = low < 0 ? byte : high * 16 + low
    if (low >= 0) from += 2
  }
  return bytes.toString('latin1', 0, to)
}

/** The value of a hexadecimal digit, or -1. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** What was found out about a file. */
export interface Inspected {
  /** Null: none that is accepted. */
  type: DocumentType | null
  active: boolean
  /** A picture of so many pixels that showing it would take whoever looks at it their browser. */
  vast: boolean
  sha256: string
}

const MOST_PIXELS = 100_000_000

/** Width times height of a picture, as its own header has it; 0 where it has none. */
function pixelsOf(bytes: Uint8Array, type: DocumentType): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headed = bytes.byteLength >= 24 && latin1(bytes.subarray(12, 16)) === 'IHDR'
  if (type === 'image/png') return headed ? view.getUint32(16) * view.getUint32(20) : 0
  // Segments of a JPEG up to its frame (ITU-T T.81, B.2.2). Several frames count as the largest.
  let most = 0
  for (let at = 2; at + 9 < bytes.byteLength; ) {
    const marker = bytes[at + 1]!
    // Whoever shows a picture leaves out what stands between two segments, and so many 0xff before a marker as there are (B.1.1.2).
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      most = Math.max(most, view.getUint16(at + 5) * view.getUint16(at + 7))
    if (marker === 0xda || marker === 0xd9) break
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + view.getUint16(at + 2)
  }
  return most
}

/** Everything that must be known of a file before it is kept. Run away from the thread that answers requests. */
export function inspectDocument(bytes: Uint8Array): Inspected {
  const type = sniffType(bytes)
  const vast = type !== null && type !== 'application/pdf' && pixelsOf(bytes, type) > MOST_PIXELS
  return { type, vast, active: type !== null && isActive(bytes, type), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * True for a file that could do something when opened: a PDF with scripts, launch actions or files inside, a file that is an archive as well,
 * or the virus testers' sample.
 * A PDF whose objects are packed in a way that cannot be read here counts as one. This is no virus scanner.
 * Work grows with the length of the file and no faster.
 */
export function isActive(bytes: Uint8Array, type: DocumentType): boolean {
  const text = latin1(bytes)
  if (text.includes(EICAR) || holdsArchive(bytes, text)) return true
  if (type !== 'application/pdf') return false
  return ACTIVE.test(plainNames(text)) || holdsActiveObjects(bytes, text)
}

/** The end of an archive's directory is the last thing in it, but for a comment (APPNOTE.TXT, 4.3.16). */
const ARCHIVE_END = 'PK\u0005\u0006'
const END_BYTES = 22
const MOST_COMMENT = 0xffff
/** What an archive's directory begins with, where it holds anything. */
const ARCHIVE_ENTRY = 'PK\u0001\u0002'

/** Whether a file can be opened as a ZIP archive too: programs that unpack look at its end, whatever it begins with. */
function holdsArchive(bytes: Uint8Array, text: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const least = Math.max(0, bytes.byteLength - END_BYTES - MOST_COMMENT)
  for (let at = text.lastIndexOf(ARCHIVE_END); at >= least; at = at > 0 ? text.lastIndexOf(ARCHIVE_END, at - 1) : -1)
    if (at + END_BYTES <= bytes.byteLength && text.startsWith(ARCHIVE_ENTRY, at - view.getUint32(at + 12, true))) return true
  return false
}

const MOST_PACKED = 5_000
const MOST_UNPACKED = 32 * 1024 * 1024

/** Whether an object stream (ISO 32000-1, 7.5.7), where most programs of today put their dictionaries, acts or cannot be read. */
function holdsActiveObjects(bytes: Uint8Array, text: string): boolean {
  let left = MOST_UNPACKED
  let count = 0
  // Each stream's dictionary stands somewhere between the word "stream" before it and its own: no byte is looked at twice.
  let from = 0
  for (const { index, 0: word } of text.matchAll(/\bstream\r?\n/g)) {
    const before = text.slice(from, index)
    from = index + word.length
    if (!/\/ObjStm\b/.test(plainNames(before))) continue
    const packed = ++count <= MOST_PACKED ? inflated(bytes.subarray(from), left) : null
    if (packed === null || ACTIVE.test(plainNames(packed))) return true
    left -= packed.length
  }
  return false
}

function inflated(bytes: Uint8Array, most: number): string | null {
  try {
    return latin1(inflateSync(bytes, { maxOutputLength: Math.max(1, most) }))
  } catch {
    return null
  }
}
