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

test('a name without anything to compare is known as one', () => {
  for (const name of ['!!!', '😀😀', '—', '…', '\u3164', '★ ★', '\ue000\ue001']) expect([name, isComparable(name)]).toEqual([name, false])
  for (const name of ['313', 'U', 'สมชาย', '王', 'ابن', 'ა', 'Ø', 'X Æ', '😀 Ada', 'ʻAkilisi'])
    expect([name, isComparable(name)]).toEqual([name, true])
})
