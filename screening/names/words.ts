/** Forms of address, dropped while at least two other words remain. */
export const TITLES: ReadonlySet<string> = words(`
mr mrs ms miss dr general gen eng engr engineer prof professor col colonel hon honourable honorable sir lady lord lt lieutenant maj major capt captain rev
reverend sgt sergeant brig brigadier admiral adm cmdr commander marshal minister senator president comrade herr frau monsieur madame senor senora`)

/** Titles that are as often part of the name: kept, at little weight. */
export const HONORIFICS: ReadonlySet<string> = words(`
sheikh shaikh shaykh sheik cheikh sheykh haji hajji hajj hadji alhaj sayyid sayed seyed seyyed sayyed mullah mulla maulavi mawlawi maulawi moulavi molla
imam ayatollah hojatoleslam mufti qari hafiz ustad ostad don dona`)

/** Words that say what kind of body it is, or nothing: a small weight, whatever their rarity on the lists. */
export const LEGAL_FORMS: ReadonlySet<string> = words(
  'llc ltd co corp inc jsc gmbh sa ag open public closed nv bv srl spa sarl fze fzco fzc llp lp plc pte pvt doo kg oy ab as aps sdn bhd kft sro ood eood ead ad dmcc group holding',
)

/** Legal forms that are no part of a person's name either. */
export const COMPANY_FORMS: ReadonlySet<string> = words('llc ltd co corp inc jsc gmbh plc pte pvt llp fze fzco fzc')

/** Small words inside names. */
export const PARTICLES: ReadonlySet<string> = words(
  'za na al el ul bin ben ibn bint ould bou abu abd abdul abou umm de del la las los da do dos di van von der den ter le du des sociedad anonima limitada e y and the of for und et i',
)

/** Long words of legal forms worth mending when mistyped, and splitting off when written together with the name. */
export const LEGAL_WORDS: readonly string[] = [
  'limited',
  'liability',
  'company',
  'joint',
  'stock',
  'corporation',
  'obshchestvo',
  'ogranichennoi',
  'otvetstvennostiu',
  'aktsionernoe',
  'incorporated',
  'sirketi',
  'kompaniya',
]

/** Legal forms written out, and their short form. Applied in this order to the words joined by single blanks. */
export const LEGAL_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bgesellschaft mit beschraenkter haftung\b|\bgesellschaft mbh\b/g, 'gmbh'],
  [/\bsociete anonyme\b|\bsociedad anonima\b|\bs a\b/g, 'sa'],
  [/\bsociedad de responsabilidad limitada\b|\bsociete a responsabilite limitee\b/g, 'srl'],
  [/\btovar[iy]stvo z obmezhenoyu vidpovidalnistyu\b/g, 'llc'],
  [/\bint l\b|\bintl\b/g, 'international'],
  [/\bfree zone establishment\b/g, 'fze'],
  [/\bfree zone (?:company|co)\b/g, 'fzco'],
]

/** Single words for legal forms. */
export const LEGAL_SHORT: ReadonlyMap<string, string> = pairs(`
ooo llc|tov llc|taa llc|aat jsc|pjsc jsc|ojsc jsc|cjsc jsc|pao jsc|oao jsc|zao jsc|nao jsc|ao jsc|pat jsc|prat jsc|aktiengesellschaft ag|aktiengeselschaft ag
company co|compagnie co|compania co|companhia co|kompaniya co|kompania co|kompanija co|sirketi co|cie co|corporation corp|korporatsiya corp|korporatsiia corp
limited ltd|ltda ltd|limitada ltd|limitee ltd|incorporated inc|private pvt|stoc stock|stok stock`)

/**
 * Words that together, in any order and even with one missing, spell out a legal form: one of `sign` makes it, all of `words` go.
 */
export const LEGAL_BAGS: readonly { sign: RegExp; words: RegExp; short: string }[] = [
  { sign: /^liability$/, words: /^(?:liability|ltd|co|with)$/, short: 'llc' },
  { sign: /^(?:ogranich\w*|otvetstv\w*)$/, words: /^(?:obshch?estvo|s|ogranich\w*|otvetstv\w*)$/, short: 'llc' },
  { sign: /^aktsion\w*$/, words: /^(?:obshch?estvo|druzhestvo|aktsion\w*|publichn\w*|otkryt\w*|zakryt\w*|nepublichn\w*)$/, short: 'jsc' },
  { sign: /^(?:joint|stock)$/, words: /^(?:joint|stock|co|open|public|closed|pvt)$/, short: 'jsc' },
]

/** One word for the same thing in the languages companies are listed in. */
export const ORG_SYNONYMS: ReadonlyMap<string, string> = pairs(`
kholding holding|holdings holding|kholdinga holding|holdinq holding|gruppa group|grupp group|gruppe group|groupe group|grupo group|gruppo group|grup group|hruppa group
bank bank|banka bank|banque bank|banco bank|trade trading|torgovyi trading|torgovy trading|torgovaya trading|treyding trading|treid trading|comercial commercial|kommercheskii commercial|kommerchesky commercial|commercial commercial
zavod plant|zavoda plant|plant plant|fabrika factory|factory factory|kombinat combine|combine combine|nauchno scientific|nauchnyi scientific|nauchny scientific|scientific scientific|issledovatelskii research|issledovatelsky research|research research|proizvodstvennyi production|proizvodstvennoe production|proizvodstvennaya production|production production
predpriyatie enterprise|predpriiatie enterprise|enterprise enterprise|enterprises enterprise|tsentr center|centre center|centr center|centro center|center center|institut institute|instituto institute|institute institute|universitet university|universidad university|universite university|university university
fond fund|foundation fund|fund fund|fundacion fund|gosudarstvennyi state|gosudarstvennoe state|gosudarstvennaya state|state state|federalnoe federal|federalnyi federal|federalnaya federal|federal federal|natsionalnyi national|natsionalnaya national|nacional national|nationale national|national national
mezhdunarodnyi international|mezhdunarodnaya international|internacional international|internationale international|international international|obedinenie association|obedinennaya united|association association|asociacion association|union union|soyuz union|stroitelnaya construction|stroitelnyi construction|construction construction|stroi construction
transportnaya transport|transport transport|transportes transport|logistika logistics|logistic logistics|logistics logistics|tekhnologii technology|tekhnologiya technology|technologies technology|technology technology|tech technology|tekhnologicheskii technological|sistemy systems|sistema systems|system systems|systems systems
industriya industry|industrial industry|industries industry|industry industry|promyshlennaya industry|promyshlennyi industry|servis service|services service|service service|servicios service|invest investment|investments investment|investment investment|investitsii investment|investitsionnaya investment|inversiones investment|kapital capital|capital capital
energiya energy|energetika energy|energetic energy|energy energy|energo energy|neft oil|neftyanaya oil|oil oil|gaz gas|gazovaya gas|gas gas|khimicheskii chemical|khimicheskaya chemical|chemicals chemical|chemical chemical|shipping shipping|sudokhodnaya shipping|morskoi marine|marine marine|maritime marine|marin marine|aviatsiya aviation|aviatsionnaya aviation|aviation aviation
company co|organizatsiya organization|organizatsiia organization|organizaciya organization|organisation organization|organizacion organization|atomna atomic|atomnoi atomic|atomnaya atomic|atomnoy atomic|nuklearna nuclear|yadernaya nuclear|natsionalna national|natsionalnoe national|narodna people|narodnaya people|peoples people|armiya army|armija army|ejercito army|ruska russian|russkaya russian|russkii russian|rossiiskaya russian|ministry ministry|shpg shipping|shipg shipping|mfg manufacturing|ministerstvo ministry|ministerio ministry|partiya party|partia party|party party|dvizhenie movement|movement movement|imeni named|named named|management management|upravlyayushchaya management|general general|generalnyi general`)

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

function pairs(text: string): Map<string, string> {
  return new Map(
    text
      .trim()
      .split(/[|\n]/)
      .map((pair) => pair.split(' ') as [string, string]),
  )
}
