/** Regions of Ukraine (ISO 3166-2:UA). A word that is none of them names no region. */
export const UA_REGIONS: readonly string[] = '05 07 09 12 14 18 21 23 26 30 32 35 40 43 46 48 51 53 56 59 61 63 65 68 71 74 77'
  .split(' ')
  .map((code) => `UA-${code}`)
