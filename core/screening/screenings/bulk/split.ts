/** Records of one piece of a file, as they came. */
export interface Piece {
  /** Physical line of the first record, from 1. */
  firstLine: number
  records: number
  bytes: Uint8Array
}

/** A file that cannot be cut into records. `line` is where it went wrong. */
export class SplitError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const PER_PIECE = 1_000
/** A record longer than this means that a quote was not closed. */
const RECORD_BYTES_MAX = 16 * 1024

const QUOTE = 34
const LF = 10
const CR = 13

/**
 * Cuts a stream into pieces of up to a thousand records without ever holding more than one piece. A line end inside a quoted
 * CSV field belongs to the field. Blank lines are no records. Throws `SplitError` for a record that does not end.
 */
export class RecordSplitter {
  readonly #separator: number | null
  #chunks: Uint8Array[] = []
  #inQuotes = false
  #fieldStart = true
  #line = 1
  #recordLine = 1
  #recordBytes = 0
  #blank = true
  #firstLine = 1
  #records = 0

  /** `separator` of a CSV; null for files in which a line is a record. */
  constructor(separator: string | null, firstLine = 1) {
    this.#separator = separator === null ? null : separator.charCodeAt(0)
    this.#line = firstLine
    this.#recordLine = firstLine
    this.#firstLine = firstLine
  }

  *push(chunk: Uint8Array): Generator<Piece> {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (++this.#recordBytes > RECORD_BYTES_MAX)
        throw new SplitError(
          this.#recordLine,
          this.#inQuotes ? 'a quoted field that begins here does not end' : `a record longer than ${RECORD_BYTES_MAX / 1024} kB`,
        )
      if (byte === LF) {
        this.#line++
        if (this.#inQuotes) continue
        this.#endRecord()
        if (this.#records === PER_PIECE) {
          this.#chunks.push(chunk.subarray(from, i + 1))
          from = i + 1
          yield this.#take()
        }
        continue
      }
      if (byte !== CR && byte !== 32) this.#blank = false
      if (this.#separator === null) continue
      // A doubled quote closes and opens again, which comes to the same.
      if (byte === QUOTE && (this.#fieldStart || this.#inQuotes)) {
        this.#inQuotes = !this.#inQuotes
        // After a closing quote another one means a quote letter, so the field can open again.
        this.#fieldStart = !this.#inQuotes
      } else if (!this.#inQuotes) this.#fieldStart = byte === this.#separator
    }
    if (from < chunk.length) this.#chunks.push(chunk.slice(from))
  }

  /** The rest. Throws when a quoted field is still open. */
  end(): Piece | null {
    if (this.#inQuotes) throw new SplitError(this.#recordLine, 'a quoted field that begins here does not end')
    if (!this.#blank) this.#endRecord()
    return this.#records ? this.#take() : null
  }

  #endRecord(): void {
    if (!this.#blank) this.#records++
    this.#blank = true
    this.#fieldStart = true
    this.#recordBytes = 0
    this.#recordLine = this.#line
  }

  #take(): Piece {
    const piece = { firstLine: this.#firstLine, records: this.#records, bytes: Buffer.concat(this.#chunks) }
    this.#chunks = []
    this.#records = 0
    this.#firstLine = this.#line
    return piece
  }
}

/** The records of a piece with their lines, blank ones left out. */
export function recordsOf(text: string, separator: string | null, firstLine: number): { line: number; text: string }[] {
  const records: { line: number; text: string }[] = []
  let line = firstLine
  let at = 0
  while (at < text.length) {
    const end = endOfRecord(text, at, separator)
    const record = text.slice(at, end)
    if (record.trim() !== '') records.push({ line, text: record.replace(/\r?\n?$/, '') })
    for (let i = text.indexOf('\n', at); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) line++
    at = end
  }
  return records
}

function endOfRecord(text: string, from: number, separator: string | null): number {
  if (separator === null) {
    const end = text.indexOf('\n', from)
    return end < 0 ? text.length : end + 1
  }
  let inQuotes = false
  let fieldStart = true
  for (let i = from; i < text.length; i++) {
    const letter = text[i]!
    if (letter === '\n' && !inQuotes) return i + 1
    if (letter === '"' && (fieldStart || inQuotes)) {
      inQuotes = !inQuotes
      fieldStart = !inQuotes
    } else if (!inQuotes) fieldStart = letter === separator
  }
  return text.length
}

/** The fields of one CSV record; null when a quote stands where none may. */
export function fieldsOf(record: string, separator: string): string[] | null {
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (record[at] === '"') {
      let value = ''
      for (;;) {
        const close = record.indexOf('"', at + 1)
        if (close < 0) return null
        value += record.slice(at + 1, close)
        at = close + 1
        if (record[at] !== '"') break
        value += '"'
      }
      fields.push(value)
      if (at < record.length && record[at] !== separator) return null
    } else {
      const end = record.indexOf(separator, at)
      fields.push(record.slice(at, end < 0 ? record.length : end))
      at = end < 0 ? record.length : end
    }
    if (at >= record.length) return fields
    at++
    if (at === record.length) return [...fields, '']
  }
}
