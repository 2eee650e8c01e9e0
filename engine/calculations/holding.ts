import { addMonths, type Day } from '../dates.ts'

/** First day on which a lot may be sold under Rule 144(d)(1): the day after the holding period has run. */
export function rule144FreeOn(start: Day, months: number): Day {
  return addMonths(start, months) + 1
}

/** First free day of a contract lock-up of so many days from the start of the lot. */
export function lockupEnd(start: Day, days: number): Day {
  return start + days + 1
}

export type DcpTerms = { readonly days: number; readonly reporting_months: number; readonly other_months: number }

/**
 * Last day of the Regulation S distribution compliance period; null in category 1, which has none.
 * It starts on the later of first offer and closing (17 CFR 230.902(f)).
 */
export function dcpEnd(
  input: { category: '1' | '2' | '3'; securityClass: string; reporting: boolean; commencedAt: Day; closingAt: Day },
  terms: DcpTerms,
): Day | null {
  if (input.category === '1') return null
  const start = Math.max(input.commencedAt, input.closingAt)
  if (input.category === '2' || input.securityClass === 'debt') return start + terms.days
  return addMonths(start, input.reporting ? terms.reporting_months : terms.other_months)
}
