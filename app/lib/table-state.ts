// The state of a table lives in the address: ?page=2&sort=-amount&status=pending. So Back works, and a view can be sent to somebody.

export interface TableState {
  page: number
  /** Column key, with a minus in front for descending. */
  sort: string
  /** Every filter that is set, by name; `q` is the search box. */
  filters: Record<string, string>
}

const OWN = ['page', 'sort', 'view', '_routes']

/** Reads page, sort and filters. What is not a known filter is left out; a page that is no number is the first. */
export function readTableState(url: URL, options: { filters: readonly string[]; sort: string; sorts: readonly string[] }): TableState {
  const page = Number(url.searchParams.get('page') ?? '1')
  const sort = url.searchParams.get('sort') ?? options.sort
  const filters: Record<string, string> = {}
  for (const name of options.filters) {
    const value = url.searchParams.get(name)?.trim().slice(0, 200)
    if (value) filters[name] = value
  }
  return {
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    sort: options.sorts.includes(sort.replace(/^-/, '')) ? sort : options.sort,
    filters,
  }
}

/** The address with some parameters changed; null removes. Changing a filter or the order goes back to the first page. */
export function hrefWith(search: URLSearchParams, change: Record<string, string | null>): string {
  const next = new URLSearchParams(search)
  if (!('page' in change)) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  next.delete('_routes')
  return `?${next.toString()}`
}

/** True when anything but page, order and view is set. */
export const isFiltered = (search: URLSearchParams) => [...search.keys()].some((key) => !OWN.includes(key) && search.get(key))

/** What a column is, on screen and in the CSV: both show `text`, so they cannot differ. */
export interface TextColumn<Row> {
  key: string
  label: string
  text: (row: Row) => string
}

/** Cells that a spreadsheet would run as a formula are made plain with an apostrophe; numbers stay numbers. */
function csvCell(value: string): string {
  const plain = value.replaceAll('−', '-')
  const safe = /^[=+\-@\t\r]/.test(plain) && !/^-?\d[\d,]*(\.\d+)?$/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as RFC 4180 CSV with a heading line. */
export function toCsv<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map((column) => csvCell(column.label)), ...rows.map((row) => columns.map((column) => csvCell(column.text(row))))]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** All rows of a paged reading, for a file: `perPage` at a time and `mostPages` pages at the most. */
export async function everyPage<Row>(
  { perPage, mostPages }: { perPage: number; mostPages: number },
  read: (page: { page: number; per_page: number }) => Promise<{ data: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { data } = await read({ page, per_page: perPage })
    rows.push(...data)
    if (data.length < perPage) break
  }
  return rows
}

/** A download of the same rows and columns as on screen. The byte order mark makes spreadsheets read UTF-8. */
export function csvResponse(name: string, csv: string): Response {
  return new Response(`\ufeff${csv}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
