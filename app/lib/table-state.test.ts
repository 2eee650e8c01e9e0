import { describe, expect, it } from 'vitest'
import { curlOf } from '../components/dashboard/as-api-call.tsx'
import { capTable, exportColumns } from '../components/issuer/tables.ts'
import { amount, daysAway, money, percent } from './format.ts'
import { csvResponse, csvRows, everyPage, hrefWith, isFiltered, readTableState } from './table-state.ts'

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
      { key: 'b', label: 'b', text: () => '−1250.50' },
    ]
    expect(csvRows(columns, [{ a: '＝1+1' }])).toContain("'＝1+1,")
    expect(csvRows(columns, [{ a: 'He said "hi", twice' }, { a: '=1+1' }])).toBe('"He said ""hi"", twice",-1250.50\r\n\'=1+1,-1250.50\r\n')
  })
  it('U12 a file holds data, not the words of the screen: plain numbers, ISO dates, codes', () => {
    const words = /"[\d,]+"|\d %|\b\d{1,2} [A-Z][a-z]{2} \d{4}|\$/
    const row = {
      name: 'Harbor',
      status: 'needs_contact',
      regulation: 'reg_d_506c',
      amount_raised: '3000.00',
      maximum_raise: '1000000.00',
      currency: 'USD',
      investor_count: 1200,
      pending: 0,
      created_at: '2026-11-27T10:00:00.000Z',
      id: 'off_1',
      country: 'DE',
      quantity: '3000',
      share_bps: 2277,
      locked: '3000',
      locked_until: '2027-11-27',
      frozen: '0',
      lots: 1,
      first_acquired_at: '2026-11-27',
      wallets: ['0x1'],
    }
    const file = csvRows(exportColumns.offerings, [row as never]) + csvRows(capTable.columns, [row as never])
    expect(file).not.toMatch(words)
    expect(file).toBe(
      'Harbor,needs_contact,reg_d_506c,3000.00,1000000.00,0.3,1200,0,2026-11-27T10:00:00.000Z,USD,off_1\r\n' +
        'Harbor,DE,3000,22.77,3000,2027-11-27,0,1,2026-11-27,0x1,0\r\n',
    )
  })
  it('U12 a file has all rows, however many pages, each once', async () => {
    const all = Array.from({ length: 25 }, (_, i) => ({ id: `r${i}` }))
    // A row that came while the file was written moved the last row of a page to the next one.
    const read = async (page: number) => (page === 1 ? all.slice(0, 10) : page === 2 ? all.slice(9, 19) : all.slice(19))
    const response = await csvResponse('rows', [{ key: 'id', label: 'Id', text: (row: { id: string }) => row.id }], everyPage(10, read))
    expect((await response.text()).trim().split('\r\n').slice(1)).toEqual(all.map((row) => row.id))
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
