/** States of the United States with the District of Columbia, and its territories and possessions (17 CFR 230.902(l)). */
const NAMES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  GU: 'Guam',
  VI: 'U.S. Virgin Islands',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
}
const CODES = new Map(Object.entries(NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/** Territories that have a country code of their own. */
const TERRITORIES: readonly string[] = ['PR', 'GU', 'VI', 'AS', 'MP', 'UM']

/** The two letters of a state or territory from its code, `US-NE`, or its name; null for what is none. */
export function usStateOf(text: string): string | null {
  if (Object.hasOwn(NAMES, text)) return text
  const given = text.trim()
  const code = given.toUpperCase().replace(/^US-/, '')
  return code in NAMES ? code : (CODES.get(given.toLowerCase()) ?? null)
}

/** Whether a country is the United States as Regulation S understands it: with its territories and possessions. */
export const inUnitedStates = (country: string): boolean => country === 'US' || TERRITORIES.includes(country)

/** The state of a resident of the United States: a territory with a country code of its own is its own state. */
export const stateIn = (country: string, state: () => string): string => (country === 'US' ? state() : country)
