import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Figures, figure, figuresOf, SHORT, screenerOf, worse } from './figures.ts'
import { labelled, partOf } from './labelled.ts'

const { short } = JSON.parse(readFileSync(join(import.meta.dirname, 'baseline.json'), 'utf8')) as { short: Figures }

test('C11 no figure of the labelled set is worse than the baseline by more than its interval', () => {
  const set = labelled(SHORT)
  expect(worse(figuresOf(set, screenerOf(set)).figures, short)).toEqual([])
})

test('a figure that falls, an alarm that rises and a figure that goes missing are told', () => {
  const baseline = { 'a recall': figure(90, 100), 'b alarms': figure(1, 100), 'c recall': figure(5, 10) }
  const now = { 'a recall': figure(80, 100), 'b alarms': figure(9, 100) }
  expect(worse(now, baseline)).toEqual([
    'a recall: 80 % where the baseline has 90 % (82.6 to 94.5)',
    'b alarms: 9 % where the baseline has 1 % (0.2 to 5.4)',
    'c recall: is not measured any more',
  ])
  expect(worse({ 'a recall': figure(86, 100), 'b alarms': figure(4, 100), 'c recall': figure(4, 10) }, baseline)).toEqual([])
})

test('a seed makes one set, and a name that is not listed is of nobody who is', () => {
  const set = labelled({ each: 20, seed: 3 })
  expect(labelled({ each: 20, seed: 3 })).toEqual(set)
  const listed = new Set(set.asked.filter(({ id }) => id !== null).map(({ query }) => query))
  expect(set.asked.filter(({ id, query }) => id === null && listed.has(query))).toEqual([])
  expect(partOf('王')).toBe(partOf('王'))
})
