import { describe, expect, it } from 'vitest'
import { ListFormatError } from '../entity.ts'
import { countryCode, countryOfPlace } from './countries.ts'
import { readCsv, withHeader } from './csv.ts'
import { readDate, readListedOn, yearRange } from './dates.ts'
import { decodeText, scriptOf } from './text.ts'

describe('birth dates keep their uncertainty', () => {
  const cases: [string, [string, string, boolean] | null][] = [
    ['05 Jul 1965', ['1965-07-05', '1965-07-05', false]],
    ['Jul 1965', ['1965-07-01', '1965-07-31', false]],
    ['Feb 1964', ['1964-02-01', '1964-02-29', false]],
    ['1965', ['1965-01-01', '1965-12-31', false]],
    ['circa 1942', ['1942-01-01', '1942-12-31', true]],
    ['circa 05 Jul 1965.', ['1965-07-05', '1965-07-05', true]],
    ['1958 to 1963', ['1958-01-01', '1963-12-31', false]],
    ['circa 1958-1963', ['1958-01-01', '1963-12-31', true]],
    ['01 Jan 1960 to 31 Dec 1962', ['1960-01-01', '1962-12-31', false]],
    ['Jan 1960 to Feb 1961', ['1960-01-01', '1961-02-28', false]],
    ['between 1960 and 1962', ['1960-01-01', '1962-12-31', false]],
    ['1965-07-05', ['1965-07-05', '1965-07-05', false]],
    ['19/04/1968', ['1968-04-19', '1968-04-19', false]],
    ['00/00/1980', ['1980-01-01', '1980-12-31', false]],
    ['00/08/1980', ['1980-08-01', '1980-08-31', false]],
    ['dd/mm/1967', ['1967-01-01', '1967-12-31', false]],
    // 31 February does not exist; the month was still meant.
    ['31 Feb 1970', ['1970-02-01', '1970-02-28', false]],
    ['1963 to 1958', null],
    ['unknown', null],
    ['', null],
    ['13 Foo 1970', ['1970-01-01', '1970-12-31', false]],
    ['99', null],
  ]
  it.each(cases)('%s', (text, expected) => {
    const date = readDate(text)
    expect(date && [date.from, date.to, date.circa]).toEqual(expected)
  })

  it('a range of years must run forwards', () => {
    expect(yearRange({ from: 1963, to: 1958, circa: false, text: '' })).toBeNull()
    expect(yearRange({ from: Number.NaN, to: 1958, circa: false, text: '' })).toBeNull()
  })

  it('a day of listing is a whole day or nothing', () => {
    expect(readListedOn('29/06/2012')).toBe('2012-06-29')
    expect(readListedOn('2012')).toBeNull()
  })
})

describe('countries by the words publishers use', () => {
  it.each([
    ['Korea, North', 'KP'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Cote d Ivoire', 'CI'],
    ['Türkiye', 'TR'],
    ['Burma', 'MM'],
    ['Region: Gaza', 'PS'],
    ['China, Hong Kong Special Administrative Region', 'HK'],
    ['Virgin Islands, British', 'VG'],
    ['North Macedonia, The Republic of', 'MK'],
    ['St. Kitts & Nevis', 'KN'],
    ['United Kingdom of Great Britain and Northern Ireland', 'GB'],
    ['UK', 'GB'],
    ['SY', 'SY'],
    ['Kosovo', 'XK'],
    ['The Bahamas', 'BS'],
  ])('%s is %s', (text, code) => expect(countryCode(text)).toBe(code))

  it.each(['former Soviet Union', 'None Identified', 'na', '', 'ZZ', '00', 'UNKNOWN', 'Region: Northern Mali'])(
    '%s is no country',
    (text) => {
      expect(countryCode(text)).toBeNull()
    },
  )

  it('reads the country a place ends with, and takes no state for one', () => {
    expect(countryOfPlace('Al Basuriyah, Lebanon')).toBe('LB')
    expect(countryOfPlace('Pyongyang, Korea, North')).toBe('KP')
    expect(countryOfPlace('Gary, IN')).toBeNull()
  })
})

describe('CSV is read strictly, with its line', () => {
  const read = (text: string) => readCsv({ text, file: 'f.csv' })

  it('keeps quotes, commas and newlines inside quotes, and counts physical lines', () => {
    expect(read('a,"b ""c"", d"\r\n"x\ny",2\n\n\x1a\nlast,-0- ')).toEqual([
      { line: 1, fields: ['a', 'b "c", d'] },
      { line: 2, fields: ['x\ny', '2'] },
      { line: 6, fields: ['last', '-0- '] },
    ])
  })

  it.each([
    ['a,"b', 1, 'a quoted field is not closed'],
    ['a,b\nc,"d"e', 2, 'unexpected character "e" after a field'],
    ['a,b"c', 1, 'a quote inside an unquoted field'],
    ['a\nb\0', 2, 'a NUL byte'],
  ])('%j is refused', (text, line, reason) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'ListFormatError', file: 'f.csv', line, reason }))
  })

  it('takes bare quotes as letters where a publisher writes them', () => {
    expect(readCsv({ text: 'a "b" c;"d""e"', file: 'f', separator: ';', bareQuotes: true })).toEqual([
      { line: 1, fields: ['a "b" c', 'd"e'] },
    ])
  })

  it('needs the columns and the width of the header', () => {
    expect(() => withHeader({ rows: read('a,b\n1,2,3'), file: 'f.csv', required: ['A'] })).toThrow(
      'f.csv:2: 3 fields where the header has 2',
    )
    expect(() => withHeader({ rows: read('a,b'), file: 'f.csv', required: ['c'] })).toThrow('f.csv:1: the column "c" is missing')
    expect(() => withHeader({ rows: [], file: 'f.csv', required: [] })).toThrow(ListFormatError)
  })
})

describe('text', () => {
  it('takes UTF-8 before a legacy encoding, and no other bytes without one', () => {
    expect(decodeText({ bytes: Buffer.from('Müller'), file: 'f', legacy: 'latin1' })).toBe('Müller')
    expect(decodeText({ bytes: Buffer.from('M\xfcller', 'latin1'), file: 'f', legacy: 'latin1' })).toBe('Müller')
    expect(() => decodeText({ bytes: Buffer.from('M\xfcller', 'latin1'), file: 'f' })).toThrow('not valid UTF-8')
    expect(() => decodeText({ bytes: new Uint8Array(), file: 'f' })).toThrow('empty')
  })

  it('names the script of a name that is not Latin', () => {
    const names = ['Иван Петров', 'روكان', '金正恩', '김정은', 'Νίκος', 'בנימין', 'გიორგი', 'Müller']
    expect(names.map(scriptOf)).toEqual(['Cyrl', 'Arab', 'Hani', 'Hang', 'Grek', 'Hebr', 'Geor', undefined])
  })
})
