import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recognise } from './lists/recognise.ts'
import { listsFromFiles, loadFolder } from './load.ts'

const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const SDN = `1,"A CO",-0- ,"P",${NULLS}\r\n2,"B CO",-0- ,"P",${NULLS}\r\n\x1a`
const ALT = '1,1,"aka","A COMPANY",-0- \r\n'
const ADD = '1,1,-0- ,"Minsk","Belarus",-0- \r\n'
const SDN_XML = `<?xml version="1.0"?><sdnList><publshInformation><Publish_Date>08/07/2026</Publish_Date></publshInformation>
<sdnEntry><uid>1</uid><lastName>A CO</lastName><sdnType>Entity</sdnType></sdnEntry></sdnList>`
const UN = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="2026-08-01T00:00:00Z"><ENTITIES><ENTITY><FIRST_NAME>C</FIRST_NAME>
<REFERENCE_NUMBER>X.1</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`
const AT = '2026-08-22T00:00:00.000Z'
const file = (name: string, text: string | Uint8Array) => ({
  name,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  modifiedAt: '2026-08-02T10:00:00.000Z',
})
const load = (...files: ReturnType<typeof file>[]) => listsFromFiles({ files, loadedAt: AT })

describe('a file is known by its content, then by its name', () => {
  it.each([
    ['sdn.csv', SDN, 'us_ofac_sdn', 'primary'],
    ['ofac_sdn_2022-11-29.csv', SDN, 'us_ofac_sdn', 'primary'],
    ['anything.csv', SDN, 'us_ofac_sdn', 'primary'],
    ['ALT.CSV', ALT, 'us_ofac_sdn', 'aliases'],
    ['add.csv', ADD, 'us_ofac_sdn', 'addresses'],
    ['sdn_comments.csv', '1,"x"', 'us_ofac_sdn', 'comments'],
    ['cons_prim.csv', SDN, 'us_ofac_cons', 'primary'],
    ['CONS_ALT.CSV', ALT, 'us_ofac_cons', 'aliases'],
    ['cons_comments.csv', '1,"x"', 'us_ofac_cons', 'comments'],
    ['consolidated.xml', UN, 'un_sc', 'whole'],
    ['consolidated.xml', SDN_XML, 'us_ofac_cons', 'whole'],
    ['sdn.xml', SDN_XML, 'us_ofac_sdn', 'whole'],
    ['cons_advanced.xml', '<?xml version="1.0"?>\n<Sanctions xmlns="x">', 'us_ofac_cons', 'whole'],
    ['x.xml', '<?xml version="1.0"?><export xmlns="http://eu.europa.ec/fpi/fsd/export">', 'eu_fsf', 'whole'],
    ['x.csv', '\ufefffileGenerationDate;Entity_LogicalId;', 'eu_fsf', 'whole'],
    ['x.xml', '<?xml version="1.0"?>\n<!-- GENERATED -->\n<WHOLE Date="11/02/2016">\n<ENTITY Id="1">', 'eu_fsf', 'whole'],
    ['x.csv', 'Report Date: 13-Feb-2026,,,\nLast Updated,Unique ID', 'gb_fcdo', 'whole'],
    ['x.csv', 'Last Updated,13/04/2018,,\nName 6,Name 1', 'gb_fcdo', 'whole'],
    ['consolidated.csv', '_id,source,entity_number,type', 'us_csl', 'whole'],
    ['targets.simple.csv', '"id","schema","name","aliases","birth_date","countries","addresses"', 'pep', 'whole'],
    ['entities.ftm.json', '{"id":"Q1","caption":"A","schema":"Person","properties":{}}', 'pep', 'whole'],
    ['x.csv', '# as of 2026-11-20\r\nname,office,Country,class', 'pep', 'own'],
  ])('%s', (name, text, source, role) => {
    expect(recognise({ name, bytes: Buffer.from(text) })).toMatchObject({ source, role })
  })

  it.each([
    ['page.html', '<!DOCTYPE html><html></html>'],
    ['README.md', '# lists'],
    ['numbers.csv', '1,2,3'],
    ['people.csv', 'name,office,country'],
    ['package.json', '{"name":"x"}'],
    ['empty.csv', ''],
    ['photo.jpg', '\xff\xd8\xff'],
  ])('%s is no list', (name, text) => expect(recognise({ name, bytes: Buffer.from(text, 'latin1') })).toBeNull())
})

describe('lists from files', () => {
  it('carry version, digest and dates', () => {
    const [un] = load(file('un.xml', UN)).lists
    expect(un).toMatchObject({ source: 'un_sc', published_at: '2026-08-01T00:00:00.000Z', loaded_at: AT })
    expect(un!.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(un!.version).toBe(`2026-08-01-${un!.sha256.slice(0, 12)}`)
    // OFAC's CSV says no date: the file's own stands in.
    expect(load(file('sdn.csv', SDN)).lists[0]!.published_at).toBe('2026-08-02T10:00:00.000Z')
  })

  it('one changed byte in any file of a family is another version; order and packing are not', () => {
    const sha = (...files: ReturnType<typeof file>[]) => load(...files).lists[0]!.sha256
    const base = sha(file('sdn.csv', SDN), file('alt.csv', ALT))
    expect(sha(file('alt.csv', ALT), file('sdn.csv', SDN))).toBe(base)
    expect(sha(file('alt.csv.gz', gzipSync(ALT)), file('sdn.csv', SDN))).toBe(base)
    expect(sha(file('sdn.csv', SDN), file('alt.csv', ALT.replace('COMPANY', 'COMPANX')))).not.toBe(base)
  })

  it('a malformed list is refused whole while the others load', () => {
    const { lists, refused } = load(file('sdn.csv', `${SDN.slice(0, -1)}3,"C`), file('un.xml', UN))
    expect(lists.map((l) => l.source)).toEqual(['un_sc'])
    expect(refused).toEqual([
      {
        source: 'us_ofac_sdn',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        error: expect.objectContaining({ file: 'sdn.csv', line: 3, reason: 'a quoted field is not closed' }),
      },
    ])
  })

  it('a malformed companion refuses its list', () => {
    const { lists, refused } = load(file('sdn.csv', SDN), file('alt.csv', '1,1,"aka"'))
    expect(lists).toEqual([])
    expect(refused[0]!.error).toMatchObject({ file: 'alt.csv', line: 1 })
  })

  it('companions without their primary file are refused', () => {
    expect(load(file('alt.csv', ALT)).refused[0]!.error.reason).toContain('primary file')
  })

  it('of two formats the one that says more is used, and two of the same part are refused', () => {
    const { lists, warnings } = load(file('sdn.csv', SDN), file('sdn.xml', SDN_XML))
    expect(lists[0]!.entries).toHaveLength(1)
    expect(warnings).toEqual(['sdn.csv: set aside for sdn.xml, which says more'])
    expect(load(file('sdn.csv', SDN), file('old_sdn.csv', SDN)).refused[0]!.error.reason).toBe('the same part of the list as sdn.csv')
  })

  it('a broken archive is ignored by name', () => {
    expect(load(file('sdn.csv.gz', Buffer.from('no gzip'))).ignored).toEqual(['sdn.csv.gz'])
  })
})

describe('a folder', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lists-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  it('loads what it finds and leaves subfolders and hidden files alone', async () => {
    await Promise.all([
      writeFile(join(dir, 'sdn.csv'), SDN),
      writeFile(join(dir, 'alt.csv'), ALT),
      writeFile(join(dir, 'add.csv'), ADD),
      writeFile(join(dir, 'un.xml.gz'), gzipSync(UN)),
      writeFile(join(dir, '.hidden.csv'), SDN),
      writeFile(join(dir, 'notes.txt'), 'hello'),
      mkdir(join(dir, 'old')),
    ])
    const { lists, refused, warnings, ignored } = await loadFolder({ dir, loadedAt: AT })
    expect(lists.map((l) => [l.source, l.entries.length])).toEqual([
      ['un_sc', 1],
      ['us_ofac_sdn', 2],
    ])
    expect(lists[1]!.entries[0]).toMatchObject({ names: [{ full: 'A CO' }, { full: 'A COMPANY' }], countries: ['BY'] })
    expect([refused, warnings, ignored]).toEqual([[], [], ['notes.txt']])
  })

  it('an empty folder holds no lists, a missing one is an error', async () => {
    expect(await loadFolder({ dir, loadedAt: AT })).toEqual({ lists: [], signs: {}, refused: [], warnings: [], ignored: [] })
    await expect(loadFolder({ dir: join(dir, 'absent') })).rejects.toThrow('ENOENT')
  })
})
