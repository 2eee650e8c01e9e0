// What people's files say in ways of their own, read as the API's words where only one reading is possible.

import { countryCode } from '#core/kernel/countries.ts'
import { listedAddress } from '#core/kernel/fields.ts'
import { countryCode as listedCountry } from '#screening/lists/countries.ts'

/** A value read, or the reason why it cannot be, which says what to mend. */
export type Reading<T> = { value: T } | { problem: string }

/** What programs write into a cell for "nothing". Not `NA`, which is Namibia. */
const NOTHING = /^(?:-+|n\/a|#n\/a|null|none|nil|unknown|not known|not available|not applicable|undefined|0{4}-00-00|00[/.]00[/.]0{4})$/i

export const isNothing = (text: string): boolean => NOTHING.test(text)

// A joiner after a letter that is not Latin belongs to the spelling of Persian, Nepali or Sinhala names.
const UNSEEN = /(?<![^\p{Script=Latin}\P{L}]\p{M}*)[\u200c\u200d]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const BLANKS = /[\u0000-\u001f\u007f-\u009f\s]+/g

/** A text without what nobody sees in it (joiners, direction and byte order marks), and with single blanks. */
export const visible = (text: string): string => text.replace(UNSEEN, '').replace(BLANKS, ' ').trim()

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const YEARS_MAX = 120

/** How a file writes dates such as 05/06/1960: known once some of its dates can be read in one way only, and none in the other. */
export type DateOrder = 'day_first' | 'month_first' | null

/** Dates that must show it. */
const SHOWING = 3

export function dateOrderOf(text: string): DateOrder {
  let dayFirst = 0
  let monthFirst = 0
  for (const [, first, second] of text.matchAll(/\b(\d{1,2})[-/](\d{1,2})[-/]\d{4}\b/g)) {
    if (Number(first) > 12) dayFirst++
    if (Number(second) > 12) monthFirst++
  }
  if (dayFirst >= SHOWING && monthFirst === 0) return 'day_first'
  return monthFirst >= SHOWING && dayFirst === 0 ? 'month_first' : null
}

/** A birth date as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. A date that can be read in two ways is refused: the wrong day would speak against a match. */
export function readBirth(text: string, order: DateOrder = null): Reading<string> {
  const parts = birthParts(
    order,

    text.replace(/^(?:circa|approx(?:imately|\.)?|about|ca?\.?)\s*(?=\d)/i, '').replace(/(?<=\d)[T ]\d{1,2}:\d{2}.*$/, ''),
  )
  if (!parts) return { problem: `${quote(text)} is not a date: write YYYY-MM-DD, YYYY-MM or YYYY, or leave it empty` }
  if ('problem' in parts) return parts
  const { year, month, day } = parts
  const value = [String(year), ...(month ? [two(month)] : []), ...(month && day ? [two(day)] : [])].join('-')
  const first = Date.UTC(year, (month || 1) - 1, day || 1)
  if (month > 12 || (day > 0 && (month === 0 || new Date(first).getUTCDate() !== day)))
    return { problem: `${quote(text)} is no day of the calendar: correct it, or leave it empty` }
  const now = new Date()
  if (first > now.getTime() + 86_400_000) return { problem: `${quote(text)} is in the future: correct it, or leave it empty` }
  if (now.getUTCFullYear() - year > YEARS_MAX)
    return { problem: `${quote(text)} is more than ${YEARS_MAX} years ago: correct it, or leave it empty where it is not known` }
  return { value }
}

type Parts = { year: number; month: number; day: number }

function birthParts(order: DateOrder, given: string): Parts | { problem: string } | null {
  // Publishers write letters for the part they do not know.
  const text = given.replace(/^dd\/mm\//i, '00/00/').replace(/^dd\//i, '00/')
  let found = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text)
  if (found) return { year: Number(found[1]), month: Number(found[3] ?? 0), day: Number(found[4] ?? 0) }
  found = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text)
  if (found) {
    const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])]
    // With points, and with an unknown part written as zero, the day comes first everywhere.
    if (found[2] === '.' || first > 12 || first === 0 || first === second || (order === 'day_first' && second <= 12))
      return { year, month: second, day: first }
    if (second > 12 || order === 'month_first') return { year, month: first, day: second }
    return {
      problem: `${quote(text)} can be read as ${year}-${two(first)}-${two(second)} and as ${year}-${two(second)}-${two(first)}: write the one that is meant`,
    }
  }
  const words = /^(?:(\d{1,2})(?:st|nd|rd|th)?[ -])?([a-z]{3,9})\.?[ -]?(?:(\d{1,2})(?:st|nd|rd|th)?,? )?,? ?(\d{4})$/i.exec(text)
  if (!words || (words[1] && words[3])) return null
  const month = MONTHS.findIndex((name) => name.startsWith(words[2]!.toLowerCase())) + 1
  return month ? { year: Number(words[4]), month, day: Number(words[1] ?? words[3] ?? 0) } : null
}

const two = (n: number) => String(n).padStart(2, '0')
const quote = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`

/** A country as ISO 3166-1 alpha-2, from either code or a name it goes by. */
export function readCountry(text: string): Reading<string> {
  const value = countryCode(text) ?? ALPHA_3.get(text.toUpperCase()) ?? listedCountry(text)
  return value ? { value } : { problem: `${quote(text)} is no country of today: use two letters such as US, or leave it empty` }
}

/** Kinds of party by the words files have for them. Another word says nothing about the kind. */
const TYPES: Record<string, 'person' | 'organization' | 'vessel' | 'aircraft'> = {
  person: 'person',
  individual: 'person',
  natural: 'person',
  'natural person': 'person',
  human: 'person',
  organization: 'organization',
  organisation: 'organization',
  company: 'organization',
  corporation: 'organization',
  corporate: 'organization',
  enterprise: 'organization',
  business: 'organization',
  'legal entity': 'organization',
  'legal person': 'organization',
  vessel: 'vessel',
  ship: 'vessel',
  aircraft: 'aircraft',
  plane: 'aircraft',
}

/** The kind is only ever an argument against a match, so what is not understood is left out. */
export const readType = (text: string) => TYPES[text.toLowerCase().replace(/[\s_-]+/g, ' ')] ?? ('any' as const)

/** Another word says nothing about it. */
export const readGender = (text: string): 'male' | 'female' | null =>
  /^(?:m|male|man)$/i.test(text) ? 'male' : /^(?:f|female|woman)$/i.test(text) ? 'female' : null

/** Whether a column headed just "address" means a wallet: postal addresses have blanks, and no wallet address is as short as a town. */
export const mayBeWallet = (text: string): boolean => text.length >= 20 && !text.includes(' ')

/** An address of any chain that is on a list. */
export function readWallet(text: string): Reading<string> {
  const parsed = listedAddress.safeParse(text)
  if (parsed.success) return { value: parsed.data.canonical }
  return { problem: `${quote(text)}: ${parsed.error.issues[0]!.message} Correct it, or leave it empty` }
}

const ALPHA_3 = new Map(
  (
    'AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH BB BRB BD BGD ' +
    'BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR BZ BLZ CA CAN ' +
    'CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU ' +
    'DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB ' +
    'GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS GT GTM GU GUM GW GNB GY GUY HK HKG ' +
    'HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN ' +
    'KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU ' +
    'LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR ' +
    'MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL ' +
    'OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB ' +
    'RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP ' +
    'SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN ' +
    'TZ TZA UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM YE YEM YT MYT ZA ZAF ' +
    'ZM ZMB ZW ZWE XK XKX'
  )
    .split(' ')
    .flatMap((code, i, all) => (i % 2 ? [[code, all[i - 1]!] as const] : [])),
)
