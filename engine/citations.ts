import type { Citation } from './rule.ts'

/** Code of Federal Regulations: cfr(17, '230.506', '(c)(2)(i)'). */
export function cfr(title: number, section: string, paragraph = ''): Citation {
  return { label: `${title} CFR ${section}${paragraph}`, url: `https://www.ecfr.gov/current/title-${title}/section-${section}` }
}

const ACTS = {
  securities: ['Securities Act', 'https://www.govinfo.gov/app/details/COMPS-1884'],
  exchange: ['Exchange Act', 'https://www.govinfo.gov/app/details/COMPS-1885'],
  company: ['Investment Company Act', 'https://www.govinfo.gov/app/details/COMPS-1879'],
} as const

/** A section of one of the securities statutes: act('exchange', '§12(g)(1)'). */
export function act(name: keyof typeof ACTS, section: string): Citation {
  return { label: `${ACTS[name][0]} ${section}`, url: ACTS[name][1] }
}

/** Any other source. */
export function statute(label: string, url: string | null = null): Citation {
  return { label, url }
}

/** A rule of the product or of a contract, not of law. */
export function product(label = 'Sealwright product rule'): Citation {
  return { label, url: null }
}

/** A paragraph of the rules on customer identification, which are the same for banks, broker-dealers, mutual funds and futures firms. */
export function identificationOf(paragraph: string, more = ''): Citation {
  const label = `31 CFR 1020.220${paragraph}; of broker-dealers 1023.220, mutual funds 1024.220, futures firms 1026.220, the same${more}`
  return { label, url: 'https://www.ecfr.gov/current/title-31/section-1020.220' }
}
