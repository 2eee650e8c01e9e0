/** A recorded false-positive decision on a possible match, and whether it still holds. */
import type { Day } from '../dates.ts'

export type MatchException = {
  author: string
  requester: string
  reason: string
  decided_on: Day
  expires_on: Day
  subject_hash: string
  entry_hash: string
}
export const EXCEPTION_MAX_DAYS = 365

/** Why an exception no longer holds, or null while it does. Either side changing (name, birth date, country, list entry) voids it. */
export function exceptionFault(
  e: MatchException,
  match: { subject_hash: string; entry_hash: string },
  today: Day,
  maxDays = EXCEPTION_MAX_DAYS,
): string | null {
  if (e.author === e.requester) return 'same_person'
  if (e.expires_on - e.decided_on > maxDays) return 'too_long'
  if (today > e.expires_on || today < e.decided_on) return 'expired'
  if (e.subject_hash !== match.subject_hash) return 'subject_changed'
  return e.entry_hash === match.entry_hash ? null : 'entry_changed'
}
