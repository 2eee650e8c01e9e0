import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, letterPattern, patternDistance } from './names/edit-distance.ts'
import { abjadKey, fold, skeleton } from './names/fold.ts'
import { scriptOf } from './names/script.ts'
import { prepareName, prepareReadings } from './names.ts'

const words = (name: string) => prepareName(name).tokens.join(' ')

describe('prepareName', () => {
  it.each([
    ['Сергей Владимирович Суровикин', 'sergey vladimirovich surovikin'],
    ['Володимир Зеленський', 'volodymyr zelensky'],
    ['محمد حسن', 'muhammad hasan'],
    ['عبد الرحمن', 'abdul rahman'],
    ['김정은', 'kim jong un'],
    ['夏兵峰', 'xia bing feng'],
    ['ラムザン', 'ramzan'],
    ['نصر الله', 'nasrallah'],
    ['Γιώργος Παπαδόπουλος', 'giorgos papadopulos'],
    ['ANDREASEN, Søren', 'soren andreasen'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Dr. Avery  Quill', 'avery quill'],
    ['Quill Trading Co., Ltd.', 'quill trading co ltd'],
    ['General Avery Quill', 'avery quill'],
    ['General Technology Limited', 'general technology ltd'],
    ['Qu\u00adill\u200b Avery', 'quill avery'],
  ])('spells %s', (name, expected) => expect(words(name)).toBe(expected))

  it.each([
    ['Limited Liability Company Quill', 'Quill LLC'],
    ['Общество с ограниченной ответственностью «Квилл»', 'ООО Квилл'],
    ['Quill Joint-Stock Compny', 'Quill JSC'],
    ['Liability Company Quill Limited', 'LLC Quill'],
    ['A7limited Liability Company', 'A7 LLC'],
    ['Квилл Холдинг', 'Kvill Holding'],
  ])('makes one of %s and %s', (a, b) => {
    const set = (name: string) => prepareName(name).tokens.toSorted()
    expect(set(a)).toEqual(set(b))
  })

  it('gives every text words of plain letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const { tokens, others } of prepareReadings(text)) {
          expect(tokens.length).toBeGreaterThan(0)
          for (const token of tokens) expect(token).toMatch(/^[a-z0-9]{1,60}$/)
          for (const forms of others.values()) for (const form of forms) expect(form).toBeTruthy()
        }
      }),
      { numRuns: 2_000, seed: 4 },
    )
  })

  it('reads what may be spelled by Wade and Giles, whatever syllables meet', () => {
    const syllable = fc.constantFrom('hsu', 'tzu', 'chih', 'kuo', 'hung', 'lung', 'i', 'o', 'lo', 'ssu', 'jih', 'erh', 'wang', 'a', 'fo')
    fc.assert(
      fc.property(fc.array(syllable, { minLength: 1, maxLength: 4 }), (syllables) => {
        for (const { tokens } of prepareReadings(syllables.join(' '))) for (const token of tokens) expect(token).toMatch(/^[a-z0-9]+$/)
      }),
      { numRuns: 500, seed: 4 },
    )
    expect(
      prepareReadings('Hsu Ching-kuo').some(({ tokens, others }) => [tokens[1], ...(others.get(tokens[1]!) ?? [])].includes('jingguo')),
    ).toBe(true)
  })

  it('keeps names without readable letters apart', () => {
    expect(words('★★')).not.toBe(words('♠♠'))
  })
})

describe('scriptOf', () => {
  it.each([
    ['Алексaндр', 'cyrillic'],
    ['محمد', 'arabic'],
    ['山田太郎', 'han'],
    ['やまだ', 'kana'],
    ['Ștefan', 'latin'],
    ['123', 'latin'],
  ])('%s', (text, script) => expect(scriptOf(text)).toBe(script))
})

describe('fold', () => {
  it.each([
    ['khamid', 'hamid'],
    ['yusuf', 'yousuf'],
    ['wladimir', 'vladimir'],
    ['shevchenko', 'sevcenko'],
    ['tchaikovsky', 'chaykovskiy'],
    ['qasim', 'kasim'],
    ['chochrjakov', 'khokhryakov'],
    ['michajlov', 'mikhaylov'],
  ])('%s sounds like %s', (a, b) => expect(fold(a)).toBe(fold(b)))

  it('keeps different names apart', () => {
    for (const [a, b] of [
      ['maria', 'martin'],
      ['ivan', 'igor'],
      ['petrov', 'pavlov'],
    ] as const)
      expect(fold(a)).not.toBe(fold(b))
  })

  it.each([
    ['zawahiri', 'الظواهري'],
    ['sinwar', 'סינוואר'],
    ['khamenei', 'خامنئي'],
    ['jawlani', 'الجولاني'],
  ])('%s has the consonants of %s', (latin, other) => {
    expect(abjadKey(prepareName(other).tokens.at(-1)!)).toBe(abjadKey(latin))
  })

  it('leaves the consonants as skeleton', () => {
    expect(skeleton(fold('husayn'))).toBe(skeleton(fold('hsin')))
  })
})

describe('patternDistance', () => {
  const word = fc
    .string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 20 })
    .map((text) => Uint8Array.from(Buffer.from(text)))
  it('counts what the table counts, in either direction', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = editDistance(a, 0, a.length, b, 0, b.length, 60)
        expect(patternDistance(letterPattern(a)!, a.length, b, 0, b.length)).toBe(edits)
        expect(patternDistance(letterPattern(b)!, b.length, a, 0, a.length)).toBe(edits)
      }),
      { numRuns: 5_000, seed: 4 },
    )
  })
})

it('C4 drops what is said before the names of ships and presidents, and nothing that may be a name', () => {
  const same = (a: string, b: string) => expect(prepareName(a).tokens).toEqual(prepareName(b).tokens)
  same('M/V Tifon', 'TIFON')
  same('m/t. Baneh', 'Baneh')
  same('President Adem Yilmaz', 'ADEM YILMAZ')
  expect(prepareName('M/V').tokens).not.toEqual([])
  expect(words('MV Rao')).toBe('mv rao')
  expect(prepareName('President Hotel').tokens).toContain('president')
})

it.each([
  ['فلاديمير بوتين', 'vladimir putin'],
  ['弗拉基米尔·普京', 'vladimir putin'],
  ['푸틴 블라디미르', 'putin vladimir'],
  ['ウラジーミル・カストロ', 'vladimir kastro'],
  ['김정은', 'kim jong un'],
  ['金正恩', 'kim jong un'],
  ['蒋介石', 'chiang chieh shih'],
  ['陈志强', 'chan chi keung'],
  ['林志强', 'lim chee keong'],
  ['田中太郎', 'tanaka taro'],
  ['しんぞう あべ', 'shinzo abe'],
  ['נתניהו', 'netanyahu'],
  ['شرکت نفت', 'co oil'],
  ['ذ.م.م النور للتجارة', 'llc al nur trading'],
  ['华为技术有限公司', 'hua wei technology ltd'],
  ['조선무역은행', 'jo son trading bank'],
  ['ბანკი თბილისი', 'bank tbilisi'],
  ['Սարգսյան', 'sargsyan'],
])('C4 one of the ways to read %s is %s', (name, expected) => {
  const ways = prepareReadings(name).map(({ tokens, others }) => tokens.map((token) => [token, ...(others.get(token) ?? [])]))
  const wanted = expected.split(' ')
  expect(
    ways.some((way) => way.length === wanted.length && way.every((forms, i) => forms.some((form) => fold(form) === fold(wanted[i]!)))),
    JSON.stringify(ways),
  ).toBe(true)
})
