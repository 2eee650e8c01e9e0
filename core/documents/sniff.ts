import { inflateSync } from 'node:zlib'

/** What a document may be. The type is read from the bytes; what a browser or a file name claims is not believed. */
export const DOCUMENT_TYPES = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const
export type DocumentType = keyof typeof DOCUMENT_TYPES

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)

/** The type of a file by its content, or null when it is none that is accepted. */
export function sniffType(bytes: Uint8Array): DocumentType | null {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  return null
}

/** Names of what acts or holds files. The short ones only before a value: three letters turn up by chance in every large picture. */
const ACTIVE = /\/(?:(?:JavaScript|Launch|EmbeddedFiles?|RichMedia)\b|JS\s*(?:[(<]|\d+\s+\d+\s+R\b)|XFA\s*(?:[[<]|\d+\s+\d+\s+R\b))/
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
/** Names may be written with #4A for J. */
const plainNames = (text: string) => text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * True for a file that could do something when opened: a PDF with scripts, launch actions or files inside, or the virus testers' sample.
 * A PDF whose objects are packed in a way that cannot be read here counts as one. This is no virus scanner.
 */
export function isActive(bytes: Uint8Array, type: DocumentType): boolean {
  const text = latin1(bytes)
  if (text.includes(EICAR)) return true
  if (type !== 'application/pdf') return false
  return ACTIVE.test(plainNames(text)) || packedObjects(bytes, text).some((packed) => packed === null || ACTIVE.test(plainNames(packed)))
}

const MOST_PACKED = 5_000
const MOST_UNPACKED = 32 * 1024 * 1024

/** The texts of the object streams (ISO 32000-1, 7.5.7), where most programs of today put their dictionaries. Null: one that cannot be read. */
function packedObjects(bytes: Uint8Array, text: string): (string | null)[] {
  const texts: (string | null)[] = []
  let left = MOST_UNPACKED
  for (const match of text.matchAll(/\bstream\r?\n/g)) {
    const before = text.slice(Math.max(0, match.index - 2_000), match.index)
    if (!/\/ObjStm\b/.test(plainNames(before.slice(before.lastIndexOf('obj') + 3)))) continue
    const packed = texts.length < MOST_PACKED ? inflated(bytes.subarray(match.index + match[0].length), left) : null
    left -= packed?.length ?? 0
    texts.push(packed)
    if (packed === null) break
  }
  return texts
}

function inflated(bytes: Uint8Array, most: number): string | null {
  try {
    return latin1(inflateSync(bytes, { maxOutputLength: Math.max(1, most) }))
  } catch {
    return null
  }
}
