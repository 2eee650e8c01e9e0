import { expect, it } from 'vitest'
import { exactFacts, exactRoom, type FactsOf } from './of-checks.ts'

const NOW = { as_of: '2026-07-01T00:00:00Z' }

// The types are the test: `tsc` fails where a line that must not compile does.
it('a fact that no vocabulary holds does not compile', () => {
  const facts: FactsOf<'transfer'> = exactFacts('transfer', {
    ...NOW,
    check: 'transfer',
    from: { balance: '5', kind: 'natural' },
    to: { residence: 'DE' },
    transfer: { quantity: '1', sec_4a7: { general_solicitation: false } },
  })
  // @ts-expect-error a room that no rule of the check reads
  exactFacts('transfer', { ...NOW, check: 'transfer', defy: {} })
  // @ts-expect-error a misspelt fact of a party, beside facts that are spread
  exactFacts('transfer', { ...NOW, check: 'transfer', from: { ...facts.from, balanse: '5' } })
  // @ts-expect-error a misspelt field of a record
  exactFacts('transfer', { ...NOW, check: 'transfer', transfer: { sec_4a7: { general_solicitations: false } } })
  // @ts-expect-error facts of another check
  exactFacts('transfer', { ...NOW, check: 'payment' })
  expect(facts.from?.balance).toBe('5')
})

it('a value that its fact is never written with does not compile', () => {
  // @ts-expect-error a number is no truth value
  exactRoom('subject', { over_18: 18 })
  // @ts-expect-error a word that the fact does not know
  exactRoom('offering', { regulation: 'reg_z' })
  // @ts-expect-error an amount without its currency is no money
  exactRoom('offering', { price: '10.00' })
  expect(exactRoom('subject', { over_18: true }).over_18).toBe(true)
})
