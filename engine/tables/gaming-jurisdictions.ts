/**
 * Age, loot box, gambling and cash-out rules by place, as of 2026-11-21.
 * `minGeneral` is the age without a parent's consent; `minGambling` the lowest legal age for what is legal there.
 * `zone` is the zone of the place that reaches a calendar date last, so nobody is let in early.
 * Source: national and state law as read on 2026-11-21; `certainty` V = seen in a source, K = stable knowledge, R = must be read again by counsel.
 */
type LootBoxRule = 'no' | 'odds' | 'yes' | 'review' | number
type GamblingRule = 'no' | 'partial' | 'yes' | 'review'
type CashOutRule = 'no' | 'skill' | 'kyc' | 'review'
export type GamingJurisdiction = {
  code: string
  name: string
  minGeneral: number
  minGambling: number
  lootBoxes: LootBoxRule
  onlineGambling: GamblingRule
  cashOut: CashOutRule
  zone: string
  certainty: 'V' | 'K' | 'R'
}
type Row = [string, string, number, number, LootBoxRule, GamblingRule, CashOutRule, string, 'V' | 'K' | 'R']

// biome-ignore format: one place a line reads as the table it is
const ROWS: Row[] = [
  ['US', 'United States (state needed for gambling)', 13, 21, 'odds', 'partial', 'review', 'Pacific/Honolulu', 'R'],
  ['US-AL', 'Alabama', 13, 21, 'odds', 'no', 'review', 'America/Chicago', 'R'],
  ['US-AK', 'Alaska', 13, 21, 'odds', 'no', 'skill', 'America/Adak', 'R'],
  ['US-AZ', 'Arizona', 13, 21, 'odds', 'partial', 'review', 'America/Phoenix', 'K'],
  ['US-AR', 'Arkansas', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'K'],
  ['US-CA', 'California', 13, 21, 'odds', 'no', 'skill', 'America/Los_Angeles', 'V'],
  ['US-CO', 'Colorado', 13, 21, 'odds', 'partial', 'skill', 'America/Denver', 'K'],
  ['US-CT', 'Connecticut', 13, 21, 'odds', 'yes', 'review', 'America/New_York', 'V'],
  ['US-DE', 'Delaware', 13, 21, 'odds', 'yes', 'review', 'America/New_York', 'V'],
  ['US-DC', 'District of Columbia', 13, 18, 'odds', 'partial', 'skill', 'America/New_York', 'R'],
  ['US-FL', 'Florida', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'R'],
  ['US-GA', 'Georgia', 13, 21, 'odds', 'no', 'skill', 'America/New_York', 'R'],
  ['US-HI', 'Hawaii', 13, 21, 'odds', 'no', 'review', 'Pacific/Honolulu', 'K'],
  ['US-ID', 'Idaho', 13, 21, 'odds', 'no', 'no', 'America/Los_Angeles', 'R'],
  ['US-IL', 'Illinois', 13, 21, 'odds', 'partial', 'skill', 'America/Chicago', 'K'],
  ['US-IN', 'Indiana', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'R'],
  ['US-IA', 'Iowa', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'R'],
  ['US-KS', 'Kansas', 13, 21, 'odds', 'partial', 'skill', 'America/Denver', 'K'],
  ['US-KY', 'Kentucky', 13, 18, 'odds', 'partial', 'skill', 'America/Chicago', 'K'],
  ['US-LA', 'Louisiana', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'R'],
  ['US-ME', 'Maine', 13, 21, 'odds', 'yes', 'review', 'America/New_York', 'R'],
  ['US-MD', 'Maryland', 13, 21, 'odds', 'partial', 'review', 'America/New_York', 'R'],
  ['US-MA', 'Massachusetts', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'K'],
  ['US-MI', 'Michigan', 13, 21, 'odds', 'yes', 'review', 'America/Menominee', 'V'],
  ['US-MN', 'Minnesota', 13, 18, 'odds', 'no', 'skill', 'America/Chicago', 'R'],
  ['US-MS', 'Mississippi', 13, 21, 'odds', 'no', 'review', 'America/Chicago', 'R'],
  ['US-MO', 'Missouri', 13, 21, 'odds', 'partial', 'skill', 'America/Chicago', 'V'],
  ['US-MT', 'Montana', 13, 18, 'odds', 'no', 'no', 'America/Denver', 'V'],
  ['US-NE', 'Nebraska', 13, 21, 'odds', 'no', 'skill', 'America/Denver', 'R'],
  ['US-NV', 'Nevada', 13, 21, 'odds', 'partial', 'no', 'America/Los_Angeles', 'V'],
  ['US-NH', 'New Hampshire', 13, 18, 'odds', 'partial', 'skill', 'America/New_York', 'K'],
  ['US-NJ', 'New Jersey', 13, 21, 'odds', 'yes', 'skill', 'America/New_York', 'V'],
  ['US-NM', 'New Mexico', 13, 21, 'odds', 'no', 'skill', 'America/Denver', 'R'],
  ['US-NY', 'New York', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'V'],
  ['US-NC', 'North Carolina', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'K'],
  ['US-ND', 'North Dakota', 13, 21, 'odds', 'no', 'skill', 'America/Denver', 'R'],
  ['US-OH', 'Ohio', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'K'],
  ['US-OK', 'Oklahoma', 13, 21, 'odds', 'no', 'skill', 'America/Chicago', 'R'],
  ['US-OR', 'Oregon', 13, 21, 'odds', 'partial', 'skill', 'America/Los_Angeles', 'R'],
  ['US-PA', 'Pennsylvania', 13, 21, 'odds', 'yes', 'skill', 'America/New_York', 'V'],
  ['US-RI', 'Rhode Island', 13, 18, 'odds', 'yes', 'skill', 'America/New_York', 'V'],
  ['US-SC', 'South Carolina', 13, 21, 'odds', 'no', 'review', 'America/New_York', 'R'],
  ['US-SD', 'South Dakota', 13, 21, 'odds', 'no', 'review', 'America/Denver', 'R'],
  ['US-TN', 'Tennessee', 13, 21, 'odds', 'partial', 'review', 'America/Chicago', 'R'],
  ['US-TX', 'Texas', 13, 21, 'odds', 'no', 'skill', 'America/Denver', 'R'],
  ['US-UT', 'Utah', 13, 21, 'odds', 'no', 'review', 'America/Denver', 'K'],
  ['US-VT', 'Vermont', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'K'],
  ['US-VA', 'Virginia', 13, 21, 'odds', 'partial', 'skill', 'America/New_York', 'R'],
  ['US-WA', 'Washington', 13, 21, 'odds', 'no', 'no', 'America/Los_Angeles', 'K'],
  ['US-WV', 'West Virginia', 13, 21, 'odds', 'yes', 'skill', 'America/New_York', 'V'],
  ['US-WI', 'Wisconsin', 13, 21, 'odds', 'no', 'skill', 'America/Chicago', 'R'],
  ['US-WY', 'Wyoming', 13, 18, 'odds', 'partial', 'skill', 'America/Denver', 'K'],
  ['GB', 'United Kingdom', 13, 18, 'odds', 'yes', 'kyc', 'Europe/London', 'K'],
  ['IE', 'Ireland', 16, 18, 'odds', 'yes', 'kyc', 'Europe/Dublin', 'K'],
  ['FR', 'France (JONUM trial regime 18+)', 15, 18, 'odds', 'partial', 'kyc', 'Europe/Paris', 'R'],
  ['DE', 'Germany', 16, 18, 'odds', 'yes', 'kyc', 'Europe/Berlin', 'K'],
  ['ES', 'Spain', 14, 18, 'review', 'yes', 'review', 'Atlantic/Canary', 'R'],
  ['IT', 'Italy', 14, 18, 'odds', 'yes', 'kyc', 'Europe/Rome', 'K'],
  ['PT', 'Portugal', 13, 18, 'odds', 'yes', 'kyc', 'Atlantic/Azores', 'K'],
  ['NL', 'Netherlands', 16, 18, 'odds', 'yes', 'review', 'Europe/Amsterdam', 'R'],
  ['BE', 'Belgium', 13, 21, 'no', 'yes', 'review', 'Europe/Brussels', 'V'],
  ['AT', 'Austria', 14, 18, 'review', 'partial', 'review', 'Europe/Vienna', 'R'],
  ['CH', 'Switzerland', 16, 18, 'odds', 'yes', 'review', 'Europe/Zurich', 'R'],
  ['SE', 'Sweden', 13, 18, 'odds', 'yes', 'kyc', 'Europe/Stockholm', 'K'],
  ['NO', 'Norway', 13, 18, 'odds', 'partial', 'review', 'Europe/Oslo', 'K'],
  ['DK', 'Denmark', 15, 18, 'odds', 'yes', 'kyc', 'Europe/Copenhagen', 'R'],
  ['FI', 'Finland (licences from 2027)', 13, 18, 'odds', 'partial', 'kyc', 'Europe/Helsinki', 'R'],
  ['PL', 'Poland', 16, 18, 'odds', 'partial', 'review', 'Europe/Warsaw', 'K'],
  ['CZ', 'Czechia', 15, 18, 'odds', 'yes', 'kyc', 'Europe/Prague', 'K'],
  ['SK', 'Slovakia', 16, 18, 'odds', 'yes', 'review', 'Europe/Bratislava', 'R'],
  ['HU', 'Hungary', 16, 18, 'odds', 'yes', 'review', 'Europe/Budapest', 'R'],
  ['RO', 'Romania', 16, 18, 'odds', 'yes', 'kyc', 'Europe/Bucharest', 'R'],
  ['BG', 'Bulgaria', 14, 18, 'odds', 'yes', 'kyc', 'Europe/Sofia', 'K'],
  ['GR', 'Greece', 15, 21, 'odds', 'yes', 'kyc', 'Europe/Athens', 'K'],
  ['HR', 'Croatia', 16, 18, 'odds', 'yes', 'review', 'Europe/Zagreb', 'R'],
  ['SI', 'Slovenia', 15, 18, 'odds', 'partial', 'review', 'Europe/Ljubljana', 'R'],
  ['EE', 'Estonia', 13, 21, 'odds', 'yes', 'kyc', 'Europe/Tallinn', 'K'],
  ['LV', 'Latvia', 13, 18, 'odds', 'yes', 'review', 'Europe/Riga', 'R'],
  ['LT', 'Lithuania', 14, 21, 'odds', 'yes', 'review', 'Europe/Vilnius', 'R'],
  ['LU', 'Luxembourg', 16, 18, 'odds', 'partial', 'review', 'Europe/Luxembourg', 'R'],
  ['MT', 'Malta', 13, 18, 'odds', 'yes', 'kyc', 'Europe/Malta', 'K'],
  ['CY', 'Cyprus', 14, 18, 'odds', 'partial', 'review', 'Asia/Nicosia', 'K'],
  ['UA', 'Ukraine (region needed)', 14, 21, 'odds', 'yes', 'review', 'Europe/Kyiv', 'R'],
  ['RU', 'Russia (see SANCTIONS_SECTORAL)', 14, 18, 'review', 'partial', 'no', 'Europe/Kaliningrad', 'R'],
  ['TR', 'Turkey', 18, 18, 'review', 'partial', 'review', 'Europe/Istanbul', 'R'],
  ['IL', 'Israel', 14, 18, 'odds', 'partial', 'review', 'Asia/Jerusalem', 'R'],
  ['AE', 'United Arab Emirates', 18, 21, 'review', 'partial', 'review', 'Asia/Dubai', 'R'],
  ['SA', 'Saudi Arabia', 18, 21, 'review', 'no', 'no', 'Asia/Riyadh', 'K'],
  ['IN', 'India (Online Gaming Act 2025)', 18, 18, 'review', 'no', 'no', 'Asia/Kolkata', 'R'],
  ['CN', 'China', 18, 18, 'odds', 'no', 'no', 'Asia/Shanghai', 'K'],
  ['HK', 'Hong Kong', 18, 18, 'odds', 'partial', 'review', 'Asia/Hong_Kong', 'K'],
  ['JP', 'Japan', 13, 20, 'odds', 'partial', 'review', 'Asia/Tokyo', 'K'],
  ['KR', 'South Korea', 14, 19, 'odds', 'partial', 'no', 'Asia/Seoul', 'K'],
  ['TW', 'Taiwan', 18, 18, 'odds', 'partial', 'review', 'Asia/Taipei', 'R'],
  ['SG', 'Singapore', 13, 21, 'odds', 'partial', 'review', 'Asia/Singapore', 'R'],
  ['PH', 'Philippines', 18, 21, 'odds', 'yes', 'review', 'Asia/Manila', 'R'],
  ['TH', 'Thailand', 18, 20, 'review', 'no', 'review', 'Asia/Bangkok', 'R'],
  ['VN', 'Vietnam', 16, 21, 'review', 'no', 'review', 'Asia/Ho_Chi_Minh', 'R'],
  ['ID', 'Indonesia', 17, 18, 'review', 'no', 'no', 'Asia/Jakarta', 'R'],
  ['MY', 'Malaysia', 18, 21, 'review', 'no', 'review', 'Asia/Kuala_Lumpur', 'R'],
  ['AU', 'Australia (loot M since 2024-09-22)', 13, 18, 15, 'partial', 'review', 'Australia/Perth', 'K'],
  ['NZ', 'New Zealand (casino licences starting)', 13, 18, 'odds', 'partial', 'review', 'Pacific/Auckland', 'R'],
  ['CA', 'Canada (province needed)', 13, 19, 'odds', 'partial', 'review', 'America/Vancouver', 'R'],
  ['CA-ON', 'Ontario', 13, 19, 'odds', 'yes', 'review', 'America/Winnipeg', 'K'],
  ['BR', 'Brazil (ECA Digital)', 13, 18, 18, 'yes', 'kyc', 'America/Rio_Branco', 'V'],
  ['MX', 'Mexico', 13, 18, 'odds', 'yes', 'review', 'America/Tijuana', 'R'],
  ['AR', 'Argentina', 13, 18, 'odds', 'partial', 'review', 'America/Argentina/Buenos_Aires', 'R'],
  ['CO', 'Colombia', 14, 18, 'odds', 'yes', 'review', 'America/Bogota', 'R'],
  ['ZA', 'South Africa', 18, 18, 'odds', 'partial', 'review', 'Africa/Johannesburg', 'R'],
  ['NG', 'Nigeria', 18, 18, 'review', 'yes', 'review', 'Africa/Lagos', 'R'],
  ['KE', 'Kenya', 18, 18, 'review', 'yes', 'review', 'Africa/Nairobi', 'R'],
]

const byCode = new Map<string, GamingJurisdiction>(
  ROWS.map(([code, name, minGeneral, minGambling, lootBoxes, onlineGambling, cashOut, zone, certainty]) => [
    code,
    { code, name, minGeneral, minGambling, lootBoxes, onlineGambling, cashOut, zone, certainty },
  ]),
)

/** Places whose rules differ inside: gambling cannot be judged from the country alone. */
export const REGION_NEEDED_FOR_GAMBLING: readonly string[] = ['US', 'CA']

/** The row of a place: the region's own, else the country's, else `null` (an unlisted place goes to a person, 18/21). */
export function gamingRow(code: string): GamingJurisdiction | null {
  return byCode.get(code) ?? byCode.get(code.slice(0, 2)) ?? null
}

/** Minimum ages used where no row exists. */
export const UNLISTED_MINIMUM = { general: 18, gambling: 21 } as const
