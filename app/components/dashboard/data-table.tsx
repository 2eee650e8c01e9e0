import { ArrowDown, ArrowUp, Download, Search } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigate, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { count } from '../../lib/format.ts'
import { hrefWith, isFiltered, type TextColumn } from '../../lib/table-state.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/input.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { type Filter, FilterFold, TypedFilter } from './table-filters.tsx'

export interface Column<Row> extends TextColumn<Row> {
  /** How the cell looks when plain text is not enough. Must show the same as `text`. */
  cell?: (row: Row) => ReactNode
  align?: 'right'
  sortable?: boolean
  className?: string
}
/** What can be done with a row stays in sight when the table is wider than its place. */
const ACTS = 'sm:sticky sm:right-0 sm:bg-paper sm:pl-3 sm:[tr:hover>&]:bg-[color-mix(in_srgb,var(--paper-sunk)_60%,var(--paper))]'
/** A button there stands on the line of the words beside it. */
const ACT_CELL = 'sm:pt-0.5! sm:pb-1.5! sm:has-[[class*=flex-col]]:pt-1.5!'

/**
 * A table that the server pages, sorts and filters; its state is in the address (see app/lib/table-state.ts). Rows beyond the
 * page never reach the browser, so it is as quick with 10,000 rows as with ten. Arrow keys move between rows' first links.
 * On a phone each row is a card that names its values, and the order is chosen from a list.
 */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  total,
  page,
  pageSize,
  sort,
  search,
  filters = [],
  csvHref,
  empty,
  error,
  onRetry,
  note,
}: {
  /** Names the table for readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  /** Rows over all pages, after filters. */
  total: number
  page: number
  pageSize: number
  sort?: string
  /** Placeholder of the search box; without it there is none. */
  search?: string
  filters?: Filter[]
  /** Address of the CSV of the same rows; the present filters are added. */
  csvHref?: string
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  error?: string | null
  onRetry?: () => void
  note?: ReactNode
}) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const busy = navigation.state === 'loading' && navigation.location?.pathname === pathname
  const filtered = isFiltered(params)
  // Rows are of one height, whether something can be done with them or not.
  const acting = columns.some((column) => column.key === 'acts')
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const kept = [...params].filter(([name]) => name === 'view' || name === 'sort' || name === 'at')
  const send = () => {
    if (form.current) void submit(form.current, { replace: true, preventScrollReset: true })
  }
  const { place, ...watched } = useFocusKept(rows)
  if (error)
    return (
      <ErrorState title={`${label} could not be loaded`} onRetry={onRetry}>
        {error}
      </ErrorState>
    )
  return (
    <div ref={place} {...watched}>
      {search || filters.length > 0 || csvHref || sort ? (
        <div className="no-print mb-3 flex flex-wrap items-end justify-between gap-3">
          {search || filters.length > 0 ? (
            <Form
              ref={form}
              method="get"
              role="search"
              aria-label={`Filter ${label}`}
              className="grid w-full min-w-0 grid-cols-2 items-end gap-2.5 sm:flex sm:w-auto sm:flex-1 sm:flex-wrap"
            >
              {kept.map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              {search ? (
                <div className={cn('relative', filters.length === 0 && 'max-sm:col-span-2')}>
                  <Search className="pointer-events-none absolute top-3.5 left-3 size-4 text-soft" aria-hidden />
                  <TypedFilter type="search" name="q" label={search} params={params} send={send} className="w-full pl-9 sm:w-64" />
                </div>
              ) : null}
              {filters.length > 0 ? (
                <FilterFold filters={filters} params={params} send={send} className={search ? undefined : 'max-sm:col-span-2'} />
              ) : null}
              <Button type="submit" variant="outline" size="sm" className="no-js-only h-11">
                Apply
              </Button>
              {filtered ? (
                <Link
                  to={hrefWith(new URLSearchParams(kept), {})}
                  preventScrollReset
                  className="link inline-flex min-h-11 items-center px-1 text-[0.9375rem]"
                >
                  Clear
                </Link>
              ) : null}
            </Form>
          ) : (
            <span className="max-sm:hidden" />
          )}
          {sort && total > 1 ? <SortChoice columns={columns as unknown as Column<never>[]} sort={sort} params={params} /> : null}
          {csvHref && total > 0 ? (
            <a
              href={csvHref + (params.size > 0 ? (csvHref.includes('?') ? '&' : '?') + withoutPage(params) : '')}
              className="ml-auto inline-flex h-11 items-center gap-2 rounded-md border border-rule-strong px-3 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunk"
              download
            >
              <Download className="size-4" aria-hidden /> CSV
            </a>
          ) : null}
        </div>
      ) : null}
      {total === 0 ? (
        filtered ? (
          <EmptyState
            title="Nothing matches these filters"
            action={
              <Link to={hrefWith(new URLSearchParams(kept), {})} className="link">
                Clear the filters
              </Link>
            }
          />
        ) : (
          <EmptyState title={empty.title} action={empty.action}>
            {empty.text}
          </EmptyState>
        )
      ) : rows.length === 0 ? (
        <EmptyState
          title={`There is no page ${count(page)}`}
          action={
            <Link to={hrefWith(params, { page: null })} className="link">
              To the first page
            </Link>
          }
        />
      ) : (
        <div aria-busy={busy} className={cn('transition-opacity duration-150', busy && 'opacity-60')}>
          <Table label={label} className="row-cards">
            <caption className="sr-only">
              {label}, {count(total)} rows, page {page} of {pages}
            </caption>
            <thead>
              <tr>
                {columns.map((column, index) => (
                  <Heading
                    key={column.key}
                    column={column as Column<never>}
                    sort={sort}
                    params={params}
                    className={afterFigures(columns, index)}
                  />
                ))}
              </tr>
            </thead>
            <tbody onKeyDown={moveBetweenRows}>
              {rows.map((row) => (
                <tr key={row.id} className={cn('hover:bg-sunk/60', acting && 'sm:h-11')}>
                  {columns.map((column, index) => (
                    <Td
                      key={column.key}
                      data-label={column.key === 'acts' ? undefined : column.label}
                      data-wide={column.key === 'acts' || column.className?.includes('whitespace-normal') ? '' : undefined}
                      className={cn(
                        column.align === 'right' && 'tabular text-right',
                        !column.className?.includes('whitespace-') && 'whitespace-nowrap',
                        column.key === 'acts' && [ACTS, ACT_CELL],
                        afterFigures(columns, index),
                        column.className,
                      )}
                    >
                      {column.cell ? column.cell(row) : column.text(row)}
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <p className="tabular text-[0.875rem] text-soft" role="status">
              {total > pageSize
                ? `${count((page - 1) * pageSize + 1)}–${count(Math.min(total, page * pageSize))} of ${count(total)}`
                : `${count(total)} ${total === 1 ? 'row' : 'rows'}`}
              {note ? <> · {note}</> : null}
            </p>
            <div className="no-print">
              <Pagination page={page} pages={pages} hrefOf={(n) => hrefWith(params, { page: n === 1 ? null : String(n) })} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

function withoutPage(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.delete('page')
  return next.toString()
}

/** What was pressed in a row may be gone when the rows come anew: the table then takes the focus that would be lost. */
export function useFocusKept(rows: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are a reason
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true })
  }, [rows])
  return {
    place,
    onFocus: () => {
      inside.current = true
    },
    onBlur: ({ currentTarget, relatedTarget, target }: FocusEvent) => {
      if (relatedTarget instanceof Node) inside.current = currentTarget.contains(relatedTarget)
      // Somebody pressed beside everything; what is taken away has left the page by then.
      else
        setTimeout(() => {
          if (target.isConnected && document.activeElement === document.body) inside.current = false
        })
    },
  }
}

/** Words beside figures that stand at the right keep a distance. */
const afterFigures = (columns: { align?: 'right' }[], index: number) =>
  columns[index - 1]?.align === 'right' && columns[index]!.align !== 'right' && 'sm:pl-3'

function Heading({
  column,
  sort,
  params,
  className,
}: {
  column: Column<never>
  sort?: string
  params: URLSearchParams
  className?: string | false
}) {
  const right = column.align === 'right'
  const by = sort?.replace(/^-/, '') === column.key ? (sort!.startsWith('-') ? 'descending' : 'ascending') : undefined
  if (!column.sortable)
    return (
      <Th className={cn('whitespace-nowrap', right && 'text-right', column.key === 'acts' && ACTS, className)}>
        {column.key === 'acts' ? (
          <span className="sr-only">{column.label}</span>
        ) : (
          <span className="inline-flex min-h-6 items-center align-bottom">{column.label}</span>
        )}
      </Th>
    )
  const Arrow = by === 'descending' ? ArrowDown : ArrowUp
  return (
    <Th aria-sort={by ?? 'none'} className={cn('whitespace-nowrap', right && 'text-right', className)}>
      <Link
        to={hrefWith(params, { sort: by === 'ascending' ? `-${column.key}` : column.key })}
        preventScrollReset
        className={cn('inline-flex min-h-6 items-center gap-1 align-bottom hover:text-seal', right && 'flex-row-reverse')}
      >
        {column.label}
        <Arrow className={cn('size-3.5', !by && 'opacity-0')} aria-hidden />
      </Link>
    </Th>
  )
}

/** The order of the rows, where there is no heading to press: on a phone. */
function SortChoice({ columns, sort, params }: { columns: Column<never>[]; sort: string; params: URLSearchParams }) {
  const navigate = useNavigate()
  const sortable = columns.filter((column) => column.sortable)
  if (sortable.length === 0) return null
  return (
    <Select
      aria-label="Order of the rows"
      value={sort}
      onChange={(event) => void navigate(hrefWith(params, { sort: event.target.value }), { replace: true, preventScrollReset: true })}
      className="min-w-0 flex-1 bg-[position:right_0.625rem_center] pr-7 text-[0.9375rem] sm:hidden"
    >
      {sortable.flatMap(({ key, label }) => [
        <option key={key} value={key}>
          {label}, ascending
        </option>,
        <option key={`-${key}`} value={`-${key}`}>
          {label}, descending
        </option>,
      ])}
    </Select>
  )
}

/** Arrow up and down go to the same link or button of the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const target = event.target as HTMLElement
  if (!step || !target.matches('a, button')) return
  const row = target.closest('tr')
  const next = step === 1 ? row?.nextElementSibling : row?.previousElementSibling
  const index = [...(row?.querySelectorAll('a, button') ?? [])].indexOf(target)
  const goal = next?.querySelectorAll<HTMLElement>('a, button')[index] ?? next?.querySelector<HTMLElement>('a, button')
  if (!goal) return
  event.preventDefault()
  goal.focus()
}
