/** When a credential ends. Instants are RFC 3339 UTC; the expiry itself is already over. */
import { addMonths, addYears, isoDay, parseDay, parseInstant } from '../dates.ts'
import { VALIDITY } from '../tables/credential-levels.ts'
import type { RiskBand } from './customer-risk.ts'

const DAY_MS = 86_400_000

/** End of a basic or creator credential: as many days of 24 hours after its issue as its level allows. */
export function expiryAfterDays(issuedAt: string, level: 'basic' | 'creator'): number | null {
  const at = parseInstant(issuedAt)
  return at === null ? null : at + VALIDITY[level].days * DAY_MS
}

/** Last day of an enhanced credential: by risk, and never past the document's expiry and 90 days. Ends 24:00 UTC of that day. */
export function enhancedLastDay(issuedOn: string, risk: RiskBand, documentExpires: string | null): string | null {
  const from = parseDay(issuedOn)
  const document = documentExpires === null ? null : parseDay(documentExpires)
  if (from === null || (documentExpires !== null && document === null)) return null
  const byRisk = addMonths(from, VALIDITY.enhanced.monthsByRisk[risk])
  return isoDay(document === null ? byRisk : Math.min(byRisk, document + VALIDITY.enhanced.documentGraceDays))
}

/** Last day of an age proof: an adult never un-ages, but evidence does. */
export function ageProofLastDay(issuedOn: string, evidence: 'document' | 'self_declared'): string | null {
  const from = parseDay(issuedOn)
  if (from === null) return null
  return isoDay(evidence === 'document' ? addYears(from, VALIDITY.age.documentYears) : from + VALIDITY.age.selfDeclaredDays)
}
