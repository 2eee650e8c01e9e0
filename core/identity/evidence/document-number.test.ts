import { expect, test } from 'vitest'
import { documentSaid } from '../reviews/data.ts'
import { bareNumber } from './document-number.ts'

const said = (number: string) => documentSaid.shape.number.safeParse(number)

test('a document has one number, however it is typed: in other letters that look the same, wide, small, or with what nobody sees', () => {
  const spellings = [
    'AB123456',
    ' ab 12-3456 ',
    // A Hangul filler, a joiner, a soft hyphen and a zero-width space are letters or nothing, and are not seen.
    'AB123456\u3164',
    'AB\u1160123456',
    'A\u200dB\u00ad123\u200b456',
    // The Cyrillic and the Greek A and B, and wide ones.
    '\u0410\u0412123456',
    '\u0391\u0392123456',
    '\uff21\uff22\uff11\uff12\uff13\uff14\uff15\uff16',
    'AB\u00a012\u20113456',
  ]
  for (const spelling of spellings) {
    const { data } = said(spelling)
    expect([spelling, data && bareNumber(data), bareNumber(spelling)]).toEqual([spelling, 'AB123456', 'AB123456'])
  }
})

test('a number of other letters is refused in words at its field, and what a source says of it stays another number', () => {
  for (const number of ['\u0416\u0414 123456', 'AB12345\u00c9', '\u0661\u0662\u0663456', 'AB+123456', '---'])
    expect(said(number).error?.issues.map(({ message }) => message)).toEqual([
      'Write it with the letters A to Z and the digits 0 to 9, as the machine-readable lines have it.',
    ])
  expect(bareNumber('\u0416\u0414 123456')).not.toBe(bareNumber('\u0411\u0413 123456'))
})
