/** Korean family names and how they are spelled, first as on most lists (McCune-Reischauer), then otherwise. Written by hand. */
export const KOREAN_FAMILIES: ReadonlyMap<string, readonly string[]> = new Map(
  (
    '김 kim gim|이 ri lee yi i rhee|리 ri lee yi|박 pak park bak|최 choe choi|정 jong jeong chung jung chong|강 kang gang|조 jo cho joe|윤 yun yoon|장 jang chang|임 im lim rim|림 rim lim im|한 han|오 o oh|서 so seo suh|신 sin shin|권 kwon gwon|' +
    '황 hwang|안 an ahn|송 song|류 ryu yu yoo|유 yu yoo ryu|홍 hong|전 jon jeon chun chon|고 ko go koh|문 mun moon|양 yang|량 ryang yang|손 son sohn|배 pae bae|백 paek baek paik|허 ho heo huh|남 nam|심 sim shim|노 no roh noh|로 ro no roh|하 ha|' +
    '곽 kwak gwak|성 song seong sung|차 cha|주 ju chu joo|우 u woo|구 ku gu koo|현 hyon hyeon hyun|태 tae|원 won|천 chon cheon chun|방 pang bang|변 pyon byeon byun|염 yom yeom|렴 ryom yom|여 yo yeo|려 ryo yo|지 ji chi|엄 om eom um|채 chae|' +
    '나 na ra|라 ra na|민 min|진 jin chin|길 kil gil|연 yon yeon|표 pyo|명 myong myeong myung|기 ki gi|반 pan ban|왕 wang|금 kum geum keum|옥 ok|육 yuk|인 in|맹 maeng|제 je|모 mo|탁 tak|국 kuk guk kook|어 o eo|은 un eun|편 pyon pyeon|' +
    '남궁 namgung|황보 hwangbo|제갈 jegal|선우 sonu seonu sunwoo|독고 tokko dokgo|사공 sagong|서문 somun seomun'
  )
    .split('|')
    .map((row) => {
      const [family, ...spelled] = row.split(' ')
      return [family!, spelled] as const
    }),
)

const hyphenless = (text: string) => text.split(' ').map((s) => (s === '-' ? '' : s))
/** McCune-Reischauer without its marks, which the North and most lists use; the Revised Romanization; and as passports of the South spell. */
const HANGUL_INITIAL = [
  hyphenless('k kk n t tt r m p pp s ss - j jj ch k t p h'),
  hyphenless('g kk n d tt r m b pp s ss - j jj ch k t p h'),
  hyphenless('k k n d t r m b p s s - j j ch k t p h'),
]
const HANGUL_VOWEL = [
  hyphenless('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'),
  hyphenless('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'),
  hyphenless('a ae ya yae u e yu ye o wa wae oe yo oo wo we wi yoo eu ui i'),
]
const HANGUL_FINAL = hyphenless('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t')

/** One syllable in one of the three ways; letters of other scripts as they are. */
export function hangulSyllable(char: string, way: number): string {
  const code = char.codePointAt(0)! - 0xac00
  if (code < 0 || code >= 11172) return char
  return HANGUL_INITIAL[way]![Math.floor(code / 588)]! + HANGUL_VOWEL[way]![Math.floor((code % 588) / 28)]! + HANGUL_FINAL[code % 28]!
}
export const hangulWord = (word: string, way: number): string => [...word].map((char) => hangulSyllable(char, way)).join('')

/** A foreign name spelled in syllables: the vowels put in to make syllables out, the one sign for r and l once and twice. */
export function foreignHangul(word: string): string[] {
  const spelled = [...word].map((char) => hangulSyllable(char, 1)).join("'")
  const bare = spelled
    .replace(/l'r/g, 'l')
    .replace(/([bcdgkpstjhmnrl])eu(?='|$)/g, '$1')
    .replace(/([cj]h?|s)i$/g, '$1')
    .replace(/'/g, '')
  return [bare, bare.replace(/b/g, 'v').replace(/p/g, 'f'), bare.replace(/b/g, 'v'), bare.replace(/p/g, 'f')]
}
