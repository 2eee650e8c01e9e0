import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListFormatError } from '../entity.ts'
import { listsFromFiles } from '../load.ts'
import { sandboxSample } from '../sandbox-sample.ts'
import { decodeList, encodeList } from '../snapshot.ts'
import { parseEuCsv, parseEuXml } from './eu.ts'
import { parseEuRetired } from './eu-retired.ts'
import { parseOfacAdvanced } from './ofac-advanced.ts'
import { parseOfacCsv } from './ofac-csv.ts'
import { parseOfacXml } from './ofac-xml.ts'
import { parsePepFtm, parsePepSimple } from './opensanctions.ts'
import { parsePepOwn } from './pep.ts'
import { parseUk } from './uk.ts'
import { parseUn } from './un.ts'
import { parseCsl } from './us-csl.ts'

/** `FUZZ_SECONDS` goes on for so long with each property instead, from `FUZZ_SEED` on. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 20260822)
const RUNS = Number(process.env.FUZZ_RUNS ?? 1000)
const runs = (numRuns: number) =>
  SECONDS ? { seed: SEED, numRuns: 1e9, interruptAfterTimeLimit: SECONDS * 1000 } : { seed: SEED, numRuns }

const SDN = `36,"AERO AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. 'BNC'; DOB 1962; Passport X (Cuba)."\r
7,"DOE, John","individual","SDGT] [X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB circa 1942; Digital Currency Address - XBT 1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U."\r
\x1a`
const XML = `<?xml version="1.0"?><sdnList><publshInformation><Record_Count>1</Record_Count></publshInformation><sdnEntry><uid>1</uid><firstName>A</firstName>
<lastName>B &amp; C</lastName><sdnType>Individual</sdnType><idList><id><idType>Passport</idType><idNumber>X</idNumber></id></idList></sdnEntry></sdnList>`
const ADVANCED = `<?xml version="1.0"?><Sanctions><DateOfIssue><Year>2026</Year><Month>8</Month><Day>7</Day></DateOfIssue><ReferenceValueSets>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues></ReferenceValueSets><DistinctParties>
<DistinctParty FixedRef="1"><Profile ID="1" PartySubTypeID="4"><Identity ID="5"><Alias Primary="true"><DocumentedName><DocumentedNamePart>
<NamePartValue>A B</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity></Profile></DistinctParty></DistinctParties></Sanctions>`
const UN = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-08-01T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>A</FIRST_NAME>
<REFERENCE_NUMBER>X.1</REFERENCE_NUMBER><INDIVIDUAL_DATE_OF_BIRTH><YEAR>1970</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
const EU_CSV = `\ufefffileGenerationDate;Entity_LogicalId;Entity_SubjectType;Entity_Regulation_Programme;NameAlias_LastName;NameAlias_WholeName\r
05/08/2026;13;P;IRQ;"X";"Ivan ""Y"" X"\r\n`
const EU_XML = `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04Z"><sanctionEntity logicalId="13"><subjectType code="person"/>
<nameAlias wholeName="Ivan &quot;X"/><birthdate year="1970" monthOfYear="7"/></sanctionEntity></export>`
const EU_OLD = `<?xml version="1.0"?><WHOLE Date="11/02/2016"><ENTITY Id="1" Type="P" programme="ZWE"><NAME><WHOLENAME>A B</WHOLENAME></NAME>
<BIRTH><DATE>1963 - 1965 (approximative)</DATE></BIRTH></ENTITY></WHOLE>`
const UK =
  'Report Date: 13-Feb-2026\r\nUnique ID,Name 6,Name 1,Designation Type,D.O.B,IMO number\r\nRUS1,"DOE, X",John,Individual,dd/mm/1967,\r\n'
const CSL =
  '_id,source,entity_number,type,name,addresses,alt_names,ids\na,X (DPL),,Entity,"Some, Name","1 Road, US","B; C","US, 1, Passport"\n'

const PEP =
  '# as of 2026-11-20\nid,name,other_names,date_of_birth,country,office,since,left_on,class\n7,Ada Rowan,"A; B",1970-02,SE,Judge,2001,2025-02,foreign\n'
const PEP_SIMPLE =
  '"id","schema","name","aliases","birth_date","countries","last_seen"\n"Q1","Person","Ada Rowan","A;""B; C""","1970;1971","se","2026-11-20T00:00:00"\n'
const PEP_FTM = `{"id":"p","schema":"Person","properties":{"name":["Ada Rowan"],"topics":["role.pep"]},"last_seen":"2026-11-20T00:00:00"}
{"id":"o","schema":"Occupancy","properties":{"holder":["p"],"post":["j"],"endDate":["2025-02"]}}
{"id":"j","schema":"Position","properties":{"name":["Judge"],"country":["se"]}}
`

const SDN_FILE = { file: 'sdn.csv', bytes: Buffer.from(SDN) }

type Parse = (bytes: Uint8Array) => unknown
const PARSERS: [string, string, Parse][] = [
  ['OFAC CSV', SDN, (bytes) => parseOfacCsv({ source: 'us_ofac_sdn', files: { primary: { file: 'f', bytes } } })],
  [
    'OFAC alias CSV',
    '7,1,"aka","DOE, Jack",-0- \n',
    (bytes) => parseOfacCsv({ source: 'us_ofac_sdn', files: { primary: SDN_FILE, aliases: { file: 'f', bytes } } }),
  ],
  [
    'OFAC comments CSV',
    '7,"; DOB 1970."\n',
    (bytes) => parseOfacCsv({ source: 'us_ofac_sdn', files: { primary: SDN_FILE, comments: { file: 'f', bytes } } }),
  ],
  ['OFAC XML', XML, (bytes) => parseOfacXml({ source: 'us_ofac_sdn', file: 'f', bytes })],
  ['OFAC advanced XML', ADVANCED, (bytes) => parseOfacAdvanced({ source: 'us_ofac_sdn', file: 'f', bytes })],
  ['UN XML', UN, (bytes) => parseUn({ file: 'f', bytes })],
  ['EU CSV', EU_CSV, (bytes) => parseEuCsv({ file: 'f', bytes })],
  ['EU XML', EU_XML, (bytes) => parseEuXml({ file: 'f', bytes })],
  ['EU retired XML', EU_OLD, (bytes) => parseEuRetired({ file: 'f', bytes })],
  ['UK CSV', UK, (bytes) => parseUk({ file: 'f', bytes })],
  ['Commerce CSV', CSL, (bytes) => parseCsl({ file: 'f', bytes })],
  ['an operator’s CSV of exposed persons', PEP, (bytes) => parsePepOwn({ file: 'f', bytes })],
  ['OpenSanctions CSV', PEP_SIMPLE, (bytes) => parsePepSimple({ file: 'f', bytes })],
  ['FollowTheMoney', PEP_FTM, (bytes) => parsePepFtm({ file: 'f', bytes })],
]

/** One way of damaging a file: cut, changed, doubled or foreign bytes. */
type Damage = { kind: 'cut' | 'set' | 'insert' | 'repeat'; at: number; length: number; bytes: Uint8Array }
const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('cut' as const, 'set' as const, 'insert' as const, 'repeat' as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc
      .constantFrom('"', '\n', ';', ',', '<', '>', '&', '</', '-0- ', '\x1a', '\0', ']]>', '<![CDATA[', '&#0;', '__proto__')
      .map((s) => Buffer.from(s)),
  ),
})

function apply(file: Uint8Array, { kind, at, length, bytes }: Damage): Uint8Array {
  const i = Math.floor(at * file.length)
  if (kind === 'cut') return file.subarray(0, i)
  if (kind === 'repeat') return Buffer.concat([file.subarray(0, i), file.subarray(Math.max(0, i - length))])
  return Buffer.concat([file.subarray(0, i), bytes, file.subarray(kind === 'set' ? Math.min(i + bytes.length, file.length) : i)])
}

describe.each(PARSERS)('%s', (_, sample, parse) => {
  const whole = Buffer.from(sample, 'utf8')

  it('reads the sample', () => {
    expect(parse(whole)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ topic: expect.stringMatching(/^(sanction|pep)$/) })]),
    })
  })

  it('reads or refuses damaged bytes, and fails in no other way', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
        expectReadOrRefused(() => parse(damages.reduce(apply, whole as Uint8Array)))
      }),
      runs(RUNS),
    )
  })

  it('reads or refuses any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => expectReadOrRefused(() => parse(bytes))),
      runs(RUNS / 4),
    )
  })
})

describe('a folder of damaged files', () => {
  it('gives each list whole or refused, never half', () => {
    const modifiedAt = '2026-08-22T00:00:00.000Z'
    const names = ['sdn.csv', 'sdn.xml', 'un.xml', 'eu.csv', 'uk.csv', 'csl.csv.gz']
    const samples = [SDN, XML, UN, EU_CSV, UK, CSL].map((text) => Buffer.from(text, 'utf8'))
    fc.assert(
      fc.property(fc.array(damage, { minLength: names.length, maxLength: names.length }), (damages) => {
        const files = names.map((name, i) => ({ name, bytes: apply(samples[i]!, damages[i]!), modifiedAt }))
        const { lists, refused } = listsFromFiles({ files, loadedAt: modifiedAt })
        for (const list of lists) {
          expect(list.entries.length).toBeGreaterThan(0)
          for (const entity of list.entries) expect(entity.names[0]?.kind).toBe('primary')
        }
        for (const { source } of refused) expect(lists.map((l) => l.source)).not.toContain(source)
      }),
      runs(RUNS),
    )
  })

  it('a damaged snapshot is refused', () => {
    const whole = encodeList(sandboxSample({ loadedAt: '2026-08-22T00:00:00.000Z' }))
    fc.assert(
      fc.property(damage, (one) => {
        const bytes = apply(whole, one)
        if (!Buffer.from(bytes).equals(Buffer.from(whole))) expectReadOrRefused(() => decodeList(bytes))
      }),
      runs(RUNS),
    )
  })
})

function expectReadOrRefused(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(ListFormatError)
    expect((error as ListFormatError).reason).not.toBe('')
  }
}
