const NEEDS_QUOTES = /[",\r\n]/
/** A cell that begins so is run as a formula by spreadsheets; some take the full-width forms, too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** One cell: quoted where needed, and with an apostrophe before anything a spreadsheet would calculate. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value)
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of RFC 4180, with its end. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** What the first bytes of a file must be for spreadsheets to read it as UTF-8. */
export const CSV_MARK = '\uFEFF'
