import { describe, expect, it } from 'vitest'
import { curlOf } from '../components/dashboard/as-api-call.tsx'
import { amount, daysAway, money, percent } from './format.ts'
import { hrefWith, isFiltered, readTableState, toCsv } from './table-state.ts'

describe('the address of a table', () => {
  const options = { filters: ['status', 'q'], sort: '-amount', sorts: ['amount', 'name'] }
  const read = (search: string) => readTableState(new URL(`https://a.example/x${search}`), options)

  it('is read leniently: nonsense becomes the default, unknown filters are left out', () => {
    expect(read('?page=3&sort=name&status=open&colour=red')).toEqual({ page: 3, sort: 'name', filters: { status: 'open' } })
    expect(read('?page=-1&sort=password')).toEqual({ page: 1, sort: '-amount', filters: {} })
    expect(read('?page=1e9&q=%20%20')).toEqual({ page: 1, sort: '-amount', filters: {} })
  })
  it('goes back to the first page when a filter or the order changes', () => {
    const search = new URLSearchParams('page=4&status=open')
    expect(hrefWith(search, { sort: 'name' })).toBe('?status=open&sort=name')
    expect(hrefWith(search, { page: '5' })).toBe('?page=5&status=open')
    expect(hrefWith(search, { status: null })).toBe('?')
  })
  it('knows a filter from page, order and view', () => {
    expect(isFiltered(new URLSearchParams('view=a&page=2&sort=x'))).toBe(false)
    expect(isFiltered(new URLSearchParams('view=a&status=open'))).toBe(true)
  })
})

describe('CSV', () => {
  it('quotes what must be quoted and disarms formulas, not numbers', () => {
    const columns = [
      { key: 'a', label: 'Name', text: (row: { a: string }) => row.a },
      { key: 'b', label: 'b', text: () => '−1,250.50' },
    ]
    expect(toCsv(columns, [{ a: 'He said "hi", twice' }, { a: '=1+1' }])).toBe(
      'Name,b\r\n"He said ""hi"", twice","-1,250.50"\r\n\'=1+1,"-1,250.50"\r\n',
    )
  })
})

describe('amounts', () => {
  it('are written without losing a digit', () => {
    expect(money('12345678901234567.5')).toBe('$12,345,678,901,234,567.50')
    expect(money('-3', 'USDC')).toBe('−3 USDC')
    expect(amount('1000')).toBe('1,000')
    expect(percent('1', '3')).toBe(33.3)
    expect(percent('5', '0')).toBe(0)
  })
  it('say how far a day is', () => {
    expect(daysAway('2026-12-01T00:00:00Z', '2026-11-30T23:59:00Z')).toBe('in 1 day')
    expect(daysAway('2026-11-28', '2026-11-30T23:59:00Z')).toBe('2 days ago')
  })
})

it('an API call survives the shell: quotes in the body stay in the body', () => {
  const text = curlOf({ method: 'POST', path: '/v1/offerings', body: { name: "Ada's" } }, 'https://a.example', 'sandbox')
  expect(text).toContain(`"Ada'\\''s"`)
  expect(text).toContain('$SEALWRIGHT_SANDBOX_KEY')
})
