import { ListFormatError } from '../entity.ts'

export type CsvRow = { line: number; fields: string[] }

/** A field longer than this means a quote was lost; the longest real one is below 40,000 characters. */
const FIELD_CHARS_MAX = 200_000

/** DOS's end-of-file character; files joined from several keep one in the middle. */
const END_MARK = 0x1a

/**
 * Reads RFC 4180 text (LF or CRLF) strictly; blank lines and a 0x1A between rows are habits of old
 * systems and are skipped. Line numbers count physical lines from 1.
 * @param bareQuotes keeps a quote inside an unquoted field as a letter, which some publishers write; the row's width still guards it.
 * @throws ListFormatError on an open quote, text after a closing quote, a stray quote or a control character.
 */
export function readCsv({
  text,
  file,
  separator = ',',
  bareQuotes = false,
}: {
  text: string
  file: string
  separator?: string
  bareQuotes?: boolean
}): CsvRow[] {
  const rows: CsvRow[] = []
  const nul = text.indexOf('\0')
  if (nul >= 0) fail(file, lineAt(text, nul), 'a NUL byte')
  const end = text.length
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  while (at < end) {
    if (text.charCodeAt(at) === END_MARK) {
      at++
      continue
    }
    const fields: string[] = []
    const rowLine = line
    for (;;) {
      let value: string
      if (text[at] === '"') {
        const quoted = readQuoted({ text, file, at, end, line })
        value = quoted.value
        at = quoted.at
        line = quoted.line
      } else {
        const start = at
        while (at < end && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
        value = text.slice(start, at)
        if (!bareQuotes && value.includes('"')) fail(file, line, 'a quote inside an unquoted field')
      }
      if (value.length > FIELD_CHARS_MAX) fail(file, rowLine, `a field of ${value.length} characters; a quote is probably missing`)
      fields.push(value)
      if (text[at] === separator && at < end) {
        at++
        continue
      }
      break
    }
    if (at < end && text[at] === '\r') at++
    if (at < end && text[at] === '\n') at++
    else if (at < end) fail(file, line, `unexpected character ${JSON.stringify(text[at])} after a field`)
    line++
    if (fields.length > 1 || fields[0]!.trim() !== '') rows.push({ line: rowLine, fields })
  }
  return rows
}

function readQuoted({ text, file, at, end, line }: { text: string; file: string; at: number; end: number; line: number }) {
  let value = ''
  let lines = line
  let from = at + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0 || close >= end) fail(file, line, 'a quoted field is not closed')
    value += text.slice(from, close)
    if (text[close + 1] === '"') {
      value += '"'
      from = close + 2
      continue
    }
    for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) === 10) lines++
    return { value, at: close + 1, line: lines }
  }
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++
  return line
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}

/** Rows as records by header name. Every row must have the header's number of fields; `required` names must be present. */
export function withHeader({ rows, file, required }: { rows: CsvRow[]; file: string; required: readonly string[] }) {
  const header = rows[0]
  if (!header) fail(file, 0, 'no header line')
  const position = new Map<string, number>()
  header.fields.forEach((name, i) => {
    const key = name.trim().toLowerCase()
    if (!position.has(key)) position.set(key, i)
  })
  for (const name of required) {
    if (!position.has(name.toLowerCase())) fail(file, header.line, `the column "${name}" is missing`)
  }
  const width = header.fields.length
  const records = rows.slice(1).map(({ line, fields }) => {
    if (fields.length !== width) fail(file, line, `${fields.length} fields where the header has ${width}`)
    return {
      line,
      /** The trimmed field of the first of these columns that exists; '' when none does. */
      get: (...names: string[]): string => {
        for (const name of names) {
          const i = position.get(name.toLowerCase())
          if (i !== undefined) return fields[i]!.trim()
        }
        return ''
      },
    }
  })
  return records
}

export type CsvRecord = ReturnType<typeof withHeader>[number]
