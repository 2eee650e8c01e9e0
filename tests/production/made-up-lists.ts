import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whom the tests ask for: as OFAC writes them. Everybody else on the list is made up. */
const ASKED_FOR = [
  { name: 'BIN LADIN, Usama bin Muhammad bin Awad', remarks: 'DOB 30 Jul 1957; POB Jeddah, Saudi Arabia.' },
  { name: 'NALETILIC, Mladen', remarks: 'DOB 01 Dec 1946; POB Siroki Brijeg, Bosnia-Herzegovina.' },
]

/** Of each kind a little more than `EXPECTED` asks of a first version, or production would hold the list back as cut off. */
const HOW_MANY = { individual: 5_600, entity: 4_600, vessel: 500, aircraft: 300 }
const WITH_WALLET = 200

/** The same of the list of the United Nations. */
const OF_THE_UN = { INDIVIDUAL: 700, ENTITY: 260 }

/**
 * Writes the two lists without which production clears nobody, for an installation that has no real ones, as large as it demands of a first
 * version. They hold whom the tests ask for among people nobody is called like. The same on each run.
 */
export function writeMadeUpLists(folder: string): void {
  writeOfac(folder)
  writeUn(folder)
}

/** OFAC's delimited files. */
function writeOfac(folder: string): void {
  const [sdn, alt, add] = [[] as string[], [] as string[], [] as string[]]
  const entry = (kind: string, name: string, remarks: string) => {
    const id = 1_000 + sdn.length
    sdn.push(`${id},"${name}",${kind === 'entity' ? '-0-' : `"${kind}"`},"SDGT"${',-0- '.repeat(7)},"${remarks}"`)
    return id
  }
  for (const { name, remarks } of ASKED_FOR) entry('individual', name, remarks)
  let n = 0
  for (const [kind, many] of Object.entries(HOW_MANY))
    for (let i = 0; i < many; i++, n++) {
      const person = kind === 'individual'
      const wallet = n < WITH_WALLET ? `; Digital Currency Address - ETH 0x${(n + 1).toString(16).padStart(40, '0f')}` : ''
      const born = person ? `DOB ${String(1 + (n % 28)).padStart(2, '0')} Mar ${1950 + (n % 40)}; nationality Iran; ` : ''
      const id = entry(
        kind,
        person ? `${word(n)}, ${word(n + 7_919)}` : `${word(n)} ${word(n + 7_919)}`,
        `${born}Tax ID No. T${n}${wallet}.`,
      )
      for (const k of [1, 2])
        alt.push(`${id},${2 * id + k},"aka","${person ? `${word(n + k * 20_011)}, ${word(n)}` : word(n + k * 20_011)}",-0- `)
      add.push(`${id},${id},"${n} Street","Tehran","Iran",-0- `)
    }
  for (const [file, rows] of Object.entries({ sdn, alt, add })) writeFileSync(join(folder, `${file}.csv`), `${rows.join('\r\n')}\r\n\x1a`)
}

function writeUn(folder: string): void {
  const entries = Object.entries(OF_THE_UN).map(([kind, many]) =>
    Array.from({ length: many }, (_, i) => {
      const n = 40_000 + i + (kind === 'ENTITY' ? OF_THE_UN.INDIVIDUAL : 0)
      const own =
        kind === 'INDIVIDUAL' &&
        `<SECOND_NAME>${word(n + 7_919)}</SECOND_NAME><NATIONALITY><VALUE>Iran</VALUE></NATIONALITY>` +
          `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${1950 + (n % 40)}-03-05</DATE></INDIVIDUAL_DATE_OF_BIRTH>` +
          `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>P${n}</NUMBER></INDIVIDUAL_DOCUMENT>`
      const aliases = [1, 2, 3, 4].map(
        (k) => `<${kind}_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${word(n + k * 9_001)} ${word(n)}</ALIAS_NAME></${kind}_ALIAS>`,
      )
      return (
        `<${kind}><FIRST_NAME>${word(n)}</FIRST_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>${kind[0]}.${n}</REFERENCE_NUMBER>` +
        `<LISTED_ON>2012-12-31</LISTED_ON>${own || ''}${aliases.join('')}` +
        `<${kind}_ADDRESS><STREET>${n} Street</STREET><COUNTRY>Iran</COUNTRY></${kind}_ADDRESS></${kind}>`
      )
    }).join('\n'),
  )
  const [people, others] = entries
  writeFileSync(
    join(folder, 'consolidated.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST dateGenerated="2026-08-01T23:00:03.110Z">` +
      `<INDIVIDUALS>${people}</INDIVIDUALS><ENTITIES>${others}</ENTITIES></CONSOLIDATED_LIST>`,
  )
}

/** A word of four syllables that is nobody's name: another one for each number. */
const word = (n: number) =>
  [n % 17, Math.floor(n / 17) % 17, Math.floor(n / 289) % 17, Math.floor(n / 4_913) % 17].map((i) => SYLLABLES[i]).join('')
const SYLLABLES = ['XU', 'VOQ', 'ZYK', 'WUX', 'QAV', 'JYZ', 'XOK', 'VUJ', 'ZIQ', 'KWY', 'XEV', 'QOZ', 'JUX', 'VYK', 'ZOW', 'KUQ', 'XIJ']
