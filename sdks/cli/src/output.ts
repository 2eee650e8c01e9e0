/** Rows under their titles, in columns as wide as they need. What comes from the service moves no cursor. */
export function table(titles: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  if (rows.length === 0) return ['Nothing.']
  const cells = [titles, ...rows].map((row) => row.map(cell))
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) => row.map((text, column) => (column < row.length - 1 ? text.padEnd(widths[column]!) : text)).join('  '))
}

/** Names and values, one a line; what is not known is left out. */
export function facts(pairs: Record<string, unknown>): string[] {
  const known = Object.entries(pairs).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
}

/** A value in one line. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = Array.isArray(value) ? value.map(cell).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}

/** Seconds as people say them. */
export function age(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
