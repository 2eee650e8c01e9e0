import anyAscii from 'any-ascii'

export type ChineseWay = 'mandarin' | 'wade_giles' | 'cantonese' | 'hokkien'
/** Readings beside Mandarin in pinyin. */
export const CHINESE_READINGS: readonly ChineseWay[] = ['wade_giles', 'cantonese', 'hokkien']

/** Characters whose reading as a surname is not their usual one. */
const SURNAME_READING: Readonly<Record<string, string>> = {
  曾: 'zeng',
  单: 'shan',
  單: 'shan',
  解: 'xie',
  仇: 'qiu',
  查: 'zha',
  盖: 'ge',
  朴: 'piao',
  区: 'ou',
  區: 'ou',
  任: 'ren',
  冼: 'xian',
  乐: 'yue',
  樂: 'yue',
  尉: 'yu',
  种: 'chong',
  缪: 'miao',
  覃: 'qin',
  翟: 'zhai',
  长: 'chang',
  重: 'chong',
}

/** Characters of names with their spelling in Hong Kong and in Singapore and Taiwan among speakers of Hokkien. Written by hand. */
const SOUTHERN = new Map<string, readonly [string, string]>(
  (
    '陈陳 chan tan|林 lam lim|黄黃 wong ng|李 lee lee|王 wong ong|张張 cheung teo|吴吳 ng goh|刘劉 lau low|蔡 choi chua|杨楊 yeung yeo|许許 hui koh|郑鄭 cheng tay|谢謝 tse chia|郭 kwok kwek|洪 hung ang|曾 tsang chan|邱 yau khoo|' +
    '廖 liu leow|赖賴 lai lua|周 chow chew|叶葉 yip yap|苏蘇 so soh|庄莊 chong chng|吕呂 lui loo|江 kong kang|何 ho ho|萧蕭 siu siow|罗羅 law loh|高 ko koh|潘 poon phua|朱 chu choo|钟鍾 chung cheong|游 yau yew|詹 chim chiam|' +
    '胡 wu oh|施 sze see|沈 shum sim|余 yu yee|卢盧 lo loh|梁 leung neo|赵趙 chiu teo|颜顏 ngan gan|柯 o kua|孙孫 suen soon|魏 ngai gwee|翁 yung ong|戴 tai tay|范 fan huan|方 fong png|宋 sung song|邓鄧 tang teng|杜 to toh|' +
    '傅 fu poh|侯 hau how|曹 tso chou|薛 sit sih|丁 ting teng|卓 cheuk toh|马馬 ma beh|董 tung tang|唐 tong tng|蓝藍 lam nah|石 shek cheoh|蒋蔣 cheung chiew|古 ku koh|田 tin chan|姚 yiu yeo|连連 lin lian|冯馮 fung pang|徐 tsui chee|' +
    '彭 pang phee|袁 yuen wang|程 ching theng|白 pak peh|韩韓 hon han|姜 keung kiang|任 yam jim|关關 kwan kuan|陆陸 luk loke|龙龍 lung leong|谭譚 tam tham|温 wan oon|简簡 kan kan|甘 kam kam|欧歐 au au|区區 au au|麦麥 mak beh|伍 ng goh|' +
    '伟偉 wai wee|强強 keung keong|军軍 kwan koon|建 kin kian|国國 kwok kok|文 man boon|明 ming beng|华華 wah hua|志 chi chee|永 wing eng|春 chun choon|海 hoi hai|德 tak teck|金 kam kim|玉 yuk geok|红紅 hung hong|秀 sau siew|英 ying eng|' +
    '芳 fong hong|丽麗 lai lee|平 ping peng|东東 tung tong|成 shing seng|光 kwong kong|荣榮 wing eng|庆慶 hing kheng|福 fuk hock|生 sang seng|学學 hok hak|忠 chung tiong|义義 yee ghee|泽澤 chak tek|恩 yan eng|正 ching cheng|小 siu seow|' +
    '晓曉 hiu siow|俊 chun choon|杰傑 kit kiat|宏 wang hong|立 lap lip|安 on ann|新 san sin|清 ching cheng|宁寧 ning leng|山 shan san|云雲 wan yun|松 chung siong|培 pui puay|家 ka ka|嘉 ka kah|志 chi chee|锦錦 kam kim|辉輝 fai hui|豪 ho ho|' +
    '健 kin kian|民 man min|美 mei bee|兰蘭 lan lan|凤鳳 fung hong|珍 chun tin|慧 wai hui|敏 man min|雄 hung hiong|龙龍 lung leong|祥 cheung siang|耀 yiu yeow|振 chun chin|世 sai sey|仁 yan jin|信 shun sin|伦倫 lun loon|达達 tat tat|昌 cheong chiang|' +
    '贤賢 yin hian|良 leung leong|泉 chuen chuan|源 yuen guan|発發发 fat huat|财財 choi chye|贵貴 kwai kwee|富 fu hu|喜 hei hee|乐樂 lok lok|天 tin thian|水 shui chwee|木 muk bok|火 fo hwee|土 to thor|大 tai tua|太 tai thai|中 chung tiong|' +
    '子 tsz choo|宗 chung chong|思 sze soo|心 sum sim|月 yuet guat|星 sing seng|雪 suet seok|梅 mui mui|莲蓮 lin lian|娟 kuen kuan|婷 ting teng|静靜 ching cheng|怡 yee ee|佩 pui puay|淑 suk sock|惠 wai hui|仪儀 yee ghee|钧鈞 kwan koon|铭銘 ming beng|' +
    '浩 ho ho|宇 yu woo|轩軒 hin hian|凯凱 hoi khye|旭 yuk hiok|升 sing seng|进進 chun chin|兴興 hing heng|贸貿 mau boh|业業 yip giap|汉漢 hon han|武 mo boo|勇 yung yong|毅 ngai gee|坚堅 kin kian|刚剛 kong kong|峰 fung hong|波 po poh|涛濤 to toh|洋 yeung yeo'
  )
    .split('|')
    .flatMap((row) => {
      const [characters, hongKong, singapore] = row.split(' ') as [string, string, string]
      return [...characters].map((character) => [character, [hongKong, singapore]] as const)
    }),
)

/** The reading of one character; `first`: as a family name. Where a way has none of its own the Mandarin one. */
export function chineseSyllable(character: string, way: ChineseWay, first: boolean): string {
  const southern = way === 'cantonese' || way === 'hokkien' ? SOUTHERN.get(character)?.[way === 'cantonese' ? 0 : 1] : undefined
  if (southern) return southern
  const pinyin = (first ? SURNAME_READING[character] : undefined) ?? anyAscii(character).toLowerCase()
  return way === 'wade_giles' ? wadeGiles(pinyin) : pinyin
}

const WHOLE: Readonly<Record<string, string>> = {
  zi: 'tzu',
  ci: 'tzu',
  si: 'ssu',
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  yi: 'i',
  you: 'yu',
  yong: 'yung',
  yan: 'yen',
  ye: 'yeh',
  yue: 'yueh',
  er: 'erh',
  ge: 'ko',
  ke: 'ko',
  he: 'ho',
  e: 'o',
  gui: 'kuei',
  kui: 'kuei',
}
const INITIAL: Readonly<Record<string, string>> = {
  b: 'p',
  d: 't',
  g: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  zh: 'ch',
  ch: 'ch',
  r: 'j',
  z: 'ts',
  c: 'ts',
}
const FINAL: Readonly<Record<string, string>> = { ong: 'ung', iong: 'iung', ian: 'ien', ie: 'ieh', ue: 'ueh' }
/** Initials after which Wade and Giles write -o for -uo. */
const SHORT_O = new Set(['d', 't', 'n', 'l', 'z', 'c', 's', 'zh', 'ch', 'r'])

/** A syllable of pinyin by Wade and Giles, apostrophes left out as lists do. */
function wadeGiles(pinyin: string): string {
  const whole = WHOLE[pinyin]
  if (whole) return whole
  const [, initial, final] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(.*)$/.exec(pinyin)!
  const vowels = final === 'uo' && SHORT_O.has(initial!) ? 'o' : (FINAL[final!] ?? final!)
  return (INITIAL[initial!] ?? initial!) + vowels
}

const PINYIN_INITIALS = 'b p m f d t n l g k h j q x zh ch sh r z c s y w'.split(' ').concat('')
const PINYIN_FINALS = 'a o e i u ai ei ui ao ou iu ie ue er an en in un ang eng ing ong ia iao ian iang iong ua uo uai uan uang'.split(' ')
const PINYIN = new Set(PINYIN_INITIALS.flatMap((initial) => PINYIN_FINALS.map((final) => initial + final)).filter(isPinyin))
/** Initials with the finals they have none of. */
function isPinyin(syllable: string): boolean {
  if (/^[jqx](?:a|o|e|ai|ei|ao|ou|an|en|ang|eng|ong|ui|ua|uo|uai|uang)$/.test(syllable)) return false
  if (/^(?:zh|ch|sh|[rzcsgkhfbpmw])i[aeou]/.test(syllable) && !/^[bpm]i(?:e|ao|an|u)$/.test(syllable)) return false
  return !/^(?:[gkhfw]i|[yw]i.|[bpmfw]u.|y(?:ai|ei|ui|en|eng)|w(?:e|ao|ou|er)|r(?:a|ai|ei|ia))$/.test(syllable)
}
const FROM_WADE_GILES = new Map<string, string[]>()
for (const syllable of PINYIN) FROM_WADE_GILES.set(wadeGiles(syllable), [...(FROM_WADE_GILES.get(wadeGiles(syllable)) ?? []), syllable])

/** In pinyin what is spelled by Wade and Giles: for each word what it may be. Null for what is not, or cannot be told from pinyin. */
export function pinyinOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> | null {
  if (words.length < 2 || words.length > 4) return null
  let told = false
  const found = new Map<string, readonly string[]>()
  for (const word of words) {
    const syllables = word.length > 6 ? undefined : FROM_WADE_GILES.get(word)
    if (!syllables) return null
    if (!PINYIN.has(word)) told = true
    const others = syllables.filter((syllable) => syllable !== word)
    if (others.length) found.set(word, others)
  }
  return told ? found : null
}

/** The two syllables of a given name as pinyin writes them, together, whatever each may be; null for names of other lengths. */
export function givenInPinyin(words: readonly string[], others: ReadonlyMap<string, readonly string[]>): string[] | null {
  if (words.length !== 3) return null
  const [front, back] = [words[1]!, words[2]!].map((word) => [...(others.get(word) ?? []), ...(PINYIN.has(word) ? [word] : [])])
  const together = front!.flatMap((a) => back!.map((b) => a + b))
  return together.length ? together : null
}

/** Characters of Korean names and how Korean reads them. Written by hand. */
export const KOREAN_CHARACTERS: ReadonlyMap<string, string> = new Map(
  (
    '金김 李리 朴박 崔최 鄭정 郑정 姜강 趙조 赵조 尹윤 張장 张장 林림 韓한 韩한 吳오 吴오 徐서 申신 權권 权권 黃황 黄황 安안 宋송 柳류 洪홍 全전 高고 文문 梁량 孫손 孙손 裵배 裴배 白백 許허 许허 南남 沈심 盧로 卢로 河하 郭곽 成성 車차 车차 朱주 禹우 具구 ' +
    '玄현 太태 元원 千천 方방 邊변 边변 康강 池지 嚴엄 严엄 蔡채 田전 楊양 杨양 閔민 闵민 陳진 陈진 廉렴 潘반 吉길 羅라 罗라 正정 恩은 日일 永영 哲철 英영 浩호 光광 明명 成성 勳훈 勋훈 男남 與여 与여 龍룡 龙룡 海해 國국 国국 德덕 學학 学학 植식 鐵철 铁철 ' +
    '元원 相상 秀수 東동 东동 順순 顺순 姬희 姫희 敬경 淑숙 善선 在재 才재 泰태 容용 昌창 春춘 仁인 義의 义의 禮례 礼례 智지 信신 勝승 胜승 福복 錫석 锡석 奎규 圭규 煥환 焕환 俊준 準준 赫혁 革혁 基기 起기 弼필 虎호 鎬호 镐호 熙희 喜희 希희 慶경 庆경 燮섭 鎭진 镇진 ' +
    '振진 晉진 强강 強강 勇용 雄웅 雲운 云운 月월 玉옥 貞정 贞정 愛애 爱애 美미 京경 景경 炳병 秉병 丙병 柱주 周주 宗종 鍾종 钟종 鐘종 中중 忠충 忠충 孝효 賢현 贤현 顯현 显현 鉉현 민민 民민 敏민 旻민 承승 昇승 升승 一일 二이 三삼 石석 山산 川천 水수 木목 土토 ' +
    '華화 华화 和화 花화 星성 聖성 圣성 盛성 誠성 诚성 松송 竹죽 梅매 蘭란 兰란 大대 小소 太태 平평 坪평 道도 度도 都도 律률 烈렬 列열 寧녕 宁녕 甲갑 乙을 權권 根근 權권 燦찬 灿찬 贊찬 讚찬 赞찬 載재 宰재 佑우 宇우 雨우 友우 祐우 允윤 潤윤 润윤 胤윤 延연 妍연 娟연 蓮련 莲련'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair[1]!] as const),
)
const KOREAN_FAMILY_CHARACTERS = new Set(
  '金李朴崔鄭郑姜趙赵尹張张林韓韩吳吴徐申權权黃黄安宋柳洪全高文梁孫孙裵裴白許许南沈盧卢河郭成車车朱禹具玄太元千方邊边康池嚴严蔡田楊杨閔闵陳陈廉潘吉羅罗',
)
export const isKoreanFamilyCharacter = (character: string): boolean => KOREAN_FAMILY_CHARACTERS.has(character)
