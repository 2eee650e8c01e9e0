import { expect, it } from 'vitest'
import { caretAfter, groupedAmount, plainAmount } from './typed-amount.ts'

it('groups what is typed, and leaves what is no amount to be refused by name', () => {
  expect(['1250000', '1250000.', '1,25,0000.50', '0.5', '12', ''].map(groupedAmount)).toEqual([
    '1,250,000',
    '1,250,000.',
    '1,250,000.50',
    '0.5',
    '12',
    '',
  ])
  expect(['ten', '1.2.3', '-5', '5 USD'].map(groupedAmount)).toEqual(['ten', '1.2.3', '-5', '5 USD'])
  expect(['1,250,000.50', ' 1 250 ', '1’250', '1,5 and 2', ',5'].map(plainAmount)).toEqual(['1250000.50', '1250', '1250', '15 and 2', ',5'])
})

it('keeps the cursor behind the digit that was typed', () => {
  // 1|250 typed a 9 behind the 1: 19|250 becomes 19|,250.
  expect(caretAfter('19250', 2, '19,250')).toBe(2)
  expect(caretAfter('192,500', 7, '192,500')).toBe(7)
  expect(caretAfter('1925', 4, '1,925')).toBe(5)
  expect(caretAfter('1,92', 4, '192')).toBe(3)
})
