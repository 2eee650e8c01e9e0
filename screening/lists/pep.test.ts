import { describe, expect, it } from 'vitest'
import { ListFormatError } from '../entity.ts'
import { listsFromFiles } from '../load.ts'
import { decodeList, encodeList } from '../snapshot.ts'
import { boundExposed, newExposed, PEP_NAMES_MAX, PEP_PERSONS_MAX } from './pep.ts'

const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text), modifiedAt: '2026-11-02T10:00:00.000Z' })
const load = (...files: [name: string, text: string][]) =>
  listsFromFiles({ files: files.map(([name, text]) => file(name, text)), loadedAt: '2026-11-28T00:00:00.000Z' })
const entriesOf = (...files: [name: string, text: string][]) => {
  const { lists, refused } = load(...files)
  expect(refused).toEqual([])
  return new Map(lists.flatMap((list) => list.entries).map((entity) => [entity.names[0]!.full, entity]))
}
const refusedOf = (name: string, text: string) => {
  const { lists, refused } = load([name, text])
  expect(lists).toEqual([])
  expect(refused[0]?.error).toBeInstanceOf(ListFormatError)
  return refused[0]!.error.message
}

const HEAD = 'name,other_names,date_of_birth,country,office,since,left_on,class\n'
const own = (...rows: string[]) => `${HEAD}${rows.join('\n')}\n`

describe('the operator’s own list of politically exposed persons', () => {
  it('says who holds which office, of which country, and until when', () => {
    const list = own(
      'Ottilie Brandau,Otti Brandau;Оттилия Брандау,1961-03-04,DE,Minister of Harbours,2019,,foreign',
      'Ottilie Brandau,,1961-03-04,FR,Envoy,2012,2016-05,foreign',
      'Wendell Ashgrove,,1950,US,Senator,2001-01-03,2021-01-02,domestic',
      'Ingrid Brandau,,1963-10-01,DE,Sister of a minister,,,family',
      'Casimir Lund,,,,Business partner,,,associate',
    )
    const found = entriesOf(['own.csv', list])
    expect(found.size).toBe(4)
    expect(found.get('Ottilie Brandau')).toMatchObject({
      ...{ topic: 'pep', type: 'person', list: 'pep', programs: ['PEP'], countries: ['DE', 'FR'] },
      names: [{ kind: 'primary' }, { full: 'Otti Brandau', strength: 'strong' }, { script: 'Cyrl' }],
      dates_of_birth: [{ from: '1961-03-04', to: '1961-03-04' }],
      titles: ['Minister of Harbours (DE), 2019 –', 'Envoy (FR), 2012 – 2016-05'],
      // One office is held, whatever became of the other.
      exposure: { relation: 'holder', class: 'foreign', countries: ['DE', 'FR'], left_on: null },
    })
    expect(found.get('Wendell Ashgrove')!.exposure).toEqual({
      ...{ relation: 'holder', class: 'domestic', countries: ['US'], left_on: '2021-01-02' },
    })
    expect(found.get('Ingrid Brandau')).toMatchObject({ programs: ['RCA'], exposure: { relation: 'relative', left_on: null } })
    expect(found.get('Casimir Lund')!.exposure).toEqual({ relation: 'relative', countries: [], left_on: null })
  })

  it('an end of which only the month or the year is known is the last day it can be', () => {
    const found = entriesOf(['o.csv', own('Ada Rowan,,,SE,Judge,,2025,foreign', 'Bo Rowan,,,SE,Judge,,2025-02,foreign')])
    expect([...found.values()].map(({ exposure }) => exposure!.left_on)).toEqual(['2025-12-31', '2025-02-28'])
  })

  it('an entry keeps its id while its office changes, or has the operator’s', () => {
    const id = (text: string) => load(['o.csv', text]).lists[0]!.entries[0]!.id
    const before = id(own('Ada Rowan,,1970-01-02,SE,Judge,,,foreign'))
    expect(id(own('Ada  Rowan,,1970-01-02,SE,Judge,2001,2025-02,domestic'))).toBe(before)
    expect(id(own('Ada Rowan,,1971-01-02,SE,Judge,,,foreign'))).not.toBe(before)
    expect(id(`id,${HEAD}K-7,Ada Rowan,,,SE,Judge,,,foreign\n`)).toBe('pep:K-7')
  })

  it('its day is the one on which whoever keeps it went through it', () => {
    const row = own('Ada Rowan,,,SE,Judge,,,foreign')
    expect(load(['o.csv', `# as of 2026-11-20\n${row}`]).lists[0]).toMatchObject({
      published_at: '2026-11-20T00:00:00.000Z',
      dated_by: 'list',
    })
    expect(load(['o.csv', row]).lists[0]).toMatchObject({ dated_by: 'file' })
    expect(refusedOf('o.csv', `# as of 2026-13-45\n${own('Ada,,,SE,J,,nonsense,foreign')}`)).toContain(
      'o.csv:3: left_on "nonsense" is no day',
    )
  })

  it.each([
    ['a class nobody knows', 'Ada Rowan,,,SE,Judge,,,local', 'o.csv:2: the class "local" is none of domestic, foreign, family, associate'],
    ['an office of no country', 'Ada Rowan,,,Atlantis,Judge,,,foreign', 'o.csv:2: the country "Atlantis" is none'],
    ['an official without a country', 'Ada Rowan,,,,Judge,,,domestic', 'o.csv:2: the country "" is none'],
    ['an end before the beginning', 'Ada Rowan,,,SE,Judge,2020,2019,foreign', 'o.csv:2: the office ends before it began'],
    ['no name', ' ,,,SE,Judge,,,foreign', 'o.csv:2: a row without a name'],
    ['a row of another width', 'Ada Rowan,,SE', 'o.csv:2: 3 fields where the header has 8'],
    ['an open quote', '"Ada Rowan,,,SE,Judge,,,foreign', 'o.csv:2: a quoted field is not closed'],
  ])('%s refuses the list whole, with its line', (_, row, reason) => expect(refusedOf('o.csv', own(row))).toBe(reason))
})

const SIMPLE =
  '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","dataset","first_seen","last_seen","last_change"\n'
const simple = (id: string, name: string, rest = '"","1970-02","se;us-ca"', schema = 'Person', seen = '2026-11-27T06:00:01') =>
  `"${id}","${schema}","${name}",${rest},"","","","","","Made up","2024-01-01T00:00:00","${seen}","2025-01-01T00:00:00"\n`

describe('OpenSanctions’ table of targets', () => {
  it('names persons without their offices, so each is in a foreign office', () => {
    const text = `${SIMPLE}${simple('Q-1', 'Ada Rowan', '"Ada R.;""Rowan; Ada""","1970-02;1971","se;us-ca"')}${simple('NK-2', 'Rowan Party', undefined, 'Organization')}`
    const { lists, warnings } = load(['targets.simple.csv', text])
    expect(warnings).toEqual(['targets.simple.csv: 1 entries that are no politically exposed persons were left out'])
    expect(lists).toMatchObject([{ source: 'pep', published_at: '2026-11-27T06:00:01.000Z', dated_by: 'list' }])
    expect(lists[0]!.entries).toMatchObject([
      {
        ...{ id: 'pep:Q-1', topic: 'pep', countries: ['SE', 'US'], titles: [] },
        names: [{ full: 'Ada Rowan' }, { full: 'Ada R.' }, { full: 'Rowan; Ada' }],
        dates_of_birth: [{ from: '1970-02-01', to: '1970-02-28' }, { from: '1971-01-01' }],
        exposure: { relation: 'holder', countries: [], left_on: null },
      },
    ])
  })

  it.each([
    ['cut off', `${SIMPLE}${simple('Q-1', 'Ada Rowan')}`.slice(0, -4), 'targets.simple.csv: it ends within a line: it is cut off'],
    ['doubled', `${SIMPLE}${simple('Q-1', 'Ada Rowan')}${simple('Q-1', 'Bo Rowan')}`, 'targets.simple.csv:3: a second row of Q-1'],
    ['without a person', SIMPLE, 'targets.simple.csv: no politically exposed person is in it'],
    ['with a nameless one', `${SIMPLE}${simple('Q-1', '')}`, 'targets.simple.csv:2: a row without a name'],
  ])('%s it is refused', (_, text, reason) => expect(refusedOf('targets.simple.csv', text)).toBe(reason))
})

type Properties = Record<string, unknown>
const line = (id: string, schema: string, properties: Properties) =>
  `${JSON.stringify({ id, caption: id, schema, properties, datasets: ['made_up'], last_seen: '2026-11-26T03:00:00' })}\n`
const person = (id: string, name: string, topics: string[], more: Properties = {}) =>
  line(id, 'Person', { name: [name], topics, birthDate: ['1960'], ...more })
const held = (id: string, holder: string, post: string, more: Properties = {}) =>
  line(id, 'Occupancy', { holder: [holder], post: [post], ...more })

describe('FollowTheMoney entities', () => {
  const text = [
    // What refers to others may come before them.
    held('o1', 'p1', 'senate', { startDate: ['2015'], endDate: ['2027-01-03'], status: ['current'] }),
    held('o2', 'p2', 'senate', { startDate: ['2009'], endDate: ['2019', '2021-03'], status: ['ended'] }),
    held('o3', 'p3', 'council', { status: ['ended'] }),
    held('o4', 'p6', 'nowhere'),
    line('f1', 'Family', { person: ['p1'], relative: ['p4'], relationship: ['daughter'] }),
    line('senate', 'Position', { name: ['Member of a Senate'], country: ['us'] }),
    line('council', 'Position', { name: ['Member of the Council'], country: ['eu'] }),
    line('x1', 'Address', { full: ['1 Harbour Street'] }),
    person('p1', 'Wendell Ashgrove', ['role.pep', 'poi'], {
      alias: ['Wen Ashgrove'],
      weakAlias: ['The Gavel'],
      nationality: ['us'],
      passportNumber: ['A1'],
    }),
    person('p2', 'Beatrix Coleridge', ['role.pep']),
    person('p3', 'Lorenz Vandermeer', ['role.pep'], { citizenship: ['nl'] }),
    person('p4', 'Philippa Ashgrove', ['role.rca']),
    person('p5', 'Nobody Ofnote', ['crime']),
    person('p6', 'Edmund Farthing', []),
    person('p7', 'Honora Quill', ['role.rca']),
  ].join('')
  const found = entriesOf(['entities.ftm.json', text])

  it('say who holds which office, of which country, until when, and whose family somebody is', () => {
    expect([...found.keys()]).toEqual([
      ...['Wendell Ashgrove', 'Beatrix Coleridge', 'Lorenz Vandermeer', 'Philippa Ashgrove', 'Edmund Farthing', 'Honora Quill'],
    ])
    expect(found.get('Wendell Ashgrove')).toMatchObject({
      titles: ['Member of a Senate (US), 2015 – 2027-01-03'],
      names: [{}, { full: 'Wen Ashgrove', strength: 'strong' }, { full: 'The Gavel', strength: 'weak' }],
      ...{ nationalities: ['US'], identifiers: [{ type: 'passport', value: 'A1' }] },
      // An office that is called current is held, whatever its end.
      exposure: { relation: 'holder', countries: ['US'], left_on: null },
    })
    const exposures = [...found.values()].slice(1).map(({ exposure }) => exposure)
    expect(exposures).toEqual([
      { relation: 'holder', countries: ['US'], left_on: '2021-03-31' },
      // It ended nobody knows when: held.
      { relation: 'holder', countries: ['EU'], left_on: null },
      { relation: 'relative', countries: [], left_on: null },
      // Who holds a position counts without the topic, and a position that is not in the file has no country.
      { relation: 'holder', countries: [], left_on: null },
      { relation: 'relative', countries: [], left_on: null },
    ])
    expect(found.get('Lorenz Vandermeer')!.countries).toEqual(['NL'])
    expect(found.get('Philippa Ashgrove')!.titles).toEqual(['Family or associate of Wendell Ashgrove (daughter)'])
  })

  it('stand before the table of the same publisher, and the operator’s own beside either', () => {
    const mine = `# as of 2026-11-20\n${own('Ada Rowan,,,SE,Judge,,,foreign')}`
    const all: [string, string][] = [
      ['entities.ftm.json', text],
      ['targets.simple.csv', `${SIMPLE}${simple('Q-1', 'Somebody Else')}`],
      ['own.csv', mine],
    ]
    const { lists, warnings } = load(...all)
    expect(warnings).toContain('targets.simple.csv: set aside for entities.ftm.json, which says more')
    // The whole is as old as its oldest part.
    expect(lists).toMatchObject([{ source: 'pep', published_at: '2026-11-20T00:00:00.000Z' }])
    expect(lists[0]!.entries.map(({ names }) => names[0]!.full).sort()).toEqual([...found.keys(), 'Ada Rowan'].sort())
    expect(decodeList(encodeList(lists[0]!))).toEqual(lists[0])
  })

  it.each([
    ['cut off', text.slice(0, -1), 'entities.ftm.json: it ends within a line: it is cut off'],
    ['with a damaged line', `${text}{"id":"p9","schema":"Person"\n`, 'entities.ftm.json:16: the line is not JSON'],
    ['with a line that is no entity', `${text}[1]\n`, 'entities.ftm.json:16: the line is no entity with id, schema and properties'],
    ['with a second of one id', `${text}${person('p1', 'Another One', ['role.pep'])}`, 'entities.ftm.json:16: a second line of p1'],
    [
      'with a nameless person',
      `${text}${line('p9', 'Person', { topics: ['role.pep'] })}`,
      'entities.ftm.json:16: the person p9 has no name',
    ],
  ])('%s they are refused whole', (_, damaged, reason) => expect(refusedOf('entities.ftm.json', damaged)).toBe(reason))

  it('values that are no text are nobody’s', () => {
    const odd = `${line('p1', 'Person', { name: ['Ada Rowan', 7, null], topics: ['role.pep'], birthDate: 'x' })}`
    expect(entriesOf(['e.json', odd]).get('Ada Rowan')!.names).toHaveLength(1)
  })
})

it('more persons than a process holds are refused, with what to do', () => {
  const entity = newExposed('1')
  const persons = boundExposed('own.csv')
  for (let i = 0; i < PEP_PERSONS_MAX; i++) persons(entity)
  expect(() => persons(entity)).toThrow(
    'own.csv: it has more than 100,000 persons, which one process does not hold; give a smaller list, such as those of the countries you serve',
  )
  const named = { ...entity, names: Array.from({ length: 1_000 }, () => ({ full: 'Ada', strength: 'strong', kind: 'aka' }) as const) }
  const names = boundExposed('own.csv')
  for (let i = 0; i < PEP_NAMES_MAX / 1_000; i++) names(named)
  expect(() => names(named)).toThrow('it has more than 400,000 names')
})
