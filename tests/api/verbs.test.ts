import { expect, it } from 'vitest'
import { loadCatalogue } from '#server/catalogue.ts'
import left from './operations-without-verb.json' with { type: 'json' }

it('H4 H7 what an operation needs, takes and answers is its verb’s; the list of those that say it themselves only shrinks', async () => {
  const catalogue = await loadCatalogue()
  expect(catalogue.filter(({ verb }) => !verb).map(({ id }) => id)).toEqual(left)
})
