import { expect, test } from 'vitest'
import { newEntity } from './lists/build.ts'
import { readingsOf } from './names/readings.ts'
import { isComparable } from './names.ts'
import { createScreener } from './screen.ts'

const named = (id: string, full: string) => ({
  ...newEntity({ list: 'un_sc', id, type: 'person' }),
  names: [{ full, strength: 'strong' as const, kind: 'primary' as const }],
})
const screener = createScreener([
  {
    source: 'un_sc',
    version: '1',
    sha256: '',
    published_at: '',
    loaded_at: '',
    entries: [named('1', 'Vladimir Petrov'), named('2', 'Carlos Corpas'), named('3', 'Xu Ho'), named('4', 'Роман Сосо')],
  },
])
const best = (full_name: string) => screener.screen({ full_name })[0]?.score ?? 0

test('letters that only look like those of a listed name are read as those', () => {
  for (const disguised of [
    'Саrlоs Соrраs',
    'Сarlos Сorpas',
    'Vladimir Рetrоv',
    'Vlаdimir Реtrоv',
    'Χu Нο',
    'Xu Но',
    '𝐕𝐥𝐚𝐝𝐢𝐦𝐢𝐫 𝐏𝐞𝐭𝐫𝐨𝐯',
    'Ⓥⓛⓐⓓⓘⓜⓘⓡ Ｐetrov',
    'Vla\u{e0061}dimir\u{e007f} Pet\u061crov',
    'Vla\ufe0fdimir Pe\u034ftrov',
  ])
    expect([disguised, best(disguised)]).toEqual([disguised, 1])
  // A name in its own script is what it seems.
  expect(best('Роман Сосо')).toBe(1)
  expect(readingsOf('Владимир Петров')).toEqual(['Владимир Петров'])
  expect(readingsOf('Παπαδόπουλος')).toEqual(['Παπαδόπουλος'])
})

test('what somebody is called besides hides no name', () => {
  for (const full of ['Vladimir "The Fox" Petrov', 'Vladimir (Volodya) Petrov', 'Carlos «El Rápido» Corpas', 'Vlаdimir [old] Реtrov'])
    expect([full, best(full)]).toEqual([full, 1])
  expect(readingsOf('(Vladimir Petrov)')).toEqual(['(Vladimir Petrov)'])
  expect(readingsOf('O"Neill')).toEqual(['O"Neill'])
})

test('C10 letters of any script, digits and signs that look like those of a listed name are read as those', () => {
  for (const disguised of ['ꓦꓡꓮꓓꓲꓟꓲꓣ ꓑꓰꓔꓣꓳꓦ', 'ᏙlᎪdimir ꓑetroᏙ', 'Vladimir Pҽtrov'.replace('ҽ', 'ε'), 'Vl4d1m1r P3tr0v', 'Vl@dimir Petr0v'])
    expect([disguised, best(disguised)]).toEqual([disguised, 1])
  expect(best('Cαrlοs Corραs')).toBe(1)
  expect(best('Cⲁrlⲟs Cօrpaꮪ')).toBe(1)
  // Numbers are what they seem.
  expect(readingsOf('Zar Ryok 2')).toEqual(['Zar Ryok 2'])
  expect(readingsOf('Opening 2026!')).toEqual(['Opening 2026!'])
})

test('C2 what a name is wrapped in hides no name', () => {
  for (const full of [
    'John Miller c/o Vladimir Petrov',
    'Estate of the late Vladimir Petrov',
    'Vladimir Petrov d/b/a Sunshine Trading Company of the East',
    'John Henry Miller aka Vladimir Petrov',
    'John Miller on behalf of Carlos Corpas',
    'Joe Bloggs of Long Acre; Carlos Corpas',
    'Carlos Corpas - account 4411 of the branch',
    'Carlos Corpas, IBAN DE89370400440532013000',
    'Carlos Corpas Family Trust',
  ])
    expect([full, best(full)]).toEqual([full, 1])
  expect(readingsOf('Maersk A/S')).toEqual(['Maersk A/S'])
  expect(readingsOf('Anna-Maria Garcia Lopez')).toEqual(['Anna-Maria Garcia Lopez'])
})

test('C2 a ship is found by its name or number whatever is said around it, and nobody else is', () => {
  const ship = { ...named('5', 'Tifon'), type: 'vessel' as const, vessel: { imo: '9187629' } as never }
  const list = { source: 'un_sc' as const, version: '1', sha256: '', published_at: '', loaded_at: '' }
  const ships = createScreener([{ ...list, entries: [ship, named('6', 'Rao')] }])
  const found = (full_name: string) => ships.screen({ full_name })[0]?.entity.id
  for (const said of [
    'MV Tifon',
    'M.V. TIFON',
    'Motor vessel Tifon',
    'The oil tanker Tifon',
    'MT Tifon IMO 9000000',
    'Blue Star ex Tifon, Panama',
    'Yacht Tifon (ex Blue Star)',
    'Blue Star of Panama IMO9187629',
  ])
    expect([said, found(said)]).toEqual([said, 'un_sc:5'])
  expect(found('MV Rao')).toBeUndefined()
})

test('a name without anything to compare is known as one', () => {
  for (const name of ['!!!', '😀😀', '—', '…', '\u3164', '★ ★', '\ue000\ue001']) expect([name, isComparable(name)]).toEqual([name, false])
  for (const name of ['313', 'U', 'สมชาย', '王', 'ابن', 'ა', 'Ø', 'X Æ', '😀 Ada', 'ʻAkilisi'])
    expect([name, isComparable(name)]).toEqual([name, true])
})
