import { expect, test } from 'vitest'
import { ListView, loadFew } from '#core/sources/lists/loaded.ts'
import type { Exposure, ListedEntity, ListSource } from '#screening/entity.ts'
import { newEntity } from '#screening/lists/build.ts'
import { exposedAs, isExposedStale } from './exposed.ts'

const day = '2026-11-28'
const office = (countries: string[], left_on: string | null = null, said?: Exposure['class']): { exposure: Exposure } => ({
  exposure: { relation: 'holder', countries, left_on, ...(said && { class: said }) },
})
const relative: { exposure: Exposure } = { exposure: { relation: 'relative', countries: ['US'], left_on: null } }
const as = (regime: unknown, ...matches: Parameters<typeof exposedAs>[0][number][]) => exposedAs(matches, { regime, day })

test('an office is domestic where the organisation has its home, and nothing says otherwise', () => {
  expect(as('US', office(['US']))).toEqual({ class: 'domestic', left_on: 'none' })
  expect(as('US', office(['US', 'PR']))).toMatchObject({ class: 'domestic' })
  expect(as('UK', office(['GB']))).toMatchObject({ class: 'domestic' })
  expect(as('US', office(['US'], null, 'domestic'))).toMatchObject({ class: 'domestic' })
  expect(as('EU', office(['DE'], null, 'domestic'))).toMatchObject({ class: 'domestic' })
  for (const foreign of [
    office(['US', 'DE']),
    office([]),
    office(['GB']),
    office(['US'], null, 'foreign'),
    office(['DE'], null, 'domestic'),
    {},
  ])
    expect(as('US', foreign), JSON.stringify(foreign)).toMatchObject({ class: 'foreign' })
  for (const regime of ['EU', undefined]) expect(as(regime, office(['US']))).toMatchObject({ class: 'foreign' })
})

test('of several matches the strictest of each holds', () => {
  expect(as('US', office(['US']), relative)).toMatchObject({ class: 'family' })
  expect(as('US', office(['US']), relative, office(['FR']))).toMatchObject({ class: 'foreign' })
  expect(as('US', office(['FR'], '2020-01-01'), office(['FR'], '2022-02-02'))).toMatchObject({ left_on: '2022-02-02' })
  expect(as('US', office(['FR'], '2020-01-01'), office(['FR']))).toMatchObject({ left_on: 'none' })
  expect(exposedAs([], { regime: 'US', day })).toBeNull()
})

test('an office is left on its last day, not before', () => {
  expect(as('US', office(['FR'], day))).toMatchObject({ left_on: day })
  expect(as('US', office(['FR'], '2026-11-29'))).toMatchObject({ left_on: 'none' })
  expect(as('US', {})).toEqual({ class: 'foreign', left_on: 'none' })
})

test('a list is too old after a day, and where nobody can read how old it is', () => {
  const at = Date.parse('2026-11-28T12:00:00Z')
  const of = (source: string, current_at: string) => isExposedStale([{ source: source as 'pep', current_at }], at)
  expect(of('pep', '2026-11-27T12:00:00Z')).toBe(false)
  expect(of('pep', '2026-11-27T11:59:59Z')).toBe(true)
  expect(of('pep', 'yesterday')).toBe(true)
  expect(of('eu_fsf', '2020-01-01T00:00:00Z')).toBe(false)
})

const listOf = (source: ListSource, names: readonly string[]) => {
  const entries = names.map((full, i): ListedEntity => {
    const entity = newEntity({ list: source, id: String(i), type: 'person' })
    return { ...entity, topic: source === 'pep' ? 'pep' : 'sanction', names: [{ full, strength: 'strong', kind: 'primary' }] }
  })
  const at = '2026-11-28T00:00:00.000Z'
  return loadFew([{ source, version: 'v', sha256: source, published_at: at, loaded_at: at, entries }])
}

test('no number of exposed persons crowds out one who is sanctioned', () => {
  const sanctions = listOf('un_sc', ['Maria Garcia Lopes'])
  const exposed = listOf('pep', [...Array(300).fill('Maria Garcia Lopez'), 'Osric Pemberton'])
  const view = new ListView([sanctions], [...sanctions.stamps, ...exposed.stamps], exposed)
  const found = view.names({ full_name: 'Maria Garcia Lopez' }, { limit: 25 })
  expect(found.map(({ entity }) => entity.list).filter((list) => list === 'un_sc')).toHaveLength(1)
  expect(found).toHaveLength(26)
  expect(found.map(({ rank }) => rank)).toEqual(found.map((_, i) => i + 1))
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a))
  // Whoever is no person holds no office, and lists that are named are those of authorities.
  expect(view.names({ full_name: 'Osric Pemberton', entity_type: 'vessel' }, {})).toEqual([])
  expect(view.names({ full_name: 'Osric Pemberton' }, { lists: ['un_sc'] })).toHaveLength(1)
  expect(view.entity('pep:300')).toMatchObject({ names: [{ full: 'Osric Pemberton' }] })
})
