import { describe, expect, it } from 'vitest'
import { parseEuCsv, parseEuXml } from './eu.ts'
import { parseUk } from './uk.ts'
import { parseUn } from './un.ts'
import { parseCsl } from './us-csl.ts'

const bytes = (text: string) => Buffer.from(text, 'utf8')

const UN = (body: string, attributes = 'dateGenerated="2026-08-01T23:00:03.110Z"') =>
  bytes(`<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST ${attributes}><INDIVIDUALS>${body}</INDIVIDUALS><ENTITIES/></CONSOLIDATED_LIST>`)

const UN_PERSON = `<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>IVAN</FIRST_NAME><SECOND_NAME>EXAMPLE</SECOND_NAME><THIRD_NAME/>
<UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER><LISTED_ON>2012-12-31</LISTED_ON><GENDER>Male</GENDER>
<COMMENTS1>A comment.</COMMENTS1><NAME_ORIGINAL_SCRIPT>Иван
   Пример</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE><VALUE>na</VALUE></NATIONALITY>
<TITLE><VALUE>Dr.</VALUE></TITLE><DESIGNATION><VALUE>General</VALUE></DESIGNATION>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Iwan Example; I. Sample</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Vanya</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ADDRESS><CITY>Goma</CITY><COUNTRY>Rwanda</COUNTRY></INDIVIDUAL_ADDRESS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE/></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_PLACE_OF_BIRTH><CITY>Bukavu</CITY><COUNTRY>Democratic Republic of the Congo</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>P1</NUMBER><ISSUING_COUNTRY>Rwanda</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
<INDIVIDUAL_DOCUMENT/></INDIVIDUAL>`

describe('UN consolidated XML', () => {
  it('reads names, qualities, dates and documents', () => {
    const { entries, published_at } = parseUn({ file: 'un.xml', bytes: UN(UN_PERSON) })
    expect(published_at).toBe('2026-08-01T23:00:03.110Z')
    expect(entries[0]).toMatchObject({
      id: 'un_sc:XXi.001',
      type: 'person',
      names: [
        { full: 'IVAN EXAMPLE', strength: 'strong', kind: 'primary' },
        { full: 'Иван Пример', strength: 'strong', kind: 'aka', script: 'Cyrl' },
        { full: 'Iwan Example', strength: 'strong', kind: 'aka' },
        { full: 'I. Sample', strength: 'strong', kind: 'aka' },
        { full: 'Vanya', strength: 'weak', kind: 'aka' },
      ],
      programs: ['DRC'],
      dates_of_birth: [
        { from: '1971-02-03', to: '1971-02-03', circa: false },
        { from: '1970-01-01', to: '1970-12-31', circa: true },
        { from: '1968-01-01', to: '1972-12-31', circa: false },
      ],
      places_of_birth: ['Bukavu, Democratic Republic of the Congo'],
      nationalities: ['CD'],
      countries: ['CD', 'RW'],
      gender: 'male',
      titles: ['Dr.', 'General'],
      identifiers: [{ type: 'passport', value: 'P1', country: 'RW' }],
      listed_on: '2012-12-31',
      remarks: 'A comment.',
    })
    expect(entries[0]!.dates_of_birth).toHaveLength(3)
  })

  it.each([
    ['a web page', bytes('<html></html>'), /root element/],
    ['no entries', UN(''), /no entries/],
    ['no name', UN('<INDIVIDUAL><REFERENCE_NUMBER>X</REFERENCE_NUMBER></INDIVIDUAL>'), /has no name/],
    ['a repeated reference', UN(UN_PERSON + UN_PERSON), /appears twice/],
    ['a cut file', UN(UN_PERSON).subarray(0, 900), /unclosed|end/i],
    ['bytes that are no text', Buffer.from([0x3c, 0xff, 0xfe]), /UTF-8/],
  ])('refuses %s', (_, file, reason) => {
    expect(() => parseUn({ file: 'un.xml', bytes: file })).toThrow(
      expect.objectContaining({ name: 'ListFormatError', reason: expect.stringMatching(reason) }),
    )
  })
})

const EU_HEADER =
  'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_DesignationDate;Entity_Remark;Entity_SubjectType;' +
  'Entity_SubjectType_ClassificationCode;Entity_Regulation_PublicationDate;Entity_Regulation_Programme;Entity_Regulation_PublicationUrl;' +
  'NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_NameLanguage;NameAlias_Gender;NameAlias_Title;' +
  'NameAlias_Function;NameAlias_Remark;Address_City;Address_CountryIso2Code;Address_CountryDescription;BirthDate_BirthDate;BirthDate_Day;' +
  'BirthDate_Month;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa;BirthDate_City;BirthDate_CountryIso2Code;' +
  'BirthDate_CountryDescription;Identification_Number;Identification_TypeCode;Identification_CountryIso2Code;Citizenship_CountryIso2Code'
const EU_COLUMNS = EU_HEADER.split(';')

function euRow(values: Record<string, string>): string {
  const base: Record<string, string> = {
    fileGenerationDate: '05/08/2026',
    Entity_LogicalId: '13',
    Entity_SubjectType: 'P',
    Entity_Regulation_Programme: 'IRQ',
  }
  return EU_COLUMNS.map((name) => values[name] ?? base[name] ?? '').join(';')
}

const EU_ROWS = [
  euRow({
    NameAlias_LastName: 'Al-Primeri',
    NameAlias_FirstName: 'Ivan',
    NameAlias_WholeName: 'Ivan Al-Primeri',
    NameAlias_Gender: 'M',
    NameAlias_Function: 'Minister',
    Entity_Remark: '"(UNSC; RES 1483)"',
    Entity_Regulation_PublicationDate: '2003-07-08',
    Entity_Regulation_PublicationUrl: 'http://eur-lex.europa.eu/x',
  }),
  euRow({ NameAlias_WholeName: 'Абу Пример', NameAlias_NameLanguage: 'RU' }),
  euRow({ NameAlias_WholeName: 'Abu', NameAlias_Remark: 'Low quality alias' }),
  euRow({ NameAlias_WholeName: 'Abu "the Elder" Primer', NameAlias_Remark: 'Formerly known as' }),
  euRow({ Address_City: 'Tikrit', Address_CountryIso2Code: 'IQ', Address_CountryDescription: 'IRAQ' }),
  euRow({
    BirthDate_BirthDate: '1937-04-28',
    BirthDate_City: 'al-Awja',
    BirthDate_CountryIso2Code: 'IQ',
    BirthDate_CountryDescription: 'IRAQ',
  }),
  euRow({ BirthDate_YearRangeFrom: '1936', BirthDate_YearRangeTo: '1938', BirthDate_Circa: 'true', BirthDate_CountryIso2Code: '00' }),
  euRow({ BirthDate_Year: '1939', BirthDate_Month: '7' }),
  euRow({ Identification_Number: 'P1', Identification_TypeCode: 'passport', Identification_CountryIso2Code: 'IQ' }),
  euRow({ Citizenship_CountryIso2Code: 'IQ' }),
  euRow({ Entity_LogicalId: '99', Entity_SubjectType: 'E', NameAlias_WholeName: 'Sample Trading LLC' }),
]
const EU_CSV = bytes(`\ufeff${[EU_HEADER, ...EU_ROWS].join('\r\n')}\r\n`)

const EU_XML = bytes(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00" globalFileId="1">
<sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.27.28" logicalId="13"><remark>(UNSC; RES 1483)</remark>
<regulation publicationDate="2003-07-08" programme="IRQ"><publicationUrl>http://eur-lex.europa.eu/x</publicationUrl></regulation>
<subjectType code="person" classificationCode="P"/>
<nameAlias firstName="Ivan" middleName="" lastName="Al-Primeri" wholeName="Ivan Al-Primeri" function="Minister" gender="M" strong="true"/>
<nameAlias wholeName="Абу Пример" nameLanguage="RU" strong="true"/><nameAlias wholeName="Abu" strong="false"/>
<nameAlias wholeName="Abu &quot;the Elder&quot; Primer" strong="true"><remark>Formerly known as</remark></nameAlias>
<address city="Tikrit" countryIso2Code="IQ" countryDescription="IRAQ"/>
<birthdate circa="false" birthdate="1937-04-28" city="al-Awja" countryIso2Code="IQ" countryDescription="IRAQ"/>
<birthdate circa="true" yearRangeFrom="1936" yearRangeTo="1938" countryIso2Code="00"/><birthdate circa="false" year="1939" monthOfYear="7"/>
<identification number="P1" identificationTypeCode="passport" countryIso2Code="IQ" knownFalse="false"/>
<identification number="FAKE" identificationTypeCode="passport" countryIso2Code="IQ" knownFalse="true"/>
<citizenship countryIso2Code="IQ" countryDescription="IRAQ"/></sanctionEntity>
<sanctionEntity euReferenceNumber="EU.99.1" logicalId="99"><regulation programme="IRQ"/><subjectType code="enterprise"/>
<nameAlias wholeName="Sample Trading LLC" strong="true"/></sanctionEntity></export>`)

describe('EU consolidated list', () => {
  const person = {
    id: 'eu_fsf:13',
    type: 'person',
    names: [
      { full: 'Ivan Al-Primeri', strength: 'strong', kind: 'primary', parts: { family: 'Al-Primeri', given: 'Ivan' } },
      { full: 'Абу Пример', strength: 'strong', kind: 'aka', script: 'Cyrl', lang: 'ru' },
      { full: 'Abu', strength: 'weak', kind: 'aka' },
      { full: 'Abu "the Elder" Primer', strength: 'strong', kind: 'fka' },
    ],
    programs: ['IRQ'],
    dates_of_birth: [
      { from: '1937-04-28', to: '1937-04-28', circa: false },
      { from: '1936-01-01', to: '1938-12-31', circa: true },
      { from: '1939-07-01', to: '1939-07-31', circa: false },
    ],
    places_of_birth: ['al-Awja, IRAQ'],
    nationalities: ['IQ'],
    countries: ['IQ'],
    gender: 'male',
    titles: ['Minister'],
    identifiers: [{ type: 'passport', value: 'P1', country: 'IQ' }],
    postal_addresses: [{ text: 'Tikrit, IRAQ', country: 'IQ' }],
    listed_on: '2003-07-08',
    url: 'http://eur-lex.europa.eu/x',
    remarks: '(UNSC; RES 1483)',
  }

  it('CSV and XML of one list give the same entries', () => {
    const csv = parseEuCsv({ file: 'eu.csv', bytes: EU_CSV })
    const xml = parseEuXml({ file: 'eu.xml', bytes: EU_XML })
    expect(csv.published_at).toBe('2026-08-05T00:00:00.000Z')
    expect(xml.published_at).toBe('2026-08-05T14:47:04.449Z')
    expect(csv.entries[0]).toMatchObject(person)
    expect(csv.entries[0]!.identifiers).toHaveLength(1)
    expect(xml.entries).toEqual(csv.entries)
  })

  it.each([
    ['another width', [EU_HEADER, `${EU_ROWS[0]};x`], 2, /37 fields where the header has 36/],
    ['a missing column', [EU_HEADER.replace('NameAlias_WholeName', 'Name'), ...EU_ROWS], 1, /"NameAlias_WholeName" is missing/],
    ['no id', [EU_HEADER, euRow({ Entity_LogicalId: 'x' })], 2, /not a logical id/],
    ['no subject type', [EU_HEADER, euRow({ Entity_SubjectType: '?' })], 2, /unknown subject type/],
    ['an entry without a name', [EU_HEADER, euRow({})], 0, /entry 13 has no name/],
    ['nothing', [EU_HEADER], 0, /no entries/],
  ])('refuses a CSV with %s', (_, rows, line, reason) => {
    const file = { file: 'eu.csv', bytes: bytes(rows.join('\n')) }
    expect(() => parseEuCsv(file)).toThrow(
      expect.objectContaining({ name: 'ListFormatError', line, reason: expect.stringMatching(reason) }),
    )
  })
})

const UK_HEADER =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,' +
  'Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,' +
  'Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,' +
  'Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,' +
  'National Identifier additional information,Passport number,Passport additional information,Position,Gender,Town of birth,Country of birth,' +
  'Type of entity,Subsidiaries,Parent company,Business registration number (s),IMO number,Current owner/operator (s),' +
  'Previous owner/operator (s),Current believed flag of ship,Previous flags,Type of ship,Tonnage of ship,Length of ship,Year Built,' +
  'Hull identification number (HIN)'
const UK_COLUMNS = UK_HEADER.split(',')

function ukRow(values: Record<string, string>): string {
  const base: Record<string, string> = {
    'Unique ID': 'RUS0001',
    'Designation Type': 'Individual',
    'Regime Name': 'Russia',
    'Date Designated': '24/02/2022',
  }
  return UK_COLUMNS.map((name) => `"${(values[name] ?? base[name] ?? '').replaceAll('"', '""')}"`).join(',')
}

describe('UK Sanctions List', () => {
  const rows = [
    ukRow({
      'Name 6': 'PRIMEROV',
      'Name 1': 'Ivan',
      'Name 2': 'Petrovich',
      'Name type': 'Primary Name',
      'Name non-latin script': 'Иван Примеров',
      'Non-latin script language': 'Russian',
      'D.O.B': 'dd/mm/1967',
      'Nationality(/ies)': 'Russia|Ukraine',
      'Passport number': 'P1',
      Position: '(1) Minister (2) Deputy',
      Gender: 'Male',
      'Town of birth': 'Gomel',
      'Country of birth': 'Belarus',
      'Address Line 1': '1 Road',
      'Address Country': 'Russia',
      'Other Information': 'Some information.',
    }),
    ukRow({ 'Name 6': 'PRIMEROFF', 'Name 1': 'Iwan', 'Name type': 'Primary Name Variation', 'D.O.B': '04/06/1969' }),
    ukRow({ 'Name 6': 'VANYA', 'Name type': 'Alias', 'Alias strength': 'Low quality a.k.a', 'D.O.B': 'dd/mm/1967' }),
    ukRow({
      'Unique ID': 'RUS2176',
      'Designation Type': 'Ship',
      'Name 6': 'SAMPLE PROSPECT',
      'Name type': 'Primary Name',
      'IMO number': 'IMO9866380',
      'Current believed flag of ship': 'Gabon',
      'Previous flags': 'Liberia',
      'Type of ship': 'Crude Oil Tanker',
    }),
  ]

  it('reads people and ships of the FCDO layout', () => {
    const { entries, published_at } = parseUk({
      file: 'uk.csv',
      bytes: bytes(['Report Date: 13-Feb-2026', UK_HEADER, ...rows].join('\r\n')),
    })
    expect(published_at).toBe('2026-02-13T00:00:00.000Z')
    expect(entries[0]).toMatchObject({
      id: 'gb_fcdo:RUS0001',
      type: 'person',
      names: [
        {
          full: 'Ivan Petrovich PRIMEROV',
          strength: 'strong',
          kind: 'primary',
          parts: { family: 'PRIMEROV', given: 'Ivan', middle: 'Petrovich' },
        },
        { full: 'Иван Примеров', strength: 'strong', kind: 'aka', script: 'Cyrl', lang: 'russian' },
        { full: 'Iwan PRIMEROFF', strength: 'strong', kind: 'aka' },
        { full: 'VANYA', strength: 'weak', kind: 'aka' },
      ],
      dates_of_birth: [{ from: '1967-01-01', to: '1967-12-31' }, { from: '1969-06-04' }],
      places_of_birth: ['Gomel, Belarus'],
      nationalities: ['RU', 'UA'],
      countries: ['BY', 'RU', 'UA'],
      gender: 'male',
      titles: ['Minister', 'Deputy'],
      identifiers: [{ type: 'passport', value: 'P1' }],
      postal_addresses: [{ text: '1 Road, Russia', country: 'RU' }],
      listed_on: '2022-02-24',
      remarks: 'Some information.',
    })
    expect(entries[1]).toMatchObject({
      type: 'vessel',
      vessel: { imo: '9866380', flag: 'GA', vessel_type: 'Crude Oil Tanker' },
      countries: ['GA', 'LR'],
      identifiers: [{ type: 'imo', value: '9866380' }],
    })
  })

  it('reads the 36-column ConList', () => {
    const header =
      'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Non-Latin Script Type,Non-Latin Script Language,DOB,Town of Birth,' +
      'Country of Birth,Nationality,Passport Number,Passport Details,National Identification Number,National Identification Details,Position,' +
      'Address 1,Address 2,Address 3,Address 4,Address 5,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,' +
      'Regime,Listed On,UK Sanctions List Date Designated,Last Updated,Group ID'
    const row = (family: string, kind: string, quality: string) =>
      `${family},Ivan,,,,,,,,,19/06/1951,Giza,Egypt,Egypt,,,,,,,,,,,,,,"UN Ref QDi.006",Individual,${kind},${quality},ISIL,02/10/2001,31/12/2020,01/02/2021,6897`
    const text = [
      'Last Updated,01/09/2025',
      header,
      row('EXAMPLE', 'Primary name', ''),
      row('SAMPLE', 'AKA', 'Low'),
      row('OLDNAME', 'FKA', ''),
    ]
    const { entries, published_at } = parseUk({ file: 'ConList.csv', bytes: bytes(text.join('\n')) })
    expect(published_at).toBe('2025-09-01T00:00:00.000Z')
    expect(entries[0]!.names.map((n) => [n.full, n.kind, n.strength])).toEqual([
      ['Ivan EXAMPLE', 'primary', 'strong'],
      ['Ivan SAMPLE', 'aka', 'weak'],
      ['Ivan OLDNAME', 'fka', 'strong'],
    ])
    expect(entries[0]).toMatchObject({ id: 'gb_fcdo:6897', nationalities: ['EG'], listed_on: '2020-12-31' })
  })

  it.each([
    ['no date line', [UK_HEADER, rows[0]!], 1, /neither "Report Date" nor "Last Updated"/],
    ['another width', ['Report Date: 13-Feb-2026', UK_HEADER, `${rows[0]},x`], 3, /59 fields where the header has 58/],
    ['an unknown type', ['Report Date: 13-Feb-2026', UK_HEADER, ukRow({ 'Designation Type': 'Robot' })], 3, /unknown type "Robot"/],
    ['no id', ['Report Date: 13-Feb-2026', UK_HEADER, ukRow({ 'Unique ID': '' })], 3, /not an entry id/],
    ['no name', ['Report Date: 13-Feb-2026', UK_HEADER, ukRow({})], 0, /has no name/],
  ])('refuses %s', (_, lines, line, reason) => {
    const file = { file: 'uk.csv', bytes: bytes(lines.join('\n')) }
    expect(() => parseUk(file)).toThrow(expect.objectContaining({ name: 'ListFormatError', line, reason: expect.stringMatching(reason) }))
  })
})

describe('US Commerce list', () => {
  const header =
    '_id,source,entity_number,type,programs,name,title,addresses,start_date,call_sign,vessel_type,gross_tonnage,vessel_flag,vessel_owner,remarks,' +
    'source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids'
  it('reads several values of a cell, and keeps each row an entry of its own', () => {
    const row = `a1,Denied Persons List (DPL) - Bureau of Industry and Security,,Individual,X; Y,"EXAMPLE, Ivan",,"1 Road, Minsk, BY; 2 Road",2003-06-19,,,,,,,u,"SAMPLE, Ivan; VANYA",RU,1976-08-11; 1978,LB,Minsk,v,"CO, 254291, National Foreign ID Number; Male, Gender"`
    const { entries } = parseCsl({ file: 'csl.csv', bytes: bytes([header, row, row].join('\n')) })
    expect(entries.map((e) => e.id)).toEqual(['us_csl:a1', 'us_csl:a1#2'])
    expect(entries[0]).toMatchObject({
      type: 'person',
      names: [{ full: 'Ivan EXAMPLE', kind: 'primary' }, { full: 'Ivan SAMPLE' }, { full: 'VANYA' }],
      programs: ['DPL', 'X', 'Y'],
      dates_of_birth: [{ from: '1976-08-11' }, { from: '1978-01-01' }],
      nationalities: ['LB', 'RU'],
      gender: 'male',
      identifiers: [{ type: 'national_id', value: '254291', country: 'CO' }],
      postal_addresses: [{ text: '1 Road, Minsk, BY', country: 'BY' }, { text: '2 Road' }],
      listed_on: '2003-06-19',
    })
  })
})
