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

const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA)\b/
const EICAR = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'

/** True for a file that could do something when opened: a PDF with scripts, launch actions or files inside, or the virus testers' sample. */
export function isActive(bytes: Uint8Array, type: DocumentType): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return text.includes(EICAR) || (type === 'application/pdf' && ACTIVE.test(text))
}
