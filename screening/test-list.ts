import type { ListedEntity, SanctionsList } from './entity.ts'
import { newEntity } from './lists/build.ts'

/** A made-up list for tests: names drawn from parts by a fixed rule, so that every run sees the same ones. */
const GIVEN =
  'Arvid Bertram Casimir Dagmar Edmund Fabiola Gunnar Hedwig Isidor Jolanta Konrad Ludmila Marek Nadezhda Ottokar Pelagia'.split(' ')
const FAMILY =
  'Abernathy Brzezinski Csontos Drozdov Eskildsen Fairweather Gvozdev Hrabal Ilyushkin Jankauskas Kovalchuk Lindqvist Mrazek Novotny'.split(
    ' ',
  )
const PATRONYMIC = ['Ivanovich', 'Petrovich', 'Olegovich']
const FIRMS = 'Northwind Kestrel Obsidian Harbour Meridian Cobalt Larkspur Juniper'.split(' ')
const TRADES = ['Trading LLC', 'Shipping Co., Ltd.', 'Holding JSC', 'Metals and Mining GmbH']

export function testEntities(): ListedEntity[] {
  const people = GIVEN.flatMap((given, g) =>
    FAMILY.map((family, f): ListedEntity => {
      const year = 1940 + ((g * 7 + f * 3) % 50)
      return {
        ...newEntity({ list: 'us_ofac_sdn', id: `p${g}-${f}`, type: 'person' }),
        names: [
          { full: `${given} ${PATRONYMIC[(g + f) % 3]} ${family}`, strength: 'strong', kind: 'primary' },
          { full: `${family} the ${FIRMS[(g + f) % 8]}`, strength: 'weak', kind: 'aka' },
        ],
        dates_of_birth: [{ from: `${year}-03-04`, to: `${year}-03-04`, circa: false, text: `${year}-03-04` }],
        nationalities: [['RU', 'IR', 'KP'][(g + f) % 3]!],
        countries: [['RU', 'IR', 'KP'][(g + f) % 3]!],
        gender: g % 2 ? 'female' : 'male',
        identifiers: [{ type: 'passport', value: `AB ${g}00${f}-77` }],
      }
    }),
  )
  const firms = FIRMS.flatMap((firm, i) =>
    TRADES.map(
      (trade, t): ListedEntity => ({
        ...newEntity({ list: 'un_sc', id: `o${i}-${t}`, type: 'organization' }),
        names: [{ full: `${firm} ${trade}`, strength: 'strong', kind: 'primary' }],
      }),
    ),
  )
  const scripts = ['Сергей Иванович Вымышленный', 'علي حسن المختلق', '虚构人', '김허구', 'Δημήτρης Φανταστικός', '★'].map(
    (full, i): ListedEntity => ({
      ...newEntity({ list: 'eu_fsf', id: `s${i}`, type: 'person' }),
      names: [{ full, strength: 'strong', kind: 'primary' }],
    }),
  )
  return [...people, ...firms, ...scripts]
}

export function testList(entries = testEntities()): SanctionsList {
  const at = '2026-01-01T00:00:00Z'
  return { source: 'us_ofac_sdn', version: 'test', sha256: `test-${entries.length}`, published_at: at, loaded_at: at, entries }
}
