import { describe, expect, it } from 'vitest'
import { parseOfacCsv } from './ofac-csv.ts'

const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const person = (id: number, name: string, remarks: string) =>
  `${id},"${name}","individual","CYBER2] [ELECTION-EO13848",${NULLS},"${remarks}"`
const bytes = (text: string) => Buffer.from(text, 'latin1')

function parse({ sdn, alt, add, comments }: { sdn: string; alt?: string; add?: string; comments?: string }) {
  return parseOfacCsv({
    source: 'us_ofac_sdn',
    files: {
      primary: { file: 'sdn.csv', bytes: bytes(sdn) },
      aliases: { file: 'alt.csv', bytes: bytes(alt ?? '\x1a') },
      addresses: { file: 'add.csv', bytes: bytes(add ?? '\x1a') },
      ...(comments !== undefined && { comments: { file: 'sdn_comments.csv', bytes: bytes(comments) } }),
    },
  })
}

describe('OFAC delimited files', () => {
  it('reads an address whole that the last semicolon follows at once', () => {
    const wallet = 'Digital Currency Address - ETH 0xA7e5d5A720f06526557c513402f2e6B5fA20b008;'
    const { entries } = parse({ sdn: `${person(7, 'SMITH, Ivan', wallet)}\r\n\x1a` })
    expect(entries[0]!.addresses).toMatchObject([{ address: expect.stringMatching(/^0xa7e5d5a720f06526557c513402f2e6b5fa20b008$/i) }])
  })

  it('reads a person with every kind of clause', () => {
    const remarks =
      'DOB 05 Jul 1965; alt. DOB circa 1962; POB Minsk, Belarus; nationality Russia; alt. nationality Korea, North; Gender Male; ' +
      'Passport X123 (Iran) issued 03 May 2007 expires 02 May 2012; Tax ID No. 77/34 (Russia); SWIFT/BIC HAVIGB2L; ' +
      "a.k.a. 'AL-MULAY, 'Abd'; f.k.a. ''Umar'; Digital Currency Address - XBT 1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U; " +
      'alt. Digital Currency Address - ETH 0xA7e5d5A720f06526557c513402f2e6B5fA20b008; Linked To: SOMEBODY.'
    const { entries } = parse({
      sdn: `${person(7, "SMITH-JONES, Ivan O'Hara", remarks)}\r\n\x1a`,
      alt: '7,12,"aka","SMITH, Vanya",-0- \r\n7,13,"nka","V. S.",-0- \r\n\x1a',
      add: '7,1,"1 Road, Block 2","Minsk 220000","Belarus",-0- \r\n7,2,-0- ,-0- ,-0- ,-0- \r\n\x1a',
    })
    expect(entries).toHaveLength(1)
    const [entity] = entries
    expect(entity).toMatchObject({
      id: 'us_ofac_sdn:7',
      type: 'person',
      programs: ['CYBER2', 'ELECTION-EO13848'],
      places_of_birth: ['Minsk, Belarus'],
      nationalities: ['RU', 'KP'],
      countries: ['BY', 'RU', 'KP'],
      gender: 'male',
      postal_addresses: [{ text: '1 Road, Block 2, Minsk 220000, Belarus', country: 'BY' }],
      remarks,
    })
    expect(entity!.names).toEqual([
      {
        full: "Ivan O'Hara SMITH-JONES",
        strength: 'strong',
        kind: 'primary',
        parts: { family: 'SMITH-JONES', given: "Ivan O'Hara" },
      },
      { full: 'Vanya SMITH', strength: 'strong', kind: 'aka', parts: { family: 'SMITH', given: 'Vanya' } },
      { full: 'V. S.', strength: 'strong', kind: 'nka' },
      { full: "'Abd AL-MULAY", strength: 'weak', kind: 'aka', parts: { family: 'AL-MULAY', given: "'Abd" } },
      { full: "'Umar", strength: 'weak', kind: 'fka' },
    ])
    expect(entity!.dates_of_birth).toEqual([
      { from: '1965-07-05', to: '1965-07-05', circa: false, text: '05 Jul 1965' },
      { from: '1962-01-01', to: '1962-12-31', circa: true, text: 'circa 1962' },
    ])
    expect(entity!.identifiers).toEqual([
      { type: 'passport', value: 'X123', country: 'IR' },
      { type: 'tax_id', value: '77/34', country: 'RU' },
      { type: 'swift', value: 'HAVIGB2L' },
    ])
    expect(entity!.addresses).toEqual([
      { chain: 'bitcoin', address: '1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U', ticker: 'XBT' },
      { chain: 'evm', address: '0xa7e5d5a720f06526557c513402f2e6b5fa20b008', ticker: 'ETH' },
    ])
  })

  it('reads a ship and a company, whose commas are part of the name', () => {
    const ship =
      '15036,"ARTAVIL","vessel","IRAN",-0- ,"T2EU4","Tanker","99,144","56,068","Iran","NITC",' +
      '"Former Vessel Flag Malta; Vessel Registration Identification IMO 9187629; MMSI 572469210."'
    const company = `173,"ANGLO-CARIBBEAN CO., LTD.",-0- ,"CUBA",${NULLS},-0- `
    const { entries } = parse({ sdn: `${ship}\n${company}\n` })
    expect(entries[0]!.vessel).toEqual({
      call_sign: 'T2EU4',
      vessel_type: 'Tanker',
      tonnage: '99,144',
      gross_tonnage: '56,068',
      flag: 'IR',
      owner: 'NITC',
      imo: '9187629',
      mmsi: '572469210',
    })
    expect(entries[0]!.countries).toEqual(['IR', 'MT'])
    expect(entries[1]).toMatchObject({ type: 'organization', remarks: null, names: [{ full: 'ANGLO-CARIBBEAN CO., LTD.' }] })
  })

  it('joins a cut remark with its comment, and never reads half an address', () => {
    const start = 'DOB 1970; Linked To: '.padEnd(1000 - 36, 'X')
    const remark = `${start}; Digital Currency Address - XBT 1DT3te`
    const whole = 'nf14cxz9WFNxmYrXFbB6TFiVWA9U; Gender Female.'
    const sdn = person(1, 'A, B', remark.padEnd(1000, 'n'))
    expect(remark.length).toBeGreaterThanOrEqual(1000)
    const without = parse({ sdn })
    expect(without.entries[0]!.addresses).toEqual([])
    expect(without.entries[0]!.dates_of_birth).toHaveLength(1)
    expect(without.warnings).toEqual([expect.stringContaining('1 remarks are cut')])
    const joined = parse({ sdn, comments: `1,"${whole}"\r\n\x1a` })
    expect(joined.entries[0]).toMatchObject({ gender: 'female', addresses: [{ address: '1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U' }] })
    expect(joined.warnings).toEqual([])
  })

  it('says when companions are missing or of another day', () => {
    const primary = { file: 'sdn.csv', bytes: bytes(person(1, 'A, B', 'DOB 1970.')) }
    const alone = parseOfacCsv({ source: 'us_ofac_sdn', files: { primary } })
    expect(alone.warnings).toEqual([expect.stringContaining('alias file is missing'), expect.stringContaining('address file is missing')])
    const stranger = parse({ sdn: person(1, 'A, B', 'DOB 1970.'), alt: '2,1,"aka","X",-0- ' })
    expect(stranger.warnings).toEqual(['alt.csv: 1 rows of entries the list does not have; the files are of different versions'])
  })

  it.each([
    ['a row too short', { sdn: `${person(1, 'A, B', 'x')}\n2,"X"` }, 'sdn.csv', 2, '2 fields'],
    ['no number', { sdn: `x,"X","individual","P",${NULLS},-0- ` }, 'sdn.csv', 1, 'not an entry number'],
    ['an unknown type', { sdn: `1,"X","robot","P",${NULLS},-0- ` }, 'sdn.csv', 1, 'unknown type "robot"'],
    ['no name', { sdn: `1,-0- ,"individual","P",${NULLS},-0- ` }, 'sdn.csv', 1, 'no name'],
    ['two rows of one id', { sdn: `${person(1, 'A, B', 'x')}\n${person(1, 'A, B', 'y')}` }, 'sdn.csv', 2, 'twice with different content'],
    ['an unknown alias type', { sdn: person(1, 'A, B', 'x'), alt: '1,1,"alias","X",-0- ' }, 'alt.csv', 1, 'unknown alias type'],
    ['nothing', { sdn: '\x1a' }, 'sdn.csv', 0, 'no entries'],
  ])('refuses %s, with file, line and reason', (_, files, file, line, reason) => {
    expect(() => parse(files)).toThrow(
      expect.objectContaining({ name: 'ListFormatError', file, line, reason: expect.stringContaining(reason) }),
    )
  })
})
