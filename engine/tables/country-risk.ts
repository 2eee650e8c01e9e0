/**
 * Country risk tiers. Two versions are kept so that a decision dated before a plenary uses the table then in force.
 * Sources: FATF public statements of February and June 2026; OFAC programmes as of 2026-11-21. Review after each plenary (Feb, Jun, Oct).
 */
export type CountryTier = 'embargo' | 'call_for_action' | 'high_policy' | 'increased_monitoring' | 'standard' | 'low'
export type CountryRiskTable = {
  version: string
  /** First day on which this table is in force. */
  from: string
  /** Date of the FATF statement it follows; older than 150 days raises an information line. */
  published: string
  callForAction: readonly string[]
  increasedMonitoring: readonly string[]
  highPolicy: readonly string[]
  low: readonly string[]
}

const COUNTRY_POINTS: Record<CountryTier, number> = {
  embargo: 100,
  call_for_action: 60,
  high_policy: 40,
  increased_monitoring: 25,
  standard: 10,
  low: 0,
}

/** Places under a comprehensive embargo. 31 CFR 510, 515, 560; EO 13685; EO 14065. */
export const EMBARGO: readonly string[] = ['CU', 'IR', 'KP', 'UA-43', 'UA-40']
/** Regions under occupation that are not themselves embargoed by the United States. */
const HIGH_POLICY_REGIONS: readonly string[] = ['UA-65', 'UA-23']

// biome-ignore format: member lists read best in one line
const EEA = ['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'IS', 'LI', 'NO']
const LOW = [...EEA, 'GB', 'US', 'CA', 'AU', 'NZ', 'JP', 'SG', 'CH', 'KR']
const HIGH_POLICY = ['RU', 'BY', 'AF', 'SY', 'SD', 'SS', 'LY', 'SO', 'ZW', 'NI', 'CF', 'ML']
// biome-ignore format: member lists read best in one line
const JUNE_2026 = ['AO', 'BA', 'BO', 'BG', 'CD', 'CI', 'CM', 'HT', 'IQ', 'KE', 'KW', 'LA', 'LB', 'MC', 'NP', 'PG', 'SS', 'SY', 'VE', 'VG', 'VN', 'YE']
const FEBRUARY_2026 = [...JUNE_2026.filter((c) => c !== 'BA' && c !== 'IQ'), 'DZ', 'NA']

/** The EU and EEA members; Switzerland stands apart. */
export const EU_EEA: ReadonlySet<string> = new Set(EEA)

/** Newest first. The first row whose `from` is on or before the day is in force. */
const COUNTRY_RISK_TABLES: readonly CountryRiskTable[] = [
  {
    version: 'country_risk@2026-06',
    from: '2026-06-19',
    published: '2026-06-19',
    callForAction: ['IR', 'KP', 'MM'],
    increasedMonitoring: JUNE_2026,
    highPolicy: HIGH_POLICY,
    low: LOW,
  },
  {
    version: 'country_risk@2026-02',
    from: '2026-02-13',
    published: '2026-02-13',
    callForAction: ['IR', 'KP', 'MM'],
    increasedMonitoring: FEBRUARY_2026,
    highPolicy: HIGH_POLICY,
    low: LOW,
  },
]

/** The table in force on a day, or `null` when the day is before every table kept. */
export function countryRiskTable(day: string): CountryRiskTable | null {
  return COUNTRY_RISK_TABLES.find((table) => table.from <= day) ?? null
}

/** The highest tier of a country or region under a table. A grey member of the EU is grey, not low. */
export function countryTier(table: CountryRiskTable, place: string): CountryTier {
  const country = place.slice(0, 2)
  if (EMBARGO.includes(place) || EMBARGO.includes(country)) return 'embargo'
  if (table.callForAction.includes(country)) return 'call_for_action'
  if (table.highPolicy.includes(country) || HIGH_POLICY_REGIONS.includes(place)) return 'high_policy'
  if (table.increasedMonitoring.includes(country)) return 'increased_monitoring'
  return table.low.includes(country) ? 'low' : 'standard'
}

/** Whether a country stands on the FATF list of increased monitoring, whatever its highest tier. */
export function isGrey(table: CountryRiskTable, country: string): boolean {
  return table.increasedMonitoring.includes(country.slice(0, 2))
}

/** Points of a place. */
export function countryPoints(table: CountryRiskTable, place: string): number {
  return COUNTRY_POINTS[countryTier(table, place)]
}
