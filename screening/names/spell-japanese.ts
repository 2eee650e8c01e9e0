import { plainLatin, table } from './letters.ts'

/** Japanese spelled in syllables, by Hepburn; of a foreign name without the vowels put in to make syllables, and with l for r. */
export function kanaSpellings(word: string): string[] {
  const long = plainLatin(romaji(word)).replace(/[^a-z~]/g, '')
  const spelled = long.replace(/~/g, '')
  if (!/[\p{Script=Katakana}]/u.test(word)) return [spelled, spelled.replace(/ou/g, 'o').replace(/oo/g, 'oh').replace(/uu/g, 'u')]
  const bare = long
    .replace(/([kgsbpfmrvzh]|ts)u(?=[^aeiouy~]|$)/g, (_, c: string) => (c === 'ts' ? 't' : c))
    .replace(/([td])o(?=[^aeiouy~]|$)/g, '$1')
    .replace(/(?<=[cj]h?|sh)i$/, '')
    .replace(/~/g, '')
  return [bare, bare.replace(/r/g, 'l'), spelled, bare.replace(/b/g, 'v').replace(/s/g, 'th')]
}

const KANA = table(
  'あ a い i う u え e お o か ka き ki く ku け ke こ ko が ga ぎ gi ぐ gu げ ge ご go さ sa し shi す su せ se そ so ざ za じ ji ず zu ぜ ze ぞ zo ' +
    'た ta ち chi つ tsu て te と to だ da ぢ ji づ zu で de ど do な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ば ba び bi ぶ bu べ be ぼ bo ' +
    'ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ま ma み mi む mu め me も mo や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa ゐ i ゑ e を o ん n ゔ vu ' +
    'ぁ a ぃ i ぅ u ぇ e ぉ o ゃ ya ゅ yu ょ yo ゎ wa',
)

function romaji(word: string): string {
  let out = ''
  let doubled = false
  for (const char of word.normalize('NFC')) {
    const code = char.charCodeAt(0)
    const kana = code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - 0x60) : char
    if (kana === 'っ') doubled = true
    else if (char === 'ー') out += '~'
    else {
      const sound = KANA.get(kana) ?? char
      if ('ゃゅょ'.includes(kana) && /i$/.test(out)) out = out.slice(0, -1) + (/(?:sh|ch|j)i$/.test(out) ? sound.slice(1) : sound)
      else if ('ぁぃぅぇぉ'.includes(kana) && /[aiueo]$/.test(out))
        out = out.slice(0, -1) + (/(?:^|[aeiou])u$/.test(out) ? 'w' : '') + sound
      else out += (doubled ? sound[0] : '') + sound
      doubled = false
    }
  }
  return out
}
