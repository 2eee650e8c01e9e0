import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FactValue } from './fact-value.tsx'

const told = (value: unknown, fact?: string) =>
  renderToStaticMarkup(createElement(FactValue, { value, ...(fact && { fact }) }))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('amounts and shares are told as people read them, in records and lists too', () => {
  expect(told({ amount: '1000000.5', currency: 'USD' })).toBe('$1,000,000.50')
  expect(told(9_050, 'investment_securities_bps')).toBe('90.5 %')
  expect(told({ us_share_bps: 100, debt_us_holders: 3, debt_amount: { currency: 'EUR', amount: '100' } })).toBe(
    'us share: 1 % debt us holders: 3 debt amount: €100',
  )
  expect(told([{ date: '2026-01-02', amount: { amount: '5', currency: 'USD' } }])).toBe('date: 2026-01-02 amount: $5')
})
