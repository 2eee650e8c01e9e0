import { plainLatin, spellLetters, table } from './letters.ts'

const GEORGIAN = table(
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ k შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h ჲ y ჱ e ჳ w ჴ kh ჵ o',
)
const ARMENIAN = table(
  'ա a բ b գ g դ d ե e զ z է e ը e թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k և ev օ o ֆ f',
)
/** Western Armenian sounds the letters of one pair the other way round. */
const WESTERN: Readonly<Record<string, string>> = { բ: 'պ', պ: 'բ', գ: 'կ', կ: 'գ', դ: 'տ', տ: 'դ', ձ: 'ծ', ծ: 'ձ', ճ: 'ջ', ջ: 'ճ' }
const THAI = table(
  'ก k ข kh ค kh ฆ kh ง ng จ ch ฉ ch ช ch ซ s ฌ ch ญ y ฎ d ฏ t ฐ th ฑ th ฒ th ณ n ด d ต t ถ th ท th ธ th น n บ b ป p ผ ph ฝ f พ ph ฟ f ภ ph ม m ย y ร r ฤ rue ล l ว w ศ s ษ s ส s ห h ฬ l อ - ฮ h ' +
    'ะ a ั a า a ำ am ิ i ี i ึ ue ื ue ุ u ู u เ e แ ae โ o ไ ai ใ ai ็ - ๅ -',
)
const THAI_FINAL: Readonly<Record<string, string>> = {
  ร: 'n',
  ล: 'n',
  ญ: 'n',
  ณ: 'n',
  ฬ: 'n',
  จ: 't',
  ช: 't',
  ซ: 't',
  ศ: 't',
  ษ: 't',
  ส: 't',
  ด: 't',
  ต: 't',
  ท: 't',
  ธ: 't',
  ถ: 't',
  บ: 'p',
  พ: 'p',
  ภ: 'p',
  ฟ: 'p',
  ค: 'k',
  ข: 'k',
}

/** Georgian, Armenian and Thai by their letters; others as the general table has them. */
export function otherSpellings(word: string): string[] {
  const letters = word.normalize('NFC').toLowerCase()
  if (/\p{Script=Georgian}/u.test(letters)) {
    const spelled = spellLetters(letters, GEORGIAN)
    // A foreign name takes the ending of the nominative.
    const foreign = spellLetters(letters.replace(/ფ/g, 'f'), GEORGIAN)
    return [spelled, foreign, foreign.replace(/(?<=[^aeiou]{1})i$/, '')]
  }
  if (/\p{Script=Armenian}/u.test(letters)) {
    const joined = letters
      .replace(/ու/g, 'u')
      .replace(/^ո(?=[^վ])/, 'vo')
      .replace(/^ե/, 'ye')
    const western = [...joined].map((char) => WESTERN[char] ?? char).join('')
    return [spellLetters(joined, ARMENIAN), spellLetters(western, ARMENIAN)]
  }
  if (/\p{Script=Thai}/u.test(letters)) return thaiSpellings(letters)
  return [plainLatin(letters)]
}

/** By the Royal system as far as letters tell it; silent letters and tone marks left out. */
function thaiSpellings(word: string): string[] {
  const bare = word
    .replace(/[\u0e01-\u0e2e][ิุ]?์/g, '')
    .replace(/[่-๋]/g, '')
    .replace(/ทร/g, 'ซ')
    .replace(/รร(?=[\u0e01-\u0e2e])/g, 'ั')
    .replace(/รร/g, 'ัน')
    .replace(/ห(?=[งญนมยรลว])/g, '')
    // Vowels written before the consonant sound after it.
    .replace(/([เแโไใ])([\u0e01-\u0e2e])/g, '$2$1')
    .replace(/เา/g, 'เา')
  let out = ''
  const chars = [...bare]
  chars.forEach((char, i) => {
    const isConsonant = char >= 'ก' && char <= 'ฮ'
    const next = chars[i + 1]
    const before = chars[i - 1]
    const nextIsVowel = next !== undefined && !(next >= 'ก' && next <= 'ฮ')
    const afterVowel = before !== undefined && !(before >= 'ก' && before <= 'ฮ')
    if (isConsonant && !nextIsVowel && (afterVowel || i === chars.length - 1)) out += THAI_FINAL[char] ?? THAI.get(char) ?? ''
    else out += (THAI.get(char) ?? '') + (isConsonant && !nextIsVowel && i < chars.length - 1 ? 'a' : '')
  })
  const lettered = chars.map((char) => THAI.get(char) ?? '').join('')
  return [out, lettered, out.replace(/([ptk])h/g, '$1').replace(/w/g, 'v'), lettered.replace(/([ptk])h/g, '$1')]
}
