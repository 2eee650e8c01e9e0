const names: Record<string, string> = {
  us_ofac_sdn: 'OFAC SDN (US)',
  us_ofac_cons: 'OFAC non-SDN (US)',
  us_csl: 'Consolidated Screening List (US)',
  eu_fsf: 'EU financial sanctions',
  gb_fcdo: 'UK sanctions list',
  un_sc: 'UN Security Council',
  pep: 'Politically exposed persons',
  sandbox_sample: 'Fictional sample',
}

/** A list by the name people know it by. */
export const listName = (source: string) => names[source] ?? source

/** A sentence in which lists stand by their codes, with their names instead. */
export const withListNames = (text: string) => text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, listName)

/** `45 s`, `12 min`, `5 h`, `3 d`. */
export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} d`
}
