// The state of a table lives in the address: ?page=2&sort=-amount&status=pending. So Back works, and a view can be sent to somebody.

import { CSV_MARK, csvLine } from '#core/kernel/csv.ts'

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

/** What a column is: `text` for people; `data` for the CSV where the two differ: plain numbers, ISO dates, the codes of the API. */
export interface TextColumn<Row> {
  key: string
  label: string
  text: (row: Row) => string
  data?: (row: Row) => string | number | null
}

/** A line of the CSV. The minus sign of typography is no number to a spreadsheet. */
const line = (cells: readonly (string | number | null)[]) =>
  csvLine(cells.map((cell) => (typeof cell === 'string' ? cell.replaceAll('−', '-') : cell)))

/** The rows as lines of a CSV, without a heading. */
export const csvRows = <Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map((column) => (column.data ?? column.text)(row)))).join('')

/**
 * All rows of a paged reading, page by page, until one is not full. What moved to a later page while the file was written is not
 * told twice.
 */
export async function* everyPage<Row>(perPage: number, read: (page: number) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  const seen = new Set<unknown>()
  for (let page = 1; ; page++) {
    const rows = await read(page)
    yield rows.filter((row) => {
      const { id } = row as { id?: unknown }
      if (id === undefined) return true
      const fresh = !seen.has(id)
      seen.add(id)
      return fresh
    })
    if (rows.length < perPage) return
  }
}

/** A download of every row as data. The first page is read before the answer begins, so that a refusal is one; the byte order mark makes spreadsheets read UTF-8. */
export async function csvResponse<Row>(
  name: string,
  columns: readonly TextColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<Response> {
  const rows = pages[Symbol.asyncIterator]()
  const first = await rows.next()
  const encoder = new TextEncoder()
  let begun = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = begun ? await rows.next() : first
      const head = begun ? '' : CSV_MARK + line(columns.map((column) => column.label))
      begun = true
      controller.enqueue(encoder.encode(head + (next.done ? '' : csvRows(columns, next.value))))
      if (next.done) controller.close()
    },
    async cancel() {
      await rows.return?.()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
