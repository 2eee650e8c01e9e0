import { describe, expect, it } from 'vitest'
import { listsFromFiles } from '../load.ts'
import { EXPECTED } from './expected.ts'
import { judgeList, type KeptVersion } from './judge.ts'
import { marksOf } from './profile.ts'
import { sharedData } from './shared-data.ts'

const AT = '2026-11-22T00:00:00.000Z'
const whenPresent = sharedData('lists/official/sdn.csv') ? describe : describe.skip
const read = (files: Record<string, Uint8Array>) => {
  const { lists, signs, refused } = listsFromFiles({
    files: Object.entries(files).map(([name, bytes]) => ({ name, bytes, modifiedAt: AT })),
    loadedAt: AT,
  })
  expect(refused).toEqual([])
  return { after: lists[0]!, signs: signs[lists[0]!.source], expected: EXPECTED[lists[0]!.source] }
}
const codes = (...args: Parameters<typeof judgeList>) => [...new Set(judgeList(...args).map((one) => one.code))]

whenPresent('C1 the real lists', () => {
  const sdn = () => ({
    'sdn.csv': sharedData('lists/official/sdn.csv')!,
    'alt.csv': sharedData('lists/official/alt.csv')!,
    'add.csv': sharedData('lists/official/add.csv')!,
  })
  const cons = (part: string) => sharedData(`lists/ofac/cons_${part}_2025-12.csv.gz`)!
  /** A share of the rows, ending where a row ends. */
  const cut = (bytes: Uint8Array, share: number) => {
    const lines = Buffer.from(bytes).toString('latin1').split('\n')
    return Buffer.from(`${lines.slice(0, Math.floor(lines.length * share)).join('\n')}\n`, 'latin1')
  }

  let whole: ReturnType<typeof read>

  it('are whole by what is expected of a first version', () => {
    whole = read(sdn())
    expect(judgeList({ before: null, ...whole })).toEqual([])
    expect(judgeList({ before: null, ...read({ 'consolidated.xml': sharedData('lists/official/consolidated.xml')! }) })).toEqual([])
    const parts = {
      'cons_prim.csv': cons('prim'),
      'cons_alt.csv': cons('alt'),
      'cons_add.csv': cons('add'),
      'cons_comments.csv': cons('comments'),
    }
    expect(judgeList({ before: null, ...read(parts) })).toEqual([])
  })

  it('are held back when cut at the end of a row, at whatever row, first or later', () => {
    const third = read({ ...sdn(), 'sdn.csv': cut(sdn()['sdn.csv'], 1 / 3) })
    expect(third.after.entries).toHaveLength(3_856)
    expect(codes({ before: null, ...third })).toEqual(['below_minimum', 'cut_off', 'dangling'])
    expect(codes({ before: whole.after, ...third })).toEqual(['shrunk', 'kind_lost', 'end_missing', 'cut_off', 'dangling'])
    // Companions cut alike and an end mark put on leave what is lost itself.
    const alone = { ...third, signs: {} }
    expect(codes({ before: null, ...alone })).toEqual(['below_minimum'])
    expect(codes({ before: whole.after, ...alone })).toEqual(['shrunk', 'kind_lost', 'end_missing'])
    const last = { after: { ...whole.after, entries: whole.after.entries.slice(0, -20) }, signs: {} }
    expect(codes({ before: whole.after, ...last })).toEqual(['end_missing'])
  })

  it('grow over the years, and lose the ordinary part, without being held back', () => {
    const old = {
      'sdn.csv': sharedData('lists/ofac/watchman-testdata/static_sdn.csv.gz')!,
      'alt.csv': sharedData('lists/ofac/watchman-testdata/static_alt.csv.gz')!,
      'add.csv': sharedData('lists/ofac/watchman-testdata/static_add.csv.gz')!,
    }
    // 7,379 entries, of which 726 are gone, and 11,509.
    expect(judgeList({ before: read(old).after, ...whole })).toEqual([])
    // The busiest day OFAC had took out three of a hundred.
    const fewer = whole.after.entries.filter((_, i) => i % 33 !== 0)
    expect(judgeList({ before: whole.after, after: { ...whole.after, entries: fewer } })).toEqual([])
    // The older one given, never loaded here, of which the file itself does not tell the day.
    const given = read(old)
    expect(codes({ before: whole.after, ...given })).toContain('end_missing')
    // Were it as large, what OFAC numbers in turn would still tell: its entries, aliases and addresses.
    const [was, now] = [marksOf(whole.after, whole.signs!.numbers), marksOf(given.after, given.signs!.numbers)]
    expect([now, was]).toEqual([
      { entry: 26_235, alias: 72_727, address: 70_159 },
      { entry: 40_018, alias: 90_068, address: 89_222 },
    ])
    expect(
      codes({ before: whole.after, after: { ...whole.after, entries: whole.after.entries.filter((e) => e.list_entry_id !== '40018') } }),
    ).toEqual(['older'])
  })
})

const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const rows = Array.from(
  { length: 120 },
  (_, i) =>
    `${i + 1},"PERSON${i}, Somebody","individual","SDGT",${NULLS},"DOB 19${10 + (i % 80)}; ${i > 80 ? `Digital Currency Address - ETH 0x${String(i).padStart(40, 'a')}; ` : ''}"`,
)
const aliases = rows.map((_, i) => `${i + 1},${i + 1},"aka","ALIAS${i}, An",-0- `)
const list = (sdn: string[], alt: string[], end = '\x1a') => {
  const bytes = (lines: string[], last = '\x1a') => Buffer.from(`${lines.join('\r\n')}\r\n${last}`)
  return { ...read({ 'sdn.csv': bytes(sdn), 'alt.csv': bytes(alt, end) }), expected: undefined }
}

it.each<[string, string[], string[], string[], string?]>([
  ['the same', rows, aliases, []],
  ['a few gone and some new', [...rows.slice(4), rows[0]!.replace('1,', '900,')], aliases.slice(4), []],
  ['without its last entries', rows.slice(0, 100), aliases.slice(0, 100), ['shrunk', 'end_missing']],
  ['with aliases of entries it lacks', rows, [...aliases, '999,1,"aka","STRANGER, A",-0- '], ['dangling']],
  ['without its aliases', rows, aliases.slice(0, 1), ['shrunk']],
  ['without wallets', rows.map((row) => row.replace(/Digital Currency Address - ETH \S+ /, '')), aliases, ['kind_lost']],
  ['without birth dates', rows.map((row) => row.replace(/DOB \d+;/, '')), aliases, ['kind_lost']],
  ['with its aliases cut off by one row', rows, aliases.slice(0, -1), ['cut_off'], ''],
])('C1 a list against the one in force: %s', (_, sdn, alt, expected, end) => {
  expect(codes({ before: list(rows, aliases).after, ...list(sdn, alt, end) })).toEqual(expected)
})

it('C1 losses add up over ninety days, whoever was not asked about them', () => {
  const { after: whole } = list(rows, aliases)
  const kept = (entries: number): KeptVersion => ({
    counts: { entries, persons: entries },
    marks: {},
    loaded_at: '2026-10-01T00:00:00.000Z',
  })
  const step = (from: number, to: number, past: KeptVersion[]) =>
    judgeList({ before: { ...whole, entries: whole.entries.slice(-from) }, after: { ...whole, entries: whole.entries.slice(-to) }, past })
  expect(step(110, 105, [kept(110)])).toEqual([])
  expect(step(110, 105, [kept(110), kept(116), kept(125), kept(115)]).map((one) => one.detail)).toEqual([
    '105 entries, where the version loaded 2026-10-01T00:00Z has 125: 16.0 % fewer.',
    '105 persons, where the version loaded 2026-10-01T00:00Z has 125: 16.0 % fewer.',
  ])
  // As many others in their place hide no loss.
  const other = whole.entries.map((entity, i) => (i % 5 ? entity : { ...entity, id: `us_ofac_sdn:9${i}`, list_entry_id: `9${i}` }))
  expect(codes({ before: whole, after: { ...whole, entries: other } })).toEqual(['replaced'])
})

it('C1 a file never loaded here is older when what its publisher numbers or dates in turn is lower', () => {
  const numbered = (alias: number) => ({
    ...list(rows, [...aliases.slice(1), `1,${alias},"aka","ALIAS, An",-0- `]),
    before: list(rows, aliases).after,
  })
  const past = (alias: number): KeptVersion[] => [{ counts: {}, marks: { entry: 120, alias }, loaded_at: AT }]
  expect(codes({ ...numbered(500), past: past(400) })).toEqual([])
  expect(judgeList({ ...numbered(390), past: past(400) }).map((one) => one.detail)).toEqual([
    'The highest number of its aliases is 390, that of the version in force 400: it is older, or cut off.',
  ])
  // Its publisher's own date goes before; the date of a file on a server does not.
  const dated = (by: 'list' | 'server') => {
    const { before, after, signs } = numbered(390)
    const [was, now] = ['2026-08-01', '2026-08-02'].map((day) => ({ dated_by: by, published_at: `${day}T00:00:00.000Z` }))
    return codes({ before: { ...before, ...was }, after: { ...after, ...now }, signs, past: past(400) })
  }
  expect([dated('list'), dated('server')]).toEqual([[], ['older']])
  const listed = (day: string) => ({
    ...list(rows, aliases).after,
    source: 'us_csl' as const,
    entries: [{ ...list(rows, aliases).after.entries[0]!, listed_on: day }],
  })
  expect(codes({ before: listed('2026-04-21'), after: listed('2026-04-20') })).toEqual(['older'])
})

it('C1 a list dated in the future is held back, and makes no later one look older', () => {
  const { after } = list(rows, aliases)
  const dated = (day: string, dated_by: 'list' | 'file' = 'list') => ({ ...after, dated_by, published_at: day, loaded_at: AT })
  expect(codes({ before: null, after: dated('2026-11-22T23:59:00.000Z') })).toEqual([])
  expect(judgeList({ before: null, after: dated('2026-11-24T00:00:00.000Z') })).toEqual([
    { code: 'future', detail: 'Published 2026-11-24T00:00Z, which is more than a day ahead of the clock here.' },
  ])
  expect(codes({ before: null, after: dated('2036-11-24T00:00:00.000Z', 'file') })).toEqual([])
  expect(codes({ before: dated('2036-11-24T00:00:00.000Z'), after: dated('2026-11-21T00:00:00.000Z') })).toEqual([])
})

it('C1 a list older than the one in force by its publisher’s word, or without an entry, is held back', () => {
  const { after } = list(rows, aliases)
  const dated = (day: string, dated_by: 'list' | 'file') => ({ ...after, dated_by, published_at: `${day}T00:00:00.000Z` })
  const against = (by: 'list' | 'file') => codes({ before: dated('2026-08-02', by), after: dated('2026-08-01', by) })
  expect([against('list'), against('file')]).toEqual([['older'], []])
  expect(codes({ before: null, after: { ...after, entries: [] } })).toEqual(['empty'])
})
