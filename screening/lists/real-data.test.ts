import { describe, expect, it } from 'vitest'
import type { ListedEntity, SanctionsList } from '../entity.ts'
import { listsFromFiles } from '../load.ts'
import { parseEuCsv, parseEuXml } from './eu.ts'
import { parseEuRetired } from './eu-retired.ts'
import { EXPECTED } from './expected.ts'
import { judgeList } from './judge.ts'
import { parseOfacCsv } from './ofac-csv.ts'
import { sharedData } from './shared-data.ts'
import { parseUk } from './uk.ts'
import { parseUn } from './un.ts'
import { parseCsl } from './us-csl.ts'

/**
 * Counts of the publishers' real files, made once with Python's csv and xml.etree modules (no code in common with ours):
 * distinct ids; rows by type; distinct names of an entry after joining its parts and squeezing blanks; quoted `a.k.a.` clauses of
 * OFAC remarks (of cons2025 69 `a.k.a.` and 3 `f.k.a.`, which OFAC quotes alike when they are weak); distinct ticker+address pairs
 * and DOB texts of an entry, the last clause of a remark cut at 1,000 characters left out. Of eu2016 there are 406 texts: entry 3081 has "1970" beside "1970 (approximative)", one date, of which the wider is kept.
 */
const COUNTED = {
  sdn2022: {
    entries: 11509,
    person: 5876,
    organization: 4813,
    vessel: 526,
    aircraft: 294,
    names: 28195,
    weak: 2802,
    dates: 6470,
    wallets: 202,
  },
  cons2025: { entries: 442, person: 79, organization: 363, names: 1585, weak: 72, dates: 74, wallets: 0 },
  un2026: { entries: 1011, person: 736, organization: 275, names: 4183, weak: 626 },
  conList2018: { entries: 2106, person: 1426, organization: 680, names: 5548, dates: 1478 },
  csl2022: { entries: 14160, person: 5286, organization: 4533, vessel: 433, aircraft: 283, unknown: 3625 },
  uk2026: { entries: 6046, person: 3883, organization: 1531, vessel: 632, names: 15042, dates: 3538 },
  eu2016: { entries: 595, person: 319, organization: 276, names: 2697, dates: 405 },
  eu2026: { entries: 5873, names: 29546, nonLatin: 5962 },
}

const SDN_TICKERS = { XBT: 153, ETH: 29, LTC: 4, XMR: 3, DASH: 3, USDT: 3, ZEC: 2, BCH: 2, BTG: 1, ETC: 1, XVG: 1 }

function counts(entries: ListedEntity[]) {
  const sum = (of: (entity: ListedEntity) => number) => entries.reduce((n, entity) => n + of(entity), 0)
  const byType = Object.fromEntries(Object.entries(Object.groupBy(entries, (e) => e.type)).map(([type, list]) => [type, list!.length]))
  return {
    entries: entries.length,
    ...byType,
    names: sum((e) => e.names.length),
    weak: sum((e) => e.names.filter((n) => n.strength === 'weak').length),
    dates: sum((e) => e.dates_of_birth.length),
    wallets: sum((e) => e.addresses.length),
    nonLatin: sum((e) => e.names.filter((n) => n.script !== undefined).length),
  }
}

const present = sharedData('lists/official/sdn.csv') !== null
const whenPresent = present ? describe : describe.skip
if (!present) console.info('The shared data folder is absent: the real lists are not counted.')

const official = (name: string) => ({ file: name, bytes: sharedData(`lists/official/${name}`)! })
const cons = (part: string) => ({ file: `cons_${part}.csv`, bytes: sharedData(`lists/ofac/cons_${part}_2025-12.csv.gz`)! })
const table = (path: string): Record<string, string>[] => {
  const [header, ...rows] = parseSimpleCsv(sharedData(path)!.toString('utf8'))
  return rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i] ?? ''])))
}

whenPresent('real lists load whole', () => {
  it('OFAC SDN, CSV family', () => {
    const files = { primary: official('sdn.csv'), aliases: official('alt.csv'), addresses: official('add.csv') }
    const { entries, warnings } = parseOfacCsv({ source: 'us_ofac_sdn', files })
    expect(counts(entries)).toMatchObject(COUNTED.sdn2022)
    const tickers: Record<string, number> = {}
    for (const { ticker } of entries.flatMap((e) => e.addresses)) tickers[ticker] = (tickers[ticker] ?? 0) + 1
    expect(tickers).toEqual(SDN_TICKERS)
    expect(entries.flatMap((e) => e.addresses).filter((w) => w.chain === 'unknown')).toEqual([])
    expect(warnings).toEqual([
      'sdn.csv: 58 repeated identical rows',
      'sdn.csv: 23 remarks are cut at 1000 characters and their rest is not in a comments file',
    ])
  })

  it('OFAC consolidated, CSV family with comments', () => {
    const files = { primary: cons('prim'), aliases: cons('alt'), addresses: cons('add'), comments: cons('comments') }
    const { entries, warnings } = parseOfacCsv({ source: 'us_ofac_cons', files })
    expect(counts(entries)).toMatchObject(COUNTED.cons2025)
    expect(warnings).toEqual([])
    // The column ends "… Registration Numbe" and the comment goes on "r 1027700342890 (Russia); …".
    const bank = entries.find((e) => e.list_entry_id === '17014')!
    expect(bank.identifiers).toContainEqual({ type: 'registration', value: '1027700342890', country: 'RU' })
  })

  it('UN consolidated XML', () => {
    const { entries, published_at, warnings } = parseUn(official('consolidated.xml'))
    expect(counts(entries)).toMatchObject(COUNTED.un2026)
    expect(published_at).toBe('2026-08-01T23:00:03.110Z')
    expect(warnings).toEqual([])
  })

  it('UK: the retired ConList of 2018', () => {
    const { entries, published_at } = parseUk({ file: 'ConList.csv', bytes: sharedData('lists/uk/ofsi_ConList_2018-04-13.csv.gz')! })
    expect(counts(entries)).toMatchObject(COUNTED.conList2018)
    // C1 as a first version it is not whole by what is published today.
    const after = { source: 'gb_fcdo', published_at: published_at!, loaded_at: published_at!, entries } as unknown as SanctionsList
    expect(judgeList({ before: null, after, expected: EXPECTED.gb_fcdo })[0]?.code).toBe('below_minimum')
    expect(published_at).toBe('2018-04-13T00:00:00.000Z')
  })

  it('EU: the XML layout retired in 2018', () => {
    const { entries, published_at } = parseEuRetired({ file: 'eu.xml', bytes: sharedData('lists/eu/eu_global_xml_oldformat_2017.xml.gz')! })
    expect(counts(entries)).toMatchObject(COUNTED.eu2016)
    expect(published_at).toBe('2016-02-11T00:00:00.000Z')
  })

  it('US Commerce consolidated screening list', () => {
    const { entries } = parseCsl({ file: 'consolidated.csv', bytes: sharedData('lists/ofac/us_csl_consolidated_2022.csv.gz')! })
    expect(counts(entries)).toMatchObject(COUNTED.csl2022)
  })

  it('UK Sanctions List: all subjects, names and birth dates of May 2026, put back into the published layout', () => {
    const { entries } = parseUk({ file: 'UK-Sanctions-List.csv', bytes: Buffer.from(ukLayout(), 'utf8') })
    expect(counts(entries)).toMatchObject(COUNTED.uk2026)
  })

  it('EU: all entries and names of April 2026, put back into both published layouts', () => {
    const rows = sharedData('lists/merged/entities.jsonl.gz')!.toString('utf8').trim().split('\n')
    const entries: EuRow[] = rows.filter((row) => row.includes('"EU_FSF"')).map((row) => JSON.parse(row))
    const fromCsv = parseEuCsv({ file: 'eu.csv', bytes: Buffer.from(euCsvLayout(entries), 'utf8') }).entries
    const fromXml = parseEuXml({ file: 'eu.xml', bytes: Buffer.from(euXmlLayout(entries), 'utf8') }).entries
    expect(counts(fromCsv)).toMatchObject(COUNTED.eu2026)
    for (const kept of [fromXml.length, fromXml.length * 0.8]) {
      const after = { source: 'eu_fsf', published_at: '', loaded_at: '', entries: fromXml.slice(0, kept) } as unknown as SanctionsList
      expect(judgeList({ before: null, after, expected: EXPECTED.eu_fsf }).length > 0).toBe(kept < fromXml.length)
    }
    expect(fromXml.map((e) => [e.id, e.names.map((n) => n.full)])).toEqual(fromCsv.map((e) => [e.id, e.names.map((n) => n.full)]))
  })

  it('all of them from one folder, and nothing twice', () => {
    const at = '2026-08-22T00:00:00.000Z'
    const file = (name: string, bytes: Uint8Array) => ({ name, bytes, modifiedAt: at })
    const names = ['sdn.csv', 'alt.csv', 'add.csv', 'consolidated.xml']
    const files = [
      ...names.map((name) => file(name, official(name).bytes)),
      ...['prim', 'alt', 'add', 'comments'].map((part) => file(cons(part).file, cons(part).bytes)),
      file('us_csl.csv', sharedData('lists/ofac/us_csl_consolidated_2022.csv.gz')!),
      file('UK-Sanctions-List.csv', Buffer.from(ukLayout(), 'utf8')),
      file('README.md', Buffer.from('# notes')),
    ]
    const { lists, refused, ignored } = listsFromFiles({ files, loadedAt: at })
    expect(refused).toEqual([])
    expect(ignored).toEqual(['README.md'])
    const sizes = Object.fromEntries(lists.map((list) => [list.source, list.entries.length]))
    // Of Commerce's 14,160 rows 10,535 reprint Treasury's lists.
    expect(sizes).toEqual({ gb_fcdo: 6046, un_sc: 1011, us_csl: 3625, us_ofac_cons: 442, us_ofac_sdn: 11509 })
    const ids = lists.flatMap((list) => list.entries.map((e) => e.id))
    expect(new Set(ids).size).toBe(ids.length)
    // C1 each is whole as a first version; without a fifth of its rows none is, nor is a layout its publisher retired.
    for (const list of lists) {
      const first = (entries: ListedEntity[]) => judgeList({ before: null, after: { ...list, entries }, expected: EXPECTED[list.source] })
      expect([list.source, first(list.entries)]).toEqual([list.source, []])
      expect([list.source, first(list.entries.slice(0, list.entries.length * 0.8))[0]?.code]).toEqual([list.source, 'below_minimum'])
    }
  })
})

type EuRow = { type: string; names: { n: string; k: string }[]; programs: string[] }

const SUBJECT: Record<string, string> = { individual: 'person' }

function euCsvLayout(entries: EuRow[]): string {
  const header = 'fileGenerationDate;Entity_LogicalId;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_LastName;NameAlias_WholeName'
  const rows = entries.flatMap((e, i) =>
    e.names.map((name) => ['22/04/2026', i + 1, SUBJECT[e.type] ?? 'enterprise', 'XXX', '', `"${name.n.replaceAll('"', '""')}"`].join(';')),
  )
  return `\ufeff${[header, ...rows].join('\r\n')}\r\n`
}

function euXmlLayout(entries: EuRow[]): string {
  const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const body = entries.map((e, i) => {
    const names = e.names.map((name) => `<nameAlias wholeName="${attribute(name.n)}" strong="true"/>`).join('')
    const subject = `<subjectType code="${SUBJECT[e.type] ?? 'enterprise'}"/>`
    return `<sanctionEntity logicalId="${i + 1}"><regulation programme="XXX"/>${subject}${names}</sanctionEntity>`
  })
  return `<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-04-22T10:00:00+02:00">${body.join('\n')}</export>`
}

/** The publisher's layout again from tables somebody took it apart into: one row for each name, then one for each birth date. */
function ukLayout(): string {
  const columns = ['Last Updated', 'Unique ID', 'Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name type', 'Alias strength']
  const header = [...columns, 'Designation Type', 'Date Designated', 'D.O.B']
  const quote = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const subjects = new Map(table('lists/uk/subjects.2026-05-13.csv.gz').map((row) => [row.unique_id!, row]))
  const rows: string[][] = []
  for (const name of table('lists/uk/subject_names.2026-05-13.csv.gz')) {
    const subject = subjects.get(name.unique_id!)!
    const type = { primary: 'Primary Name', primary_variation: 'Primary Name Variation', alias: 'Alias' }[name.name_type!]!
    const parts = ['name_6', 'name_1', 'name_2', 'name_3', 'name_4', 'name_5'].map((key) => name[key]!)
    rows.push([
      subject.last_updated!,
      name.unique_id!,
      ...parts,
      type,
      name.alias_strength!,
      subject.subject_type!,
      subject.date_designated!,
      '',
    ])
  }
  for (const dob of table('lists/uk/subject_dobs.2026-05-13.csv.gz')) {
    const subject = subjects.get(dob.unique_id!)!
    const day = [dob.day || 'dd', dob.month || 'mm', dob.year].join('/')
    rows.push([subject.last_updated!, dob.unique_id!, '', '', '', '', '', '', '', '', subject.subject_type!, subject.date_designated!, day])
  }
  const lines = rows.map((row) => row.map(quote).join(','))
  return [`Report Date: 13-May-2026${','.repeat(header.length - 1)}`, header.join(','), ...lines].join('\r\n')
}

/** A second, plainer CSV reader for the test's own tables. */
function parseSimpleCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1) rows.push(row)
    row = []
  }
  return rows
}
